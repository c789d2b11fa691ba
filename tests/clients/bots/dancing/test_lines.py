"""Annealing: whenever it says that all groups have lines, they have, and get there in time."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import Ticks, draw, small_tasks
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.lines import Lines
from tilenet.clients.bots.dancing.task import Task


class Annealing(SynchronousTestCase):
    def check(self, board: Board, lines: Lines, steps: int) -> None:
        task = board.task
        cells, seats = lines.cells(), lines.seats()
        flat = [cell for line in cells for cell in line]
        self.assertEqual(len(set(flat)), task.each * task.colours, "lines overlap")
        self.assertTrue(all(board.free >> cell & 1 for cell in flat), "a line has a star")
        for line, dancers in zip(cells, seats, strict=True):
            self.assertEqual({dancer // task.each for dancer in dancers}, set(range(task.colours)))
            for cell, dancer in zip(line, dancers, strict=True):
                self.assertTrue(board.reach(dancer, steps) >> cell & 1, "too far")
        self.assertEqual(sorted(dancer for line in seats for dancer in line), list(range(len(flat))))

    @given(small_tasks())
    @settings(max_examples=50)
    def test_small_boards(self, task: Task) -> None:
        board = Board(task)
        for steps in (1, 3, 8):
            lines = Lines(board, steps, Random(1))
            for number, _ in enumerate(lines.anneal(Ticks(), 0.1)):
                self.check(board, lines, steps)
                if number == 2:
                    break

    def test_it_ends_when_time_is_up(self) -> None:
        """There is no way in one step."""
        board = Board(draw("1...2", *["....."] * 4))
        clock = Ticks()
        self.assertEqual(list(Lines(board, 1, Random(1)).anneal(clock, 1)), [])
        self.assertLess(abs(clock.now - 1), 0.1)

    def test_time_is_up_before_it_begins(self) -> None:
        board = Board(draw("12..", "....", "....", "...."))
        self.assertEqual(list(Lines(board, 1, Random(1)).anneal(Ticks(), 0)), [])
