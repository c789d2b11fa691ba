"""Where everything is in a room of Dancing, and what its tiles say.

Nothing here reads the headline: it has players' names in it, and a player can have any name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from tilenet.clients.model import Cell, Thing

Tiles: TypeAlias = Mapping[Cell, Thing]

ROWS, COLUMNS = 13, 2  # of the tiles to the left of the board
COMMANDS = "Home", "Help", "Lobby", "Slower", "Faster", "Pause", "Again"
SEATS = {0: "Dance", 1: "Spoil", 3: "Done", 4: "Step", 5: "Undo", 6: "Lines"}  # by row, in the second column
CLOCK, PHASE, ROUND, STEP, DANCER, SPOILER = range(7, ROWS)  # rows
PHASES = {
    "players": "no opponent yet",
    "stars": "spoiler thinks",
    "steps": "dancer thinks",
    "lines": "lines are due",
    "over": "match is over",
}
LARGEST = 50

MOVED = "ffffffff"  # the foreground of a dancer who has just moved
LIT = "fff6f6e0", "ffd8e8ff"  # the backgrounds of lines at the end, in turn
CHOSEN = "fff0f0f0"  # the background of a dancer who was clicked

_CELL = re.compile(r"[.*]|[1-9]{1,2}", re.ASCII)
_FACTS = {
    CLOCK: re.compile(r"(\d+ s)?", re.ASCII),
    PHASE: re.compile("|".join(PHASES)),
    ROUND: re.compile(r"Round \d+/\d+", re.ASCII),
    STEP: re.compile(r"Step \d+/\d+", re.ASCII),
}


@dataclass(frozen=True)
class Spot:
    """A cell of the board, as its tile describes it."""

    name: str  # a dot, a star, or the digits of the dancers there
    is_moved: bool = False  # whether the dancer has just moved
    light: str | None = None  # the background of a dancer who was clicked, or stands in a line at the end

    @property
    def colour(self) -> int | None:
        """The number of the dancer's colour; None if nobody is there, or two are."""
        return int(self.name) if len(self.name) == 1 and self.name.isdigit() else None


@lru_cache(256)
def _spot(name: str, fg: str | None, bg: str | None) -> Spot:
    return Spot(name, name.isdigit() and fg == MOVED, bg if bg in (*LIT, CHOSEN) else None)


def read_spot(tile: Thing) -> Spot:
    return _spot(tile.name, tile.fg, tile.bg)


def size_of(matrix: Thing) -> int | None:
    """How many rows and columns the board has, going by the size of the matrix; None if this cannot be a room."""
    size = matrix.x - COLUMNS
    return size if 2 <= size <= LARGEST and matrix.y == max(size, ROWS) else None


def board_of(size: int, tiles: Tiles) -> Tiles:
    """The tiles of the board, by their places on the board."""
    return {(x, y): tiles[COLUMNS + x, y] for y in range(size) for x in range(size)}


def on_board(cell: Cell) -> Cell:
    """The place of a cell on the board; if it is beside the board, there is no such place on it."""
    return cell[0] - COLUMNS, cell[1]


def can_play(board: Tiles) -> bool:
    """Whether the user can click cells: it is their turn."""
    return any(tile.is_enabled for tile in board.values())


def is_a_room(size: int, tiles: Tiles) -> bool:
    """Whether these are all the tiles of a room with a board of this size."""
    names = {cell: tile.name for cell, tile in tiles.items()}
    for y in range(size):
        for x in range(size):
            if _CELL.fullmatch(names.get((COLUMNS + x, y), "")) is None:
                return False
    if any(names.get((0, y)) != name for y, name in enumerate(COMMANDS)):
        return False
    if any(names.get((1, y)) != name for y, name in SEATS.items()):
        return False
    if any((0, y) not in names or found.fullmatch(names[0, y]) is None for y, found in _FACTS.items()):
        return False
    return (0, DANCER) in names and (0, SPOILER) in names
