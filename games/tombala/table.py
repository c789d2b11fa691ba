"""What a room of Tombala looks like: the board of 90, the last numbers, the card, the players, the commands."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tilenet.game import HELP, HOME, Key, KeyId, Tile, TileId, help_tile, home_tile, leaving
from tilenet.games.tombala import commands
from tilenet.games.tombala.rules import COLUMNS, NUMBERS, ROWS, Match

SIZE = 14, 13
SEATS = 26
LAST = 10  # drawn numbers shown in a row

NEXT, CINKO, AUTO, BACK, CLOCK = "next", "cinko", "auto", "lobby", "clock"
CARD_AT = 0, 10  # column and row of the card's first cell

PAPER, MARKED = "ffe9e4d0", "ff8fc98f"  # the background of numbers on a card
DRAWN = "ff2e6b2e"  # the background of a drawn number on the board


def keys(is_on: bool, waits_for_all: bool) -> dict[KeyId, Key]:
    return {
        ("key", NEXT): Key("VK_N", "next", is_on and waits_for_all),
        ("key", CINKO): Key("VK_C", "cinko", is_on),
        ("key", AUTO): Key("VK_A", "auto mark"),
        **exit_keys(),
    }


def exit_keys(cost: str = "") -> dict[KeyId, Key]:
    return {("key", BACK): Key("VK_L", leaving("lobby", cost))}


def next_tile(enabled: bool) -> Tile:
    return Tile(10, 0, "Next", "Ask for the next number", enabled)


def auto_tile(is_on: bool) -> Tile:
    text = "On: drawn numbers are marked for you" if is_on else "Off: you mark the numbers yourself"
    return Tile(10, 2, "Auto mark", text)


def command_tiles(is_on: bool) -> dict[TileId, Tile]:
    return {
        NEXT: next_tile(False),
        CINKO: Tile(10, 1, "Cinko", "Announce the rows you have marked", is_on),
        AUTO: auto_tile(False),
        HELP: help_tile(10, 4),
        **exit_tiles(),
    }


def exit_tiles(cost: str = "") -> dict[TileId, Tile]:
    return {
        HOME: home_tile(10, 3, cost),
        BACK: Tile(10, 5, "Lobby", leaving("Back to the lobby", cost)),
    }


def headline(match: Match | None, seconds: int, every: int | None) -> str:
    """`seconds` are those of the countdown; `every` so many seconds a number comes, unless the game waits for all."""
    if match is None:
        return f"The game starts in {seconds} s.{'' if every is None else f' A new number every {every} s.'}"
    if match.is_over:
        return f"Game over: {'no winner' if match.winner is None else f'{match.winner.name} wins'}."
    number = f"Number {len(match.drawn)} of {len(NUMBERS)}: {match.drawn[-1]}."
    if every is not None:
        return f"{number} A new one every {every} s."
    return f"{number} Waiting for {commands.some([player.name for player in match.waited_for])}."


def clock_tile(seconds: int) -> Tile:
    """The countdown, for clients that draw it: the headline has players' names in it, so they cannot rely on that."""
    return Tile(10, 9, f"{seconds} s" if seconds else "", "The time until the game starts", enabled=False)


def board_tiles(drawn: Collection[int]) -> dict[TileId, Tile]:
    return {("board", number): _on_board(number, number in drawn) for number in NUMBERS}


def _on_board(number: int, is_drawn: bool) -> Tile:
    x, y = (number - 1) % 10, (number - 1) // 10
    if is_drawn:
        return Tile(x, y, f"({number})", f"{number} has been drawn", False, "ffffffff", DRAWN)
    return Tile(x, y, str(number), f"{number} has not been drawn yet", False)


def last_tiles(drawn: Sequence[int]) -> dict[TileId, Tile]:
    """The newest first."""
    numbers = [str(number) for number in drawn[: -LAST - 1 : -1]]
    return {
        ("last", at): Tile(at, 9, name, "The number just drawn" if not at else "Drawn earlier", enabled=False)
        for at, name in enumerate([*numbers, *[""] * (LAST - len(numbers))])
    }


def card_tiles() -> dict[TileId, Tile]:
    """What players without a card see; the cards themselves are in the players' views."""
    x, y = CARD_AT
    return {
        ("card", row, at): Tile(x + at, y + row, "", "Your card", enabled=False)
        for row in range(ROWS)
        for at in range(COLUMNS)
    }


def seat_tiles(names: Sequence[str]) -> dict[TileId, Tile]:
    """All seats; free ones have no name."""
    return {
        ("seat", seat): Tile(11 + seat // 10, seat % 10, name, "A player, and the number of cinkos", enabled=False)
        for seat, name in enumerate([*names, *[""] * (SEATS - len(names))])
    }
