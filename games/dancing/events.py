"""What happens in matches of Dancing, for doors of other protocols; and the requests that come through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilenet.game import Private, Words
from tilenet.games.dancing.instances import Cell, Instance
from tilenet.games.dancing.match import Role
from tilenet.games.dancing.rules import Line, Move

NOT_YOUR_TURN = Words("spoke out of turn")

# Requests to the lobby


@dataclass(frozen=True)
class OpenTable:
    """A way to a new table, where the next program that comes sits down, too."""


# Requests to a table. Each says which round it is about: one that comes too late says nothing about the next.


@dataclass(frozen=True)
class TakeSeat:
    """A seat that is free, in this role if one is asked for; otherwise, of two, the choreographer's."""

    role: Role | None = None


@dataclass(frozen=True)
class Place:
    """All stars."""

    round: int
    stars: Sequence[Cell]


@dataclass(frozen=True)
class Dance:
    """Some steps; and what is wrong with the next one, if anything is."""

    round: int
    steps: Sequence[Sequence[Move]]
    fault: str = ""


@dataclass(frozen=True)
class Done:
    """There are no more steps."""

    round: int


@dataclass(frozen=True)
class Finish:
    """All lines."""

    round: int
    lines: Sequence[Line]


@dataclass(frozen=True)
class Fault:
    """Something that makes no sense."""

    round: int
    reason: str


# What happens


@dataclass(frozen=True)
class Seated(Private):
    """A player has a seat at a table."""


@dataclass(frozen=True)
class Begins(Private):
    """A round begins, in which a player has this role."""

    round: int
    role: Role
    instance: Instance
    file_first: bool  # whether the input file comes before the parameters


@dataclass(frozen=True)
class StarsPlaced(Private):
    """The choreographer may begin: here are the stars."""

    stars: tuple[Cell, ...]


@dataclass(frozen=True)
class Verdict(Private):
    """How a round has ended."""

    text: str


@dataclass(frozen=True)
class Over(Private):
    """How the match has ended: nobody is needed any more."""

    text: str
