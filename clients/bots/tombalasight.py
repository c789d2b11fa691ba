"""What a bot sees of Tombala: the rooms that it can join; in a room the board, its own card, and the players."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from tilenet.clients.bots.sight import HOME, Look
from tilenet.clients.model import Thing

LOBBY = "Tombala"
NEW_ROOM, NEXT, CINKO = "New room", "Next", "Cinko"
ROOM = f"{LOBBY}: "  # before the name of a room
OVER = "Game over"  # with this the headline of a game begins that has ended

LOBBY_BUTTONS = 3  # the column of the lobby that has no rooms
BOARD_COLUMNS, BOARD_ROWS = range(10), range(9)
CARD_COLUMNS, CARD_ROWS = range(9), range(10, 13)
BUTTONS = 10  # the column of a room with what can be done there
PLAYER_COLUMNS, PLAYER_ROWS = range(11, 14), range(10)


class Number(NamedTuple):
    """One number of one's own card."""

    number: int
    is_marked: bool
    tile: Thing


class TombalaSight(Look):
    """One look at the model by who plays Tombala."""

    # The lobby

    @property
    def is_in_the_lobby(self) -> bool:
        return self.is_in(LOBBY)

    @property
    def rooms(self) -> list[Thing]:
        """The rooms that can be joined: those with most company first, else in the order of the lobby."""
        cells = sorted(self._grid, key=lambda cell: (cell[1], cell[0]))
        tiles = (self._grid[x, y] for x, y in cells if x < LOBBY_BUTTONS)
        return sorted((tile for tile in tiles if tile.name and tile.is_enabled), key=lambda tile: -_company(tile.text))

    @property
    def new_room(self) -> Thing | None:
        """What makes a room, if it can be clicked."""
        return self._button(LOBBY_BUTTONS, NEW_ROOM)

    # A room

    @property
    def is_in_a_room(self) -> bool:
        return self.matrix is not None and self.matrix.name.startswith(ROOM)

    @cached_property
    def drawn(self) -> frozenset[int]:
        """The numbers that were drawn."""
        board = (_number(self._name(x, y)) for y in BOARD_ROWS for x in BOARD_COLUMNS)
        return frozenset(found[0] for found in board if found is not None and found[1])

    @cached_property
    def card(self) -> list[list[Number]]:
        """One's own card: the numbers of its three rows. Who does not play has none in them."""
        return [
            [Number(*found, self._grid[x, y]) for x in CARD_COLUMNS if (found := _number(self._name(x, y))) is not None]
            for y in CARD_ROWS
        ]

    @property
    def wrong(self) -> list[Number]:
        """The numbers of the card that were drawn and are not marked, or the other way round, and can be clicked."""
        numbers = (found for row in self.card for found in row if found.tile.is_enabled)
        return [found for found in numbers if found.is_marked != (found.number in self.drawn)]

    @property
    def complete(self) -> int:
        """How many rows of the card are marked."""
        return sum(bool(row) and all(found.is_marked for found in row) for row in self.card)

    @property
    def announced(self) -> int | None:
        """How many cinkos one has announced, as the list of players has it; None if one is not in it."""
        mine = re.compile(rf"{re.escape('' if self.agent is None else self.agent.name)} ([0-9]+)(?: \.\.\.)?")
        names = (self._name(x, y) for x in PLAYER_COLUMNS for y in PLAYER_ROWS)
        return next((int(found[1]) for name in names if (found := mine.fullmatch(name))), None)

    @property
    def next(self) -> Thing | None:
        """What asks for the next number, as long as one has to."""
        return self._button(BUTTONS, NEXT)

    @property
    def cinko(self) -> Thing | None:
        """What claims a cinko, as long as the game runs."""
        return self._button(BUTTONS, CINKO)

    @property
    def home(self) -> Thing | None:
        return self.tile(HOME)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to be done here any more: the game has ended, runs without us, or is broken."""
        if self.matrix is not None and self.matrix.text.startswith(OVER):
            return True
        if not any(self.card):
            return self.cinko is not None or not any(tile.name == CINKO for tile in self._grid.values())
        return False

    # Tiles

    def _button(self, column: int, name: str) -> Thing | None:
        """What has this name in that column, if it can be clicked."""
        tiles = (tile for (x, _), tile in self._grid.items() if x == column)
        return next((tile for tile in tiles if tile.name == name and tile.is_enabled), None)

    def _name(self, x: int, y: int) -> str:
        tile = self._grid.get((x, y))
        return "" if tile is None else tile.name


def _company(text: str) -> int:
    """How many players a room has, by what the lobby says of it."""
    found = re.search(r"\b([0-9]{1,4}) players?:", text)
    return 0 if found is None else int(found[1])


def _number(name: str) -> tuple[int, bool] | None:
    """The number that a tile shows, and whether it is in brackets: drawn, or marked."""
    found = re.fullmatch(r"([0-9]{1,2})|\(([0-9]{1,2})\)", name)
    return None if found is None else (int(found[1] or found[2]), found[2] is not None)
