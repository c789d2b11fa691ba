"""Who a player is, and their points: the one interface behind which accounts are kept.

So far nobody has an account: everybody is a guest, whatever the password, and a guest's points end with the session.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from twisted.internet.defer import Deferred, succeed

NEWCOMER_POINTS = 10


class Refused(Exception):
    """Nobody is let in; the text says why."""


class Taken(Refused):
    """Somebody else has the name."""


@dataclass
class Account:
    """Somebody who may play."""

    name: str
    points: int


class Accounts(Protocol):
    """Where accounts come from, and where their points go. An answer may take its time."""

    def admit(self, name: str, password: str) -> Deferred[Account]:
        """Who this is. Fails with Refused."""

    def keep(self, account: Account) -> None:
        """The account's points have changed."""


class Guests:
    """Accounts for a world in which everybody is a guest."""

    def admit(self, name: str, password: str) -> Deferred[Account]:
        return succeed(Account(name, NEWCOMER_POINTS))

    def keep(self, account: Account) -> None:
        """A guest's points are gone with the guest."""
