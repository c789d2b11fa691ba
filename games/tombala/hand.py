"""One player's own things in a room of Tombala: the card, the marks on it, and a view of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from tilenet.game import NO_VIEW, Tile, TileId, View, Words
from tilenet.games.tombala.rules import Card, column
from tilenet.games.tombala.table import (
    AUTO,
    CARD_AT,
    CINKO,
    FULL,
    INK,
    MARKED,
    NEXT,
    PAPER,
    auto_tile,
    cinko_tile,
    exit_keys,
    exit_tiles,
    next_tile,
    player_keys,
)

SEAT, STAKE = Words("You give up your seat."), Words("You lose your card.")


class Situation(NamedTuple):
    """How the game stands for one player."""

    is_on: bool
    waits_for_all: bool  # whether players ask for the next number
    is_waited_for: bool
    is_done: bool
    full: Sequence[int] = ()  # the rows of the card that are complete and not announced yet


class Hand:
    """One player's hand. The others never see any of it."""

    caches: ClassVar = {"_view": NO_VIEW, "_seen": None}

    def __init__(self) -> None:
        self.card: Card = ()
        self.marks: set[int] = set()
        self.is_auto = False  # whether drawn numbers are marked for the player
        self._view = NO_VIEW
        self._seen: tuple[object, ...] | None = None  # what the view was made from

    @property
    def numbers(self) -> set[int]:
        return {number for row in self.card for number in row}

    def mark(self, number: int) -> None:
        """Mark a number on the card, or remove its mark."""
        self.marks ^= {number}

    def number_at(self, row: int, at: int) -> int | None:
        """The number in a cell of the card."""
        if row >= len(self.card):
            return None
        return next((number for number in self.card[row] if column(number) == at), None)

    @property
    def cells(self) -> dict[TileId, int]:
        """The cells of the card that have numbers."""
        return {("card", row, column(number)): number for row, numbers in enumerate(self.card) for number in numbers}

    def facts(self, full: Sequence[int], *, is_done: bool) -> dict[str, object]:
        return {
            "card": self.cells,
            "marks": self.marks,
            "full": full or None,
            "auto": self.is_auto,
            "leave": self._stake(is_done) or None,
        }

    def _stake(self, is_done: bool) -> str:
        """What leaving costs."""
        return "" if is_done else STAKE if self.card else SEAT

    def view(self, situation: Situation, *, has_lobby: bool = True) -> View:
        """The player's view; the same object as before if nothing has changed."""
        seen = (self.card, frozenset(self.marks), self.is_auto, situation)
        if seen != self._seen:
            self._seen, self._view = seen, self._look(situation, has_lobby)
        return self._view

    def _look(self, situation: Situation, has_lobby: bool) -> View:
        tiles: dict[TileId, Tile] = {
            NEXT: next_tile(situation.is_on and situation.is_waited_for),
            CINKO: cinko_tile(situation.is_on, is_due=bool(situation.full)),
            AUTO: auto_tile(self.is_auto),
        }
        stake = self._stake(situation.is_done)
        if stake:
            tiles |= exit_tiles(stake, has_lobby=has_lobby)
        for row, numbers in enumerate(self.card):
            for number in numbers:
                is_marked, is_full = number in self.marks, row in situation.full
                tiles["card", row, column(number)] = _on_card(row, number, is_marked, is_full, situation.is_on)
        exits = exit_keys(stake, has_lobby=has_lobby) if stake else {}
        keys = {**player_keys(situation.is_on, situation.waits_for_all), **exits}
        return View(tiles, keys)


@cache
def _on_card(row: int, number: int, is_marked: bool, is_full: bool, is_on: bool) -> Tile:
    x, y = CARD_AT[0] + column(number), CARD_AT[1] + row
    ground = FULL if is_full else MARKED if is_marked else PAPER
    if is_marked:
        text = Words("{number} is marked. A click removes the mark.", number=number)
        return Tile(x, y, f"({number})", text, is_on, INK, ground)
    return Tile(x, y, str(number), Words("A click marks {number}.", number=number), is_on, INK, ground)
