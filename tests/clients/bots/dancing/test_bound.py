"""Bounds are never too high, and as high as they can be where that is easy to see."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import Ticks, any_stars, draw
from tests.doubles.dancing import fewest_steps
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.bound import simple_bound, strong_bound
from tilenet.clients.bots.dancing.plan import best_plan
from tilenet.clients.bots.dancing.task import Dance, generate

#: Boards, and how many steps they need at least, by both bounds.
CASES = [
    (draw("12..", "....", "....", "..21"), 0, 0),  # there are lines
    (draw("1..2", "....", "....", "1..2"), 1, 1),  # both go
    (draw("1...2", ".....", ".....", ".....", "1...2"), 2, 2),
    (draw("1*2", "...", "..."), 2, 2),  # the star is in the way
    (draw("12.", "3..", "..."), 1, 1),  # a corner
    # The 2 at the top has to meet the 1 at the bottom, and together they are far from some 3.
    (draw(".2..*..", "......1", "....1.1", ".3.....", ".*.3...", "......3", "..2*.2."), 2, 3),
]

#: Boards so small that everything can be tried: size, colours, and dancers of each.
TINY = [(3, 2, 1), (3, 2, 2), (3, 3, 1), (4, 2, 1), (4, 2, 2), (4, 3, 1), (5, 2, 1), (5, 3, 1)]
MOST_STEPS = 5


def steps(plan: Dance | None) -> int:
    assert plan is not None
    return len(plan.steps)


class Bounds(SynchronousTestCase):
    def test_cases(self) -> None:
        for task, simple, strong in CASES:
            board = Board(task)
            self.assertEqual(simple_bound(board), simple, task)
            self.assertEqual(strong_bound(board, simple), strong, task)

    @given(st.sampled_from(TINY), st.integers(0, 2**32))
    @settings(max_examples=100)
    def test_nothing_beats_them(self, numbers: tuple[int, int, int], seed: int) -> None:
        """Of all that dancers can do, and not only of the plans that the bot finds."""
        random = Random(seed)
        task = any_stars(generate(*numbers, random), random, numbers[2])
        fewest = fewest_steps(*numbers, task.dancers, task.stars, MOST_STEPS)
        if fewest is not None:
            board = Board(task)
            simple = simple_bound(board)
            self.assertLessEqual(simple, strong_bound(board, simple))
            self.assertLessEqual(strong_bound(board, simple), fewest)
            self.assertEqual(steps(best_plan(task, 5, random, Ticks())), fewest)

    def test_when_time_is_up_what_was_found_counts(self) -> None:
        board = Board(CASES[2][0])
        self.assertEqual(simple_bound(board, lambda: False), 0)
        self.assertEqual(strong_bound(board, 1, lambda: False), 1)
