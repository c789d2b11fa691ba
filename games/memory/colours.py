"""The colours of players: all different, and different also to eyes that cannot tell red from green."""

from __future__ import annotations

from collections.abc import Collection
from colorsys import hls_to_rgb
from functools import lru_cache
from itertools import count
from typing import NamedTuple


class Colour(NamedTuple):
    """Red, green and blue, 0 to 255 each."""

    red: int
    green: int
    blue: int


BLACK, WHITE = Colour(0, 0, 0), Colour(255, 255, 255)

DOWN = Colour(38, 46, 61)  # of a card that is down
CLEAR = 3.0  # the least contrast of a player's colour with such a card

#: The first twelve, chosen so that no two of them look alike to anybody, nor like a card that is down or white paper,
#: and that black can be read on all of them.
FIXED = (
    Colour(85, 102, 255),  # blue
    Colour(255, 255, 136),  # pale yellow
    Colour(221, 68, 0),  # red
    Colour(34, 187, 204),  # teal
    Colour(170, 221, 170),  # pale green
    Colour(102, 136, 119),  # grey green
    Colour(255, 119, 0),  # orange
    Colour(238, 204, 34),  # yellow
    Colour(102, 221, 255),  # sky blue
    Colour(102, 153, 255),  # cornflower
    Colour(119, 119, 187),  # lavender
    Colour(0, 187, 119),  # green
)

_TURN = 0.618034  # of the circle of hues, from one computed colour to the next: they never come round to the same hue
_LIGHTNESS = (0.35, 0.5, 0.65, 0.78)
_SATURATION = 0.8


@lru_cache(4096)
def nth(number: int) -> Colour:
    """A colour by its number, from 0. After the fixed ones they are computed, and come closer and closer."""
    if number < len(FIXED):
        return FIXED[number]
    parts = hls_to_rgb(number * _TURN % 1, _LIGHTNESS[number % len(_LIGHTNESS)], _SATURATION)
    colour = Colour(*(round(255 * part) for part in parts))
    paler = (mix(colour, WHITE, step / 20) for step in range(20))
    return next(one for one in paler if contrast(one, DOWN) >= CLEAR)


def free(taken: Collection[Colour]) -> int:
    """The number of the first colour that is not taken."""
    return next(number for number in count() if nth(number) not in taken)


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """A colour with this share of another in it."""
    return Colour(*(round(one + (two - one) * share) for one, two in zip(colour, other, strict=True)))


def contrast(one: Colour, other: Colour) -> float:
    """How well one can be read on the other, as WCAG counts it: from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4  # the screen's gamma
        for part in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(1024)
def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever is easier to read on this colour."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, colour))


@lru_cache(1024)
def argb(colour: Colour) -> str:
    """A colour as tiles and facts have it: aarrggbb."""
    return f"ff{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
