"""Accounts that a test can look into."""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed

from tilenet.world.players.accounts import NEWCOMER_POINTS, Account, Guests, Played


class Ledger(Guests):
    """Whoever comes with a password has an account; results are kept as they come."""

    keeps_results = True

    def __init__(self) -> None:
        self.played: list[Played] = []
        self._accounts: dict[str, Account] = {}

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        if not password:
            return super().admit(name, password, address)
        number = len(self._accounts) + 1
        return succeed(self._accounts.setdefault(name, Account(name, NEWCOMER_POINTS, number)))

    def record(self, played: Played) -> None:
        self.played.append(played)
