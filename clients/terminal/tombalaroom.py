"""Where everything is in a Tombala room, and what its tiles say.

Nothing here reads the headline: it has players' names in it, and a player can have any name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tilenet.clients.model import Cell, Thing

SIZE = 14, 13
TENS, DECADES = 10, 9  # the board: ten numbers in a row
LAST_ROW = 9  # of the last numbers drawn
CARD_TOP, CARD_ROWS, CARD_COLUMNS = 10, 3, 9
COMMANDS = "Next", "Cinko", "Auto mark", "Home", "Help", "Lobby"
COMMANDS_X = 10
CINKO = COMMANDS_X, COMMANDS.index("Cinko")
CLOCK = 10, 9  # the countdown; other servers may not have it
SEATS = [(x, y) for x in (11, 12, 13) for y in range(10)]

WIN = "3"  # cinkos

#: Read from the right: a name can end like this, too, but the server adds the cinkos after it.
_SEAT = re.compile(r"(.+) (\d)( \.\.\.)?", re.ASCII | re.DOTALL)
_CLOCK = re.compile(r"(\d+) s", re.ASCII)


def number_of(name: str) -> int | None:
    """The number on a tile, whether or not it is drawn or marked."""
    found = re.fullmatch(r"([1-9][0-9]?)|\(([1-9][0-9]?)\)", name, re.ASCII)
    number = 0 if found is None else int(found[1] or found[2])
    return number if 1 <= number <= 90 else None


def is_in_column(number: int | None, column: int) -> bool:
    """Whether a number belongs in this column of a card."""
    return number is not None and min(number // 10, CARD_COLUMNS - 1) == column


@dataclass(frozen=True)
class Seat:
    """What a seat's tile says about its player. If it cannot be read, all of it is the name."""

    name: str
    cinkos: str
    is_waited_for: bool


def read_seat(tile_name: str) -> Seat:
    found = _SEAT.fullmatch(tile_name)
    return Seat(tile_name, "", False) if found is None else Seat(found[1], found[2], found[3] is not None)


def seats(tiles: Mapping[Cell, Thing]) -> list[Seat]:
    """The seats that are taken."""
    return [read_seat(tiles[cell].name) for cell in SEATS if cell in tiles and tiles[cell].name]


def seconds_left(tiles: Mapping[Cell, Thing]) -> str:
    """The countdown; empty if there is none, or if this server does not show it."""
    found = _CLOCK.fullmatch(tiles[CLOCK].name) if CLOCK in tiles else None
    return "" if found is None else found[1]


def is_over(tiles: Mapping[Cell, Thing]) -> bool:
    """Whether the game has ended: numbers were drawn, and nobody can claim a cinko any more."""
    return bool(tiles[0, LAST_ROW].name) and not tiles[CINKO].is_enabled


def board_cell(number: int) -> Cell:
    return (number - 1) % TENS, (number - 1) // TENS


def card_cells() -> list[Cell]:
    return [(x, CARD_TOP + y) for y in range(CARD_ROWS) for x in range(CARD_COLUMNS)]


def is_a_room(tiles: Mapping[Cell, str]) -> bool:
    """Whether these are the names of all tiles in a Tombala room."""
    names = dict(tiles)
    for number in range(1, 91):
        if names.pop(board_cell(number), None) not in (str(number), f"({number})"):
            return False
    for x in range(TENS):
        name = names.pop((x, LAST_ROW), None)
        if name is None or (name and name != str(number_of(name))):
            return False
    for x, y in card_cells():
        name = names.pop((x, y), None)
        if name is None or (name and not is_in_column(number_of(name), x)):
            return False
    if any(names.pop((COMMANDS_X, y), None) != name for y, name in enumerate(COMMANDS)):
        return False
    clock = names.pop(CLOCK, "")
    if clock and _CLOCK.fullmatch(clock) is None:
        return False
    return not any(name for cell, name in names.items() if cell not in SEATS)
