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

#: The first twelve, chosen so that no two of them look alike to anybody, nor like a card that is down.
FIXED = (
    Colour(0, 0, 238),  # blue
    Colour(238, 238, 0),  # yellow
    Colour(136, 0, 0),  # dark red
    Colour(136, 170, 204),  # pale blue
    Colour(136, 170, 34),  # moss green
    Colour(102, 0, 136),  # purple
    Colour(136, 102, 0),  # brown
    Colour(238, 204, 238),  # pink
    Colour(102, 136, 136),  # grey green
    Colour(68, 102, 170),  # steel blue
    Colour(170, 204, 136),  # pale green
    Colour(102, 136, 238),  # cornflower
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
    return Colour(*(round(255 * part) for part in parts))


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
