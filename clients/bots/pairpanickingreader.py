"""What a bot sees of PairPanicking: the squares, and whether a game is running.

This game is played by its tiles alone: it tells roles and no facts, so what a square shows is its tile's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tilenet.clients.bots.recollection import Square
from tilenet.clients.model import Model, Thing

HIDDEN, SOLVED = "?", "··"  # names of squares; any other is a symbol's
RESTART = "restart"  # the role of the tile that begins a game
SQUARES = {f"square/{x}/{y}": (x, y) for y in range(8) for x in range(8)}  # by their roles


class Board(NamedTuple):
    """The squares at one moment."""

    hidden: Mapping[Square, Thing]  # those that can be turned now
    showing: Mapping[Square, str]
    solved: frozenset[Square]
    is_on: bool  # whether a game is running


def read_board(model: Model) -> Board:
    tiles = {square: tile for role, square in SQUARES.items() if (tile := model.tile(role)) is not None}
    hidden = {square: tile for square, tile in tiles.items() if tile.name == HIDDEN and tile.is_enabled}
    showing = {square: tile.name for square, tile in tiles.items() if tile.name not in (HIDDEN, SOLVED)}
    solved = frozenset(square for square, tile in tiles.items() if tile.name == SOLVED)
    return Board(hidden, showing, solved, is_on=bool(hidden or showing))
