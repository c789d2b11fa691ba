"""A seat that waits: what becomes of players whose connection is lost, and who can take their seats."""

from __future__ import annotations

import re

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.accounts import Diary
from tests.doubles.harness import Client, Lamp, Server
from tests.doubles.model import logout
from tilenet.catalogue import GamePlugin
from tilenet.world.players.admission import Naming


class SeatTestCase(SynchronousTestCase):
    """ann and bob keep a diary."""

    seconds = 120.0

    def setUp(self) -> None:
        self.server = Server(
            [GamePlugin("diary", Diary), GamePlugin("lamp", Lamp)], seat_seconds=self.seconds, max_per_address=4
        )
        self.ann, self.bob = self.come("ann"), self.come("bob")
        self.forget()

    def come(self, name: str, address: str = "192.0.2.1") -> Client:
        client = self.server.connect(address).login(name)
        if client.room == "Home":
            client.click("Diary")
        return client

    def forget(self) -> None:
        self.game.notes.clear()
        self.bob.heard  # noqa: B018
        self.server.check()

    @property
    def game(self) -> Diary:
        game = self.server.world.rooms["diary"].game
        assert isinstance(game, Diary)
        return game

    def lose(self, client: Client) -> None:
        client.lose()
        self.server.settle()

    def told(self) -> list[tuple[str, str]]:
        return [(what, player.name) for what, player in self.game.notes]

    def agents(self, client: Client) -> dict[str, str]:
        """The agents that a client sees, by name, with their texts."""
        objects = client.model.objects
        return {str(objects[o]["name"]): str(objects[o]["text"]) for o in client.model.members_sets() if o[0] == "a"}


class ALostConnection(SeatTestCase):
    def test_leaves_the_player_where_they_are(self) -> None:
        self.lose(self.ann)
        self.assertEqual(self.told(), [("away", "ann")])
        self.assertEqual(self.agents(self.bob), {"ann": "away · 192.0.2.1", "bob": "192.0.2.1"})
        self.assertEqual(self.bob.heard, ["ann: away"])
        self.server.check()

    def test_of_somebody_who_is_back_at_once_is_not_noticed_by_the_game(self) -> None:
        ann = self.server.connect("192.0.2.1")
        self.server.world.turn._chores.append(lambda: None)  # there is much else to do
        self.ann.lose()
        ann.login("ann")  # in the same turn of the reactor
        self.assertEqual(self.told(), [])
        self.server.check()

    def test_holds_the_seat_for_as_long_as_the_limit_says(self) -> None:
        self.lose(self.ann)
        self.server.advance(119.75)
        self.assertEqual(self.told(), [("away", "ann")])
        self.server.advance(0.5)
        self.assertEqual(self.told(), [("away", "ann"), ("leave", "ann")])
        self.assertEqual(self.agents(self.bob), {"bob": "192.0.2.1"})

    def test_of_a_slow_client_holds_the_seat_too(self) -> None:
        self.ann.protocol.session.drop("it takes nothing")
        self.server.settle()
        self.assertEqual(self.told(), [("away", "ann")])


class ALogout(SeatTestCase):
    def test_leaves_at_once_and_leaves_no_seat_to_come_back_to(self) -> None:
        self.ann.send(logout())
        self.assertEqual(self.told(), [("leave", "ann")])
        self.assertEqual(self.server.connect("192.0.2.1").login("ann").room, "Home")

    def test_by_breaking_the_protocol_leaves_at_once(self) -> None:
        self.ann.send(b"<nonsense/>")
        self.assertEqual(self.told(), [("leave", "ann")])


class NoSeconds(SeatTestCase):
    seconds = 0.0

    def test_hold_no_seats(self) -> None:
        self.lose(self.ann)
        self.assertEqual(self.told(), [("leave", "ann")])


class ComingBack(SeatTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.ann.click("own 0")
        self.ann.click("own 1")
        (self.player,) = (p for p in self.server.world.players.values() if p.name == "ann")
        self.agent = self.player.objid
        self.lose(self.ann)
        self.server.advance(100)
        self.forget()

    def test_is_the_same_player_for_the_game(self) -> None:
        """Who sees the room as it is, with what is the player's own; the mark is gone, and nobody waits any more."""
        ann = self.come("ann")
        self.assertEqual(self.game.notes, [("back", self.player)])
        self.assertEqual(ann.room, "Diary")
        ann.token("own 2")
        self.assertEqual(self.agents(self.bob)["ann"], "192.0.2.1")
        self.server.advance(300)
        self.assertEqual(self.told(), [("back", "ann")])
        self.server.check()

    def test_is_under_a_new_objid(self) -> None:
        """c8.4: never sent to anyone before in this run of the server."""
        ann = self.come("ann")
        self.assertNotEqual(ann.agent, self.agent)
        self.assertIn(f'objid="{ann.agent}"'.encode(), ann.raw)
        self.assertNotIn(self.agent, self.bob.model.members_sets())

    def test_is_welcomed_before_the_room_is_shown(self) -> None:
        ann = self.come("ann")
        self.assertIn(b'<logged-in message="Welcome back, ann."', ann.raw)
        self.assertLess(ann.raw.index(b"<logged-in"), ann.raw.index(b"<set"))

    def test_invents_no_speech(self) -> None:
        self.bob.say("where is she?")
        self.assertEqual(self.come("ann").heard, ["ann: back"])

    def test_can_be_done_again_and_again(self) -> None:
        for _ in range(3):
            self.lose(self.come("ann"))
        self.assertEqual(self.told(), [("back", "ann"), ("away", "ann")] * 3)
        self.server.check()

    def test_under_a_name_that_looks_the_same_has_that_name_at_first(self) -> None:
        """c8.4: the new agent's name equals login.user; then it is renamed by an ordinary set."""
        ann = self.come(" ANN")
        self.assertEqual(self.game.notes, [("back", self.player)])
        told = re.findall(rf'<set objid="{ann.agent}"[^>]* name="([^"]*)"', ann.raw.decode())
        self.assertEqual(told, [" ANN", "ann"])
        self.assertIn("ann", self.agents(self.bob))

    def test_from_another_address_is_somebody_else(self) -> None:
        other = self.come("ann", "192.0.2.2")
        self.assertEqual(self.agents(other).keys(), {"ann", "ann2", "bob"})

    def test_through_a_door_that_holds_no_seats_is_somebody_else(self) -> None:
        """Where names are numbered at once, the client would be told of a room that it does not expect."""
        other = self.successResultOf(self.server.world.login("ann", "", Naming.AT_ONCE, "192.0.2.1"))
        self.assertEqual((other.name, other.room), ("ann2", None))

    def test_in_another_room_while_away_is_not_possible(self) -> None:
        """Whoever is away does nothing; but a game may send them elsewhere."""
        self.server.world.send_to(self.player, "lamp")
        self.assertEqual(self.come("ann").room, "Lamp")
        self.server.check()


class ManyWhoVanish(SeatTestCase):
    def vanish(self, name: str, address: str = "192.0.2.1") -> None:
        self.lose(self.come(name, address))

    def test_hold_as_many_seats_as_may_be_connected_from_there(self) -> None:
        for number in range(6):
            self.vanish(f"x{number}", "192.0.2.7")
        here = self.agents(self.bob).keys() - {"ann", "bob"}
        self.assertEqual(here, {"x2", "x3", "x4", "x5"})

    def test_hold_as_many_seats_as_may_be_connected_in_all(self) -> None:
        server = self.server = Server([GamePlugin("diary", Diary)], seat_seconds=120, max_connections=5)
        self.bob = self.come("bob")
        for number in range(8):
            self.vanish(f"x{number}", f"192.0.2.{number}")
        self.assertEqual(len(server.world.players), 1 + 5)

    def test_take_no_seat_from_an_address_that_has_fewer(self) -> None:
        self.server = Server([GamePlugin("diary", Diary)], seat_seconds=120, max_connections=5)
        self.bob = self.come("bob")
        self.vanish("ann", "192.0.2.1")
        for number in range(12):
            self.vanish(f"x{number}", f"192.0.2.{7 + number % 2}")
        self.assertIn("ann", self.agents(self.bob))
        self.assertEqual(self.server.world.away, 5)

    def test_leave_nothing_behind(self) -> None:
        for number in range(6):
            self.vanish(f"x{number}", "192.0.2.7")
        self.server.advance(121)
        self.assertEqual((self.server.world.away, len(self.server.world.players)), (0, 2))
        for client in self.server.clients:
            client.lose()
        self.server.advance(125)
        self.assertEqual(self.server.leftovers(), {})

    def test_are_forgotten_when_the_server_stops(self) -> None:
        self.vanish("x")
        self.server.gate.close("bye")
        self.assertEqual([c for c in self.server.clock.getDelayedCalls() if c.getTime() > 100], [])


class HiddenAddresses(SynchronousTestCase):
    """--hide-addresses: an agent's text has only the signs."""

    def test_are_told_to_nobody(self) -> None:
        server = Server([GamePlugin("diary", Diary)], shows_addresses=False, seat_seconds=120)
        ann, bob = (server.connect("192.0.2.7").login(name) for name in ("ann", "bob"))
        ann.lose()
        server.settle()
        texts = {bob.model.objects[o]["text"] for o in bob.model.members_sets() if o[0] == "a"}
        self.assertEqual(texts, {"away", ""})
        self.assertNotIn(b"192.0.2.7", bob.raw)
        server.connect("192.0.2.7").login("ann")
        server.check()
        self.assertNotIn(b"192.0.2.7", bob.raw)
