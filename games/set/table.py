"""What the table looks like: twelve cards, twelve seats with names and scores, and the commands below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from tilenet.game import HELP, HOME, Key, KeyId, Tile, TileId, Words, help_tile, home_tile
from tilenet.games.set.layouts import ALPHABETIC, AT_THREE, COMMON, NO_SET, SUBMIT
from tilenet.games.set.rules import COLOURS, features, words

RESTART, KEYS, DECK = "restart", "keys", "deck"
SIZE = COLUMNS, _ROWS = 4, 9
SEATS = 12
PLAYS, WATCHES = Words("A player and the score"), Words("Has given up the seat; the score stays")

ON, OFF = Words("At three: on"), Words("At three: off")
AT_ONCE = Words("Submit three cards as soon as you have selected them: on or off")

CARD = "ffe9e9e9"  # the background of a card
#: Readable on that background.
INK: dict[str, str] = dict(zip(COLOURS, ("ffb3121d", "ff1433c4", "ff735600"), strict=True))

#: Always enabled, so that clients always show them.
TABLE_KEYS: dict[KeyId, Key] = {**ALPHABETIC.keys(), **COMMON}


def card_tiles(board: Sequence[int | None], is_on: bool) -> dict[TileId, Tile]:
    return {("card", position): _card(position, card, is_on) for position, card in enumerate(board)}


@cache
def _card(position: int, card: int | None, is_on: bool) -> Tile:
    x, y = position % COLUMNS, position // COLUMNS
    text = ALPHABETIC.card(position)
    if card is None:
        return Tile(x, y, "", text, enabled=False)
    return Tile(x, y, words(card), text, is_on, INK[COLOURS[features(card)[1]]], CARD)


def seat_tiles(seats: Sequence[tuple[str, str]]) -> dict[TileId, Tile]:
    """All seats, each with a name and a text; free ones have no name."""
    return {
        ("seat", seat): Tile(seat % COLUMNS, 3 + seat // COLUMNS, name, text, enabled=False)
        for seat, (name, text) in enumerate([*seats, *[("", PLAYS)] * (SEATS - len(seats))])
    }


def deck_tile(cards: int | None) -> dict[TileId, Tile]:
    """How many cards are in the deck; nothing while there is no game."""
    name = "" if cards is None else Words("{cards} in the deck", cards=cards)
    return {DECK: Tile(3, 7, name, Words("Cards to come"), enabled=False)}


@cache
def command_tiles(is_on: bool, can_restart: bool, at_three: bool) -> Mapping[TileId, Tile]:
    """What can be clicked besides cards; `at_three` is what most players have."""
    return {
        HOME: home_tile(0, 6),
        HELP: help_tile(1, 6),
        SUBMIT: Tile(2, 6, Words("Submit"), Words("The selected cards are a set"), is_on),
        NO_SET: Tile(3, 6, Words("No set"), Words("There is no set on the table"), is_on),
        RESTART: Tile(0, 7, Words("Restart"), Words("Another game"), can_restart),
        KEYS: Tile(1, 7, Words("Keys"), Words("Other letters: alphabetic, left hand, right hand")),
        AT_THREE: Tile(
            0, 8, ON if at_three else OFF, Words("Submit three cards as soon as you have selected them: on or off")
        ),
    }
