"""Resume tokens: how a client comes back without a password after a lost connection, and for how long it can.

A client asks for one after its login. The server keeps only hashes of them. A token works once, in the place of the
password; so nothing that looks like one can be a password.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

PREFIX = "tilenet-resume-"
RANDOM_BYTES = 32
_SHAPE = re.compile(re.escape(PREFIX) + r"[A-Za-z0-9_-]{43}")  # that many characters of URL-safe base64
_MOST = 20_000  # that are remembered


def is_token(password: str) -> bool:
    """Whether this has the shape of a token."""
    return _SHAPE.fullmatch(password) is not None


def new_token() -> str:
    return PREFIX + secrets.token_urlsafe(RANDOM_BYTES)


def digest_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


class _Kept(NamedTuple):
    player: str  # the id
    until: float | None  # None while the player is connected, or the seat of a guest is held


class Tokens:
    """The tokens that are good now, at most one for each player."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._kept: dict[bytes, _Kept] = {}  # by digest; the oldest come first
        self._digests: dict[str, bytes] = {}  # by the player's id

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, player: str, digest: bytes, seconds: float | None = None) -> None:
        """This is the player's token from now on: for so many seconds, or for as long as nothing else is said."""
        self.keep_until(player, digest, None if seconds is None else self._seconds() + seconds)

    def keep_until(self, player: str, digest: bytes, until: float | None) -> None:
        """The same until a point in time."""
        self.forget(player)
        if digest in self._kept:
            self.forget(self._kept[digest].player)
        self._kept[digest] = _Kept(player, until)
        self._digests[player] = digest
        while len(self._kept) > _MOST:
            self.forget(next(iter(self._kept.values())).player)

    def of(self, player: str) -> bytes | None:
        """The digest of a player's token, if there is one."""
        return self._digests.get(player)

    def until(self, player: str) -> float | None:
        """How long a player's token is good, if that is certain."""
        digest = self._digests.get(player)
        return None if digest is None else self._kept[digest].until

    def owners(self) -> list[str]:
        """The ids of all players who have a token."""
        return [*self._digests]

    def owner(self, token: str) -> str | None:
        """The id of the player whose token this is, if it is good now."""
        kept = self._kept.get(digest_of(token))
        if kept is None:
            return None
        if kept.until is not None and kept.until <= self._seconds():
            self.forget(kept.player)
            return None
        return kept.player

    def forget(self, player: str) -> bool:
        """The player's token was used, or is not good any more. Returns whether there was one."""
        digest = self._digests.pop(player, None)
        if digest is not None:
            del self._kept[digest]
        return digest is not None

    def clear(self) -> None:
        self._kept.clear()
        self._digests.clear()
