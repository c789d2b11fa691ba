"""The queue of work for all terminals in this process: a little is done in each turn, so that nobody waits long."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import thread_time

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

BUDGET = 0.004  # seconds of CPU time in a turn of the reactor


class Task:
    """Something to draw or to do, unless it is cancelled first."""

    __slots__ = ("_work",)

    def __init__(self, work: Callable[[], None]) -> None:
        self._work: Callable[[], None] | None = work

    def active(self) -> bool:
        return self._work is not None

    def cancel(self) -> None:
        self._work = None

    def run(self) -> None:
        work, self._work = self._work, None
        if work is not None:
            work()


class DrawQueue:
    """All tasks that wait, the oldest first. At least one is done in each turn, however long it takes."""

    log = Logger()

    def __init__(self, clock: IReactorTime, cpu: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._cpu = cpu
        self._waiting: deque[Task] = deque()
        self._is_scheduled = False

    def add(self, work: Callable[[], None]) -> Task:
        task = Task(work)
        self._waiting.append(task)
        if not self._is_scheduled:
            self._is_scheduled = True
            self._clock.callLater(0, self._run)
        return task

    def _run(self) -> None:
        stop = self._cpu() + BUDGET
        while self._waiting:
            try:
                self._waiting.popleft().run()
            except Exception:
                self.log.failure("The work for a terminal failed")
            if self._cpu() > stop:
                break
        self._is_scheduled = bool(self._waiting)
        if self._is_scheduled:
            self._clock.callLater(0, self._run)
