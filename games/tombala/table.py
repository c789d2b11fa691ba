"""What a room of Tombala looks like: the board of 90, the last numbers, the card, the players, what can be done."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tilenet.game import HELP, HOME, Key, KeyId, Tile, TileId, help_tile, home_tile
from tilenet.games.tombala.rules import COLUMNS, NUMBERS, ROWS

SIZE = 14, 13
SEATS = 26  # so many names, in plain letters, are less than 1000 bytes in the messages of Tombala's own protocol
LAST = 10  # numbers

NEXT, CINKO, AUTO, BACK = "next", "cinko", "auto", "lobby"
CARD_AT = 0, 10  # column and row of the card's first cell

PAPER, MARKED = "ffe9e4d0", "ff8fc98f"  # of a card
DRAWN = "ff2e6b2e"  # behind a number of the board


def keys(is_on: bool, waits_for_all: bool) -> dict[KeyId, Key]:
    return {
        ("key", NEXT): Key("VK_N", "next", is_on and waits_for_all),
        ("key", CINKO): Key("VK_C", "cinko", is_on),
        ("key", AUTO): Key("VK_A", "auto mark"),
        ("key", BACK): Key("VK_L", "lobby"),
    }


def next_tile(enabled: bool) -> Tile:
    return Tile(10, 0, "Next", "The next number, please", enabled)


def auto_tile(is_on: bool) -> Tile:
    text = "On: drawn numbers are marked for you" if is_on else "Off: you mark the numbers yourself"
    return Tile(10, 2, "Auto mark", text)


def command_tiles(is_on: bool) -> dict[TileId, Tile]:
    return {
        NEXT: next_tile(False),
        CINKO: Tile(10, 1, "Cinko", "All the rows that you have marked are complete", is_on),
        AUTO: auto_tile(False),
        HOME: home_tile(10, 3),
        HELP: help_tile(10, 4),
        BACK: Tile(10, 5, "Lobby", "Out of this room, to the others"),
    }


def board_tiles(drawn: Collection[int]) -> dict[TileId, Tile]:
    return {("board", number): _on_board(number, number in drawn) for number in NUMBERS}


def _on_board(number: int, is_drawn: bool) -> Tile:
    x, y = (number - 1) % 10, (number - 1) // 10
    if is_drawn:
        return Tile(x, y, f"({number})", f"{number} is drawn", False, "ffffffff", DRAWN)
    return Tile(x, y, str(number), f"{number} is not drawn yet", False)


def last_tiles(drawn: Sequence[int]) -> dict[TileId, Tile]:
    """The newest first."""
    numbers = [str(number) for number in drawn[: -LAST - 1 : -1]]
    return {
        ("last", at): Tile(at, 9, name, "The number just drawn" if not at else "Drawn before", enabled=False)
        for at, name in enumerate([*numbers, *[""] * (LAST - len(numbers))])
    }


def card_tiles() -> dict[TileId, Tile]:
    """What is seen by who has no card; the cards themselves are in the players' views."""
    x, y = CARD_AT
    return {
        ("card", row, at): Tile(x + at, y + row, "", "Your card", enabled=False)
        for row in range(ROWS)
        for at in range(COLUMNS)
    }


def seat_tiles(names: Sequence[str]) -> dict[TileId, Tile]:
    """All seats, those that nobody has without a name."""
    return {
        ("seat", seat): Tile(11 + seat // 10, seat % 10, name, "A player, and how many cinkos", enabled=False)
        for seat, name in enumerate([*names, *[""] * (SEATS - len(names))])
    }
