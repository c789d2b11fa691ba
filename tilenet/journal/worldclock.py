"""The clock of a world that goes on after a restart: it continues at the time that it showed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from zope.interface import implementer

LATEST = 1e12  # seconds, which no server runs for


class _Never:
    """A call that is never made, because it was asked for while the past was done again."""

    def cancel(self) -> None: ...

    def active(self) -> bool:
        return False


@implementer(IReactorTime)
class WorldClock:
    """The reactor's time, with another beginning. While the past is done again, it shows the time of then, and nothing
    that is asked for happens later.
    """

    def __init__(self, reactor: IReactorTime) -> None:
        self._reactor = reactor
        self._present = reactor.seconds
        self._offset = 0.0
        self._past: float | None = None

    def seconds(self) -> float:
        return self._present() + self._offset if self._past is None else self._past

    def show(self, past: float) -> None:
        """Show this time of the past. Raises ValueError if it cannot be one."""
        if type(past) not in (int, float) or not 0 <= past <= LATEST:
            raise ValueError(f"{past!r} is not a time")
        self._past = past

    def go_on(self) -> None:
        """The past is over: go on from the time that was shown last."""
        if self._past is not None:
            self._offset = self._past - self._present()
            self._past = None

    def callLater(self, delay: float, callable: Callable[..., Any], *args: object, **kw: object) -> IDelayedCall:
        if self._past is not None:
            never: Any = _Never()
            return never  # type: ignore[no-any-return]
        return self._reactor.callLater(delay, callable, *args, **kw)

    def getDelayedCalls(self) -> Sequence[IDelayedCall]:
        return self._reactor.getDelayedCalls()
