"""Tells the CPU time of the reactor's thread: exactly, or roughly where it is asked for again and again."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, thread_time

ROUGHLY = 0.001  # seconds that a rough answer may be behind


class CpuClock:
    """One thread's CPU time in seconds. The system takes a microsecond to tell it, and much less to tell the time."""

    __slots__ = ("_asked", "_last", "_seconds", "exact")

    def __init__(self, exact: Callable[[], float] = thread_time, seconds: Callable[[], float] = monotonic) -> None:
        """`seconds` tells the time; no more CPU time passes than that."""
        self.exact = exact
        self._seconds = seconds
        self._asked = seconds()
        self._last = exact()

    def rough(self) -> float:
        """The CPU time now, or a moment ago."""
        now = self._seconds()
        if now - self._asked >= ROUGHLY:
            self._asked = now
            self._last = self.exact()
        return self._last
