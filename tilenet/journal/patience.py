"""How long one entry may take that is done again: a file that somebody has edited must not keep the doors shut."""

from __future__ import annotations

import signal
import threading
from types import FrameType

SECONDS = 10.0  # of CPU time for one entry; at most twice as many


class TooLong(Exception):
    """This would take for ever."""


class Patience:
    """While it lasts, TooLong is raised wherever `at` stays the same for too long.

    That takes a signal, which only the main thread gets: elsewhere nothing is raised.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.at: int | None = None  # which entry is being done; None for nothing that may take for ever
        self._seconds = seconds
        self._seen: int | None = None
        self._is_watching = False

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            self._is_watching = True
            signal.signal(signal.SIGVTALRM, self._look)
            signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds, self._seconds)

    def __exit__(self, *failure: object) -> None:
        self.at = None
        if self._is_watching:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)

    def _look(self, number: int, frame: FrameType | None) -> None:
        if self.at is not None and self.at == self._seen:
            raise TooLong("it takes too long")
        self._seen = self.at
