"""Rows of coloured text, and how to make an urwid canvas of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from urwid import AttrSpec, TextCanvas, calc_width
from urwid.util import get_encoding

from tilenet.clients.terminal.glyphs import columns, cut

Run: TypeAlias = tuple[AttrSpec, str]
Row: TypeAlias = Sequence[Run]


def row_width(row: Row) -> int:
    return sum(columns(text) for _, text in row)


def filled(row: Row, width: int, ink: AttrSpec) -> Row:
    """The row in exactly this width: cut, or filled up with blanks of that ink."""
    room = width
    found: list[Run] = []
    for run_ink, text in row:
        if columns(text) > room:
            text = cut(text, room)
        found.append((run_ink, text))
        room -= columns(text)
    return [*found, (ink, " " * room)] if room else found


def canvas(rows: Sequence[Row], width: int) -> TextCanvas:
    """A canvas of rows that all have this width."""
    is_unicode = get_encoding() == "utf-8"
    texts: list[bytes] = []
    inks: list[list[tuple[AttrSpec, int]]] = []
    for row in rows:
        parts: list[bytes] = []
        lengths: list[tuple[AttrSpec, int]] = []
        for ink, text in row:
            if text:
                part = text.encode() if is_unicode else _poor(text)
                parts.append(part)
                if lengths and lengths[-1][0] is ink:
                    lengths[-1] = ink, lengths[-1][1] + len(part)
                else:
                    lengths.append((ink, len(part)))
        texts.append(b"".join(parts))
        inks.append(lengths)
        if calc_width(texts[-1], 0, len(texts[-1])) != width:  # whatever strangers have typed, the screen stays intact
            texts[-1], inks[-1] = _repaired(row, width)
    return TextCanvas(texts, inks, maxcol=width, check_width=False)  # type: ignore[arg-type]


def _repaired(row: Row, width: int) -> tuple[bytes, list[tuple[AttrSpec, int]]]:
    """A row whose width is not what was measured, in plain characters."""
    plain = [(ink, _poor(text).decode()) for ink, text in row]
    runs = filled(plain, width, row[-1][0]) if row else []
    texts = [(ink, text.encode("ascii", "replace")) for ink, text in runs]
    return b"".join(text for _, text in texts), [(ink, len(text)) for ink, text in texts]


def _poor(text: str) -> bytes:
    """For a terminal without Unicode: the same width, with question marks."""
    return "".join(char if char.isascii() else "?" * columns(char) for char in text).encode("ascii")
