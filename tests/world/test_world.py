"""The world: names, points, and who is where."""

from __future__ import annotations

import gc
from weakref import ref

from twisted.logger import Logger, LogPublisher
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Lamp, Server, Stage, stage
from tests.doubles.ledger import Ledger
from tests.doubles.model import click, logout
from tilenet.catalogue import GamePlugin
from tilenet.doors.session import Session
from tilenet.game import Events, Player, Points
from tilenet.world.players.accounts import NEWCOMER_POINTS

LAMP = GamePlugin("lamp", Lamp)


class Names(SynchronousTestCase):
    def names_of(self, *given: str) -> list[str]:
        """What those who log in by these names, one after the other, are called in the end."""
        server = Server()
        clients = [server.join(name) for name in given]
        return [str(client.model.objects[client.agent]["name"]) for client in clients]

    def test_each_is_kept_or_numbered(self) -> None:
        """Case, its folding, compatible characters, composition and blanks around make no difference."""
        long = "n" * 32
        for given, expected in (
            (("ann", "ann", "ann"), ["ann", "ann2", "ann3"]),
            (("ann2", "ann", "ann"), ["ann2", "ann", "ann3"]),
            (("bot-1", "bot-1", "bot-1"), ["bot-1", "bot-1-2", "bot-1-3"]),
            (("ann", "ANN"), ["ann", "ANN2"]),
            (("Straße", "STRASSE"), ["Straße", "STRASSE2"]),
            (("ann", "\uff41\uff4e\uff4e"), ["ann", "\uff41\uff4e\uff4e2"]),
            (("Ren\u00e9", "Rene\u0301"), ["Ren\u00e9", "Rene\u03012"]),
            (("  ann ", " ann"), ["ann", "ann2"]),
            ((f" {long} ", long), [long, "n" * 31 + "2"]),
            (("Αθηνά 雅典娜",), ["Αθηνά 雅典娜"]),
        ):
            self.assertEqual(self.names_of(*given), expected)

    def test_a_name_is_taken_all_over_the_world_until_its_owner_leaves(self) -> None:
        server = Server([LAMP])

        def name_of(client: Client) -> object:
            return client.model.objects[client.agent]["name"]

        first, second = server.join("ann"), server.join("ann")
        first.click("Lamp")
        second.lose()
        third = server.join("ann")
        self.assertEqual(name_of(third), "ann2")
        first.send(logout())
        self.assertEqual((name_of(server.join("ann")), name_of(third)), ("ann", "ann2"))


class PointsInTheWorld(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Stage()
        self.accounts = Ledger()
        self.server = Server([stage(self.game), LAMP], accounts=self.accounts)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        self.ann.click("Stage")

    def award(self, change: int, client: Client | None = None) -> None:
        """Let the game on the stage give points to ann, or to somebody else."""
        player = self.server.world.players[(client or self.ann).agent]
        self.game.acts["click"] = [Points(player, change)]
        self.ann.click("prop")

    def energy(self, client: Client) -> object:
        return client.model.objects[client.agent]["energy"]

    def test_they_are_won_lost_and_kept(self) -> None:
        """They never fall below 0, nor grow over what energy can tell (c3.3: an integer has 32 bits)."""
        self.assertEqual(self.energy(self.ann), 11)
        for change, energy in ((3, 14), (-4, 10), (-1000, 1), (2, 3), (10**12, 2**31 - 1)):
            self.award(change)
            self.assertEqual(self.energy(self.ann), energy)
            self.assertEqual(self.accounts.kept.pop(), ("ann", energy - 1))
            self.award(0)
            self.assertEqual(self.accounts.kept, [], "nothing is kept that has not changed")
        self.award(3, self.bob)
        self.assertEqual(self.energy(self.bob), 14)
        self.ann.click("Home")
        self.assertEqual(self.bob.model.objects[self.ann.agent]["energy"], 2**31 - 1)

    def test_a_guests_points_are_gone_with_the_session(self) -> None:
        self.award(3)
        self.ann.lose()
        self.assertEqual(self.energy(self.server.join("ann")), 11)

    def test_who_has_left_still_gets_theirs(self) -> None:
        player = self.server.world.players[self.bob.agent]
        self.bob.lose()
        self.game.acts["click"] = [Points(player, 5)]
        self.ann.click("prop")
        self.assertEqual(self.accounts.kept, [("bob", 15)])

    def test_on_entering(self) -> None:
        """Whoever comes in is introduced with the points that the coming in has cost."""
        self.game.acts["enter"] = lambda player: [Points(player, -1)]
        self.bob.click("Stage")
        self.assertEqual(self.ann.model.objects[self.bob.agent]["energy"], 10)
        self.server.check()


class Rooms(SynchronousTestCase):
    def test_a_player_is_in_one_room_and_nowhere_when_they_have_left(self) -> None:
        server = Server([LAMP])
        ann = server.join("ann")
        rooms = [*server.world.homes, *server.world.rooms.values()]
        ann.click("Lamp")
        self.assertEqual([room.title for room in rooms if ann.agent in room.members], ["Lamp"])
        ann.lose()
        self.assertEqual([room.title for room in rooms if ann.agent in room.members], [])
        self.assertEqual(server.world.players, {})

    def test_two_rooms_of_one_game_are_two(self) -> None:
        server = Server([GamePlugin("one", Lamp), GamePlugin("two", Lamp)])
        ann, bob = server.join("ann"), server.join("bob")
        ann.send(click(server.world.homes[0].objid_of(("room", "one"))))
        bob.send(click(server.world.homes[0].objid_of(("room", "two"))))
        ann.click("off")
        ann.token("on")
        bob.token("off")


class Gone(SynchronousTestCase):
    def test_a_game_is_told_who_is_gone_for_good(self) -> None:
        """Only a player who has logged out is; and the game knows it when they leave."""
        left: list[tuple[str, bool]] = []

        def leave(player: Player) -> Events:
            left.append((player.name, player.is_gone))
            return ()

        game = Stage(leave=leave)
        server = Server([stage(game)])
        ann = server.join("ann")
        player = server.world.players[ann.agent]
        ann.click("Stage")
        server.world.detach(player)
        self.assertFalse(player.is_gone)
        server.world.leave_room(player)
        server.world.send_to(player, "stage")
        server.world.logout(player)
        self.assertEqual(left, [("ann", False), ("ann", True)])

    def test_who_is_gone_keeps_nothing_of_the_connection(self) -> None:
        """A game may keep players who have left: it must not keep their sessions with them."""
        self.patch(Session, "log", Logger(observer=LogPublisher()))  # a log that has not begun keeps what it is told
        server = Server([GamePlugin("lamp", Lamp)])
        ann = server.join("ann")
        player = server.world.players[ann.agent]
        assert player.client is not None and player.client.screen is not None
        alive = [ref(ann.protocol.session), ref(ann.pipe)]
        ann.send(logout())
        server.settle()
        self.assertIsNone(player.client)
        server.clients.clear()
        del ann
        server.advance(10)
        gc.collect()
        self.assertEqual([one() for one in alive], [None, None])
        server.world.award(player, -1)
        self.assertEqual(player.points, NEWCOMER_POINTS - 1)

    def test_rooms_keep_nothing_of_who_has_walked_out(self) -> None:
        server = Server([GamePlugin("lamp", Lamp)])
        ann = server.join("ann")
        alive = ref(server.world.players[ann.agent])
        ann.click("Lamp")
        ann.click("Home")
        server.world.homes[0].leave(server.world.players.pop(ann.agent))
        del ann.protocol.session.player
        server.advance(10)
        gc.collect()
        self.assertIsNone(alive())
