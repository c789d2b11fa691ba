"""Ways through time and space: in time, without two dancers in one cell; or none, if there is none."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import draw
from tests.doubles.dancing import fault_in_steps
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.movement import move
from tilenet.clients.bots.dancing.plan import dance
from tilenet.clients.bots.dancing.task import Point, Task

#: A board, where everybody goes, in how many steps, and whether that is possible.
CASES: list[tuple[Task, list[Point], int, bool]] = [
    (draw("12", ".."), [(0, 0), (0, 1)], 0, True),  # nobody moves
    (draw("12", ".."), [(0, 1), (0, 0)], 1, True),  # a swap
    (draw("12", "34"), [(0, 1), (1, 1), (0, 0), (1, 0)], 1, True),  # a cycle
    (draw("12.", "...", "..."), [(0, 1), (0, 2)], 1, True),  # a chain
    (draw("1*.", "...", "..."), [(0, 2)], 4, True),  # around a star
    (draw("1.2", ".*.", "..."), [(0, 2), (0, 0)], 2, False),  # they would meet in the middle
    (draw("1.2", ".*.", "..."), [(0, 2), (0, 0)], 3, True),  # one waits, and then they pass
    (draw("1.*", ".2.", "*.."), [(2, 2), (0, 0)], 4, True),
    (draw(".1.", "2*3", ".4."), [(2, 1), (1, 2), (1, 0), (0, 1)], 4, True),
    (draw("1.2.", "....", "3.4.", "...."), [(2, 2), (2, 0), (0, 2), (0, 0)], 4, True),
]


class Moving(SynchronousTestCase):
    def test_cases(self) -> None:
        for task, goals, steps, is_possible in CASES:
            board = Board(task)
            ways = move(board, [board.cell(goal) for goal in goals], steps, Random(1), lambda: True)
            self.assertEqual(ways is not None, is_possible, task)
            if ways is not None:
                self.assertTrue(all(len(way) == steps + 1 for way in ways))
                plan = dance(board, ways, [])
                fault, where = fault_in_steps(task.size, task.dancers, task.stars, plan.steps)
                self.assertEqual((fault, where), ("", goals))

    def test_time_is_up_on_the_way(self) -> None:
        task, goals, steps, _ = CASES[3]
        board = Board(task)
        self.assertIsNone(move(board, [board.cell(goal) for goal in goals], steps, Random(1), lambda: False))
