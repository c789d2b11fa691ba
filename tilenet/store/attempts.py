"""Failed logins: how many there were lately, and how long the next attempt must wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

WINDOW = 300.0  # seconds for which a failure counts
FROM_ADDRESS = 5
FOR_ACCOUNT = 10
LONGEST = 8.0  # seconds
IN_A_ROW = 3  # tries of one address that may wait
KNOWN_EACH = 8  # addresses from which one account was proved
_MOST = 10_000  # of everything that is remembered


class Attempts:
    """The failures of the last minutes, by where they came from and which account they were for.

    Nobody is locked out: a try that follows many failures only has to wait, and more with each of them. The tries of
    one address wait one after the other, whichever accounts they are for. An address from which an account was proved
    is known there: only its own failures at this account make it wait, so strangers cannot keep the owner out.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._failures: dict[tuple[str, ...], deque[float]] = {}  # those that failed longest ago come first
        self._rows: dict[str, deque[float]] = {}  # when the waits of each address end
        self._known: dict[str, dict[str, None]] = {}  # the addresses of each account; the latest come last

    def wait(self, address: str, key: str) -> float | None:
        """Begin to wait, and return for how many seconds; None if too many tries of this address are waiting."""
        over = self._over(address, key)
        if not over:
            return 0.0
        now = self._seconds()
        row = self._rows.pop(address, None) or deque()
        while row and row[0] <= now:
            row.popleft()
        self._rows[address] = row
        if len(row) >= IN_A_ROW:
            return None
        delay = min(LONGEST, 2.0 ** (over - 1 + len(row)))
        row.append(max(now, row[-1] if row else now) + delay)
        _forget_oldest(self._rows)
        return row[-1] - now

    def failures(self, address: str, key: str) -> int:
        """How often this address has failed, at this account if it is known there, or else at any."""
        return self._count(("both", address, key) if self.is_known(address, key) else ("address", address))

    def failed(self, address: str, key: str) -> None:
        self._add(("address", address), FROM_ADDRESS)
        self._add(("account", key), FOR_ACCOUNT)
        if self.is_known(address, key):
            self._add(("both", address, key), FROM_ADDRESS)
        _forget_oldest(self._failures)

    def proved(self, address: str, key: str) -> None:
        """Whoever is at this address has proved that an account is theirs."""
        known = self._known.pop(key, {})
        known.pop(address, None)
        known[address] = None
        self._known[key] = known
        if len(known) > KNOWN_EACH:
            del known[next(iter(known))]
        _forget_oldest(self._known)

    def is_known(self, address: str, key: str) -> bool:
        return address in self._known.get(key, ())

    def _over(self, address: str, key: str) -> int:
        """By how many failures the next try is one too many."""
        own = self.failures(address, key) - FROM_ADDRESS + 1
        everybody = 0 if self.is_known(address, key) else self._count(("account", key)) - FOR_ACCOUNT + 1
        return max(own, everybody, 0)

    def _add(self, kind: tuple[str, ...], most: int) -> None:
        failures = self._failures.pop(kind, None) or deque(maxlen=most + 4)  # more make no difference
        failures.append(self._seconds())
        self._failures[kind] = failures

    def _count(self, kind: tuple[str, ...]) -> int:
        failures = self._failures.get(kind)
        if failures is None:
            return 0
        since = self._seconds() - WINDOW
        while failures and failures[0] <= since:
            failures.popleft()
        if not failures:
            del self._failures[kind]
        return len(failures)


def _forget_oldest(remembered: dict[Any, Any]) -> None:
    while len(remembered) > _MOST:
        del remembered[next(iter(remembered))]
