"""The bench's referee says of every plan what the judge of the tests says."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import draw, fault, small_tasks
from tests.doubles.dancing_cases import DANCERS, ILLEGAL_STEPS, LEGAL_STEPS, LINES, STARS
from tilenet.clients.bots.dancing import referee
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.fallback import fall_back
from tilenet.clients.bots.dancing.task import Dance, Step, Task


def spoilt(dance: Dance, random: Random) -> Dance:
    """A plan with something changed that may matter."""
    steps: list[Step] = [list(step) for step in dance.steps]
    lines = list(dance.lines)
    kind = random.randrange(6)
    if kind == 0 or not steps:
        lines[random.randrange(len(lines))] = random.choice(lines)
    elif kind == 1:
        del steps[random.randrange(len(steps))]
    elif kind == 2:
        step = random.choice(steps)
        del step[random.randrange(len(step))]
    elif kind == 3:
        step = random.choice(steps)
        step.append(random.choice(random.choice(steps)))
    elif kind == 4:
        step = random.choice(steps)
        (start, (x, y)) = step.pop()
        step.append((start, (x + random.choice((-1, 0, 1)), y + random.choice((-1, 0, 1)))))
    else:
        (x, y), end = lines.pop()
        lines.append(((x + random.choice((-1, 0, 1)), y), end))
    return Dance(steps, lines)


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

    @given(small_tasks(5, 3), st.integers(0, 1000))
    def test_they_agree(self, task: Task, seed: int) -> None:
        plan = fall_back(Board(task))
        if plan is not None:
            self.assertEqual(referee.fault(task, plan), "")
            changed = spoilt(plan, Random(seed))
            self.assertEqual(bool(referee.fault(task, changed)), bool(fault(task, changed)))

    def test_nobody_leaves_the_board(self) -> None:
        task = draw("12", "..")
        self.assertIn("outside", referee.fault(task, Dance([[((0, 0), (-1, 0))]], [])))
