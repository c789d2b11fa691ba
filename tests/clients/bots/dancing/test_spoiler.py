"""Stars: always legal, as many as there is room for, and in time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import Ticks, draw, small_tasks
from tests.doubles.dancing import fault_in_stars
from tilenet.clients.bots.dancing.board import Board, bits
from tilenet.clients.bots.dancing.bound import simple_bound
from tilenet.clients.bots.dancing.fit import Span
from tilenet.clients.bots.dancing.spoiler import SECONDS, spoil
from tilenet.clients.bots.dancing.task import Task, generate


class Spoiling(SynchronousTestCase):
    def check(self, task: Task, stars: list[tuple[int, int]]) -> None:
        self.assertEqual(fault_in_stars(task.size, task.colours, task.each, task.dancers, stars), "")

    @given(small_tasks())
    @settings(max_examples=60)
    def test_small_boards(self, task: Task) -> None:
        task = replace(task, stars=())
        stars = spoil(task, Random(1), clock=Ticks())
        if len(task.dancers) == task.size**2:
            self.assertEqual(stars, [])
        else:
            self.check(task, stars)

    def test_all_stars_where_it_is_hard_to_find_room(self) -> None:
        """A random choice finds room for nine or ten of these."""
        for seed in range(3):
            task = generate(20, 8, 12, Random(seed))
            stars = spoil(task, Random(seed), clock=Ticks(0.0003))
            self.check(task, stars)
            self.assertEqual(len(stars), 12)

    def test_hardly_any_room(self) -> None:
        task = draw("1.21", "2112", "1221", "212.")
        stars = spoil(task, Random(1), clock=Ticks())
        self.check(task, stars)
        self.assertEqual(len(stars), 2)

    def test_stars_that_are_easy_to_place_need_no_time(self) -> None:
        task = generate(30, 4, 40, Random(1))
        self.assertEqual(len(spoil(task, Random(1), clock=Ticks(10))), 40)

    def test_time(self) -> None:
        """Also with very many dancers."""
        for size, colours, each in ((30, 4, 40), (50, 4, 240), (50, 4, 480)):
            clock = Ticks(0.05)
            task = generate(size, colours, each, Random(1))
            self.check(task, spoil(task, Random(1), clock=clock))
            self.assertLess(clock.now, SECONDS + 0.2)

    def test_stars_are_in_the_way(self) -> None:
        """The star leaves as few lines as any star could."""
        task = draw("1.....", "......", "2.....", "......", "......", ".....3")
        board = Board(task)
        lines = [board.line_cells(place) for place in Span(board, simple_bound(board)).places([0, 1, 2])]
        left = {
            board.point(cell): sum(cell not in line for line in lines)
            for cell in bits(board.free & board.whole & ~board.crowd)
        }
        ((x, y),) = spoil(task, Random(1), clock=Ticks(0.001))
        self.assertEqual(left[x, y], min(left.values()))
        self.assertLess(left[x, y], max(left.values()))
