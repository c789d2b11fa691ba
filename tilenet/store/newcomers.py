"""New accounts: how many may still be made from one address."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.limits import Buckets, origin_of

DAY = 86400.0  # seconds


class Newcomers:
    """Who has made accounts lately. A day's number of them may be made at once; this machine itself is exempt."""

    def __init__(self, each_day: int, seconds: Callable[[], float]) -> None:
        self._left = Buckets(each_day / DAY, each_day, seconds)

    def may_come(self, address: str) -> bool:
        """Whether one more account may be made from there; if so, it counts."""
        origin = origin_of(address)
        return not origin or not self._left.of(origin).take()
