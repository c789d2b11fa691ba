"""New code rehearses on the journal of a running server: it must stand where that stands."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running, act
from tests.replays.test_usher import UsherTestCase
from tilenet.catalogue import installed_games
from tilenet.games.noughts import Noughts
from tilenet.journal.journal import Journal
from tilenet.journal.segments import Entry
from tilenet.journal.worldclock import WorldClock
from tilenet.limits import Limits
from tilenet.options import Options
from tilenet.reload.child import rehearse
from tilenet.reload.rehearsal import Elsewhere, Rehearsal, entries
from tilenet.reload.standing import difference, unshared
from tilenet.world.players.accounts import Guests
from tilenet.world.rooms.acts import Click
from tilenet.world.world import World


class RehearsalTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = Running(self.folder)
        self.server.recovery.run()
        self.save_all()

    def save_all(self) -> None:
        """What a reload does first."""
        self.server.journal.begin()
        for _ in self.server.world.note_all():
            pass
        self.server.end_turn()

    def entries(self) -> list[Entry]:
        assert self.server.journal.end is not None
        return [*entries(self.folder, self.server.journal.end)]

    def rehearse(self, given: list[Entry] | None = None, *, redoes: bool = True) -> Rehearsal:
        journal = Journal(self.folder)
        journal.is_recovering = True
        clock = WorldClock(Clock())
        world = World(clock, Random(2), installed_games(), Limits(), Guests(), journal=journal)
        rehearsal = Rehearsal(world, clock, redoes=redoes)
        rehearsal.run(self.entries() if given is None else given)
        return rehearsal

    def play(self) -> Noughts:
        """Two people in the middle of a game, with the server's rooms saved before and after."""
        room = self.server.world.rooms["noughts"]
        people = [self.server.join(name) for name in ("ann", "bob")]
        for player in people:
            self.server.world.send_to(player, "noughts")
        for player, cell in ((people[0], ("cell", 1, 1)), (people[1], ("cell", 0, 0))):
            room.act(player, Click(room.objid_of(cell)))
        self.server.end_turn()
        self.save_all()
        game = room.game
        assert isinstance(game, Noughts)
        return game


class Rehearsals(RehearsalTestCase):
    def test_the_same_code_stands_where_the_server_stands(self) -> None:
        """Whatever people do: in all games, with tables that open and close, and people who are lost and come back."""
        for seed in range(6):
            dice = Random(seed)
            for _ in range(120):
                act(self.server, dice)
                self.server.end_turn()
            self.save_all()
            self.assertEqual(self.rehearse().anew, {})

    def test_other_rules_are_noticed(self) -> None:
        self.play()
        given = self.entries()
        with patch.object(Noughts, "click", lambda *args: ()):
            with self.assertRaisesRegex(Elsewhere, r"^Noughts and crosses: game\..* is .*, and was .*--new-rules\)$"):
                self.rehearse(given)
            self.assertEqual(self.rehearse(given, redoes=False).anew, {})

    def test_code_that_fails_is_noticed(self) -> None:
        self.play()
        given = self.entries()
        for method, seen in (("click", ZeroDivisionError), ("scene", ZeroDivisionError)):
            failing = patch.object(Noughts, method, side_effect=seen("oh"))
            with failing, self.assertRaisesRegex(Elsewhere, "^Noughts and crosses: ZeroDivisionError: oh$"):
                self.rehearse(given)

    def test_a_game_that_failed_then_may_fail_again_or_not(self) -> None:
        room = self.server.world.rooms["noughts"]
        ann = self.server.join("ann")
        self.server.world.send_to(ann, "noughts")
        with patch.object(Noughts, "press", side_effect=ZeroDivisionError("oh"), __name__="press"):
            room.play(room.game.press, ann, "r")
        self.flushLoggedErrors(ZeroDivisionError)
        self.server.end_turn()
        self.assertIn("failed", [entry[0] for entry in self.entries()])
        self.save_all()
        self.assertEqual(self.rehearse().anew, {})

    def test_a_game_that_this_code_cannot_load_begins_anew(self) -> None:
        self.play()
        changed: list[Any] = self.entries()
        for entry in changed:
            if entry[0] == "saved" and entry[2] == "noughts":
                entry[3]["state"]["classes"]["game.Noughts"].append("wind")
        self.assertIn("wind is gone", self.rehearse(changed).anew["noughts"])
        for entry in changed:
            if entry[0] == "saved" and entry[2] == "set":
                entry[3]["game"] = "chess"
        self.assertEqual(self.rehearse(changed).anew["set"], "the game chess is not installed any more")


class Theatres(UsherTestCase):
    def save_all(self) -> None:
        self.server.journal.begin()
        for _ in self.server.world.note_all():
            pass
        self.server.end_turn()

    def test_a_replay_that_is_watched_goes_on(self) -> None:
        ann, *_ = self.play()
        self.told(ann, "/watch")
        self.save_all()
        for _ in range(20):
            self.server.advance(0.5)
        self.save_all()
        options = Options()
        options.parseOptions(["--data", str(self.folder), "--listen", "tcp:0:interface=127.0.0.1"])
        assert self.server.journal.end is not None
        self.assertEqual(rehearse(options, self.server.journal.end, redoes=True), [])


class Standings(SynchronousTestCase):
    def test_the_first_difference_is_named(self) -> None:
        for now, before, expected in (
            ({"a": [1, 2]}, {"a": [1, 2]}, ""),
            ({"a": [1, 2]}, {"a": [1, 3]}, "a[1] is 2, and was 3"),
            ({"a": 1}, {"b": 1}, ' is {"a": 1}, and was {"b": 1}'),
            ([1], [1, 2], " is [1], and was [1, 2]"),
            ("x" * 99, "", f' is "{"x" * 59}..., and was ""'),
        ):
            self.assertEqual(difference(now, before), expected)

    def test_whether_two_words_are_one_object_makes_no_difference(self) -> None:
        shared = [{"list": [1], "as": 1}, {"same": 1}]
        self.assertEqual(unshared(shared, {}), [{"list": [1]}, {"list": [1]}])
