"""A box with a frame and a title, which lies on the board."""

from __future__ import annotations

from collections.abc import Sequence

from urwid import TextCanvas

from tilenet.clients.terminal.glyphs import columns, cut, visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, canvas, filled, row_width
from tilenet.clients.terminal.signs import Signs

FRAME = 2  # columns, and lines
WIDEST = 60
NARROWEST = 20


def box(
    title: str,
    rows: Sequence[Row],
    keys: Sequence[Binding],
    width: int,
    inks: Inks,
    signs: Signs,
    widest: int = WIDEST,
) -> TextCanvas:
    """These rows in a frame that is at most so wide, with keys and what they do below them."""
    frame, plain = inks["card focus"], inks["plain"]
    most = min(width - FRAME, widest)
    below: list[Row] = [
        [run for key, words in line for run in ((inks["key"], f" {key.shown}"), (inks["legend"], words))]
        for line in footers(keys, most, signs)
    ]
    inner = min(max([NARROWEST, *map(row_width, [*rows, *below])]) + 1, most)
    side, across, upper, lower = ("│", "─", "┌┐", "└┘") if signs.has_blocks else ("|", "-", "++", "++")
    heading = cut(f" {title} ", inner - 1)
    top: Row = [
        (frame, f"{upper[0]}{across}"),
        (inks["headline"], heading),
        (frame, f"{across * (inner - 1 - columns(heading))}{upper[1]}"),
    ]
    framed = [top, *([(frame, side), *filled(row, inner, plain), (frame, side)] for row in [*rows, *below])]
    framed.append([(frame, f"{lower[0]}{across * inner}{lower[1]}")])
    return canvas(framed, inner + FRAME)


def footers(keys: Sequence[Binding], width: int, signs: Signs) -> list[list[tuple[Binding, str]]]:
    """The keys in as few lines as they fit into, each with its words, which have blanks around them."""
    lines: list[list[tuple[Binding, str]]] = []
    room = 0
    for key in (one for one in keys if one.short):
        words = f" {visible(signs.say(key.short))}  "
        needed = columns(f" {key.shown}{words}")
        if not lines or needed - 2 > room:
            lines.append([])
            room = width
        lines[-1].append((key, words))
        room -= needed
    return lines


def key_at(keys: Sequence[Binding], column: int, line: int, width: int, signs: Signs) -> Binding | None:
    """Which of the keys below the rows is at this place of a box of this width; lines are counted from its end."""
    lines = footers(keys, width - FRAME, signs)
    number = len(lines) - line
    if not 0 <= number < len(lines):
        return None
    left = FRAME // 2
    for key, words in lines[number]:
        right = left + columns(f" {key.shown}{words}")
        if left <= column < right:
            return key
        left = right
    return None
