"""What a bot sees of Tombala: in the lobby, the rooms it can join; in a room, the board, its card and the players."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from tilenet.clients.bots.roomreader import HOME, RoomReader
from tilenet.clients.model import Thing

LOBBY = "Tombala"
NEW_ROOM, NEXT, CINKO = "New room", "Next", "Cinko"
ROOM = f"{LOBBY}: "  # before the name of a room

LOBBY_BUTTONS = 3  # the column of the lobby without rooms
BOARD_COLUMNS, BOARD_ROWS = range(10), range(9)
CARD_COLUMNS, CARD_ROWS = range(9), range(10, 13)
BUTTONS = 10  # the column of a room with its commands
PLAYER_COLUMNS, PLAYER_ROWS = range(11, 14), range(10)


class Number(NamedTuple):
    """One number on the bot's card."""

    number: int
    is_marked: bool
    tile: Thing


class TombalaReader(RoomReader):
    """One look at the model, for a bot that plays Tombala."""

    # The lobby

    @property
    def is_in_the_lobby(self) -> bool:
        return self.is_in(LOBBY)

    @property
    def rooms(self) -> list[Thing]:
        """The rooms that can be joined: those with the most players first, otherwise in the order of the lobby."""
        cells = sorted(self._grid, key=lambda cell: (cell[1], cell[0]))
        tiles = (self._grid[x, y] for x, y in cells if x < LOBBY_BUTTONS)
        return sorted((tile for tile in tiles if tile.name and tile.is_enabled), key=lambda tile: -_company(tile.text))

    @property
    def new_room(self) -> Thing | None:
        """The tile that makes a room, if it can be clicked."""
        return self._button(LOBBY_BUTTONS, NEW_ROOM)

    # A room

    @property
    def is_in_a_room(self) -> bool:
        return self.matrix is not None and self.matrix.name.startswith(ROOM)

    @cached_property
    def drawn(self) -> frozenset[int]:
        """The numbers drawn so far."""
        board = (_number(self._name(x, y)) for y in BOARD_ROWS for x in BOARD_COLUMNS)
        return frozenset(found[0] for found in board if found is not None and found[1])

    @cached_property
    def card(self) -> list[list[Number]]:
        """The bot's card: three rows of numbers, which are empty if it does not play."""
        return [
            [Number(*found, self._grid[x, y]) for x in CARD_COLUMNS if (found := _number(self._name(x, y))) is not None]
            for y in CARD_ROWS
        ]

    @property
    def wrong(self) -> list[Number]:
        """The numbers that should be marked and are not, or the other way round, and can be clicked."""
        numbers = (found for row in self.card for found in row if found.tile.is_enabled)
        return [found for found in numbers if found.is_marked != (found.number in self.drawn)]

    @property
    def complete(self) -> int:
        """How many rows of the card are fully marked."""
        return sum(bool(row) and all(found.is_marked for found in row) for row in self.card)

    @property
    def announced(self) -> int | None:
        """How many cinkos the bot has announced, by its seat; None if it has no seat."""
        mine = re.compile(rf"{re.escape('' if self.agent is None else self.agent.name)} ([0-9]+)(?: \.\.\.)?")
        names = (self._name(x, y) for x in PLAYER_COLUMNS for y in PLAYER_ROWS)
        return next((int(found[1]) for name in names if (found := mine.fullmatch(name))), None)

    @property
    def next(self) -> Thing | None:
        """The tile that asks for the next number, if it can be clicked."""
        return self._button(BUTTONS, NEXT)

    @property
    def cinko(self) -> Thing | None:
        """The tile that claims a cinko, if it can be clicked: that is while a game is running."""
        return self._button(BUTTONS, CINKO)

    @property
    def home(self) -> Thing | None:
        return self.tile(HOME)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to do here: the game has ended, has begun without us, or is broken."""
        if not any(x == BUTTONS and tile.name == CINKO for (x, _), tile in self._grid.items()):
            return True
        is_on, has_begun = self.cinko is not None, bool(self.drawn)
        return not is_on if any(self.card) else is_on or has_begun

    # Tiles

    def _button(self, column: int, name: str) -> Thing | None:
        """The tile with this name in that column, if it can be clicked."""
        tiles = (tile for (x, _), tile in self._grid.items() if x == column)
        return next((tile for tile in tiles if tile.name == name and tile.is_enabled), None)

    def _name(self, x: int, y: int) -> str:
        tile = self._grid.get((x, y))
        return "" if tile is None else tile.name


def _company(text: str) -> int:
    """How many players a room has, from the tooltip of its tile. Their names come after the first colon."""
    found = re.match(r"[^:]*\b([0-9]{1,4}) players?:", text)
    return 0 if found is None else int(found[1])


def _number(name: str) -> tuple[int, bool] | None:
    """The number on a tile, and whether it is in brackets: drawn, or marked."""
    found = re.fullmatch(r"([0-9]{1,2})|\(([0-9]{1,2})\)", name)
    return None if found is None else (int(found[1] or found[2]), found[2] is not None)
