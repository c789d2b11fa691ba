"""Who sits at a board of Memory, with the cards that they have up and what they have found."""

from __future__ import annotations

from dataclasses import dataclass

from tilenet.games.memory import colours
from tilenet.games.memory.colours import Colour
from tilenet.games.memory.events import Pick, Tally


@dataclass(eq=False)
class Seat:
    """A player at the board. A player who leaves and comes back has another seat."""

    number: int  # nobody else at the board has it, nor had anybody of whom a card is still up or found
    cards: int = 0  # that the player has found: two for each pair
    tries: int = 0
    run: int = 0  # pairs in a row, up to now
    longest: int = 0  # the most of these in this game
    turn: Turn | None = None
    is_in_the_game: bool = False  # whether the player was given the board

    @property
    def colour(self) -> Colour:
        return colours.nth(self.number)

    @property
    def tally(self) -> Tally:
        return Tally(self.cards // 2, self.tries, self.longest)

    def tried(self, *, is_right: bool) -> None:
        """The player has turned a second card."""
        self.tries += 1
        self.run = self.run + 1 if is_right else 0
        self.longest = max(self.longest, self.run)
        self.cards += 2 * is_right

    def clear(self) -> None:
        """Another game begins."""
        self.cards = self.tries = self.run = self.longest = 0


@dataclass(eq=False)
class Turn:
    """The cards that a player has up, and when they are hidden. It lasts if the player leaves."""

    seat: Seat
    first: Pick
    due: float
    second: Pick | None = None  # if it did not match
