"""All lines together have a bound, and the one with the most waiting is given up first."""

from __future__ import annotations

from functools import partial

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.lines import stuck_line
from tilenet.lines.backlogs import Backlogs
from tilenet.turns.turn import Turn


class OutputThatWaitsInAll(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        turn = Turn(self.clock)
        self.backlogs = Backlogs(1000)
        self.given_up: list[int] = []
        self.lines = [stuck_line(turn, partial(self.give_up, number), self.backlogs) for number in range(3)]

    def give_up(self, number: int, reason: str) -> None:
        self.given_up.append(number)

    def send(self, *sizes: int) -> tuple[list[int], float]:
        """Send so much on each line; which lines were given up so far, and how much waits."""
        for line, size in zip(self.lines, sizes, strict=True):
            line.send(b"x" * size)
        self.clock.pump([0, 0])
        return self.given_up, self.backlogs.total

    def test_beyond_the_bound_the_line_with_the_most_is_given_up(self) -> None:
        self.assertEqual(self.send(100, 600, 300), ([], 1000))
        self.assertEqual(self.send(0, 0, 1), ([1], 401))
        self.assertEqual(self.send(0, 0, 599), ([1], 1000))

    def test_what_is_sent_last_counts_too(self) -> None:
        self.send(300, 300, 300)
        self.assertEqual(self.send(290, 0, 290)[0], [0])

    def test_what_is_taken_no_longer_counts(self) -> None:
        self.send(100, 600, 300)
        self.lines[1].next_piece()
        self.assertEqual(self.send(600, 0, 0), ([], 1000))

    def test_what_waited_on_a_line_that_is_closed_no_longer_counts(self) -> None:
        self.send(100, 600, 300)
        self.lines[1].close()
        self.assertEqual(self.backlogs.total, 400)
