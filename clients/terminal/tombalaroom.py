"""Where the board, the card, the commands and the players are in a room of Tombala, and what their tiles say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tilenet.clients.model import Cell

SIZE = 14, 13
TENS, DECADES = 10, 9  # the board: ten numbers in a row
LAST_ROW = 9  # of the numbers drawn last
CARD_TOP, CARD_ROWS, CARD_COLUMNS = 10, 3, 9
COMMANDS = "Next", "Cinko", "Auto mark", "Home", "Help", "Lobby"
COMMANDS_X = 10
SEATS = [(x, y) for x in (11, 12, 13) for y in range(10)]

PLAYER = re.compile(r"(.+) (\d)( \.\.\.)?", re.ASCII | re.DOTALL)


def number_of(name: str) -> int | None:
    """The number that a tile's name says, drawn or marked or not."""
    found = re.fullmatch(r"([1-9][0-9]?)|\(([1-9][0-9]?)\)", name, re.ASCII)
    number = 0 if found is None else int(found[1] or found[2])
    return number if 1 <= number <= 90 else None


def is_in_column(number: int | None, column: int) -> bool:
    """Whether a number belongs into a column of a card."""
    return number is not None and min(number // 10, CARD_COLUMNS - 1) == column


@dataclass(frozen=True)
class Player:
    """What a tile's name says of a player; of a name that says nothing, all is the name."""

    name: str
    cinkos: str
    is_waited_for: bool


def read_player(name: str) -> Player:
    found = PLAYER.fullmatch(name)
    return Player(name, "", False) if found is None else Player(found[1], found[2], found[3] is not None)


def board_cell(number: int) -> Cell:
    return (number - 1) % TENS, (number - 1) // TENS


def card_cells() -> list[Cell]:
    return [(x, CARD_TOP + y) for y in range(CARD_ROWS) for x in range(CARD_COLUMNS)]


def is_a_room(tiles: Mapping[Cell, str]) -> bool:
    """Whether these are the names of the tiles in a room of Tombala, all of them."""
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
    return not any(name for cell, name in names.items() if cell not in SEATS)
