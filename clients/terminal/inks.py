"""Colours: those that a server sends (AARRGGBB), and the client's own, as this terminal can show them.

A depth is the number of colours: 2**24, 256, 16, or 1 for none.
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
        """Roughly how different two colours look: the eye sees green best."""
        red, green, blue = (a - b for a, b in zip(self, other, strict=True))
        return 2 * red * red + 4 * green * green + 3 * blue * blue


BLACK, WHITE = Colour(0, 0, 0), Colour(255, 255, 255)

#: As most terminals show them. The first eight can be a background on every terminal.
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

#: A colour that is dark on some terminals, and light on others.
OTHERWISE = {"brown": Colour(205, 205, 0)}
READABLE = 2.0  # the least contrast of text, if there are few colours
EASY = 4.5  # if there are many
GREYISH = 48  # a colour is nearly grey if its parts differ by less

_STEPS = (0, 95, 135, 175, 215, 255)


def read(text: str | None, over: Colour, otherwise: Colour) -> Colour:
    """A colour as a server sends it, blended with the one below it if it is not opaque.

    With six digits or fewer it has no alpha, and is opaque: nobody sends an invisible colour.
    """
    if text is None:
        return otherwise
    value = int(text, 16)
    colour = Colour(value >> 16 & 255, value >> 8 & 255, value & 255)
    alpha = value >> 24 if len(text) > 6 else 255
    return Colour(*((a * alpha + b * (255 - alpha)) // 255 for a, b in zip(colour, over, strict=True)))


class Inks:
    """Makes inks: for the client's own roles, and for any pair of colours."""

    def __init__(self, depth: Depth, *, is_light: bool = False) -> None:
        self.depth = depth
        self.theme = THEMES[depth if depth == 256 else 16777216, is_light]
        self._basic = BASIC_LIGHT if is_light else BASIC_DARK
        self._made: dict[tuple[Colour, Colour, str], AttrSpec] = {}
        self._roles = {name: self._role(*looks) for name, looks in ROLES.items()}

    def __getitem__(self, role: str) -> AttrSpec:
        return self._roles[role]

    def of(self, fg: Colour, bg: Colour, extra: str = "") -> AttrSpec:
        """An ink of two colours, with `,bold` and the like."""
        key = fg, bg, extra
        if key not in self._made:
            if len(self._made) > 4096:  # a server could make up colours for ever
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

    def _role(self, fg: str, bg: str, extra: str, mono: str) -> AttrSpec:
        if self.depth == 1:
            return AttrSpec(f"default{mono}", "default", 1)
        if self.depth == 16:
            return AttrSpec(f"{self._basic[fg]}{extra}", self._basic[bg], 16)
        return self._make(getattr(self.theme, fg), getattr(self.theme, bg), extra)


class Theme(NamedTuple):
    """The colours of the client's own parts. What a server gives a colour of its own keeps that."""

    background: Colour
    panel: Colour  # a shade nearer: the title, and tiles that cannot be clicked now
    tile: Colour  # tiles without a colour of their own
    line: Colour
    ink: Colour
    dim: Colour
    gold: Colour  # people who talk to the user, the focus, the user's own numbers
    green: Colour  # who is there
    red: Colour  # errors, and nothing else
    blue: Colour  # names


def _theme(*colours: int) -> Theme:
    return Theme(*(Colour(value >> 16, value >> 8 & 255, value & 255) for value in colours))


#: By depth, and whether the terminal is light. Those of 256 colours are in the cube or are greys.
THEMES: Mapping[tuple[int, bool], Theme] = {
    (16777216, False): _theme(
        0x12151C, 0x1A1F2A, 0x262E3D, 0x2A3242, 0xE8ECF3, 0x93A0B5, 0xF2C14E, 0x5BBF8A, 0xE0566F, 0x5B8DEF
    ),
    (256, False): _theme(
        0x121212, 0x1C1C1C, 0x303030, 0x3A3A3A, 0xEEEEEE, 0xA8A8A8, 0xFFD75F, 0x5FD787, 0xFF5F87, 0x87AFFF
    ),
    (16777216, True): _theme(
        0xF5F6F9, 0xE9ECF2, 0xDCE1EA, 0xC3CBD9, 0x1B2130, 0x505A6E, 0x7A5200, 0x1A6B43, 0xB0213C, 0x2450AE
    ),
    (256, True): _theme(
        0xFFFFFF, 0xEEEEEE, 0xDADADA, 0xC6C6C6, 0x1C1C1C, 0x4E4E4E, 0x5F5F00, 0x005F00, 0xAF0000, 0x005FAF
    ),
}

#: What stands for them where there are only 16 colours.
BASIC_DARK = {
    **dict.fromkeys(("background", "panel", "tile", "ink"), "default"),
    **{"line": "dark gray", "dim": "dark gray", "gold": "yellow"},
    **{"green": "dark green", "red": "light red", "blue": "dark cyan"},
}
BASIC_LIGHT = BASIC_DARK | {"gold": "brown", "red": "dark red", "blue": "dark blue"}

#: The client's own inks: foreground, background, what is added to it, and the look without colours.
ROLES: Mapping[str, tuple[str, str, str, str]] = {
    "plain": ("ink", "background", "", ""),
    "title": ("ink", "panel", ",bold", ",standout"),
    "server": ("dim", "panel", "", ",standout"),
    "number": ("gold", "panel", ",bold", ",standout"),
    "headline": ("ink", "background", ",bold", ",bold"),
    "rule": ("line", "background", "", ""),
    "faint": ("dim", "background", "", ""),
    "me": ("gold", "background", ",bold", ",bold"),
    "audience": ("dim", "background", "", ""),
    "present": ("green", "background", "", ""),
    "speaker": ("blue", "background", ",bold", ""),
    "room": ("dim", "background", ",bold", ""),
    "to me": ("gold", "background", ",bold", ",standout"),
    "status": ("ink", "background", ",bold", ",bold"),
    "told": ("gold", "background", ",bold", ",standout"),
    "tooltip": ("ink", "background", "", ""),
    "warning": ("red", "background", ",bold", ",standout"),
    "awake": ("gold", "background", ",bold", ",standout"),
    "asleep": ("dim", "background", "", ""),
    "typing": ("ink", "background", "", ""),
    "selected": ("ink", "background", ",standout", ",standout"),
    "legend": ("dim", "background", "", ""),
    "key": ("ink", "background", ",bold", ",bold"),
    "frame": ("line", "background", "", ""),
    "focus": ("gold", "background", ",bold", ",bold"),
    "tile": ("ink", "tile", "", ""),
    "tile focus": ("gold", "tile", ",bold", ",bold"),
    "disabled": ("dim", "panel", "", ""),
    "card": ("dim", "panel", "", ""),
    "card name": ("ink", "panel", ",bold", ",bold"),
    "card people": ("green", "panel", "", ""),
    "card frame": ("line", "background", "", ""),
    "card focus": ("gold", "background", ",bold", ",bold"),
}


def depth_of(screen: Screen) -> Depth:
    """How many colours the terminal has; urwid knows it from NO_COLOR, COLORTERM and TERM."""
    if screen.colors == 16 and not _has_colours(screen.term):
        return 1
    return 16 if screen.colors == 88 else screen.colors


def _has_colours(term: str) -> bool:
    """Whether the system's list of terminals says so; yes, if it does not know this one."""
    try:
        import curses

        with open(os.devnull) as nothing:
            curses.setupterm(term, nothing.fileno())
        return curses.tigetnum("colors") != -1
    except (ImportError, curses.error):
        return True


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours as WCAG defines it, from 1 to 21."""
    darker, lighter = sorted((_brightness(one), _brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


def receding(fg: Colour, bg: Colour) -> Colour:
    """A colour for text that matters less: nearer to what is behind it, if it can still be read then."""
    nearer = Colour(*((3 * a + 2 * b) // 5 for a, b in zip(fg, bg, strict=True)))
    return nearer if contrast(nearer, bg) >= EASY else fg


def _contrast(front: str, back: str) -> float:
    """The contrast of two basic colours; the worst of all terminals."""
    return min(contrast(seen[front], seen[back]) for seen in (BASIC, BASIC | OTHERWISE))


def _brightness(colour: Colour) -> float:
    red, green, blue = (part / 255 / 12.92 if part < 11 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _nearest(colour: Colour, among: Mapping[str, Colour]) -> str:
    """The most similar colour. What is nearly grey becomes a grey: otherwise a slate would be brown."""
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
