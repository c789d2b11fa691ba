"""Connections that have not logged in yet: how many from each address, and which of them makes room for another."""

from __future__ import annotations

from typing import Generic, TypeVar

Who = TypeVar("Who")


class Waiting(Generic[Who]):
    """The connections of some doors that wait for a login.

    A connection is silent until its client sends a login, and again when that was refused. If all places are taken,
    the address with the most silent connections loses the one that has been silent longest. But no address loses one
    to another that has as many: then one with more has to give up a login that is under way, since logins of those who
    guess passwords may take long.
    """

    def __init__(self, most: int, most_from_one: int) -> None:
        self._most = most
        self._most_from_one = most_from_one
        self._origins: dict[Who, str] = {}  # where all of them come from
        self._counts: dict[str, int] = {}  # how many that are, by address
        self._silent: dict[str, dict[Who, None]] = {}  # by address; the one that has been silent longest comes first
        self._ranks: dict[int, dict[str, None]] = {}  # the addresses with so many silent ones
        self._highest = 0  # of the ranks

    def refusal(self, origin: str) -> str:
        """Why there is no room for one more from there, or nothing. This machine, "", has no limit of its own."""
        if origin and self._counts.get(origin, 0) >= self._most_from_one:
            return f"{self._most_from_one} clients from there have not logged in yet"
        if len(self) >= self._most and self._loser(origin) is None:
            return f"{self._most} clients are just logging in"
        return ""

    def add(self, who: Who, origin: str) -> Who | None:
        """Somebody has come, and is silent. Returns who has to go for that, if somebody has to."""
        loser = self._loser(origin) if len(self) >= self._most else None
        if loser is not None:
            self.remove(loser)
        self._origins[who] = origin
        self._counts[origin] = self._counts.get(origin, 0) + 1
        self.is_silent(who)
        return loser

    def is_silent(self, who: Who) -> None:
        """Nothing is to be answered."""
        origin = self._origins.get(who)
        if origin is not None:
            silent = self._silent.setdefault(origin, {})
            before = len(silent)
            silent[who] = None
            self._rank(origin, before, len(silent))

    def expects_answer(self, who: Who) -> None:
        """What it has sent is to be answered: until then it keeps its place."""
        origin = self._origins.get(who)
        if origin is not None and who in self._silent.get(origin, ()):
            silent = self._silent[origin]
            del silent[who]
            self._rank(origin, len(silent) + 1, len(silent))
            if not silent:
                del self._silent[origin]

    def remove(self, who: Who) -> None:
        """Somebody is logged in, or gone."""
        self.expects_answer(who)
        origin = self._origins.pop(who, None)
        if origin is not None:
            self._counts[origin] -= 1
            if not self._counts[origin]:
                del self._counts[origin]

    def __len__(self) -> int:
        return len(self._origins)

    def _loser(self, origin: str) -> Who | None:
        """Who makes room for somebody from there."""
        enough = self._counts.get(origin, 0) + 1  # for an address that is to lose nothing
        quietest = next(iter(self._ranks[self._highest])) if self._highest else None
        if quietest is not None and self._counts[quietest] > enough:
            return self._oldest_silent(quietest)
        greediest = max(self._counts, key=self._counts.__getitem__)
        if self._counts[greediest] > enough:
            return self._oldest_silent(greediest) if greediest in self._silent else self._newest(greediest)
        if origin in self._silent or quietest is None:
            return self._oldest_silent(origin)
        return self._oldest_silent(quietest) if enough == 1 else None

    def _oldest_silent(self, origin: str) -> Who | None:
        return next(iter(self._silent.get(origin, ())), None)

    def _newest(self, origin: str) -> Who:
        return next(who for who in reversed(self._origins) if self._origins[who] == origin)

    def _rank(self, origin: str, before: int, after: int) -> None:
        """An address has one silent connection more, or one less: so the highest rank moves by one at most."""
        if after == before:
            return
        if before:
            del self._ranks[before][origin]
            if not self._ranks[before]:
                del self._ranks[before]
        if after:
            self._ranks.setdefault(after, {})[origin] = None
        if after > self._highest or self._highest not in self._ranks:
            self._highest = after
