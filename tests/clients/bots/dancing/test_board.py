"""Sets of cells as bits: what is near, what is reached, and lines in both directions."""

from __future__ import annotations

from hypothesis import given
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import draw, small_tasks
from tilenet.clients.bots.dancing.board import Board, bits
from tilenet.clients.bots.dancing.task import Point, Task

BOARD = Board(draw("1..", ".*.", "..2"))


def points(board: Board, mask: int) -> set[Point]:
    """A set of cells, after checking that its mirror image is the same."""
    found = {board.point(cell) for cell in bits(mask & board.whole)}
    mirrored = {board.point(cell) for cell in bits(mask >> board.mirror)}
    assert found == {(x, y) for y, x in mirrored}
    return found


def walk(task: Task, start: Point, steps: int) -> set[Point]:
    """Where somebody can be after so many steps, found cell by cell."""
    found = {start}
    for _ in range(steps):
        for x, y in list(found):
            for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if cell not in task.stars and min(cell) >= 0 and max(cell) < task.size:
                    found.add(cell)
    return found


class Boards(SynchronousTestCase):
    @given(small_tasks())
    def test_reach(self, task: Task) -> None:
        board = Board(task)
        for dancer, start in enumerate(task.dancers):
            for steps in (1, 3):
                self.assertEqual(points(board, board.reach(dancer, steps)), walk(task, start, steps))

    def test_lines_without_stars(self) -> None:
        found = {BOARD.line(place) for place in bits(BOARD.places(BOARD.free))}
        across = {((x, y), (x, y + 1)) for x in (0, 2) for y in (0, 1)}
        down = {((x, y), (x + 1, y)) for x in (0, 1) for y in (0, 2)}
        self.assertEqual(found, across | down)

    def test_what_a_pair_costs(self) -> None:
        """The longer of the two distances is shorter by the length of a line less one, and they go half the rest."""
        board = Board(draw("1.....", "......", "......", "......", "....2.", ".....3"))
        costs = board.pair_costs
        self.assertEqual(costs[0], [0, (4 + 4 - 2) // 2, (5 + 5 - 2) // 2])
        self.assertEqual(costs[1][2], 1)
