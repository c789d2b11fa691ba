"""What a login decides: who comes, under which name, and whether they are new or return to a seat."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from tilenet.world.players.accounts import Account, Refused
from tilenet.world.players.player import Player


class Naming(Enum):
    """How newcomers get a name that nobody else has."""

    NUMBERED = auto()  # if it is taken they are let in as they asked, and then renamed: ann2
    AT_ONCE = auto()  # the same, before anybody sees them
    EXACT = auto()  # if it is taken they are refused
    COUNTED = auto()  # nobody can ask for one: everybody gets the lowest number that is free, from guest-1 on


class Taken(Refused):
    """Somebody else has the name."""


class NotAdmitted(Refused):
    """Home admits nobody, or not this player: the session ends."""


class Claim(NamedTuple):
    """Who somebody says they are, and what speaks for it."""

    name: str  # as it was typed
    naming: Naming = Naming.NUMBERED
    address: str = ""
    key: str = ""  # the fingerprint of a key that they have proved to have
    resumes: str = ""  # the id of the player whose resume token they have shown


class Admission(NamedTuple):
    """Somebody is let in."""

    account: Account
    claim: Claim
    returning: Player | None  # who they are, if they are known: their seat and points are theirs again
