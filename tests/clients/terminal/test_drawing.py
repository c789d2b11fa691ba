"""When the screen is drawn."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.terminal.drawing import Drawing


class SlowLoop:
    """A loop that takes a while to draw."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.drawn: list[float] = []

    def draw_screen(self) -> None:
        self.drawn.append(self._clock.seconds())
        self._clock.rightNow += 0.25

    def stop(self) -> None: ...


class WhatMovesByItself(SynchronousTestCase):
    def test_what_is_due_while_the_screen_is_drawn_is_not_missed(self) -> None:
        """A countdown changes at each whole second, and drawing goes on over such a moment."""
        clock = Clock()
        loop = SlowLoop(clock)

        def next_second() -> float:
            return float(int(clock.seconds()) + 1)

        drawing = Drawing(clock, lambda draw: clock.callLater(0, draw), next_second, lambda: None)
        drawing.loop = loop
        clock.advance(0.875)
        drawing.soon()
        clock.pump([0, 0, 0.5])
        self.assertEqual(loop.drawn, [0.875, 1.125])
