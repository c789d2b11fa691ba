"""Screens of the terminal client as an SVG picture, the way a terminal shows them.

Blocks and lines are drawn, so that they join whatever font the reader has; everything else is text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.sax.saxutils import escape

from urwid import AttrSpec

from tests.doubles.terminal import Screen, colours
from tilenet.clients.terminal.inks import DEPTHS, Colour, Inks

WIDE, HIGH, SIZE = 9, 18, 15  # of a cell, and of the letters in it
BASE = 14  # from the top of a cell to the line on which letters stand
PAD, GAP = 10, 14  # around a screen, and between two
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

PLAIN = Inks(DEPTHS["24bit"])["plain"]  # as the client has it, where it chose no ink

#: Left, top, width and height of blocks, in eighths of a cell.
BLOCKS = {
    "█": (0, 0, 8, 8),
    "▀": (0, 0, 8, 4),
    "▄": (0, 4, 8, 4),
    "▌": (0, 0, 4, 8),
    "▐": (4, 0, 4, 8),
    "▏": (0, 0, 1, 8),
    "▕": (7, 0, 1, 8),
    "▔": (0, 0, 8, 1),
    "▁": (0, 7, 8, 1),
    "░": (0, 0, 8, 8),
    "▒": (0, 0, 8, 8),
    "▓": (0, 0, 8, 8),
}
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
ARMS = {"LEFT": (0, 9), "RIGHT": (18, 9), "UP": (9, 0), "DOWN": (9, 18)}  # their ends, in halves of a column and lines
BOTH = {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}


def picture(screens: Sequence[Screen]) -> str:
    """The screens side by side."""
    left, parts = 0, []
    height = max(screen.size[1] for screen in screens) * HIGH + 2 * PAD
    for screen in screens:
        width = screen.size[0] * WIDE + 2 * PAD
        background = _hex(_colours(screen.ink(0, screen.size[1] - 1))[1])
        frame = f'<rect width="{width}" height="{height}" rx="8" fill="{background}" stroke="#2a3242"/>'
        drawn = "\n".join(_drawn(screen))
        parts.append(
            f'<g transform="translate({left} 0)">{frame}<g transform="translate({PAD} {PAD})">\n{drawn}\n</g></g>'
        )
        left += width + GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {left - GAP + 2} {height + 2}"'
    return "\n".join([f'{head} font-family="{FONT}" font-size="{SIZE}">', *parts, "</svg>", ""])


def _drawn(screen: Screen) -> Iterator[str]:
    for y, line in enumerate(screen.cells):
        cells = [(x, char, ink) for x, (char, ink) in enumerate(line)]
        for behind, group in groupby(cells, key=lambda cell: _colours(cell[2])[1]):
            some = [*group]
            place = f'x="{some[0][0] * WIDE}" y="{y * HIGH}" width="{len(some) * WIDE}" height="{HIGH}"'
            yield f'<rect {place} fill="{_hex(behind)}" shape-rendering="crispEdges"/>'
        for ink, group in groupby(cells, key=lambda cell: cell[2]):
            yield from _marks([*group], y, ink)


def _marks(cells: Sequence[tuple[int, str, AttrSpec | None]], y: int, ink: AttrSpec | None) -> Iterator[str]:
    """What stands in some cells of one ink."""
    fill = _hex(_colours(ink)[0])
    is_bold = ink is not None and ink.bold
    words: list[tuple[int, str]] = []
    for x, char, _ in cells:
        if char in BLOCKS:
            yield _block(x, y, char, fill)
        elif 0x2500 <= ord(char or " ") <= 0x257F:
            yield _lines(x, y, char, fill)
        elif char.strip():
            words.append((x, char))
    for _, group in groupby(enumerate(words), key=lambda word: word[1][0] - word[0]):  # those that are side by side
        some = [word for _, word in group]
        text, width = escape("".join(char for _, char in some)), len(some) * WIDE
        more = ' font-weight="bold"' if is_bold else ""
        place = f'x="{some[0][0] * WIDE}" y="{y * HIGH + BASE}" textLength="{width}" lengthAdjust="spacingAndGlyphs"'
        yield f'<text {place} fill="{fill}"{more}>{text}</text>'


def _block(x: int, y: int, char: str, fill: str) -> str:
    left, top, width, height = (part * size / 8 for part, size in zip(BLOCKS[char], (WIDE, HIGH) * 2, strict=True))
    shade = f' fill-opacity="{SHADES[char]}"' if char in SHADES else ""
    place = f'x="{x * WIDE + left:g}" y="{y * HIGH + top:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {place} fill="{fill}"{shade} shape-rendering="crispEdges"/>'


def _lines(x: int, y: int, char: str, fill: str) -> str:
    """A character of lines, as its name describes it: BOX DRAWINGS LIGHT DOWN AND RIGHT."""
    name = unicodedata.name(char)
    left, top = x * WIDE, y * HIGH
    if "DIAGONAL" in name:
        begin, end = (HIGH, 0) if char == "╱" else (0, HIGH)
        path = f"M{left} {top + begin}L{left + WIDE} {top + end}"
    else:
        arms = [arm for word in name.split() for arm in BOTH.get(word, (word,)) if arm in ARMS]
        ends = [(left + across / 18 * WIDE, top + down) for across, down in (ARMS[arm] for arm in arms)]
        path = "".join(f"M{left + WIDE / 2:g} {top + HIGH / 2:g}L{end[0]:g} {end[1]:g}" for end in ends)
    weight = 2 if "HEAVY" in name or "DOUBLE" in name else 1
    return f'<path d="{path}" stroke="{fill}" stroke-width="{weight}" stroke-linecap="square"/>'


def _colours(ink: AttrSpec | None) -> tuple[Colour, Colour]:
    return colours(PLAIN if ink is None else ink)


def _hex(colour: Colour) -> str:
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
