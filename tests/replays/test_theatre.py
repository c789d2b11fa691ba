"""A theatre: a finished game is shown to everybody there as it was, and they can go to any moment of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from twisted.logger import capturedLogs
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.replays import MOVES, Library, as_file, noughts
from tests.replays.test_recorder import Recorded
from tilenet.catalogue import GamePlugin, installed_games
from tilenet.game import HELP, HOME
from tilenet.replays.playback import Playback
from tilenet.replays.theatre import NOT_READY, Theatre, opening, plugin
from tilenet.testing import Seat, Table
from tilenet.turns.jobs import Job
from tilenet.world.rooms.room import Room

ID = "noughts-abcdefgh"
CELLS = [("cell", x, y) for y in range(3) for x in range(3)]


def theatre(file: bytes | None = None) -> type[Theatre]:
    """A theatre that shows this file."""
    library = Library({ID: as_file(noughts(), id=ID) if file is None else file})
    game = plugin(library, installed_games()).game
    assert issubclass(game, Theatre)
    return game


def table(game: type[Theatre]) -> Table:
    return Table(GamePlugin("replay", game, lambda random: game(random, ID)))


def board(seat: Seat) -> str:
    return "".join(seat.tile(cell).name for cell in CELLS)


class TheatreTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = table(theatre())
        self.eve = self.table.enter("eve")

    def replay(self, seat: Seat | None = None) -> Mapping[str, Any]:
        found: Mapping[str, Any] = (seat or self.eve).facts["replay"]
        return found


class WhenOthersAreServed(SynchronousTestCase):
    """What is to be shown waits until there is time for it."""

    def setUp(self) -> None:
        self.table = table(theatre())
        self.waiting: list[Job] = []
        self.patch(self.table.world.turn, "put_off", self.waiting.append)

    def go_on(self) -> None:
        waiting, self.waiting[:] = self.waiting[:], []
        for job in waiting:
            job()

    def test_nothing_is_run_before_its_turn(self) -> None:
        self.patch(Playback, "step", lambda *args: self.fail("it is run at once"))
        eve = self.table.enter("eve")
        self.assertEqual((len(self.waiting), eve.headline), (1, NOT_READY))

    def test_what_is_asked_for_meanwhile_keeps_its_place_and_costs_nothing_more(self) -> None:
        eve = self.table.enter("eve")
        self.go_on()
        self.assertEqual(board(eve), ".........")
        for _ in range(3):
            eve.click(("replay", "step"))
            eve.say("/moment 1")
        self.table.advance(0.01)
        self.assertEqual((len(self.waiting), board(eve)), (1, "........."))
        self.go_on()
        self.assertNotEqual(board(eve), ".........")
        self.assertEqual(self.waiting, [])


class Playing(TheatreTestCase):
    def test_it_plays_from_the_beginning_at_the_pace_of_then(self) -> None:
        boards = [board(self.eve)]
        for _ in range(5):
            self.table.advance(2)
            boards.append(board(self.eve))
        self.assertEqual(boards, [".........", "X........", "X...O....", "X..XO....", "X..XO...O", "X..XO.X.O"])

    def test_what_was_said_is_said_again(self) -> None:
        self.table.advance(5.9)
        self.assertNotIn("eve: hello", self.eve.heard)
        self.table.advance(0.1)
        self.assertIn("eve: hello", self.eve.heard)
        self.assertNotIn("You play X.", self.eve.heard)  # which only ann was told
        self.table.advance(4)
        self.assertEqual(self.eve.heard[-4:-2], ["ann beats bob and wins 2 points.", "Game over. The ranking:"])
        self.assertEqual(len([line for line in self.eve.heard if line == "eve: hello"]), 1)
        self.assertEqual((self.replay()["playing"], self.replay()["at"]), (False, 10.0))
        self.assertEqual(self.table.game.deadline, None)

    def test_nothing_of_the_board_can_be_used_and_the_way_out_can(self) -> None:
        self.table.advance(2)
        self.assertFalse(any(self.eve.tile(cell).enabled for cell in (*CELLS, "restart")))
        self.assertTrue(self.eve.tile(HOME).enabled and self.eve.tile(HELP).enabled)
        used = set(self.eve.legal) - {"home", "help"}
        self.assertTrue(used and all("replay/" in one for one in used), used)

    def test_pause_stops_it_and_costs_nothing(self) -> None:
        self.table.advance(2.5)
        self.eve.press(("key", "replay", "play"))
        self.assertEqual(self.table.game.deadline, None)
        self.table.advance(60)
        self.assertEqual((board(self.eve), self.replay()["at"], self.replay()["playing"]), ("X........", 2.5, False))
        self.eve.click(("replay", "play"))
        self.table.advance(1.5)
        self.assertEqual(board(self.eve), "X...O....")

    def test_faster_and_slower(self) -> None:
        for _ in range(3):
            self.eve.click(("replay", "faster"))
        self.assertEqual(self.replay()["speed"], 8.0)
        self.assertFalse(self.eve.tile(("replay", "faster")).enabled)
        self.table.advance(0.5)
        self.assertEqual(board(self.eve), "X...O....")
        for _ in range(4):
            self.eve.click(("replay", "slower"))
        self.assertFalse(self.eve.tile(("replay", "slower")).enabled)
        at = self.replay()["at"]
        self.table.advance(3)
        self.eve.click(("replay", "play"))
        self.assertAlmostEqual(self.replay()["at"], at + 1.5, places=2)

    def test_steps_go_to_what_can_be_seen(self) -> None:
        seen = []
        for _ in range(4):
            self.eve.click(("replay", "step"))
            seen.append((board(self.eve), self.eve.tile("clock").name))
        self.assertEqual(len(set(seen)), 4)
        before = [self.replay()["at"]]
        for _ in range(3):
            self.eve.click(("replay", "stepback"))
            before.append(self.replay()["at"])
            self.assertEqual((board(self.eve), self.eve.tile("clock").name), seen[3 - len(before) + 1])
        self.assertEqual(before, sorted(before, reverse=True))
        self.assertFalse(self.replay()["playing"])

    def test_a_clock_that_ticks_is_no_step(self) -> None:
        boards = []
        for _ in range(5):
            self.eve.click(("replay", "step"))
            boards.append(board(self.eve).count("X") + board(self.eve).count("O"))
        self.assertEqual(boards, [1, 2, 3, 4, 5])

    def test_a_time_can_be_said(self) -> None:
        self.eve.say("/at 0:07")
        self.assertEqual((board(self.eve), self.replay()["at"]), ("X..XO....", 7.0))
        self.assertNotIn("eve: hello", self.eve.heard)  # what was passed over is not said
        self.eve.say("/at 3.5")
        self.assertEqual((board(self.eve), self.replay()["at"]), ("X........", 3.5))
        self.table.advance(0.5)
        self.assertEqual(board(self.eve), "X...O....")
        for wrong in ("/at", "/at 1:2:3:4", "/at x", "/at -1", "/at ..", "/moment 7", "/seat nobody", "/x"):
            self.eve.say(wrong)
        self.assertEqual(board(self.eve), "X...O....")

    def test_a_moment_can_be_gone_to(self) -> None:
        self.eve.click(("replay", "moment", 1))
        self.assertEqual((self.eve.tile(("replay", "moment", 1)).name, board(self.eve)), ("ann wins", "X..XO.X.O"))
        self.eve.say("/at 0")
        self.eve.say("/moment 1")
        self.assertEqual(board(self.eve), "X..XO.X.O")

    def test_the_end_shows_the_result_and_it_can_be_seen_again(self) -> None:
        self.eve.say("/at 9:99")
        self.assertEqual(board(self.eve), "X..XO.X.O")
        self.assertIn("Game over. The ranking:", self.eve.heard)
        self.assertFalse(self.replay()["playing"])
        self.eve.click(("replay", "play"))
        self.assertEqual((board(self.eve), self.replay()["at"], self.replay()["playing"]), (".........", 0.0, True))
        self.table.advance(2)
        self.assertEqual(board(self.eve), "X........")


class Together(TheatreTestCase):
    def test_everybody_sees_the_same_moment_and_hears_who_changed_it(self) -> None:
        self.eve.click(("replay", "faster"))
        self.assertNotIn("eve: 2 times as fast", self.eve.heard)
        dan = self.table.enter("dan")
        dan.say("/at 5")
        for seat in (self.eve, dan):
            self.assertEqual(board(seat), "X...O....")
            self.assertIn("dan: 0:05", seat.heard)
        dan.say("hello")
        self.assertIn("hello", self.eve.heard)

    def test_each_chooses_a_seat(self) -> None:
        dan = self.table.enter("dan")
        dan.click(("replay", "seat", 1))
        self.eve.say("/seat bob")
        self.table.advance(4)
        self.assertEqual([seat.own.get("seat_of") for seat in (self.eve, dan)], [2, 1])
        self.assertEqual([seat.own.get("seat") for seat in (self.eve, dan)], ["O", "X"])
        self.eve.click(("replay", "seat", 0))
        self.assertEqual(self.eve.own, {})
        self.assertEqual(self.replay()["seats"], ["ann", "bob"])

    def test_what_one_player_was_told_is_for_those_in_their_seat(self) -> None:
        self.eve.say("/at 0")
        dan = self.table.enter("dan")
        dan.say("/seat 2")
        game: Any = self.table.game
        game.head.jump(game.playback, 0.0, 1, game.now)  # before bob came
        self.table.advance(10)
        self.assertIn("You play O.", dan.heard)
        self.assertNotIn("You play O.", self.eve.heard)
        self.assertNotIn("You play X.", dan.heard)


class ItsFacts(TheatreTestCase):
    def test_are_those_of_the_game_and_of_the_replay(self) -> None:
        self.table.advance(2)
        facts = self.eve.facts
        self.assertEqual(self.table.game.kind, "noughts/1")
        self.assertEqual(facts["board"], {"cell/0/0": "X"})
        self.assertEqual(facts["seats"]["X"], {"player": {"name": "ann", "agent": "person-1"}})
        self.assertEqual(
            facts["replay"],
            {
                **{"id": ID, "title": "Noughts and crosses", "at": 2.0, "start": 1003.0, "length": 10.0, "speed": 1.0},
                **{"playing": True, "moments": [{"at": 10.0, "text": "ann wins"}], "seats": ["ann", "bob"]},
            },
        )

    def test_are_on_the_clock_of_then(self) -> None:
        self.table.advance(2)
        clock = self.table.game.clock
        assert clock is not None
        self.assertEqual((round(clock.time(self.table.clock.seconds()), 1), clock.pace), (1005.0, 1.0))
        self.eve.click(("replay", "play"))
        clock = self.table.game.clock
        assert clock is not None
        self.assertEqual((round(clock.time(12345.0), 1), clock.pace), (1005.0, 0.0))


class NoReplay(SynchronousTestCase):
    def test_one_that_is_gone_cannot_be_opened(self) -> None:
        for game in (theatre(), plugin(Library({}), installed_games()).game):
            self.assertEqual(game(Random(0), ID if game.library is None else "other").is_done, True)  # type: ignore

    def test_one_that_goes_while_it_is_shown_says_so(self) -> None:
        game = theatre()
        here = table(game)
        eve = here.enter("eve")
        game.library.files.clear()  # type: ignore[attr-defined]
        here.game._projection = None  # type: ignore[attr-defined]  # as after a crash
        with capturedLogs():
            here.advance(2)
        self.assertIn("not kept any more", eve.headline)
        self.assertEqual((here.game.is_done, here.game.kind, here.game.deadline), (True, "replay/1", None))
        self.assertIn("problem", eve.facts["replay"])
        for _ in range(2):
            eve.say("/at 5")
            here.advance(1)

    def test_a_private_one_is_for_those_who_were_there(self) -> None:
        here = table(theatre(as_file(noughts(), id=ID, is_private=True)))
        eve = here.enter("eve")
        self.assertFalse(eve.is_at_the_table)


class InAWorld(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.server = Recorded(self.folder)
        people = self.server.at("noughts", "ann", "bob")
        for number, cell in enumerate(MOVES):
            self.server.advance(2)
            self.server.click(people[number % 2], ("cell", *cell))
        self.eve, self.dan = self.server.join("eve"), self.server.join("dan")
        self.room = self.opened(self.server)

    def opened(self, server: Recorded) -> Room:
        """A theatre with eve and dan in it."""
        (header,) = server.library.latest(1)
        name = server.world.building.open(opening(header), server.world.rooms["noughts"])
        assert name is not None
        for player in (self.eve, self.dan):
            server.world.send_to(player, name)
        server.end_turn()
        return server.world.rooms[name]

    def test_it_closes_when_everybody_has_left(self) -> None:
        self.assertEqual((self.room.name, self.room.title), ("replay-1", "Replay: Noughts and crosses"))
        for player in (self.eve, self.dan):
            self.assertIn(self.room.name, self.server.world.rooms)
            self.server.world.send_to(player, None)
            self.server.end_turn()
        self.assertNotIn(self.room.name, self.server.world.rooms)

    def test_after_a_crash_it_goes_on_where_it_was(self) -> None:
        self.server.say(self.eve, "/seat ann")
        self.server.advance(4.5)
        self.server.say(self.dan, "/at 3")
        self.server.advance(1.5)
        for is_paused, at, marks in ((False, 4.6, [1, 2]), (True, 6.6, [2, 2])):
            if is_paused:
                self.server.click(self.eve, ("replay", "play"))
            again = Recorded(self.folder, seed=2)
            room, self.eve = again.world.rooms["replay-1"], again.back(self.eve.id)
            game: Any = room.game
            again.advance(0.1)
            self.assertEqual((room.game.kind, room.title), ("noughts/1", "Replay: Noughts and crosses"))
            self.assertAlmostEqual(game.clock.time(again.clock.seconds()) - game.playback.start, at, places=2)
            self.assertEqual({one.name: number for one, number in game.here.items()}, {"eve": 1, "dan": 0})
            seen = []
            for seconds in (0, 2):
                again.advance(seconds)
                seen.append([game.scene().tiles[cell].name for cell in CELLS].count("X"))
            self.assertEqual(seen, marks)
            self.server = again

    def test_nothing_of_it_is_recorded(self) -> None:
        self.server.advance(30)
        self.assertEqual(len(self.server.library), 1)
