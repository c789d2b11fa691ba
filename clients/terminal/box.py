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


def box(title: str, rows: Sequence[Row], keys: Sequence[Binding], width: int, inks: Inks, signs: Signs) -> TextCanvas:
    """These rows in a frame that is at most so wide, with keys and what they do below them."""
    frame, plain = inks["card focus"], inks["plain"]
    footer: Row = [
        run
        for key, words in zip(keys, _labels(keys, signs), strict=True)
        for run in ((inks["key"], f" {key.shown}"), (inks["legend"], words))
    ]
    inner = min(max([NARROWEST, *map(row_width, [*rows, footer])]) + 1, width - FRAME, WIDEST)
    side, across, upper, lower = ("│", "─", "┌┐", "└┘") if signs.has_blocks else ("|", "-", "++", "++")
    heading = cut(f" {title} ", inner - 1)
    top: Row = [
        (frame, f"{upper[0]}{across}"),
        (inks["headline"], heading),
        (frame, f"{across * (inner - 1 - columns(heading))}{upper[1]}"),
    ]
    framed = [top, *([(frame, side), *filled(row, inner, plain), (frame, side)] for row in [*rows, footer])]
    framed.append([(frame, f"{lower[0]}{across * inner}{lower[1]}")])
    return canvas(framed, inner + FRAME)


def key_at(keys: Sequence[Binding], column: int, signs: Signs) -> Binding | None:
    """Which of the keys below the rows is at this column of the box."""
    left = FRAME // 2
    for key, words in zip(keys, _labels(keys, signs), strict=True):
        right = left + columns(f" {key.shown}{words}")
        if left <= column < right:
            return key
        left = right
    return None


def _labels(keys: Sequence[Binding], signs: Signs) -> list[str]:
    """What each key does, in words with blanks around them."""
    return [f" {visible(signs.say(key.short))}  " for key in keys]
