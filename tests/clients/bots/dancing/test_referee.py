"""The bench's referee says what is wrong with a plan."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import draw
from tests.doubles.dancing_cases import DANCERS, ILLEGAL_STEPS, LEGAL_STEPS, LINES, STARS
from tilenet.clients.bots.dancing import referee
from tilenet.clients.bots.dancing.task import Dance, Task


class Refereeing(SynchronousTestCase):
    def test_steps(self) -> None:
        task = Task(4, 2, 2, tuple(DANCERS), tuple(STARS))
        for steps in ILLEGAL_STEPS.values():
            self.assertIn("step", referee.fault(task, Dance(steps, [])))
        for steps in LEGAL_STEPS:
            self.assertEqual(referee.fault(task, Dance(steps, [])), "0 lines")

    def test_lines(self) -> None:
        for where, lines, reason in LINES:
            self.assertEqual(bool(referee.fault(Task(4, 2, 2, tuple(where)), Dance([], lines))), bool(reason), reason)

    def test_nobody_leaves_the_board(self) -> None:
        task = draw("12", "..")
        self.assertIn("outside", referee.fault(task, Dance([[((0, 0), (-1, 0))]], [])))
