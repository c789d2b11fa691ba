"""The tape of a room is short enough, tells nothing that still counts, and may have been edited by anybody."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import compress

from msgspec import Raw
from twisted.logger import capturedLogs
from twisted.trial.unittest import SynchronousTestCase

from tests.replays.test_recorder import Hasty, Recorded
from tilenet.catalogue import GamePlugin
from tilenet.game import Events, Points, Ranking, Result, Summary, TileId, standings
from tilenet.journal.scribe import Scribe
from tilenet.journal.segments import line_of, segments
from tilenet.replays import recorder
from tilenet.saving.entries import entry_of
from tilenet.world.players.player import Player
from tilenet.world.rooms import tape
from tilenet.world.rooms.tape import Tape

MOVES = [(0, 0), (1, 1), (0, 1), (2, 2), (0, 2)]  # the one who begins wins


class Broken(Hasty):
    """It yields a result, whose ranking it tells later, and then fails."""

    title = "Broken"
    is_won = False

    def click(self, player: Any, tile: TileId, now: float) -> Events:
        if self.chance is None:
            self.new_match()
        elif self.is_won:
            raise RuntimeError("as planned")
        else:
            self.is_won = True
            yield Result("Broken", standings({player: 1.0}), is_told=False)


class BrokenAtOnce(Hasty):
    """It fails in the act that ends a match, and deals nothing."""

    title, is_dealt = "Broken at once", False

    def click(self, player: Any, tile: TileId, now: float) -> Events:
        yield Points(player, 1)
        yield Result("Broken at once", standings({player: 1.0}))
        raise RuntimeError("as planned")


class Always(Hasty):
    """It is always on, and deals nothing."""

    title, is_dealt = "Always", False
    clicks = 0

    def summary(self) -> Summary:
        return PLAYING

    def click(self, player: Any, tile: TileId, now: float) -> Events:
        self.clicks += 1
        if self.clicks % 5 == 0:
            yield Result("Always", standings({player: 1.0}))


PLAYING = Summary(phase="playing")


class TapeTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.server = Recorded(self.folder)

    def open(self, name: str, game: type[Hasty]) -> None:
        building = self.server.world.building
        building._plugins[name] = GamePlugin(name, game)
        building._open(building._plugins[name])

    def play_noughts(self, people: list[Player]) -> None:
        for number, cell in enumerate(MOVES):
            self.server.click(people[number % 2], ("cell", *cell))

    def tape(self, room: str = "noughts") -> Tape:
        taping = self.server.world.rooms[room].chronicle.taping
        assert taping is not None
        return taping.tape


class AGameThatFails(TapeTestCase):
    def test_is_not_kept_because_the_next_one_goes_on_with_its_chance(self) -> None:
        self.open("broken", Broken)
        (eve,) = self.server.at("broken", "eve")
        with capturedLogs():
            for _ in range(3):
                self.server.click(eve, "go")
        self.flushLoggedErrors(RuntimeError)
        game: Any = self.server.world.rooms["broken"].game
        kept = [self.server.library.read(one["id"]) for one in self.server.library.latest(9)]
        self.assertNotIn(game.random.secret.hex(), json.dumps([[*one.entries] for one in kept]))
        self.assertEqual(kept, [])

    def test_in_the_act_that_ends_its_match_leaves_no_recording_of_another(self) -> None:
        self.open("atonce", BrokenAtOnce)
        (eve,) = self.server.at("atonce", "eve")
        self.server.click(eve, "go")
        self.flushLoggedErrors(RuntimeError)
        self.assertEqual(len(self.server.library), 0)


class AGameThatIsAlwaysOn(TapeTestCase):
    def test_begins_its_next_match_with_whatever_happens_first(self) -> None:
        """Also if somebody enters, who is on its tape then."""
        self.open("always", Always)
        (eve,) = self.server.at("always", "eve")
        for number in range(10):
            if number == 5:
                self.server.at("always", "fay")
            self.server.advance(1)
            self.server.click(eve, "go")
        header = self.server.latest.header
        self.assertEqual((header["seconds"], [one["name"] for one in header["people"]]), (5.0, ["eve", "fay"]))


class ALongMatch(TapeTestCase):
    def test_is_not_kept_at_all_and_the_next_one_is(self) -> None:
        self.patch(tape, "MANY", 5)
        self.patch(tape, "MOST", 12)
        self.tape().due = 5
        ann, bob, eve = self.server.at("noughts", "ann", "bob", "eve")
        for _ in range(20):
            self.server.advance(2)
            self.server.say(eve, "so slow")
        self.play_noughts([ann, bob])
        self.assertEqual((len(self.server.library), self.server.world.rooms["noughts"].last_replay), (0, ""))
        self.server.world.send_to(eve, None)
        self.server.advance(5)
        self.server.click(bob, "restart")
        self.play_noughts([bob, ann])
        self.assertEqual(len(self.server.library), 1)

    def test_takes_no_more_memory_than_one_that_is_kept(self) -> None:
        self.patch(tape, "LARGEST", 1000)
        one = Tape()
        for _ in range(100):
            one.add(Raw(b'["' + b"x" * 90 + b'"]'))
        one.bound()
        self.assertTrue(one.is_too_long)
        self.assertEqual(len([*one.lines()]), 1)

    def test_of_an_empty_room_does_not_grow_with_what_happens_elsewhere(self) -> None:
        self.patch(tape, "MANY", 5)
        self.patch(tape, "MOST", 50)
        self.tape().due = 5
        (eve,) = self.server.at("noughts", "eve")
        self.server.world.send_to(eve, None)
        for _ in range(100):
            self.server.world.award(eve, 1)
        self.assertLessEqual(len([*self.tape().lines()]), 50)


class Later(Hasty):
    """It tells the ranking some time after the result."""

    title, is_dealt = "Later", False
    is_won = False

    def click(self, player: Any, tile: TileId, now: float) -> Events:
        ranking = standings({player: 1.0})
        yield Ranking(ranking) if self.is_won else Result("Later", ranking, is_told=False)
        self.is_won = True


class WithLater(Recorded):
    def prepare(self) -> None:
        self.world.building._plugins["later"] = GamePlugin("later", Later)


class AResultThatIsToldLater(TapeTestCase):
    def test_is_kept_although_all_is_saved_and_lost_before_that(self) -> None:
        with TemporaryDirectory() as folder:
            server = WithLater(Path(folder))
            (eve,) = server.at("later", "eve")
            server.click(eve, "go")
            Scribe(server.reactor, server.world, server.journal, lambda job: job()).start()
            server.advance(5)
            server = WithLater(Path(folder), seed=2)
            server.click(server.back(eve.id), "go")
            self.assertEqual(server.latest.header["result"]["standings"][0]["id"], eve.id)


class AnAudience(TapeTestCase):
    def test_is_named_only_in_part_if_it_is_large(self) -> None:
        self.patch(recorder, "MOST_HERE", 3)
        people = self.server.at("noughts", "ann", "bob", *(f"p{number}" for number in range(9)))
        self.play_noughts(people[:2])
        self.assertEqual([one["name"] for one in self.server.latest.header["people"]], ["ann", "bob", "p0", "p1", "p2"])


class AnEditedTape(TapeTestCase):
    """In a journal whose checksums are right."""

    def crash(self, **edited: Any) -> Recorded:
        """In the middle of a match, after all rooms were saved; then somebody edits the tape."""
        self.people = [one.id for one in self.server.at("noughts", "ann", "bob")]
        self.server.click(self.server.back(self.people[0]), ("cell", *MOVES[0]))
        Scribe(self.server.reactor, self.server.world, self.server.journal, lambda job: job()).start()
        self.server.advance(5)
        self.server.journal.close()
        found = 0
        for path in segments(self.folder / "journal"):
            entries = [entry_of(line) for line in path.read_bytes().splitlines() if line[:1] == b"["]
            for entry in entries:
                if entry[0] == "tape":
                    entry[3].update(edited)
                    found += 1
            path.write_bytes(b"".join(map(line_of, entries)))
        self.assertEqual(found, 1)
        self.server = Recorded(self.folder, seed=2)
        return self.server

    def play_on(self) -> None:
        for number, cell in enumerate(MOVES[1:], 1):
            self.server.click(self.server.back(self.people[number % 2]), ("cell", *cell))

    def test_fills_no_memory_and_the_game_goes_on(self) -> None:
        self.patch(tape, "LARGEST", 10_000)
        bomb = b64encode(compress(b"x" * 10_001)).decode()
        cases: list[dict[str, Any]] = [
            {"base": bomb},
            {"lines": [bomb]},
            {"lines": ["?\x00"]},
            {"people": [{"id": []}]},
            {"people": [{}]},
        ]
        for edited in cases:
            with self.subTest(**edited), TemporaryDirectory() as folder:
                self.folder = Path(folder)
                self.server = Recorded(self.folder)
                self.crash(**edited)
                self.play_on()
                self.flushLoggedErrors()
                room = self.server.world.rooms["noughts"]
                self.assertEqual((room.last_replay, room.game.summary().phase), ("", "waiting"))
                self.assertEqual(len(self.server.library), 0)
                self.server.advance(5)
                self.server.click(self.server.back(self.people[1]), "restart")
                people = [self.server.back(id) for id in reversed(self.people)]
                self.play_noughts(people)
                self.assertEqual(len(self.server.library), 1)

    def test_that_is_as_it_was_is_kept(self) -> None:
        self.crash()
        self.play_on()
        self.assertEqual(len(self.server.library), 1)
