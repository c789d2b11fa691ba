"""The plan that always works, on boards of every density; where there is none, there is no room for the lines."""

from __future__ import annotations

from random import Random

from hypothesis import given
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import any_stars, draw, fault, small_tasks
from tests.doubles.dancing import is_room
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.fallback import fall_back, pack
from tilenet.clients.bots.dancing.task import Task, generate

#: Hardly any room.
TIGHT = [
    draw("12", "21"),
    draw("11", "22"),
    draw("*12", "121", "2.."),
    draw("1234", "1234", "1234", "1234"),
    draw("1111", "2222", "3333", "4444"),
    draw("*1121", "22121", "12.12", "12122", "12..*"),
    draw("1*11", "2222", "1121", "122*"),
]


class FallingBack(SynchronousTestCase):
    def test_hardly_any_room(self) -> None:
        for task in TIGHT:
            plan = fall_back(Board(task))
            assert plan is not None, task
            self.assertEqual(fault(task, plan), "", task)

    def test_no_room(self) -> None:
        task = draw("*123", "1234", "1234", "4..*")
        self.assertFalse(is_room(4, 4, task.stars, task.each))
        self.assertIsNone(fall_back(Board(task)))

    @given(small_tasks(5))
    def test_always_valid(self, task: Task) -> None:
        plan = fall_back(Board(task))
        self.assertEqual(plan is not None, is_room(task.size, task.colours, task.stars, task.each))
        if plan is not None:
            self.assertEqual(fault(task, plan), "")

    def test_large_boards(self) -> None:
        """With the number of steps that a server takes."""
        for size, colours, each in ((50, 4, 40), (30, 8, 25), (50, 4, 480)):
            task = any_stars(generate(size, colours, each, Random(size)), Random(1), each)
            plan = fall_back(Board(task))
            assert plan is not None
            self.assertEqual(fault(task, plan), "")
            self.assertLess(len(plan.steps), 1000)

    def test_we_give_up_packing_after_a_while(self) -> None:
        self.assertIsNone(pack(Board(draw("1234", "1234", "1234", "1234")), 3))
