"""Saved rounds of Dancing are read: who said what, how it ended, and what is wrong with a file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import FILE, PLAN, STARS, STEPS
from tests.doubles.dancing_tapes import GOAL, conversation, line
from tilenet.clients.arena.tape import BadTape, Tape, read_tape


class TapeTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.path = self.folder / "saved"

    def read(self, lines: list[str]) -> Tape:
        self.path.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
        return read_tape(self.path)


class Tapes(TapeTestCase):
    def test_a_round(self) -> None:
        tape = self.read(conversation())
        self.assertEqual(tape.names, ("ann-1", "bob-1"))
        self.assertEqual((tape.name, tape.size, tape.file), ("saved", 4, FILE.strip()))
        self.assertEqual((tape.began, tape.ended, tape.verdict), (0.3, 9, "ann-1 reaches the goal in 2 steps"))
        self.assertEqual(tape.saved, self.path.stat().st_mtime)

    def test_what_programs_say_to_the_end_but_not_their_names(self) -> None:
        unfinished = line(3, "choreographer", "server", STEPS[1]).replace("&", "")
        tape = self.read([*conversation(STEPS[:1], ""), line(2, "choreographer", "server", " "), unfinished])
        said = [(message.at, message.sender, message.text) for message in tape.said]
        self.assertEqual(said, [(0.5, "spoiler", STARS.strip()), (1, "choreographer", STEPS[0])])

    def test_the_documents_order(self) -> None:
        usual, other = self.read(conversation()), self.read(conversation(is_file_first=True))
        self.assertEqual((usual.is_file_first, other.is_file_first), (False, True))
        self.assertEqual(replace(other, is_file_first=False, saved=usual.saved), usual)

    def test_a_round_without_stars_or_that_was_interrupted(self) -> None:
        tape = self.read(conversation([], "round 1: bob-1 loses: no stars within 2 s"))
        self.assertEqual((tape.said, tape.verdict), ([], "bob-1 loses: no stars within 2 s"))
        tape = self.read(conversation([STEPS[0]], ""))
        self.assertEqual((tape.verdict, tape.ended), ("", 1))

    def test_a_program_that_left_does_not_hear_the_verdict_but_the_other_does(self) -> None:
        verdict = "round 1: ann-1 loses: left before the end"
        lines = [one for one in conversation(STEPS[:1], verdict) if '"choreographer", "text": "round' not in one]
        tape = self.read(lines)
        self.assertEqual((tape.verdict, tape.ended), ("ann-1 loses: left before the end", 9))

    def test_a_folder_means_the_file_in_it(self) -> None:
        tape = self.read(conversation())
        self.path.rename(self.folder / "conversation.jsonl")
        self.assertEqual(read_tape(self.folder), replace(tape, name=self.folder.name))

    def test_what_the_arena_knows_of_a_round_is_beside_its_folder(self) -> None:
        round = self.folder / "0001-ann-bob"
        round.mkdir()
        path = round / "conversation.jsonl"
        path.write_text("\n".join(conversation(PLAN, "")), encoding="utf-8")
        matches = self.folder / "matches.jsonl"
        self.assertIsNone(read_tape(round).lost)
        lost = {"ann": "it has more than 64 processes"}
        others = [{"folder": "0001-bob-ann", "lost": {}}, {"folder": "0001-ann-bob", "lost": lost}]
        for text, expected in (
            (json.dumps({"rounds": others}), lost),
            (json.dumps({"rounds": others[:1]}), None),
            ("hello", None),
            ("[1]", None),
            ('{"rounds": [{"folder": "0001-ann-bob", "lost": 1}]}', None),
        ):
            matches.write_text(text)
            self.assertEqual(read_tape(path).lost, expected, text)


class BadTapes(TapeTestCase):
    def test_what_is_wrong_and_on_which_line(self) -> None:
        good = conversation()
        for lines, reason in (
            ([*good[:4], "hello"], "line 5: this is not JSON"),
            ([*good[:4], ""], "line 5: this is not JSON"),
            ([good[0], '{"at": 1}'], 'line 2: this is not a message with "at", "from", "to" and "text"'),
            ([good[0], "[" * 100_000], "line 2: this is not JSON"),
            ([line(float("nan"), "arena", "server", "ann")], "line 1: this is not JSON"),
            ([line(1e9, "arena", "server", "ann")], 'line 1: "at" is not a time within a day'),
            ([line(10**400, "arena", "server", "ann")], 'line 1: "at" is not a time within a day'),
            ([line(-1, "arena", "server", "ann")], 'line 1: "at" is not a time within a day'),
            (good[:5], "no dance is in it: it ends before the server has told a board"),
            ([], "no dance is in it: it ends before the server has told a board"),
            (
                [line(0, "server", "choreographer", text) for text in ("99 1 1", "color: 1\n7 7")],
                "a board of 99 x 99 with 1 colours cannot be shown",
            ),
            (
                [line(0, "server", "choreographer", text) for text in ("9 2 1", "color: 1\n7 7")],
                "there should be 2 colours with 1 dancers each",
            ),
        ):
            with self.assertRaises(BadTape) as caught:
                self.read(lines)
            self.assertEqual(str(caught.exception), f"{self.path}: {reason}")

    def test_what_cannot_be_read(self) -> None:
        for data, why in ((None, "No such file or directory"), (b"\xff", "this is not UTF-8")):
            if data is not None:
                self.path.write_bytes(data)
            with self.assertRaises(BadTape) as caught:
                read_tape(self.path)
            self.assertEqual(str(caught.exception), f"{self.path}: {why}")

    def test_the_example_is_right(self) -> None:
        self.assertIn(GOAL.partition(": ")[2], self.read(conversation()).verdict)
