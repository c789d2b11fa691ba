"""Keeps Python's garbage collector from stopping everybody for long.

Left alone, it now and then looks at everything that lives, which takes 0.1 s with thousands of players. Here it looks
at what has come since the last time, and what is still in use then is put aside (`gc.freeze`). That is seldom looked at
again, because what belongs to a client is freed without the collector when the client is gone; only those who came by
ssh, and errors, leave cycles.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime

LOOK_SECONDS = 1.0  # between two looks whether it is time
STEP = 3  # runs on younger objects from one look at the oldest to the next: some 20,000 objects that stay
NEVER = 10**9  # such runs after which Python would look at the oldest by itself
FEW = 200  # clients: with no more than these, everything is looked at in a moment
ALL_SECONDS = 600.0  # between two looks at everything, if few are here
AT_LAST = 86400.0  # and at the latest, however many are here


class Collector:
    """Collects garbage a little at a time. `clients` tells how many are here."""

    def __init__(self, clock: IReactorTime, clients: Callable[[], int], python: Any = gc) -> None:
        self._clock = clock
        self._clients = clients
        self._gc = python
        self._timer: IDelayedCall | None = None
        self._usual: tuple[int, int, int] = python.get_threshold()

    def start(self) -> None:
        """What was loaded until now stays, so it is put aside."""
        young, middle, _ = self._usual
        self._gc.set_threshold(young, middle, NEVER)
        self._collect_all()
        self._look_soon()

    def stop(self) -> None:
        """Leave it to Python again."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._gc.set_threshold(*self._usual)
        self._gc.unfreeze()

    def _look_soon(self) -> None:
        self._timer = self._clock.callLater(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        since = self._clock.seconds() - self._all_at
        if since >= AT_LAST or (since >= ALL_SECONDS and self._clients() <= FEW):
            self._collect_all()
        elif self._gc.get_count()[2] >= STEP:
            self._gc.collect()
            self._gc.freeze()
        self._look_soon()

    def _collect_all(self) -> None:
        self._all_at = self._clock.seconds()
        self._gc.unfreeze()
        self._gc.collect()
        self._gc.freeze()
