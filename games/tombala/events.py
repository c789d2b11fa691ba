"""What happens in a room of Tombala, for doors of other protocols; and what players behind these ask for."""

from __future__ import annotations

from dataclasses import dataclass

from tilenet.game import Event, Player
from tilenet.games.tombala.rules import Card

# What is asked for


@dataclass(frozen=True)
class Proceed:
    """The next number, please."""


@dataclass(frozen=True)
class Claim:
    """So many rows are complete."""

    total: int


# What happens


@dataclass(frozen=True)
class UserList(Event):
    """Somebody has come or gone, or the game begins: these are here now."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Dealt(Event):
    """A player has got a card; nobody else may know it."""

    player: Player
    card: Card


@dataclass(frozen=True)
class Drawn(Event):
    """A number for all."""

    number: int


@dataclass(frozen=True)
class Cinko(Event):
    """A player has so many cinkos now."""

    player: Player
    total: int


@dataclass(frozen=True)
class Answer(Event):
    """What comes of what a player asked for."""

    player: Player
    is_right: bool
    text: str


@dataclass(frozen=True)
class Over(Event):
    """The game is over, and all are free to go."""
