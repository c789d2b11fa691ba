"""The pictures on the cards of Memory: thirty-two, which can be told apart by their shapes alone.

Each of sixteen shapes is there twice: by itself, and cut out of a square. They are black, and the tile's own colour,
which is that of a player, shows behind them. A board with more pairs than that has only letters on its cards.
"""

from __future__ import annotations

from functools import cache

from tilenet.game import Image
from tilenet.games.png import Shape, draw
from tilenet.games.shapes import SHAPES

INK, PAPER = "ff101010", "ffe9e4d0"  # the paper is transparent, for clients that know how
STRIPES = "ff354056"  # on the back of a card
SMALLER = 1.15  # how many times a shape that is cut out
EDGE = 0.92  # of the square

NAMES = (*SHAPES, *(f"cut {name}" for name in SHAPES))


def has_pictures(dim: int) -> bool:
    """Whether a board of this size has no more pairs than there are pictures; 0 stands for one with letters."""
    return 0 < dim * dim // 2 <= len(NAMES)


def symbol(letters: str, dim: int) -> str | None:
    """The name of the picture on the cards with these letters, on a board of this size."""
    if not letters or not has_pictures(dim):
        return None
    first, second = (ord(letter) - ord("a") for letter in letters)
    return NAMES[first * dim + second]


def image(letters: str, dim: int, down: str) -> Image | None:
    """What is on a card with these letters; without any, it is down, and has this colour."""
    name = symbol(letters, dim)
    return picture(name) if name is not None else back(down) if has_pictures(dim) else None


@cache
def back(colour: str) -> Image:
    """Of a card that is down: so one that was up before looks the same as the others, in any client."""
    return draw(lambda x, y: (x + y) % 0.5 < 0.25, STRIPES, colour, 32)


@cache
def picture(name: str) -> Image:
    shape = SHAPES[name.removeprefix("cut ")]
    return draw(_cut_out(shape) if name.startswith("cut ") else shape, INK, PAPER, 32)


def _cut_out(shape: Shape) -> Shape:
    return lambda x, y: max(abs(x), abs(y)) < EDGE and not shape(x * SMALLER, y * SMALLER)
