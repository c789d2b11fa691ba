"""What a room of Tombala looks like: the board of 90, the last numbers, the card, the players, the commands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from tilenet.game import HELP, HOME, Key, KeyId, Tile, TileId, Words, help_tile, home_tile, leaving
from tilenet.games.tombala import commands
from tilenet.games.tombala.rules import COLUMNS, NUMBERS, ROWS, Match

SIZE = 14, 13
SEATS = 26
LAST = 10  # drawn numbers shown in a row

NEXT, CINKO, AUTO, BACK, CLOCK = "next", "cinko", "auto", "lobby", "clock"
CARD_AT = 0, 10  # column and row of the card's first cell

PAPER, MARKED = "ffe9e4d0", "ff8fc98f"  # the background of numbers on a card
INK = "ff101010"
FULL = "fff2c14e"  # the background of a row that can be announced, and of Cinko then
DRAWN = "ff2e6b2e"  # the background of a drawn number on the board

ON, OFF = Words("On: drawn numbers are marked for you"), Words("Off: you mark the numbers yourself")
NEWEST, EARLIER = Words("The number just drawn"), Words("Drawn earlier")
CINKO_NAME = Words("Cinko")
YOUR_CARD = Words("Your card")
A_SEAT = Words("A player, and the number of cinkos")
TO_LOBBY, LOBBY_KEY, LOBBY = Words("Back to the lobby"), Words("lobby"), Words("Lobby")
UNTIL_START = Words("The time until the game starts")
NO_WINNER = Words("Game over: no winner.")


@cache
def keys(*, has_lobby: bool = True) -> Mapping[KeyId, Key]:
    """Those of spectators, who can only leave."""
    return {**_player_keys(False, False, False), **exit_keys(has_lobby=has_lobby)}


def player_keys(is_on: bool, waits_for_all: bool) -> Mapping[KeyId, Key]:
    return _player_keys(is_on and waits_for_all, is_on, True)


@cache
def _player_keys(has_next: bool, has_cinko: bool, has_auto: bool) -> Mapping[KeyId, Key]:
    return {
        ("key", NEXT): Key("VK_N", Words("next"), has_next),
        ("key", CINKO): Key("VK_C", Words("cinko"), has_cinko),
        ("key", AUTO): Key("VK_A", Words("auto mark"), has_auto),
    }


def exit_keys(cost: str = "", *, has_lobby: bool = True) -> dict[KeyId, Key]:
    return {("key", BACK): Key("VK_L", leaving(LOBBY_KEY, cost))} if has_lobby else {}


@cache
def next_tile(enabled: bool) -> Tile:
    return Tile(10, 0, Words("Next"), Words("Ask for the next number"), enabled)


@cache
def cinko_tile(enabled: bool, *, is_due: bool = False) -> Tile:
    """It is due when a row is full that is not announced yet."""
    text = Words("Announce your full rows")
    return Tile(10, 1, CINKO_NAME, text, enabled, INK, FULL) if is_due else Tile(10, 1, CINKO_NAME, text, enabled)


@cache
def auto_tile(is_on: bool, *, enabled: bool = True) -> Tile:
    return Tile(10, 2, Words("Auto mark"), ON if is_on else OFF, enabled)


@cache
def command_tiles(*, has_lobby: bool = True) -> Mapping[TileId, Tile]:
    """What spectators see; players can do more, in their views."""
    return {
        NEXT: next_tile(False),
        CINKO: cinko_tile(False),
        AUTO: auto_tile(False, enabled=False),
        HELP: help_tile(10, 4),
        **exit_tiles(has_lobby=has_lobby),
    }


def exit_tiles(cost: str = "", *, has_lobby: bool = True) -> dict[TileId, Tile]:
    back: dict[TileId, Tile] = {BACK: Tile(10, 5, LOBBY, leaving(TO_LOBBY, cost))} if has_lobby else {}
    return {HOME: home_tile(10, 3, cost), **back}


def headline(match: Match | None, seconds: int, every: int | None) -> str:
    """`seconds` are those of the countdown; `every` so many seconds a number comes, unless the game waits for all."""
    if match is None:
        if every is None:
            return Words("The game starts in {seconds} s.", seconds=seconds)
        return Words("The game starts in {seconds} s. A new number every {every} s.", seconds=seconds, every=every)
    if match.is_over:
        winner = match.winner
        return NO_WINNER if winner is None else Words("Game over: {name} wins.", name=winner.name)
    so_far: dict[str, Any] = {"count": len(match.drawn), "number": match.drawn[-1]}
    if every is not None:
        return Words("Number {count} of 90: {number}. A new one every {every} s.", every=every, **so_far)
    names = commands.some([player.name for player in match.waited_for])
    return Words("Number {count} of 90: {number}. Waiting for {names}.", names=names, **so_far)


def clock_tile(seconds: int) -> Tile:
    """The countdown, for clients that draw it: the headline has players' names in it, so they cannot rely on that."""
    return Tile(10, 9, commands.in_seconds(seconds) if seconds else "", UNTIL_START, enabled=False)


def board_tiles(drawn: Collection[int]) -> dict[TileId, Tile]:
    return {("board", number): _on_board(number, number in drawn) for number in NUMBERS}


@cache
def _on_board(number: int, is_drawn: bool) -> Tile:
    x, y = (number - 1) % 10, (number - 1) // 10
    if is_drawn:
        return Tile(x, y, f"({number})", Words("{number} has been drawn", number=number), False, "ffffffff", DRAWN)
    return Tile(x, y, str(number), Words("{number} has not been drawn yet", number=number), False)


def last_tiles(drawn: Sequence[int]) -> dict[TileId, Tile]:
    """The newest first."""
    numbers = [str(number) for number in drawn[: -LAST - 1 : -1]]
    return {
        ("last", at): Tile(at, 9, name, EARLIER if at else NEWEST, enabled=False)
        for at, name in enumerate([*numbers, *[""] * (LAST - len(numbers))])
    }


def card_tiles() -> dict[TileId, Tile]:
    """What players without a card see; the cards themselves are in the players' views."""
    x, y = CARD_AT
    return {
        ("card", row, at): Tile(x + at, y + row, "", YOUR_CARD, enabled=False)
        for row in range(ROWS)
        for at in range(COLUMNS)
    }


def seat_tiles(names: Sequence[str]) -> dict[TileId, Tile]:
    """All seats; free ones have no name."""
    return {
        ("seat", seat): Tile(11 + seat // 10, seat % 10, name, A_SEAT, enabled=False)
        for seat, name in enumerate([*names, *[""] * (SEATS - len(names))])
    }
