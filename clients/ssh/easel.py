"""The work for many terminals in one process: a little of it in each turn of the reactor, so that nobody else waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import thread_time

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

BUDGET = 0.004  # seconds of CPU time in a turn of the reactor


class Sketch:
    """Something that is to be drawn or done, unless it is cancelled first."""

    __slots__ = ("_draw",)

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw: Callable[[], None] | None = draw

    def active(self) -> bool:
        return self._draw is not None

    def cancel(self) -> None:
        self._draw = None

    def draw(self) -> None:
        draw, self._draw = self._draw, None
        if draw is not None:
            draw()


class Easel:
    """All sketches that wait, the oldest first. At least one is drawn in each turn, however long that takes."""

    log = Logger()

    def __init__(self, clock: IReactorTime, cpu: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._cpu = cpu
        self._waiting: deque[Sketch] = deque()
        self._is_at_work = False

    def add(self, draw: Callable[[], None]) -> Sketch:
        sketch = Sketch(draw)
        self._waiting.append(sketch)
        if not self._is_at_work:
            self._is_at_work = True
            self._clock.callLater(0, self._work)
        return sketch

    def _work(self) -> None:
        stop = self._cpu() + BUDGET
        while self._waiting:
            try:
                self._waiting.popleft().draw()
            except Exception:
                self.log.failure("The work for a terminal failed")
            if self._cpu() > stop:
                break
        self._is_at_work = bool(self._waiting)
        if self._is_at_work:
            self._clock.callLater(0, self._work)
