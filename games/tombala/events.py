"""What happens in the rooms of Tombala, for doors of other protocols; and the requests that come through them."""

from __future__ import annotations

from dataclasses import dataclass

from tilenet.game import Player, Private, Public
from tilenet.games.tombala.rules import Card

# Requests to the lobby


@dataclass(frozen=True)
class Create:
    """A new room, whose game begins in `countdown` seconds."""

    name: str
    countdown: int


@dataclass(frozen=True)
class Find:
    """Which room has this name?"""

    name: str


# Requests to a room


@dataclass(frozen=True)
class Proceed:
    """The next number, please."""


@dataclass(frozen=True)
class Claim:
    """`total` rows are complete."""

    total: int


# What happens


@dataclass(frozen=True)
class Answer(Private):
    """The answer to a request."""

    is_right: bool
    text: str


@dataclass(frozen=True)
class Found(Private):
    """The answer to `Find`: the world's name for the room, and the players' own."""

    room: str
    name: str


@dataclass(frozen=True)
class Joined(Private):
    """A player has a seat now, in the room of this name."""

    room: str


@dataclass(frozen=True)
class Dealt(Private):
    """A player has been dealt a card; nobody else may know it."""

    card: Card


@dataclass(frozen=True)
class UserList(Public):
    """Somebody has come or gone, or the game begins: these are in the room of this name now."""

    room: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Drawn(Public):
    """A number was drawn."""

    number: int


@dataclass(frozen=True)
class Cinko(Public):
    """A player has this many cinkos now."""

    player: Player
    total: int


@dataclass(frozen=True)
class Over(Public):
    """The game is over, and everybody is free to go."""
