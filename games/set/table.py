"""What the table looks like: twelve cards, twelve seats with names and scores, and the tiles below them."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.game import HELP, HOME, Key, KeyId, Tile, TileId, help_tile, home_tile
from tilenet.games.set.layouts import ALPHABETIC, COMMON, NO_SET, SUBMIT
from tilenet.games.set.rules import COLOURS, features, words

RESTART, KEYS = "restart", "keys"
SIZE = COLUMNS, _ROWS = 4, 8
SEATS = 12

CARD = "ffe9e9e9"  # behind a card
INK = dict(zip(COLOURS, ("ffb3121d", "ff1433c4", "ff735600"), strict=True))  # of the room's colours, what can be read

#: Always enabled, so that they can be read on the screen at all times.
TABLE_KEYS: dict[KeyId, Key] = {**ALPHABETIC.keys(), **COMMON}


def card_tiles(board: Sequence[int | None], is_on: bool) -> dict[TileId, Tile]:
    return {("card", position): _card(position, card, is_on) for position, card in enumerate(board)}


def _card(position: int, card: int | None, is_on: bool) -> Tile:
    x, y = position % COLUMNS, position // COLUMNS
    text = ALPHABETIC.card(position)
    if card is None:
        return Tile(x, y, "", text, enabled=False)
    return Tile(x, y, words(card), text, is_on, INK[COLOURS[features(card)[1]]], CARD)


def seat_tiles(names: Sequence[str]) -> dict[TileId, Tile]:
    """All seats, those that nobody has without a name."""
    return {
        ("seat", seat): Tile(seat % COLUMNS, 3 + seat // COLUMNS, name, "A player and the score", enabled=False)
        for seat, name in enumerate([*names, *[""] * (SEATS - len(names))])
    }


def command_tiles(is_on: bool, can_restart: bool) -> dict[TileId, Tile]:
    """What can be clicked besides cards; a tile ("do", key) does what the key does."""
    return {
        HOME: home_tile(0, 6),
        HELP: help_tile(1, 6),
        ("do", SUBMIT): Tile(2, 6, "Submit", "The selected cards are a set", is_on),
        ("do", NO_SET): Tile(3, 6, "No set", "There is no set on the table", is_on),
        RESTART: Tile(0, 7, "Restart", "Another game", can_restart),
        KEYS: Tile(1, 7, "Keys", "Other letters: alphabetic, left hand, right hand"),
    }
