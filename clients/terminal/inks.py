"""Colours: those that a server sends (AARRGGBB), and the client's own, as the terminal can show them.

A depth is how many colours there are: 2**24, 256, 16, or 1 for none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from urwid import AttrSpec
from urwid.display.raw import Screen

Depth: TypeAlias = Literal[1, 16, 256, 16777216]
DEPTHS: dict[str, Depth] = {"24bit": 16777216, "256": 256, "16": 16, "none": 1}


class Colour(NamedTuple):
    red: int
    green: int
    blue: int

    def distance(self, other: Colour) -> float:
        """How different two colours look, roughly: the eye sees green best."""
        red, green, blue = (a - b for a, b in zip(self, other, strict=True))
        return 2 * red * red + 4 * green * green + 3 * blue * blue


BLACK, WHITE = Colour(0, 0, 0), Colour(255, 255, 255)

#: As most terminals show them; the first eight can be a background everywhere.
BASIC: dict[str, Colour] = {
    "black": Colour(0, 0, 0),
    "dark red": Colour(170, 0, 0),
    "dark green": Colour(0, 170, 0),
    "brown": Colour(170, 85, 0),
    "dark blue": Colour(0, 0, 170),
    "dark magenta": Colour(170, 0, 170),
    "dark cyan": Colour(0, 170, 170),
    "light gray": Colour(170, 170, 170),
    "dark gray": Colour(85, 85, 85),
    "light red": Colour(255, 85, 85),
    "light green": Colour(85, 255, 85),
    "yellow": Colour(255, 255, 85),
    "light blue": Colour(85, 85, 255),
    "light magenta": Colour(255, 85, 255),
    "light cyan": Colour(85, 255, 255),
    "white": Colour(255, 255, 255),
}
BACKGROUNDS = dict(list(BASIC.items())[:8])

#: What is a dark yellow on some terminals, and a light one on others.
OTHERWISE = {"brown": Colour(205, 205, 0)}
READABLE = 2.0  # the contrast that text has at least, where there are few colours
GREYISH = 48  # how far the parts of a colour may be apart

_STEPS = (0, 95, 135, 175, 215, 255)


def read(text: str | None, over: Colour, otherwise: Colour) -> Colour:
    """A colour as a server sends it, on top of another where it is not opaque.

    One of six digits or fewer has no alpha in it, and is taken as opaque: nobody sends a colour not to be seen.
    """
    if text is None:
        return otherwise
    value = int(text, 16)
    colour = Colour(value >> 16 & 255, value >> 8 & 255, value & 255)
    alpha = value >> 24 if len(text) > 6 else 255
    return Colour(*((a * alpha + b * (255 - alpha)) // 255 for a, b in zip(colour, over, strict=True)))


class Inks:
    """How to write: the client's own roles, and any pair of colours."""

    def __init__(self, depth: Depth) -> None:
        self.depth = depth
        self._made: dict[tuple[Colour, Colour, str], AttrSpec] = {}
        self._roles = {name: self._role(*looks) for name, looks in ROLES.items()}

    def __getitem__(self, role: str) -> AttrSpec:
        return self._roles[role]

    def of(self, fg: Colour, bg: Colour, extra: str = "") -> AttrSpec:
        """An ink of two colours, with `,bold` and the like."""
        key = fg, bg, extra
        if key not in self._made:
            if len(self._made) > 4096:  # a server that never ends to make up colours
                self._made.clear()
            self._made[key] = self._make(fg, bg, extra)
        return self._made[key]

    def _make(self, fg: Colour, bg: Colour, extra: str) -> AttrSpec:
        if self.depth == 1:
            return AttrSpec(f"default{extra}", "default", 1)
        if self.depth == 16:
            back, front = _nearest(bg, BACKGROUNDS), _nearest(fg, BASIC)
            if fg != bg and _contrast(front, back) < READABLE:
                front = max("black", "white", key=lambda name: _contrast(name, back))
            return AttrSpec(f"{front}{extra}", back, 16)
        if self.depth == 256:
            return AttrSpec(f"h{_of_256(fg)}{extra}", f"h{_of_256(bg)}", 256)
        return AttrSpec(f"#{fg[0]:02x}{fg[1]:02x}{fg[2]:02x}{extra}", f"#{bg[0]:02x}{bg[1]:02x}{bg[2]:02x}", 16777216)

    def _role(self, fg: str, bg: str, mono: str) -> AttrSpec:
        return AttrSpec(mono, "default", 1) if self.depth == 1 else AttrSpec(fg, bg, self.depth)


#: The client's own inks: foreground, background, and what there is without colour.
ROLES: Mapping[str, tuple[str, str, str]] = {
    "plain": ("default", "default", "default"),
    "title": ("white,bold", "dark blue", "default,standout"),
    "headline": ("default,bold", "default", "default,bold"),
    "rule": ("dark gray", "default", "default"),
    "faint": ("dark gray", "default", "default"),
    "me": ("dark green,bold", "default", "default,bold"),
    "audience": ("dark gray", "default", "default"),
    "speaker": ("dark cyan,bold", "default", "default"),
    "room": ("dark magenta,bold", "default", "default"),
    "to me": ("black", "brown", "default,standout"),
    "tooltip": ("dark cyan", "default", "default"),
    "warning": ("white,bold", "dark red", "default,standout"),
    "awake": ("black", "dark green", "default,standout"),
    "asleep": ("dark gray", "default", "default"),
    "typing": ("default", "default", "default"),
    "legend": ("dark gray", "default", "default"),
    "key": ("default,bold", "default", "default,bold"),
    "frame": ("dark cyan", "default", "default"),
    "focus": ("default,bold", "default", "default,bold"),
}


def depth_of(screen: Screen) -> Depth:
    """What the terminal can show: NO_COLOR, COLORTERM and TERM tell urwid."""
    if screen.colors == 16 and not _has_colours(screen.term):
        return 1
    return 16 if screen.colors == 88 else screen.colors


def _has_colours(term: str) -> bool:
    """What the system's own list of terminals says; yes, if it knows nothing."""
    try:
        import curses

        with open(os.devnull) as nothing:
            curses.setupterm(term, nothing.fileno())
        return curses.tigetnum("colors") != -1
    except (ImportError, curses.error):
        return True


def _contrast(front: str, back: str) -> float:
    """How well one of the basic colours can be read on another, on any terminal; as WCAG counts it, from 1 to 21."""
    found = []
    for seen in (BASIC, BASIC | OTHERWISE):
        darker, lighter = sorted(_brightness(seen[name]) for name in (front, back))
        found.append((lighter + 0.05) / (darker + 0.05))
    return min(found)


def _brightness(colour: Colour) -> float:
    red, green, blue = (part / 255 / 12.92 if part < 11 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _nearest(colour: Colour, among: Mapping[str, Colour]) -> str:
    """The most alike; what is nearly grey becomes a grey, or a slate would be brown."""
    if max(colour) - min(colour) < GREYISH:
        among = {name: other for name, other in among.items() if len(set(other)) == 1}
    return min(among, key=lambda name: colour.distance(among[name]))


def _of_256(colour: Colour) -> int:
    """The nearest of the cube and of the greys."""
    steps = [min(range(6), key=lambda step, part=part: abs(_STEPS[step] - part)) for part in colour]  # type: ignore[misc]
    cube = Colour(*(_STEPS[step] for step in steps))
    grey = min(max((sum(colour) // 3 - 3) // 10, 0), 23)
    level = 8 + 10 * grey
    if colour.distance(Colour(level, level, level)) < colour.distance(cube):
        return 232 + grey
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
