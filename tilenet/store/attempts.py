"""Failed logins: how many there were lately, and how long the next attempt must wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

WINDOW = 300.0  # seconds for which a failure counts
FROM_ADDRESS = 5
FOR_ACCOUNT = 10
LONGEST = 8.0  # seconds
_MOST = 10_000  # addresses and accounts that are remembered


class Attempts:
    """The failures of the last minutes, by where they came from and which account they were for.

    Nobody is locked out: a try that follows many failures only has to wait, and more with each of them.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._failures: dict[tuple[str, str], deque[float]] = {}  # those that failed longest ago come first
        self._waiting: set[tuple[str, str]] = set()

    def delay(self, address: str, key: str) -> float:
        """How many seconds a try has to wait."""
        return max(self.delay_from(address), self._delay(("account", key), FOR_ACCOUNT))

    def delay_from(self, address: str) -> float:
        """The same, for any account."""
        return self._delay(("address", address), FROM_ADDRESS)

    def _delay(self, kind: tuple[str, str], most: int) -> float:
        over = self._count(kind) - most
        return 0.0 if over < 0 else min(LONGEST, 2.0**over)

    def failed(self, address: str, key: str) -> None:
        now = self._seconds()
        for kind, most in ((("address", address), FROM_ADDRESS), (("account", key), FOR_ACCOUNT)):
            failures = self._failures.pop(kind, None) or deque(maxlen=most + 4)  # more make no difference
            failures.append(now)
            self._failures[kind] = failures
        while len(self._failures) > _MOST:
            del self._failures[next(iter(self._failures))]

    def begin(self, address: str, key: str) -> bool:
        """A try begins to wait; only one for each account, from each address, can."""
        if (address, key) in self._waiting:
            return False
        self._waiting.add((address, key))
        return True

    def end(self, address: str, key: str) -> None:
        self._waiting.discard((address, key))

    def _count(self, kind: tuple[str, str]) -> int:
        failures = self._failures.get(kind)
        if failures is None:
            return 0
        since = self._seconds() - WINDOW
        while failures and failures[0] <= since:
            failures.popleft()
        if not failures:
            del self._failures[kind]
        return len(failures)
