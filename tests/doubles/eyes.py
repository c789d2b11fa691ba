"""How eyes see colours, also those that lack some cones."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = tuple[tuple[float, float, float], ...]

#: How eyes without red or without green cones see linear colours (Machado, Oliveira and Fernandes, 2009).
EYES: dict[str, Matrix] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def _times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def seen(colour: Sequence[int], eyes: Matrix) -> tuple[float, ...]:
    """What an eye makes of a colour, in Oklab, where distances are as people feel them."""
    linear = tuple(
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    shown = tuple(min(1.0, max(0.0, part)) for part in _times(eyes, linear))
    return _times(_LAB, tuple(part ** (1 / 3) for part in _times(_CONES, shown)))
