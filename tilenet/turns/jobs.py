"""Jobs that wait for a turn of the reactor with time for them, and whose is next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

Job: TypeAlias = Callable[[], object]

FREE = 0.02  # seconds of CPU time in each second that do not count: that much is little
KEPT = 100  # whose CPU time is remembered though they wait for nothing, before it is time to forget some


class Jobs:
    """Jobs that wait, by whose they are. Whoever has had the least CPU time while others waited comes next.

    Somebody who has had little for a while starts with as much as whoever is being served now: so they come next, and
    cannot have saved any.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        """`seconds` tells the time."""
        self._seconds = seconds
        self.count = 0  # how many wait
        self._waiting: dict[object, deque[Job]] = {}  # and whoever is being served
        self._heap: list[tuple[float, bool, int, object]] = []  # the CPU time that those who wait have had, and whose
        #: That of those who wait for nothing, and since when; by their id, so that nobody is kept for it.
        self._had: dict[int, tuple[float, float]] = {}
        self._order = count()
        self._now: tuple[float, object] = 0.0, None  # what whoever is being served had had before, and who that is

    def add(self, job: Job, whose: object) -> None:
        self.count += 1
        jobs = self._waiting.get(whose)
        if jobs is None:
            self._waiting[whose] = deque((job,))
            had, since = self._had.pop(id(whose), (0.0, 0.0))
            self._push(max(self._now[0], had - FREE * (self._seconds() - since)), whose)
        else:
            jobs.append(job)

    def next(self) -> Job:
        """The first job of whoever is next; the caller says how long it `took`."""
        had, _, _, whose = heappop(self._heap)
        self._now = had, whose
        self.count -= 1
        return self._waiting[whose].popleft()

    def took(self, seconds: float) -> None:
        """The last job is done."""
        before, whose = self._now
        had = before + seconds
        if self._waiting[whose]:
            self._push(had, whose)
            return
        del self._waiting[whose]
        self._had[id(whose)] = had, self._seconds()
        self._now = before, None
        if len(self._had) > 2 * len(self._waiting) + KEPT:
            self._had = {one: (had, since) for one, (had, since) in self._had.items() if had > before}

    def _push(self, had: float, whose: object) -> None:
        was_busy = had > self._now[0]
        heappush(self._heap, (had, was_busy, next(self._order), whose))
