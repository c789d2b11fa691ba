"""A replay of Dancing: what is shown when, on which screen, and what keys do."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import urwid
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_tapes import conversation
from tilenet.clients.arena.tape import Tape, read_tape
from tilenet.clients.bots.dancing.task import Task
from tilenet.clients.terminal.dancingfloor import EMPTY, LINES, Spot
from tilenet.clients.terminal.dancingreplay import FASTEST, SLOWEST, VERDICT_SECONDS, Replay
from tilenet.clients.terminal.dancingtheatre import Theatre
from tilenet.clients.terminal.inks import Depth, Inks
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs

FULL: Depth = 16777216


class ReplayTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        path = Path(self.enterContext(TemporaryDirectory())) / "saved"
        path.write_text("\n".join(conversation()), encoding="utf-8")
        self.tape = read_tape(path)
        self.replay = Replay([self.tape, self.tape], 1, 0)

    def picture(self) -> str:
        spots = self.replay.spots()
        return " ".join("".join(self.mark(spots.get((x, y), EMPTY)) for x in range(4)) for y in range(4))

    def mark(self, spot: Spot) -> str:
        return "*" if spot.is_star else "".join(map(str, spot.colours)) or "."

    def advance(self, *times: float) -> None:
        for now in times:
            self.assertTrue(self.replay.advance(now), now)


class Frames(ReplayTestCase):
    def test_the_board_the_stars_the_steps_and_the_end(self) -> None:
        self.assertEqual(self.picture(), "1..2 .... 2..1 ....")
        self.assertEqual(self.replay.headline, "bob-1 places stars for ann-1.")
        self.advance(1)
        self.assertEqual(self.picture(), "1..2 .*.. 2..1 *...")
        self.assertEqual((self.replay.headline, self.replay.seconds), ("ann-1 dances: step 0 of 2.", 0.5))
        self.advance(2)
        self.assertEqual(self.picture(), ".1.2 .*.. .2.1 *...")
        self.assertEqual((self.replay.headline, self.replay.seconds), ("ann-1 dances: step 1 of 2.", 1.0))
        moved = [place for place, spot in self.replay.spots().items() if spot.is_moved]
        self.assertEqual(sorted(moved), [(1, 0), (1, 2)])
        self.advance(3, 4)
        self.assertEqual(self.picture(), "..12 .*.. ..21 *...")
        self.assertEqual((self.replay.headline, self.replay.seconds), ("ann-1 reaches the goal in 2 steps.", 9.0))
        lit = {place: spot.light for place, spot in self.replay.spots().items() if spot.light}
        self.assertEqual(lit, {(2, 0): LINES[0], (3, 0): LINES[0], (2, 2): LINES[1], (3, 2): LINES[1]})

    def test_each_comes_at_its_time(self) -> None:
        self.assertFalse(self.replay.advance(0.9))
        self.advance(1.0)
        self.assertFalse(self.replay.advance(1.9))
        self.assertEqual(self.replay.due, 2)

    def test_the_next_round_comes_after_a_while_and_the_last_stays(self) -> None:
        self.advance(1, 2, 3, 4)
        self.assertEqual(self.replay.due, 4 + VERDICT_SECONDS)
        self.advance(8)
        self.assertEqual((self.replay.number, self.picture()), (1, "1..2 .... 2..1 ...."))
        self.advance(9, 10, 11, 12)
        self.assertIsNone(self.replay.due)
        self.assertFalse(self.replay.advance(99))

    def test_slower_and_faster(self) -> None:
        self.replay.slower()
        self.assertEqual(self.replay.due, 2)
        for _ in range(9):
            self.replay.slower()
        self.assertEqual(self.replay.pace, SLOWEST)
        for _ in range(19):
            self.replay.faster()
        self.assertEqual(self.replay.due, FASTEST)

    def test_pause(self) -> None:
        self.replay.pause(0.5)
        self.assertFalse(self.replay.advance(99))
        self.replay.pause(100)
        self.assertEqual(self.replay.due, 101)

    def test_again(self) -> None:
        self.advance(1, 2, 3, 4, 8, 9)
        self.replay.pause(10)
        self.replay.again(20)
        self.assertEqual((self.replay.number, self.picture(), self.replay.due), (0, "1..2 .... 2..1 ....", 21))


class Screens(ReplayTestCase):
    def show(self, columns: int, lines: int, depth: Depth = FULL, signs: Signs = FANCY) -> list[str]:
        self.left = 0
        self.theatre = Theatre(self.replay, Inks(depth), signs, lambda: 10.0, self.leave)
        return self.look(columns, lines)

    def leave(self) -> None:
        self.left += 1

    def look(self, columns: int, lines: int) -> list[str]:
        urwid.set_encoding("utf-8")
        shown = [text.decode() for text in Shell(self.theatre, self.leave).render((columns, lines), True).text]
        self.assertEqual((len(shown), {*map(len, shown)}), (lines, {columns}))
        return shown

    def large(self, size: int) -> None:
        """A board with a dancer at the top left, and one at the bottom right."""
        corners = (0, 0), (size - 1, size - 1)
        self.replay = Replay([Tape(Task(size, 2, 1, corners), ["ann", "bob"])], 1, 0)

    def test_a_small_board_has_a_line_for_each_row(self) -> None:
        shown = self.show(80, 25)
        self.assertEqual([row[:9] for row in shown[3:7]], [" 1 . . 2 ", " . . . . ", " 2 . . 1 ", " . . . . "])
        self.assertIn("Dancer  ann-1", shown[7])
        self.assertIn("Round 1 of 2", shown[3])
        self.assertEqual(shown[-1].strip(), "p pause · s slower · f faster · a again · q leave")

    def test_every_size(self) -> None:
        for size in (2, 12, 30, 50):
            self.large(size)
            for columns, lines in ((60, 20), (60, 25), (80, 25), (120, 50), (200, 60)):
                for depth, signs in ((FULL, FANCY), (256, FANCY), (16, ASCII), (1, FANCY), (1, ASCII)):
                    self.show(columns, lines, depth, signs)

    def test_without_colours_there_are_digits(self) -> None:
        self.large(30)
        shown = self.show(80, 25, 1)
        self.assertTrue(shown[3].startswith(" 1 . ."))
        self.assertIn("rows 0-19 of 0-29", shown[-2])
        for key in ["down"] * 99 + ["right"]:
            self.theatre.keypress((80, 25), key)
        shown = self.look(80, 25)
        self.assertIn("rows 10-29 of 0-29", shown[-2])
        self.assertEqual(shown[22][59:61], "2 ")

    def test_a_terminal_that_is_too_small(self) -> None:
        self.assertIn("tilenet needs 60x20", " ".join(" ".join(self.show(40, 10)).split()))

    def test_names_of_strangers_do_no_harm(self) -> None:
        self.tape.names[:] = ["a\x1b[31mb" * 20, "\u202eevil"]
        self.assertNotIn("\x1b", "".join(self.show(80, 25)))

    def test_keys(self) -> None:
        self.show(80, 25)
        for key, told in (("f", "0.5 s a step"), ("s", "1 s a step"), ("p", "paused"), (" ", "1 s a step")):
            self.assertIsNone(self.theatre.keypress((80, 25), key))
            self.assertIn(told, "\n".join(self.look(80, 25)), key)
        self.advance(11)
        self.theatre.keypress((80, 25), "a")
        self.assertIn("bob-1 places stars", self.look(80, 25)[1])
        self.assertEqual(self.theatre.keypress((80, 25), "x"), "x")
        for number, key in enumerate(("q", "f10"), 1):
            self.theatre.keypress((80, 25), key)
            self.assertEqual(self.left, number)

    def test_a_new_frame_is_drawn(self) -> None:
        self.show(80, 25)
        self.theatre.advance(1)
        self.assertEqual(self.look(80, 25)[4][:9], " . * . . ")
