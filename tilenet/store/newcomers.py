"""New accounts: how many may still be made from one address."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.limits import Bucket, origin_of

DAY = 86400.0  # seconds
_MOST = 10_000  # addresses that are remembered


class Newcomers:
    """Who has made accounts lately. A day's number of them may be made at once; this machine itself is exempt."""

    def __init__(self, each_day: int, seconds: Callable[[], float]) -> None:
        self._each_day = each_day
        self._seconds = seconds
        self._left: dict[str, Bucket] = {}  # by address; those that made one longest ago come first

    def may_come(self, address: str) -> bool:
        """Whether one more account may be made from there; if so, it counts."""
        origin = origin_of(address)
        if not origin:
            return True
        bucket = self._left.pop(origin, None) or Bucket(self._each_day / DAY, self._each_day, self._seconds)
        self._left[origin] = bucket
        if len(self._left) > _MOST:
            del self._left[next(iter(self._left))]
        return not bucket.take()
