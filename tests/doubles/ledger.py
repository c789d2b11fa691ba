"""Accounts that a test can look into, and some that it answers for."""

from __future__ import annotations

from twisted.internet.defer import Deferred, succeed

from tilenet.world.players.accounts import NEWCOMER_POINTS, Account, Guests, Played


class Ledger(Guests):
    """Whoever comes with a password has an account, of that number if it is one. What is to be kept is noted."""

    keeps_results = True

    def __init__(self) -> None:
        self.kept: list[tuple[str, int]] = []
        self.played: list[Played] = []
        self._accounts: dict[str, Account] = {}

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        if not password:
            return super().admit(name, password, address)
        number = int(password) if password.isdigit() else len(self._accounts) + 1
        return succeed(self._accounts.setdefault(name, Account(name, NEWCOMER_POINTS, number)))

    def keep(self, account: Account) -> None:
        self.kept.append((account.name, account.points))

    def record(self, played: Played) -> None:
        self.played.append(played)


class Slowly(Guests):
    """Accounts that take their time to answer a login: the test answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.answers: list[Deferred[Account]] = []

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        self.asked.append((name, password))
        self.answers.append(Deferred())
        return self.answers[-1]

    def let_in(self) -> None:
        self.answers.pop(0).callback(Account(self.asked[-1][0], 7))
