"""The directory of rooms: what games are told of them, when, and how fresh; and rooms that turn players away."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Lamp, Server, Stage, StagePlugin, stage
from tilenet.catalogue import GamePlugin
from tilenet.game import Event, Events, Game, Listing, LookUp, Open, Player, RoomsOf, Say, Summary, TurnedAway
from tilenet.world.players.player import Player as WorldPlayer

LAMP = GamePlugin("lamp", Lamp)


class Lobby(Lamp):
    """Remembers what it was told."""

    title = "Lobby"
    lists = "lobby"

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.told: list[Mapping[str, Listing | None]] = []
        self.found_rooms: list[object] = []

    def rooms_changed(self, changes: Mapping[str, Listing | None], now: float) -> Events:
        self.told.append(changes)
        return ()

    def ask(self, player: Player, request: object, now: float) -> Events:
        yield Open("side", {"size": 3}, belongs_to="lobby")
        yield Open("side", belongs_to="lamp")
        yield LookUp(RoomsOf("lobby"))
        yield Say("Asked.")
        self.found_rooms.append("the act is over")

    def found(self, question: object, answer: object, now: float) -> Events:
        self.found_rooms.append(answer)
        return ()


class DirectoryTestCase(SynchronousTestCase):
    """A lobby, a lamp, and rooms that the lobby opens; ann is at the lamp."""

    def setUp(self) -> None:
        self.side = Stage()
        self.sides = StagePlugin("side", self.side, is_at_home=False)
        self.server = Server([GamePlugin("lobby", Lobby), LAMP, self.sides])
        self.world = self.server.world
        self.ann = self.server.join("ann")
        self.ann.click("Lamp")
        self.server.advance(2)
        game = self.world.rooms["lobby"].game
        assert isinstance(game, Lobby)
        self.lobby = game

    def player(self, client: Client) -> WorldPlayer:
        return self.world.players[client.agent]

    def open(self) -> None:
        self.world.ask(self.player(self.ann), "lobby", "open", lambda: None)


class WhatAGameIsTold(DirectoryTestCase):
    def test_all_that_it_lists_when_it_starts(self) -> None:
        self.assertEqual([[*changes] for changes in self.lobby.told], [["lobby"], ["lobby"]])
        self.assertEqual(self.lobby.told[0]["lobby"], self.world.directory.get("lobby"))

    def test_only_rooms_that_belong_to_it_and_at_most_once_a_second(self) -> None:
        self.lobby.told.clear()
        self.open()
        self.world.send_to(self.player(self.ann), "side-1")
        self.server.settle()
        self.side.acts["summary"] = lambda: Summary(phase="playing")
        self.ann.click("prop")
        self.server.advance(0.75)
        self.assertEqual(self.lobby.told, [])
        self.server.advance(0.25)
        (changes,) = self.lobby.told
        listing = changes["side-1"]
        assert listing is not None
        self.assertEqual([*changes], ["side-1"])
        self.assertEqual((listing.game, listing.title, listing.setup), ("side", "Stage 1", {"size": 3}))
        self.assertEqual((listing.summary.phase, listing.people, listing.some), ("playing", 1, ("ann",)))
        self.assertEqual((listing.is_temporary, listing.belongs_to), (True, "lobby"))

    def test_a_room_that_is_closed_is_none(self) -> None:
        self.open()
        self.world.send_to(self.player(self.ann), "side-1")
        self.server.advance(2)
        self.lobby.told.clear()
        self.side.is_done = True
        self.ann.click("Home")
        self.server.advance(1)
        self.assertEqual(self.lobby.told, [{"side-1": None}])

    def test_nothing_while_nothing_changes(self) -> None:
        self.lobby.told.clear()
        self.ann.say("hello")
        self.server.advance(5)
        self.assertEqual((self.lobby.told, self.server.clock.getDelayedCalls()), ([], []))

    def test_an_answer_to_a_question_about_rooms_when_the_act_is_over(self) -> None:
        self.open()
        first, answer = self.lobby.found_rooms
        self.assertEqual(first, "the act is over")
        assert isinstance(answer, tuple)
        self.assertEqual([one.room for one in answer], ["lobby", "side-1"])


class WhatDoorsRead(DirectoryTestCase):
    def test_a_room_as_it_is_now(self) -> None:
        self.open()
        before = self.world.directory.get("side-1")
        self.world.send_to(self.player(self.ann), "side-1")
        after = self.world.directory.get("side-1")
        assert before is not None and after is not None
        self.assertEqual((before.people, after.people), (0, 1))

    def test_the_same_listing_as_long_as_nothing_changes(self) -> None:
        self.assertIs(self.world.directory.get("lamp"), self.world.directory.get("lamp"))

    def test_no_room_that_is_not_there(self) -> None:
        self.assertIsNone(self.world.directory.get("side-1"))


class Picky(Stage):
    """Lets nobody in who is not called ann."""

    def admits(self, player: Player, now: float) -> str | None:
        self._do("admits", player)
        return None if player.name == "ann" else f"Only ann may come in, at {now:g}."


class TurningAway(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Picky()
        self.server = Server([stage(self.game), LAMP])
        self.ann, self.bob = (self.server.join(name) for name in ("ann", "bob"))
        self.server.advance(3)

    def test_somebody_who_is_not_admitted_is_told_why_and_stays(self) -> None:
        self.ann.click("Stage")
        self.bob.click("Stage")
        self.assertEqual((self.ann.room, self.bob.room), ("Stage", "Home"))
        self.assertEqual(self.bob.heard[-1], "Only ann may come in, at 3.")
        self.assertEqual([player.name for (player,) in self.game.called("enter")], ["ann"])
        self.server.check()

    def test_a_client_that_listens_to_events_is_told_by_one(self) -> None:
        events: list[Event] = []
        bob = self.server.world.players[self.bob.agent]
        assert bob.client is not None
        bob.client.listener = events.append
        self.bob.click("Stage")
        self.assertEqual(events, [TurnedAway((bob,), "stage", "Only ann may come in, at 3.")])

    def test_somebody_who_would_begin_there_begins_at_home(self) -> None:
        found: list[WorldPlayer] = []
        self.server.world.login("cid", "").addCallback(found.append)
        self.server.world.place(found[0], "stage")
        self.assertIs(found[0].room, self.server.world.homes[0])

    def test_a_game_that_fails_to_answer_admits_nobody(self) -> None:
        for wrong in (ZeroDivisionError(), lambda player: 1 // 0):
            self.game.acts["admits"] = wrong
            self.ann.click("Stage")
            self.assertEqual(self.ann.room, "Home")
            self.assertEqual(self.ann.heard[-1], "Something went wrong here. Try again later.")
            self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_what_is_no_reason_admits_nobody(self) -> None:
        for wrong in ("", 7, False):
            self.patch(Picky, "admits", lambda self, player, now, wrong=wrong: wrong)
            self.ann.click("Stage")
            self.assertEqual(self.ann.room, "Home")
            self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)


class AGameThatSaysNothing(SynchronousTestCase):
    def test_admits_everybody_and_lists_nothing(self) -> None:
        game: Game = Lamp(Random(1))
        self.assertEqual((game.lists, game.summary(), game.summary() is game.summary()), (None, Summary(), True))
