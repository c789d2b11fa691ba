"""What a bot sees: the tiles of the matrix that it is in, by their names, and the board of PairPanicking."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from tilenet.clients.bots.memory import Square
from tilenet.clients.model import Model, Thing

ROOM, HOME, RESTART, RECHARGE = "PairPanicking", "Home", "Restart", "Recharge"
HIDDEN, SOLVED = "?", "··"
SIDE = 8  # of the board; the other tiles are beside it


class Board(NamedTuple):
    """The squares as they are at one moment."""

    hidden: Mapping[Square, Thing]  # as far as they can be turned now
    showing: Mapping[Square, str]
    solved: frozenset[Square]
    is_on: bool  # whether a game runs


class Look:
    """One look at the model, whatever the room is."""

    def __init__(self, model: Model) -> None:
        self.agent = model.my_agent
        self.matrix = model.matrix
        # A matrix is told before who is in it, so what is seen before one's own agent may be a part.
        self.is_whole = self.agent is not None and model.is_here(self.agent.objid)
        self._grid = model.grid()

    def is_in(self, room: str) -> bool:
        return self.matrix is not None and self.matrix.name == room

    def tile(self, name: str) -> Thing | None:
        """The tile of that name that can be clicked."""
        return next((tile for tile in self._grid.values() if tile.name == name and tile.is_enabled), None)


class Sight(Look):
    """One look at the model by who plays PairPanicking."""

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
