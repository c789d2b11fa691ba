"""Saved rounds of Dancing are read: what was legal in them, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import PLAN, STEPS
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
        self.assertEqual(tape.names, ["ann-1", "bob-1"])
        self.assertEqual((tape.task.size, tape.task.colours, tape.task.each), (4, 2, 2))
        self.assertEqual(tape.task.stars, ((3, 0), (1, 1)))
        self.assertEqual(tape.steps, [[((0, 0), (0, 1)), ((2, 0), (2, 1))], [((0, 1), (0, 2)), ((2, 1), (2, 2))]])
        self.assertEqual((tape.stars_at, tape.times, tape.ended_at), (0.5, [1, 2], 9))
        self.assertEqual(tape.lines, [((0, 2), (0, 3)), ((2, 2), (2, 3))])
        self.assertEqual(tape.verdict, "ann-1 reaches the goal in 2 steps")

    def test_the_documents_order(self) -> None:
        self.assertEqual(self.read(conversation(is_file_first=True)), self.read(conversation()))

    def test_several_steps_in_one_message_and_swaps(self) -> None:
        tape = self.read(conversation([" ".join(STEPS), *PLAN[2:]]))
        self.assertEqual((len(tape.steps), tape.times, len(tape.lines)), (2, [1, 1], 2))
        tape = self.read(conversation([*STEPS, "2 0 2 0 3 0 3 0 2", "DONE", PLAN[-1]]))
        self.assertEqual((len(tape.steps), len(tape.lines)), (3, 2))

    def test_it_ends_with_the_first_step_that_is_illegal(self) -> None:
        for step in (
            "1 0 1 0 3",  # two cells away
            "1 0 0 0 1",  # nobody is there
            "1 0 1 1 1",  # on a star
            "1 0 3 0 4",  # outside
            "2 0 1 0 2 0 3 0 2",  # two in one cell
            "1 0 1",  # numbers are missing
            "1 0 1 0 -1",
            "hello",
        ):
            tape = self.read(conversation([STEPS[0], step, *PLAN[1:]]))
            self.assertEqual((len(tape.steps), tape.lines), (1, []), step)

    def test_lines_that_are_wrong_are_not_shown(self) -> None:
        self.assertEqual(self.read(conversation([*STEPS, "DONE", "0 0 0 1 2 2 2 3"])).lines, [])
        self.assertEqual(self.read(conversation([*STEPS, "DONE"])).lines, [])

    def test_a_round_without_stars_or_that_was_interrupted(self) -> None:
        tape = self.read(conversation([], "round 1: bob-1 loses: no stars within 2 s"))
        self.assertEqual((tape.task.stars, tape.steps, tape.verdict), ((), [], "bob-1 loses: no stars within 2 s"))
        self.assertEqual(self.read(conversation([STEPS[0]], "")).verdict, "")

    def test_a_folder_means_the_file_in_it(self) -> None:
        tape = self.read(conversation())
        self.path.rename(self.folder / "conversation.jsonl")
        self.assertEqual(read_tape(self.folder), tape)


class BadTapes(TapeTestCase):
    def test_what_is_wrong_and_on_which_line(self) -> None:
        good = conversation()
        for lines, reason in (
            ([*good[:4], "hello"], "line 5: this is not JSON"),
            ([*good[:4], ""], "line 5: this is not JSON"),
            ([good[0], '{"at": 1}'], 'line 2: this is not a message with "at", "from", "to" and "text"'),
            ([good[0], "[" * 100_000], "line 2: this is not JSON"),
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
