"""What happens at a board of Memory, for doors of other protocols; and what players who come through them ask for.

Each event names the players it is for: those in the game, who have been given the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from tilenet.game import Player, Private
from tilenet.games.memory.colours import BLACK, Colour


class Tally(NamedTuple):
    """What a player has done in a game."""

    pairs: int
    tries: int  # two cards each
    run: int  # the most pairs in a row, without a try that was wrong


class Pick(NamedTuple):
    """A player chooses a card, by its column and row from 0. The id means something to the player alone."""

    id: int
    x: int
    y: int


class State(Enum):
    """How a card lies."""

    DOWN = auto()
    UP = auto()
    LOCKED = auto()


class Place(NamedTuple):
    """What everybody may know of one card: of a card that is down, nothing."""

    state: State
    letters: str = ""
    colour: Colour = BLACK  # of the player who has turned or found it
    by: Player | None = None  # that player
    seat: int = 0  # and the number of the seat that they had then
    is_wrong: bool = False  # whether it is up in a pair that does not match


DOWN = Place(State.DOWN)


class Pair(NamedTuple):
    """Two picks of one player, and what they have turned up."""

    by: Player
    colour: Colour
    first: Pick
    second: Pick
    letters: tuple[str, str]


@dataclass(frozen=True)
class Welcome(Private):
    """A player has come to a board of this many rows and columns."""

    dim: int


@dataclass(frozen=True)
class Dealt(Private):
    """Players are in the game from now on. This is the board, row by row."""

    board: tuple[Place, ...]


@dataclass(frozen=True)
class Filled(Private):
    """A first pick was a card that is up or locked."""

    by: Player
    pick: Pick


@dataclass(frozen=True)
class First(Private):
    """A first pick has turned a card up."""

    by: Player
    colour: Colour
    pick: Pick
    letters: str


@dataclass(frozen=True)
class Right(Private):
    """A pair was found, and others are left."""

    pair: Pair


@dataclass(frozen=True)
class Wrong(Private):
    """Two cards are up that do not match."""

    pair: Pair


@dataclass(frozen=True)
class Over(Private):
    """The last pair was found. Nobody is in the game until the next deal."""

    pair: Pair
    cards: Mapping[Player, int]  # that each player has found
    left: tuple[Player, ...]  # who played and left, with no cards
    tallies: Mapping[Player, Tally]  # of those who have stayed

    @property
    def most(self) -> int:
        """How many the winners have found."""
        return max(self.cards.values())


@dataclass(frozen=True)
class FirstHidden(Private):
    """A first pick is down again."""

    pick: Pick


@dataclass(frozen=True)
class BothHidden(Private):
    """Two cards that did not match are down again."""

    first: Pick
    second: Pick


@dataclass(frozen=True)
class TooEarly(Private):
    """A player has picked a card while their two wrong ones are up."""

    by: Player
    pick: Pick


@dataclass(frozen=True)
class Frozen(Private):
    """The game is frozen: there are too few players."""


@dataclass(frozen=True)
class Unfrozen(Private):
    """The game goes on."""
