"""The box that says which terminal a large room needs, and how to go on without one."""

from __future__ import annotations

from collections.abc import Sequence

from urwid import TextCanvas

from tilenet.clients.terminal.box import FRAME, WIDEST, box
from tilenet.clients.terminal.glyphs import wrap
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.signs import Signs


def size_box(
    now: tuple[int, int], whole: tuple[int, int], keys: Sequence[Binding], inks: Inks, signs: Signs
) -> TextCanvas:
    """For a terminal of one size, in a room that needs another."""
    columns, lines = (max(pair) for pair in zip(now, whole, strict=True))
    words = (
        f"All of it needs {columns}x{lines}. This terminal is {now[0]}x{now[1]}: make it larger, or see a part of it."
    )
    width = min(WIDEST, now[0] - 2 - FRAME)
    rows = [[(inks["plain"], f" {text}")] for text in wrap(words, width - 2)]
    return box("This room is larger than the terminal", rows, keys, now[0] - 2, inks, signs)
