"""Passwords that were right a moment ago: from the same address they are accepted again without a hash."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import blake2b

from tilenet.store.database import AccountRow

SECONDS = 600.0
_MOST = 10_000


class Proofs:
    """What was proved lately, as digests with a key that only this process has.

    The stored hash is a part of each, so that a new password leaves nothing of what was proved before.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._key = os.urandom(32)
        self._until: dict[bytes, float] = {}  # those that end first come first

    def add(self, account: AccountRow, origin: str, password: str) -> None:
        """This address has proved that it knows the password of an account."""
        digest = self._digest(account, origin, password)
        self._until.pop(digest, None)
        self._until[digest] = self._seconds() + SECONDS
        while len(self._until) > _MOST:
            del self._until[next(iter(self._until))]

    def has(self, account: AccountRow, origin: str, password: str) -> bool:
        """Whether it has done so lately."""
        now = self._seconds()
        while self._until and self._until[first := next(iter(self._until))] <= now:
            del self._until[first]
        return self._digest(account, origin, password) in self._until

    def _digest(self, account: AccountRow, origin: str, password: str) -> bytes:
        digest = blake2b(key=self._key)
        for part in (str(account.id), account.password, origin, password):
            data = part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8) + data)
        return digest.digest()
