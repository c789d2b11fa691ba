"""Journals that were edited, damaged, or written by other code: rooms begin anew, and nothing else happens."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running, act, entries_of, write
from tilenet.games.noughts import Noughts
from tilenet.journal import aside
from tilenet.journal.lost import ANEW
from tilenet.journal.scribe import Scribe
from tilenet.journal.segments import Entry, line_of, segment, segments
from tilenet.sources import digest_of
from tilenet.world.rooms.room import Room

DEEP = b'{"a":' * 5000 + b"1" + b"}" * 5000

#: What somebody writes into the state of a game.
ABSURD: dict[str, Callable[[dict[str, Any]], object]] = {
    "a class that has changed": lambda noted: next(iter(noted["state"]["classes"].values())).append("colour"),
    "another version of saved games": lambda noted: noted["state"].update(format=2),
    "a game that is not installed": lambda noted: noted.update(game="chess"),
    "a game of another kind": lambda noted: noted.update(game="set"),
    "a game that is a list": lambda noted: noted.update(game=[1]),
    "a class of somebody else's": lambda noted: noted["state"]["state"].update(board={"class": "os.system", "a": "id"}),
    "no state": lambda noted: noted.pop("state"),
    "a state that is a number": lambda noted: noted.update(state=5),
    "no members": lambda noted: noted.pop("members"),
    "members nobody knows": lambda noted: noted["members"].append("guest-0"),
    "members that are not ids": lambda noted: noted["members"].append([{}]),
    "a setup that it does not take": lambda noted: noted.update(setup={"x": 10**30}),
    "a setup that is a word": lambda noted: noted.update(setup="__init__"),
    "a title that is a class": lambda noted: noted.update(title={"class": "os.system"}),
    "people who are not people": lambda noted: noted.update(people=[5]),
    "questions that are none": lambda noted: noted["rest"]["dict"].update(asked=7),
    "an end that is none": lambda noted: noted["rest"]["dict"].update(ended=[1]),
}

#: Lines with a checksum that is right.
NONSENSE: list[Entry] = [
    ["__init__", 1e4, "noughts"],
    ["save", 1e4, "noughts", {}],
    ["click", 1e4, "noughts", {"player": "guest-0"}, ["cell", 0, 0]],
    ["click", 1e4, "noughts", {"class": "os.system"}],
    ["click", 1e4, "noughts"],
    ["click", 1e4, ["noughts"], 1],
    ["click", "now", "noughts", {"player": "guest-0"}],
    ["click", 1e300, "noughts"],
    ["click", -5, "noughts"],
    ["enter", 1e4, "noughts", 5],
    ["leave", 1e4, "noughts", {"player": "guest-0"}],
    ["leave", 1e4, "nowhere", {"player": "guest-0"}],
    ["close", 1e4, "noughts", []],
    ["close", 1e4, "nowhere"],
    ["saved", 1e4, "noughts", {}],
    ["saved", 1e4, "noughts"],
    ["unsaved", 1e4, "noughts", {"members": 5}],
    ["unsaved", 1e4, "__init__", {"game": "noughts"}],
    ["player", 1e4, {}],
    ["player", 1e4, {"id": "account-1"}],
    ["player", 1e4, 5],
    ["result", 1e4, 2**63 - 1, {"game": "x", "scores": [], "addresses": [], "number": 0, "replay": ""}],
    ["points", 1e4, "guest-0", 10**30],
    ["points", 1e4, {}, {}],
    ["token", 1e4, "guest-0", "xyz", None],
    ["token", 1e4, [], "00", "soon"],
    ["result", 1e4, 1, {}],
    ["result", 1e4, "one", {}],
    ["rooms", 1e4, "set", -1],
    ["rooms", 1e4, "set", 10**400],
    ["segment", {}],
    [],
    [{}],
    [None, None, None],
    [[], 1e4, []],
]


class NotAsItWas(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        server = Running(self.folder)
        server.recovery.run()
        self.ann, self.bob = server.join("ann"), server.join("bob")
        server.world.send_to(self.ann, "noughts")
        server.world.send_to(self.bob, "set")
        server.world.award(self.ann, 5)
        server.end_turn()
        server.journal.close()
        (self.path,) = segments(self.folder)
        self.data = self.path.read_bytes()

    def edit(self, room: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Change what was saved of a room."""
        entries = entries_of(self.path)
        for entry in entries:
            if entry[0] == "saved" and entry[2] == room:
                change(entry[3])
        write(self.path, entries)

    def recovered(self) -> Running:
        server = Running(self.folder, 2, begins=5.0)
        with capturedLogs() as logged:
            server.recovery.run()
            scribe = Scribe(server.reactor, server.world, server.journal, lambda call: call())
            scribe.start()
            server.advance(3)
            scribe.stop()
        self.said = [formatEvent(event) for event in logged]
        return server

    def places(self, server: Running) -> dict[str, str]:
        return {one.name: one.room.name for one in server.world.players.values() if one.room is not None}

    def test_a_room_begins_anew_with_everybody_who_was_there_and_nothing_else_changes(self) -> None:
        for name, change in ABSURD.items():
            with self.subTest(name):
                self.path.write_bytes(self.data)
                self.edit("noughts", change)
                server = self.recovered()
                self.assertEqual(self.places(server), {"ann": "noughts", "bob": "set"})
                self.assertEqual(
                    {one.name: one.points for one in server.world.players.values()}, {"ann": 15, "bob": 10}
                )
                begins = ("The room noughts begins anew", "The room noughts is closed: the game chess is not installed")
                self.assertTrue(any(line.startswith(begins) for line in self.said), (name, self.said))
                self.assertTrue(any("The journal is kept in" in line for line in self.said), self.said)
                self.start_over()

    def test_who_was_there_is_told_when_they_are_back(self) -> None:
        """During recovery nobody could hear it."""
        self.edit("noughts", ABSURD["a class that has changed"])
        self.edit("set", ABSURD["a game that is not installed"])
        server = self.recovered()
        for name, words in (("ann", ANEW), ("bob", ANEW)):
            told: list[str] = []
            with patch.object(Room, "tell", lambda room, who, line, told=told: told.append(line)):
                for _ in range(2):
                    player = next(one for one in server.world.players.values() if one.name == name)
                    server.attach(player)
            self.assertEqual(told.count(words), 1, told)

    def other_code(self) -> Any:
        """The rules of noughts have changed since."""
        return patch(
            "tilenet.world.rooms.chronicle.digest_of", lambda game: "other" if game is Noughts else digest_of(game)
        )

    def test_other_code_does_nothing_again(self) -> None:
        """Who knows what it would make of it: so the room begins anew."""
        with self.other_code():
            server = self.recovered()
        self.assertEqual(self.places(server), {"ann": "noughts", "bob": "set"})
        anew = [line for line in self.said if "begins anew" in line]
        self.assertEqual(anew, ["The room noughts begins anew: its code has changed, and acts came after it was saved"])

    def test_other_code_goes_on_if_nothing_has_to_be_done_again(self) -> None:
        """As after every stop, when all is saved at the end."""
        before = self.recovered()
        with self.other_code():
            after = self.recovered()
        self.assertEqual(self.places(after), {"ann": "noughts", "bob": "set"})
        games = [one.game_of(one.rooms["noughts"]) for one in (before, after)]
        self.assertEqual(*games)
        self.assertFalse(any("begins anew" in line for line in self.said), self.said)

    def start_over(self) -> None:
        for path in segments(self.folder):
            path.unlink()

    def test_lines_that_make_no_sense_harm_nothing(self) -> None:
        for entry in NONSENSE:
            with self.subTest(entry):
                self.path.write_bytes(self.data + line_of(entry))
                server = self.recovered()
                self.assertEqual(self.places(server)["bob"], "set")
                self.start_over()

    def test_a_line_that_is_nested_deeply_is_left_out(self) -> None:
        for text in (b'["click",1,"set",' + DEEP + b"]", DEEP, b"[" * 10_000 + b"]" * 10_000):
            self.path.write_bytes(self.data + line_of([0]).replace(b"0]", text))
            self.assertEqual(self.places(self.recovered()), {"ann": "noughts", "bob": "set"})
            self.start_over()

    def test_a_game_that_would_never_end_is_stopped(self) -> None:
        def for_ever(*args: object) -> None:
            while True:
                pass

        server = Running(self.folder, 2, begins=5.0)
        server.recovery._patience._seconds = 0.05
        with patch.object(Noughts, "enter", for_ever), capturedLogs() as logged:
            server.recovery.do_again()
        self.assertTrue(any("takes too long" in formatEvent(event) for event in logged))
        self.assertIn("set", server.rooms)

    def test_the_files_are_moved_aside_and_only_a_few_are_kept(self) -> None:
        for number in range(1, aside.KEPT + 3):
            self.start_over()
            self.path.write_bytes(self.data)
            self.edit("noughts", lambda noted: noted.update(game="chess"))
            self.recovered()
            latest = aside.folders(self.folder)[-1]
            self.assertEqual(latest.name, f"aside-{number}")
            self.assertEqual([path.name for path in latest.iterdir()], [f"{self.path.name}.gz"])
        self.assertEqual(len(aside.folders(self.folder)), aside.KEPT)

    def test_damage_in_the_middle_is_a_gap(self) -> None:
        """Rooms begin anew and say so, people and their points are known; the same in each of the first lines."""
        lines = self.data.splitlines(keepends=True)
        found = set()
        for number, line in enumerate(lines[:40]):
            self.start_over()
            self.path.write_bytes(b"".join([*lines[:number], b"[" + line[:-2] + b"\n", *lines[number + 1 :]]))
            again = self.recovered()
            found.update(self.said)
            self.assertFalse(any("after -" in line for line in self.said), number)
            self.assertGreaterEqual(len(again.world.rooms), 5)
        self.assertTrue(any("begins anew: part of the journal is missing" in line for line in found))

    def test_damage_of_the_last_turn_costs_no_more_than_that(self) -> None:
        last = line_of(["points", 1e4, "guest-0", 10])
        self.path.write_bytes(self.data + last[:-12] + b"x" + last[-11:])
        self.assertEqual(self.places(self.recovered()), {"ann": "noughts", "bob": "set"})
        self.assertEqual(len([*self.folder.glob("aside-*")]), 1)

    def test_a_segment_whose_first_line_is_damaged_leaves_later_ones_as_they_are(self) -> None:
        server = Running(self.folder, 2, begins=5.0)
        server.recovery.run()
        for _ in server.world.note_all():
            pass
        server.end_turn()
        for spoilt in (b"x" + self.data[1:], self.data[:30] + b"\0" + self.data[31:]):
            self.path.write_bytes(spoilt)
            self.assertEqual(self.places(self.recovered()), {"ann": "noughts", "bob": "set"})
            self.assertFalse(any("begins anew" in line for line in self.said), self.said)

    def test_a_damaged_file_counts_up_to_the_damage_and_is_put_aside(self) -> None:
        lines = self.data.splitlines(keepends=True)
        self.path.write_bytes(b"".join([*lines[:-3], b"0" + lines[-3][1:], *lines[-2:]]))
        server = self.recovered()
        self.assertIn("ann", self.places(server))
        self.assertEqual(len([*self.folder.glob("aside-*")]), 1)

    def test_what_is_not_a_file_is_put_aside(self) -> None:
        other = segment(self.folder, 2)
        for make in (Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/etc/passwd")):
            self.path.write_bytes(self.data)
            make(other)
            self.assertEqual(self.places(self.recovered()), {"ann": "noughts", "bob": "set"})
            self.assertFalse(os.path.lexists(other))
            self.start_over()

    def test_a_journal_that_is_not_a_folder(self) -> None:
        self.path.unlink()
        self.folder = self.folder / "file"
        self.folder.write_text("")
        self.assertEqual(self.places(self.recovered()), {})
        self.assertTrue(any("The journal cannot be written" in line for line in self.said))

    def test_after_a_gap_a_room_counts_only_if_it_was_saved(self) -> None:
        """What was noted in between is not known."""
        server = Running(self.folder, 2, begins=5.0)
        server.recovery.run()
        server.journal._fail(OSError("full"))
        server.journal.begin()
        server.rooms["set"].chronicle.note_all()
        server.end_turn()
        again = self.recovered()
        self.assertEqual(self.places(again), {"ann": "noughts", "bob": "set"})
        self.assertTrue(any("noughts begins anew: part" in line for line in self.said), self.said)
        self.assertFalse(any("set begins anew" in line for line in self.said), self.said)

    def test_any_damage_is_survived(self) -> None:
        """Bytes changed, cut out or put in, and lines in another order, with checksums that are right."""
        server = Running(self.folder / "long", 3)
        server.recovery.run()
        dice = Random(3)
        for _ in range(60):
            act(server, dice)
        (path,) = segments(server.journal.folder)
        entries, data = entries_of(path), path.read_bytes()
        for seed in range(25):
            dice = Random(seed)
            if seed % 2:
                changed = [one for one in entries if dice.random() > 0.1]
                dice.shuffle(changed)
                write(path, [entries[0], *changed])
            else:
                at, size = dice.randrange(len(data)), dice.randrange(40)
                path.write_bytes(data[:at] + dice.randbytes(dice.randrange(40)) + data[at + size :])
            with self.subTest(seed):
                again = Running(server.journal.folder, 4, begins=5.0)
                with capturedLogs():
                    again.recovery.run()
                    again.advance(1)
                    again.join("new")
                again.journal.close()
            for one in segments(server.journal.folder)[1:]:
                one.unlink()
        self.flushLoggedErrors()
