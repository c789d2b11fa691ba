"""Small pictures as PNG files: a shape says which points are inside it, and those are drawn in one colour on another.

They have 24 bits per pixel, because some clients show no others. One colour of such a file can be transparent: here it
is the background, so a client that does not know this shows the background instead.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import TypeAlias

from tilenet.game import Image

#: Whether a point is inside. Both coordinates are between -1 and 1, to the right and downwards.
Shape: TypeAlias = Callable[[float, float], bool]


def draw(shape: Shape, colour: str, paper: str, size: int = 24) -> Image:
    """The shape in a square picture, in a colour such as "ff0088ff", on paper of another; both are opaque."""
    rows = [[shape(_at(x, size), _at(y, size)) for x in range(size)] for y in range(size)]
    return Image(size, size, _png(rows, _rgb(colour), _rgb(paper)))


def polygon(*corners: tuple[float, float]) -> Shape:
    """The inside of a closed line through these corners."""

    def is_inside(x: float, y: float) -> bool:
        inside = False
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                inside = not inside
        return inside

    return is_inside


def _at(pixel: int, size: int) -> float:
    """The middle of a pixel."""
    return (2 * pixel + 1) / size - 1


def _rgb(colour: str) -> bytes:
    return bytes.fromhex(colour)[1:]


def _png(rows: list[list[bool]], ink: bytes, paper: bytes) -> bytes:
    lines = (
        b"\0" + b"".join(ink if bit else paper for bit in row) for row in rows
    )  # each begins with its filter: none
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [
            _chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)),
            _chunk(b"tRNS", struct.pack(">HHH", *paper)),
            _chunk(b"IDAT", zlib.compress(b"".join(lines), 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
