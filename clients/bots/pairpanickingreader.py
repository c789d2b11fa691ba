"""What a bot sees of PairPanicking: the squares, and whether a game is running."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from tilenet.clients.bots.recollection import Square
from tilenet.clients.bots.roomreader import RESTART, RoomReader
from tilenet.clients.model import Thing

ROOM, RECHARGE = "PairPanicking", "Recharge"
HIDDEN, SOLVED = "?", "··"
SIDE = 8  # of the board; the other tiles are beside it


class Board(NamedTuple):
    """The squares at one moment."""

    hidden: Mapping[Square, Thing]  # those that can be turned now
    showing: Mapping[Square, str]
    solved: frozenset[Square]
    is_on: bool  # whether a game is running


class PairPanickingReader(RoomReader):
    """One look at the model, for a bot that plays PairPanicking."""

    @property
    def energy(self) -> int:
        return 0 if self.agent is None else self.agent.energy

    @property
    def is_in_the_room(self) -> bool:
        return self.is_in(ROOM)

    @cached_property
    def board(self) -> Board:
        squares = {(x, y): tile for (x, y), tile in self._grid.items() if x < SIDE and y < SIDE}
        return Board(
            {square: tile for square, tile in squares.items() if tile.name == HIDDEN and tile.is_enabled},
            {square: tile.name for square, tile in squares.items() if tile.name not in (HIDDEN, SOLVED)},
            frozenset(square for square, tile in squares.items() if tile.name == SOLVED),
            self.tile(RESTART) is None,
        )
