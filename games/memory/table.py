"""What a room of Memory looks like: the cards, and beside them Home, Help and the players with what they have found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from unicodedata import east_asian_width

from tilenet.game import HELP, HOME, Image, Tile, TileId, Words, help_tile, home_tile
from tilenet.games.memory import colours
from tilenet.games.memory.colours import WHITE, Colour, argb, ink_on, mix
from tilenet.games.memory.events import Place, State
from tilenet.games.memory.symbols import image

ROWS = 8  # at least, so that there is room for some players beside a small board
COMMANDS = 2  # rows of the last column, before the players
PALE = 0.7  # how much white is in the colour of a card that is up, until it is found
LONGEST = 14  # columns for a player's name on a tile, whose text has all of it

STAKE = Words("You lose the cards you have found.")

_DOWN_TEXT, _DOWN_INK, _DOWN = Words("A card that is face down."), "ffffffff", argb(colours.DOWN)


def size_of(dim: int) -> tuple[int, int]:
    return dim + 1, max(dim, ROWS)


def card_tile(x: int, y: int, place: Place, pictures: int, *, is_on: bool) -> Tile:
    """One card; `pictures` is the size of the board, if there are pictures on its cards.

    Those that are up can be clicked, too: that puts one's own first card back.
    """
    shown = image(place.letters, pictures, _DOWN)
    if place.state is State.DOWN or place.by is None:
        return Tile(x, y, "?", _DOWN_TEXT, is_on, _DOWN_INK, _DOWN, shown)
    name = place.by.name
    if place.state is State.LOCKED:
        return _coloured(x, y, place.letters, Words("{name} has found it.", name=name), False, place.colour, shown)
    colour = mix(place.colour, WHITE, PALE)
    if place.is_wrong:
        text = Words("{name} has turned it up, and it is not a pair.", name=name)
        return _coloured(x, y, f"{place.letters}!", text, is_on, colour, shown)
    return _coloured(x, y, place.letters, Words("{name} has turned it up.", name=name), is_on, colour, shown)


def _coloured(x: int, y: int, name: str, text: str, enabled: bool, colour: Colour, shown: Image | None = None) -> Tile:
    return Tile(x, y, name, text, enabled, argb(ink_on(colour)), argb(colour), shown)


def side_tiles(dim: int, players: Sequence[tuple[str, int, Colour]], *, is_on: bool) -> dict[TileId, Tile]:
    """The last column. If not all players fit, the last tile counts the others."""
    _, rows = size_of(dim)
    tiles: dict[TileId, Tile] = {HOME: home_tile(dim, 0, STAKE if is_on else ""), HELP: help_tile(dim, 1)}
    room = rows - COMMANDS
    named = players if len(players) <= room else players[: room - 1]
    for seat, (name, cards, colour) in enumerate(named):
        text = Words("{name} has found {cards} cards.", name=name, cards=cards)
        tiles["seat", seat] = _coloured(dim, COMMANDS + seat, f"{_short(name)} {cards}", text, False, colour)
    if more := len(players) - len(named):
        text = Words("{players} players.", players=len(players))
        tiles["more"] = Tile(dim, rows - 1, Words("and {more} more", more=more), text, enabled=False)
    return tiles


def _short(name: str) -> str:
    """A name that leaves space for the number after it. A wide letter takes two columns of a terminal."""
    ends = [*accumulate(2 if east_asian_width(letter) in "WF" else 1 for letter in name)]
    return name if ends[-1] <= LONGEST else f"{name[: sum(end < LONGEST for end in ends)]}…"
