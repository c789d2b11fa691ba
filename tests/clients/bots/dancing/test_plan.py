"""Plans: valid on every board, each better than the last, and at the bound on boards of the usual sizes."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import Ticks, any_stars, draw, fault, small_tasks
from tests.doubles.dancing import is_room
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.bound import simple_bound, strong_bound
from tilenet.clients.bots.dancing.plan import best_plan, plans
from tilenet.clients.bots.dancing.task import Dance, Task, generate


def usual(size: int, colours: int, each: int, seed: int) -> Task:
    return any_stars(generate(size, colours, each, Random(seed)), Random(seed), each)


def steps(plan: Dance | None) -> int:
    assert plan is not None
    return len(plan.steps)


class Plans(SynchronousTestCase):
    @given(small_tasks(5))
    @settings(max_examples=60)
    def test_small_boards(self, task: Task) -> None:
        found = list(plans(task, 0.5, Random(1), Ticks()))
        self.assertEqual(bool(found), is_room(task.size, task.colours, task.stars, task.each))
        self.assertEqual([fault(task, plan) for plan in found], [""] * len(found))
        numbers = [len(plan.steps) for plan in found]
        self.assertEqual(numbers, sorted(set(numbers), reverse=True))

    def test_usual_boards(self) -> None:
        """Within two steps of the bound, in a moment."""
        for size, colours, each in ((30, 4, 40), (40, 6, 25)):
            task = usual(size, colours, each, 1)
            found = list(plans(task, 5, Random(1), Ticks(0.01)))
            self.assertEqual([fault(task, plan) for plan in found], [""] * len(found))
            self.assertLessEqual(len(found[-1].steps), simple_bound(Board(task)) + 2)

    def test_the_first_plan_needs_no_time(self) -> None:
        found = list(plans(usual(30, 4, 40, 1), 0.001, Random(1), Ticks()))
        self.assertEqual(len(found), 1)

    def test_it_stops_at_the_bound(self) -> None:
        task = usual(20, 4, 15, 1)
        board = Board(task)
        clock = Ticks(0.01)
        plan = best_plan(task, 1000, Random(1), clock)
        self.assertEqual(steps(plan), strong_bound(board, simple_bound(board)))
        self.assertLess(clock.now, 100)

    def test_no_room(self) -> None:
        for task in (draw("*123", "1234", "1234", "4..*"), draw("12", "3.")):
            self.assertIsNone(best_plan(task, 1, Random(1), Ticks()))

    def test_the_same_chance_the_same_plans(self) -> None:
        task = usual(12, 3, 5, 1)
        one, other = (list(plans(task, 1, Random(7), Ticks())) for _ in range(2))
        self.assertEqual(one, other)
