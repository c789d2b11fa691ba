"""Accounts that take their time to answer a login."""

from __future__ import annotations

from twisted.internet.defer import Deferred

from tilenet.world.players.accounts import Account, Guests


class Slowly(Guests):
    """Accounts that take their time: the test answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.answers: list[Deferred[Account]] = []

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        self.asked.append((name, password))
        self.answers.append(Deferred())
        return self.answers[-1]

    def keep(self, account: Account) -> None: ...

    def let_in(self) -> None:
        self.answers.pop(0).callback(Account(self.asked[-1][0], 7))
