"""Drawing for many terminals: a little in each turn, the oldest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.ssh.drawqueue import BUDGET, DrawQueue


class Turns:
    """A clock that tells turns of the reactor apart: what is put off during one is done in the next."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], None]] = []

    def callLater(self, delay: float, call: Callable[[], None]) -> None:
        assert delay == 0
        self.calls.append(call)

    def turn(self) -> None:
        calls, self.calls = self.calls, []
        for call in calls:
            call()


class DrawQueueTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Turns()
        self.cpu = 0.0
        self.drawn: list[str] = []
        self.draw_queue = DrawQueue(cast(Any, self.clock), lambda: self.cpu)

    def draw(self, name: str, seconds: float = 0.0) -> None:
        self.cpu += seconds
        self.drawn.append(name)

    def test_nothing_is_drawn_at_once(self) -> None:
        task = self.draw_queue.add(lambda: self.draw("a"))
        self.assertEqual((self.drawn, task.active()), ([], True))
        self.clock.turn()
        self.assertEqual((self.drawn, task.active(), self.clock.calls), (["a"], False, []))

    def test_a_turn_takes_no_longer_than_its_budget_and_draws_something(self) -> None:
        for share, turns in ((0.6, ("ab", "abcd", "abcde")), (2.0, ("a", "ab", "abc", "abcd", "abcde"))):
            self.drawn.clear()
            for name in "abcde":
                self.draw_queue.add(lambda name=name, share=share: self.draw(name, BUDGET * share))  # type: ignore[misc]
            for seen in turns:
                self.clock.turn()
                self.assertEqual("".join(self.drawn), seen)
            self.assertEqual(self.clock.calls, [])

    def test_what_is_cancelled_is_not_drawn(self) -> None:
        task = self.draw_queue.add(lambda: self.draw("a"))
        self.assertTrue(task.active())
        task.cancel()
        self.assertFalse(task.active())
        self.clock.turn()
        self.assertEqual(self.drawn, [])

    def test_a_failure_does_not_keep_the_others_waiting(self) -> None:
        self.draw_queue.add(lambda: 1 // 0)  # type: ignore[arg-type]
        self.draw_queue.add(lambda: self.draw("b"))
        self.clock.turn()
        self.assertEqual(self.drawn, ["b"])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_drawing_can_lead_to_more_drawing(self) -> None:
        def draw() -> None:
            self.draw_queue.add(lambda: self.draw("b"))

        self.draw_queue.add(draw)
        self.clock.turn()
        self.clock.turn()
        self.assertEqual(self.drawn, ["b"])
