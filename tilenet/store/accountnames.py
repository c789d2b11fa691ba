"""The names of all accounts, and of those that are being made: no guest gets one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tilenet.text import name_key
from tilenet.world.players.accounts import Roster


class AccountNames:
    """Knows which names are taken, and tells the world."""

    def __init__(self) -> None:
        self._roster: Roster | None = None
        self._names: set[str] = set()
        self._making: set[str] = set()

    def __len__(self) -> int:
        return len(self._names) + len(self._making)

    def __contains__(self, name: str) -> bool:
        key = name_key(name)
        return key in self._names or key in self._making

    def start(self, roster: Roster, names: Iterable[str]) -> None:
        """The server runs: these are the names of all accounts."""
        self._roster = roster
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """An account has this name."""
        self._names.add(name_key(name))
        self.roster.reserve(name)

    def discard(self, name: str) -> None:
        """No account has this name any more."""
        self._names.discard(name_key(name))
        self._release(name)

    @contextmanager
    def being_made_by_guest(self, name: str) -> Iterator[None]:
        """The same for a guest who is here and may have this name: as long as they do, no other guest gets it."""
        key = name_key(name)
        if self.roster.is_here(name):
            self._making.add(key)
            try:
                yield
            finally:
                self._making.discard(key)
        else:
            with self.being_made(name):
                yield

    @contextmanager
    def being_made(self, name: str) -> Iterator[None]:
        """Nobody else gets this name meanwhile."""
        key = name_key(name)
        self._making.add(key)
        self.roster.reserve(name)
        try:
            yield
        finally:
            self._making.discard(key)
            self._release(name)

    @property
    def roster(self) -> Roster:
        assert self._roster is not None
        return self._roster

    def _release(self, name: str) -> None:
        if name not in self:
            self.roster.release(name)
