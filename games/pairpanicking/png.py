"""Small pictures as PNG files: a shape says which points are inside it, and those are drawn in one colour."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import TypeAlias

from tilenet.game import Image

#: Whether a point is inside. Both coordinates are between -1 and 1, to the right and downwards.
Shape: TypeAlias = Callable[[float, float], bool]


def draw(shape: Shape, colour: str, size: int = 24) -> Image:
    """The shape in a square picture, in a colour such as "ff0088ff", on a transparent background."""
    return Image(
        size, size, _png([[shape(_at(x, size), _at(y, size)) for x in range(size)] for y in range(size)], colour)
    )


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


def _png(rows: list[list[bool]], colour: str) -> bytes:
    """One bit per pixel: transparent, or the colour."""
    alpha, *rgb = bytes.fromhex(colour)
    width = len(rows[0])
    lines = (b"\0" + _bits(row) for row in rows)  # each begins with its filter: none
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 1, 3, 0, 0, 0)),
            _chunk(b"PLTE", bytes([0, 0, 0, *rgb])),
            _chunk(b"tRNS", bytes([0, alpha])),
            _chunk(b"IDAT", zlib.compress(b"".join(lines), 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _bits(row: list[bool]) -> bytes:
    """Eight pixels per byte, the leftmost in the highest bit."""
    padded = [*row, *[False] * (-len(row) % 8)]
    return bytes(sum(bit << 7 - i for i, bit in enumerate(padded[at : at + 8])) for at in range(0, len(padded), 8))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
