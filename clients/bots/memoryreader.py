"""What a bot sees of Memory: the cards, and which of them can be picked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from tilenet.clients.bots.roomreader import RoomReader
from tilenet.clients.model import Cell, Thing

ROOM, LARGE = "Memory", "Memory, large"
DOWN, WRONG = "?", "!"  # the name of a card that is face down; what follows the letters of one in a wrong pair


class Board(NamedTuple):
    """The cards at one moment."""

    down: Mapping[Cell, Thing]  # those that can be picked now, row by row
    up: Mapping[Cell, Thing]  # those that are up, and not in a wrong pair; they are named by their letters
    wrong: Mapping[Cell, str]  # the letters of those in wrong pairs
    is_done: bool  # whether all pairs are found

    @property
    def is_on(self) -> bool:
        """Whether cards can be picked."""
        return bool(self.down or self.up or self.wrong)

    @property
    def shown(self) -> dict[Cell, str]:
        """The letters of all that are up."""
        return {**{cell: card.name for cell, card in self.up.items()}, **self.wrong}


class MemoryReader(RoomReader):
    """One look at the model, for a bot that plays Memory."""

    @cached_property
    def board(self) -> Board:
        dim = 0 if self.matrix is None else self.matrix.x - 1  # the last column is not for cards
        cells = [(x, y) for y in range(dim) for x in range(dim)]
        cards = {cell: self._grid[cell] for cell in cells if cell in self._grid}
        up = {cell: card for cell, card in cards.items() if card.name != DOWN and card.is_enabled}
        return Board(
            {cell: card for cell, card in cards.items() if card.name == DOWN and card.is_enabled},
            {cell: card for cell, card in up.items() if not card.name.endswith(WRONG)},
            {cell: card.name.removesuffix(WRONG) for cell, card in up.items() if card.name.endswith(WRONG)},
            bool(cards) and not any(card.name == DOWN or card.is_enabled for card in cards.values()),
        )
