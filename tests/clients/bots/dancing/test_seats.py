"""Seats: who could be late, or has no time to spare, changes with somebody nearer."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import draw
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.seats import targets
from tilenet.clients.bots.dancing.task import Point


def seated(board: Board, lines: list[list[Point]], seats: list[list[int]], steps: int) -> list[Point]:
    cells = [[board.cell(point) for point in line] for line in lines]
    return [board.point(cell) for cell in targets(board, cells, seats, steps)]


class Seats(SynchronousTestCase):
    def test_dancers_of_one_line_change(self) -> None:
        board = Board(draw("12..", "....", "....", "...."))
        self.assertEqual(seated(board, [[(1, 0), (1, 1)]], [[1, 0]], 3), [(1, 0), (1, 1)])

    def test_dancers_of_one_colour_change_lines(self) -> None:
        board = Board(draw("12..", "....", "....", "12.."))
        lines: list[list[Point]] = [[(1, 0), (1, 1)], [(3, 2), (3, 3)]]
        self.assertEqual(seated(board, lines, [[1, 2], [0, 3]], 6), [(1, 0), (3, 2), (1, 1), (3, 3)])

    def test_the_longest_way_counts_most(self) -> None:
        """Two ways of 2 are better than one of 4, and none."""
        board = Board(draw("1....", ".....", "..2..", ".....", "....."))
        self.assertEqual(seated(board, [[(2, 2), (2, 1)]], [[0, 1]], 4), [(2, 1), (2, 2)])

    def test_nobody_goes_where_they_would_be_late(self) -> None:
        board = Board(draw("1...", "*...", "....", "2..."))
        self.assertEqual(seated(board, [[(2, 1), (2, 0)]], [[0, 1]], 3), [(2, 1), (2, 0)])
