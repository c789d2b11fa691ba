"""A clock for one client in this process: what fails when one of its timers rings is the end of that client alone."""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime


class GuardedClock:
    """A clock for one client: what fails by its timers ends that client, too."""

    def __init__(self, clock: IReactorTime, guard: Callable[..., None]) -> None:
        self.seconds = clock.seconds
        self._clock = clock
        self._guard = guard

    def callLater(self, delay: float, call: Callable[..., object], *args: object) -> IDelayedCall:
        return self._clock.callLater(delay, self._guard, call, *args)
