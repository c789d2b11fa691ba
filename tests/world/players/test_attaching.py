"""A player lasts, and clients come and go: what becomes of both, and what others notice of it."""

from __future__ import annotations

from random import Random

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Boom, Lamp, Rang, Secret, Stage, sets, stage
from tests.doubles.model import ModelClient
from tilenet.catalogue import GamePlugin
from tilenet.game import Event, Go, Points, Say, Tell, Tile, View
from tilenet.limits import Limits
from tilenet.lines.memory import MemoryLine
from tilenet.wire.codec import encode, opening
from tilenet.wire.format import XML
from tilenet.wire.messages import LoggedIn, ServerOpen
from tilenet.world.players.accounts import Guests
from tilenet.world.players.client import Client, Screen
from tilenet.world.players.player import Player as WorldPlayer
from tilenet.world.rooms.acts import Act, Click, Request, Speech
from tilenet.world.world import World


class Terminal:
    """A client somewhere, through which a player may be here, with a model of what it shows."""

    def __init__(self, world: World, player: WorldPlayer, address: str) -> None:
        self.model = ModelClient()
        self.model.feed(opening(ServerOpen("testers", "test server", "open")) + encode(LoggedIn("", player.objid)))
        self.raw = b""
        self.events: list[Event] = []
        line = MemoryLine(world.turn, self._take, address)
        self.client = Client(address, Screen(line, XML, world.is_online), self.events.append)

    def _take(self, data: bytes) -> None:
        self.raw += data
        self.model.feed(data)

    @property
    def heard(self) -> list[str]:
        return [text for _, _, text in self.model.heard]

    def token(self, name: str) -> str:
        return next(o for o in self.model.grid().values() if self.model.objects[o]["name"] == name)


class AttachingTestCase(SynchronousTestCase):
    """ann, bob and cid on a stage, each with a client."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.game = Stage()
        self.plugin = stage(self.game)
        games = [self.plugin, GamePlugin("lamp", Lamp)]
        self.world = World(self.clock, Random(1), games, Limits(), Guests())
        self.stage, self.lamp = self.world.rooms["stage"], self.world.rooms["lamp"]
        self.terminals: dict[WorldPlayer, Terminal] = {}
        self.ann, self.bob, self.cid = (self.come(name) for name in ("ann", "bob", "cid"))
        self.clock.advance(3)
        self.forget()

    def come(self, name: str) -> WorldPlayer:
        player: WorldPlayer = self.successResultOf(self.world.login(name, ""))
        self.attach(player)
        self.world.place(player)
        self.world.send_to(player, "stage")
        return player

    def attach(self, player: WorldPlayer, address: str = "127.0.0.1") -> Terminal:
        """A player gets a new client."""
        terminal = self.terminals[player] = Terminal(self.world, player, address)
        self.world.attach(player, terminal.client)
        self.clock.advance(0)
        return terminal

    def detach(self, player: WorldPlayer) -> Terminal:
        """A player loses their client, which is given back."""
        terminal = self.terminals.pop(player)
        self.world.detach(player)
        self.clock.advance(0)
        terminal.raw = b""
        return terminal

    def act(self, player: WorldPlayer, act: Act) -> None:
        assert player.room is not None
        player.room.act(player, act)
        self.clock.advance(0)

    def on_click(self, *events: Event) -> None:
        """Let the game tell these events when ann clicks."""
        self.game.acts["click"] = list(events)
        self.act(self.ann, Click(self.stage.objid_of("prop")))

    def refresh(self) -> None:
        self.stage.rooms_changed({})
        self.clock.advance(0)

    def forget(self) -> None:
        for terminal in self.terminals.values():
            terminal.raw = b""
            terminal.model.heard.clear()

    def check(self) -> None:
        """Everybody who has a client sees their room exactly as it is."""
        for player, terminal in self.terminals.items():
            room = player.room
            assert room is not None
            model = terminal.model
            model.check_settled()
            self.assertEqual(model.redundant, [])
            self.assertEqual(model.current, room.objid)
            picture = room.audience.picture_of(player.objid)
            self.assertEqual(model.members_single(), {*picture.faces, *room.members})
            self.assertEqual(model.members_sets(), {*picture.faces, *room.members})
            for objid, face in [(picture.matrix, picture.face), *picture.faces.items()]:
                for key, value in face._asdict().items():
                    self.assertEqual(model.objects[objid].get(key), value, (objid, key))
            for objid, member in room.members.items():
                seen = {key: model.objects[objid][key] for key in ("energy", "name", "text")}
                face = member.agent.seen.face
                self.assertEqual(seen, {"energy": face.energy, "name": face.name, "text": face.text})


class Detached(AttachingTestCase):
    def test_a_player_stays_where_they_are_and_nobody_notices(self) -> None:
        self.detach(self.bob)
        self.world.detach(self.bob)  # twice is as good as once
        self.clock.advance(15)
        self.assertIs(self.bob.room, self.stage)
        self.assertIn(self.bob.objid, self.stage.members)
        self.assertIs(self.world.players[self.bob.objid], self.bob)
        self.assertIsNone(self.bob.client)
        self.assertEqual([terminal.raw for terminal in self.terminals.values()], [b"", b""])
        self.assertEqual(self.game.called("leave"), [])
        self.come("dan")
        self.clock.advance(3)
        self.check()

    def test_the_client_gets_nothing_more_and_the_others_get_all(self) -> None:
        terminal, rang = self.detach(self.bob), Rang()
        self.game.text = "Another text"
        self.on_click(Say("Hear!"), Tell(self.bob, "you"), Points(self.bob, 5), Points(self.ann, 2), rang)
        self.assertEqual(self.bob.points, 15)
        self.assertEqual(self.terminals[self.ann].model.objects[self.bob.objid]["energy"], 16)
        self.act(self.ann, Speech(self.stage.objid, "hello"))
        self.act(self.ann, Speech(self.bob.objid, "asleep?"))
        self.assertEqual(self.terminals[self.cid].model.heard[-1], (self.ann.objid, self.bob.objid, "asleep?"))
        self.world.send_to(self.cid, "lamp")
        self.game.size = (5, 5)
        self.refresh()
        self.clock.advance(3)
        self.assertEqual((terminal.raw, terminal.events, self.terminals[self.ann].events), (b"", [], [rang]))
        self.check()

    def test_they_cannot_be_whispered_to(self) -> None:
        self.detach(self.bob)
        self.act(self.ann, Speech(self.bob.objid, "(psst)"))
        self.assertEqual(self.terminals[self.ann].heard, ["Not said: bob is not connected."])
        self.assertEqual(self.terminals[self.cid].raw, b"")

    def test_no_view_is_asked_for_them(self) -> None:
        self.detach(self.bob)
        self.game.calls.clear()
        self.refresh()
        self.assertEqual(self.game.called("view"), [["ann"], ["cid"]])

    def test_an_own_view_from_before_says_nothing_of_what_they_can_do(self) -> None:
        """Nobody has kept it up to date since."""
        self.game.views["bob"] = View({"prop": Tile(0, 1, "not for bob", enabled=False)})
        self.refresh()
        self.detach(self.bob)
        self.act(self.bob, Click(self.stage.objid_of("prop")))
        self.assertEqual(self.game.called("click"), [[self.bob, "prop"]])

    def test_an_event_for_them_goes_nowhere(self) -> None:
        terminal = self.detach(self.bob)
        secret = Secret((self.bob, self.cid), "sesame")
        self.on_click(secret)
        self.assertEqual((terminal.events, self.terminals[self.cid].events), ([], [secret]))
        self.assertEqual(self.terminals[self.ann].events, [])
        other = self.attach(self.bob)
        self.assertEqual(other.events, [])
        self.on_click(secret)
        self.assertEqual((terminal.events, other.events), ([], [secret]))

    def test_before_they_are_anywhere(self) -> None:
        dan: WorldPlayer = self.successResultOf(self.world.login("dan", ""))
        self.attach(dan)
        terminal = self.detach(dan)
        self.world.place(dan)
        self.clock.advance(3)
        self.assertIs(dan.room, self.world.homes[0])
        self.assertEqual(terminal.raw, b"")

    def test_if_all_are_nothing_is_painted(self) -> None:
        for player in (self.ann, self.bob, self.cid):
            self.detach(player)
        self.game.calls.clear()
        self.game.tiles = {"new": Tile(2, 2, "new")}
        self.refresh()
        self.stage.act(self.ann, Request("anything"))
        self.assertEqual(self.game.called("scene") + self.game.called("view"), [])
        for player in (self.ann, self.bob):
            self.attach(player).token("new")
            self.check()


class LoggedOut(AttachingTestCase):
    def test_the_name_is_free_then_and_not_before(self) -> None:
        self.detach(self.bob)
        self.assertEqual(self.come("bob").name, "bob2")
        self.world.logout(self.bob)
        self.assertEqual(self.come("bob").name, "bob")


class AttachedAgain(AttachingTestCase):
    def test_the_new_client_is_shown_the_view_of_its_player(self) -> None:
        """One that is new, the same as before, another, or none."""
        for name in ("for bob", "for bob", "still for bob", "prop"):
            self.detach(self.bob)
            self.game.views = {} if name == "prop" else {"bob": View({"prop": Tile(0, 1, name)})}
            self.refresh()
            self.attach(self.bob).token(name)
            self.check()
        self.game.views["bob"] = View({"prop": Tile(0, 1, "again for bob")})
        self.refresh()
        self.terminals[self.bob].token("again for bob")
        self.assertNotIn(b"for bob", self.terminals[self.ann].raw)

    def test_the_others_see_the_new_address_and_nothing_else(self) -> None:
        for address in ("127.0.0.1", "192.0.2.7"):
            news = [] if address == "127.0.0.1" else [{"objid": self.bob.objid, "text": address}]
            self.detach(self.bob)
            terminal = self.attach(self.bob, address)
            for player in (self.ann, self.cid):
                self.assertEqual(sets(self.terminals[player].raw), news)
            self.assertEqual(terminal.model.objects[self.bob.objid]["text"], address)
            self.check()
        self.assertEqual(len(self.game.called("enter")), 3)
        self.assertEqual(self.game.called("leave"), [])

    def test_a_second_client_replaces_the_first(self) -> None:
        first = self.terminals[self.bob]
        second = self.attach(self.bob, "192.0.2.7")
        first.raw = b""
        self.check()
        self.on_click(Say("Hear!"), Rang())
        self.assertEqual((first.raw, first.events), (b"", []))
        self.assertEqual((second.heard, len(second.events)), (["Hear!"], 1))
        self.check()

    def test_the_same_client_can_come_back(self) -> None:
        """Its line was followed, and is followed again."""
        terminal = self.detach(self.bob)
        self.terminals[self.bob] = terminal
        self.world.attach(self.bob, terminal.client)
        self.clock.advance(0)
        terminal.model.redundant.clear()  # it is shown everything, whatever it may remember
        self.on_click(Say("Hear!"))
        self.assertEqual(terminal.heard, ["Hear!"])
        self.check()

    def test_one_without_a_screen(self) -> None:
        self.detach(self.bob)
        events: list[Event] = []
        self.world.attach(self.bob, Client("192.0.2.7", listener=events.append))
        rang = Rang()
        self.on_click(rang)
        self.assertEqual(events, [rang])
        self.check()
        self.attach(self.bob)
        self.on_click(Rang())
        self.assertEqual(events, [rang])
        self.check()


class WhileTheGameFails(AttachingTestCase):
    """A new client makes the room look at its game, which may fail then; the client gets the next game."""

    def break_game(self) -> Stage:
        """The game fails as soon as it is looked at; the one after it."""
        self.game.acts["view"] = self._raise
        self.next = Stage()
        self.plugin.next_game = lambda: self.next
        return self.next

    def _raise(self, name: str) -> list[Event]:
        if name == "bob":
            raise Boom
        return []

    def test_it_is_shown_its_players_view_of_the_next_game(self) -> None:
        self.detach(self.bob)
        self.break_game().views["bob"] = View({"prop": Tile(0, 1, "for bob")})
        self.attach(self.bob).token("for bob")
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)
        self.check()

    def test_it_is_where_the_next_game_sends_its_player(self) -> None:
        self.detach(self.bob)
        self.break_game().acts["enter"] = lambda player: [Go(player, "lamp")] if player is self.bob else []
        terminal = self.attach(self.bob)
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)
        self.assertIs(self.bob.room, self.lamp)
        self.check()
        terminal.raw = b""
        self.act(self.ann, Speech(self.stage.objid, "hello"))
        self.assertEqual(terminal.raw, b"")
