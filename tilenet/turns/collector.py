"""Keeps Python's garbage collector from stopping everybody for long.

Left alone, it now and then looks at everything that lives, which takes 0.1 s with thousands of players. Here it looks
at what has come since the last time, twice a second; what is still in use then becomes old. That is seldom looked at
again, because what belongs to a client is freed without the collector when the client is gone; only visits by ssh, once
the terminal is drawn, leave cycles. What was loaded before the start is never looked at (`gc.freeze`): it stays.
"""

from __future__ import annotations

import gc
import resource
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime

NEW_SECONDS = 0.5  # from one look at what is new to the next
ALL_SECONDS = 60.0  # from one look at everything to the next, if few are here
FEW = 200  # clients: with no more than these, everything is looked at in a moment
GROWTH_OF_FEW = 4 * 1024  # KiB more in use than there were, after which it is looked at sooner, if few are here
GROWTH = 256 * 1024  # the same, however many are here
NEVER = 10**9  # looks at what is new, after which Python would look at everything by itself
YOUNG, OLD = 1, 2  # generations of Python's collector


def memory_in_use() -> int:
    """How many KiB this process has now; if the system does not tell, the most that it ever had."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize() // 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Collector:
    """Collects garbage a little at a time."""

    def __init__(
        self,
        clock: IReactorTime,
        clients: Callable[[], int],
        memory: Callable[[], int] = memory_in_use,
        python: Any = gc,
    ) -> None:
        """`clients` tells how many are here, and `memory` how many KiB are in use."""
        self._clock = clock
        self._clients = clients
        self._memory = memory
        self._gc = python
        self._timer: IDelayedCall | None = None
        self._least = 0  # KiB that were in use at a look, since everything was looked at
        self._usual: tuple[int, int, int] = python.get_threshold()

    def start(self) -> None:
        """What was loaded until now stays, so it is put aside."""
        young, middle, _ = self._usual
        self._gc.set_threshold(young, middle, NEVER)
        self._look_at_all()
        self._gc.freeze()

    def stop(self) -> None:
        """Leave it to Python again."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._gc.set_threshold(*self._usual)
        self._gc.unfreeze()

    def _look(self) -> None:
        memory = self._memory()
        self._least = min(self._least, memory)
        growth = memory - self._least
        if self._clients() <= FEW:
            is_time = self._clock.seconds() - self._all_at >= ALL_SECONDS or growth > GROWTH_OF_FEW
        else:
            is_time = growth > GROWTH
        if is_time:
            self._look_at_all()
        else:
            self._look_at(YOUNG)

    def _look_at_all(self) -> None:
        self._all_at = self._clock.seconds()
        self._look_at(OLD)
        self._least = self._memory()

    def _look_at(self, generation: int) -> None:
        """Look at what is no older than this."""
        self._gc.collect(generation)
        self._timer = self._clock.callLater(NEW_SECONDS, self._look)
