"""Sixteen shapes for small pictures, which can be told apart without their colours."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from tilenet.games.png import Shape, polygon

STAR = polygon(
    *((r * sin(i * pi / 5), -r * cos(i * pi / 5) + 0.08) for i in range(10) for r in [0.38 if i % 2 else 1.0])
)
HOUSE = polygon((0, -0.95), (0.95, -0.1), (0.65, -0.1), (0.65, 0.9), (-0.65, 0.9), (-0.65, -0.1), (-0.95, -0.1))
ARROW = polygon((0.95, 0), (0.2, -0.8), (0.2, -0.3), (-0.9, -0.3), (-0.9, 0.3), (0.2, 0.3), (0.2, 0.8))
BOLT = polygon((0.35, -1), (-0.6, 0.15), (-0.1, 0.15), (-0.4, 1), (0.65, -0.2), (0.1, -0.2))
TREE = polygon((0, -1), (0.95, 0.4), (0.16, 0.4), (0.16, 0.95), (-0.16, 0.95), (-0.16, 0.4), (-0.95, 0.4))
TAIL = polygon((0.35, 0), (0.95, -0.6), (0.95, 0.6))
TIP = polygon((0, -1), (0.52, 0.1), (-0.52, 0.1))

#: Three letters each, so that a name fits where there is no room for a picture.
SHAPES: Mapping[str, Shape] = {
    "dot": lambda x, y: x * x + y * y < 0.7,
    "eye": lambda x, y: 0.5 < x * x + y * y < 0.95 or x * x + y * y < 0.08,
    "box": lambda x, y: max(abs(x), abs(y)) < 0.85,
    "gem": lambda x, y: abs(x) + abs(y) < 0.95,
    "bow": lambda x, y: abs(y) < abs(x) < 0.95,
    "add": lambda x, y: min(abs(x), abs(y)) < 0.26 and max(abs(x), abs(y)) < 0.95,
    "cup": lambda x, y: (abs(y) < 0.9 and 0.5 < abs(x) < 0.9) or (abs(x) < 0.9 and 0.45 < y < 0.9),
    "sun": STAR,
    "arc": lambda x, y: x * x + y * y < 0.9 and (x - 0.45) ** 2 + y * y > 0.6,
    "jet": ARROW,
    "zap": BOLT,
    "tee": lambda x, y: (abs(x) < 0.95 and -0.9 < y < -0.45) or (abs(x) < 0.22 and -0.9 < y < 0.9),
    "dew": lambda x, y: x * x + (y - 0.35) ** 2 < 0.34 or TIP(x, y),
    "fir": TREE,
    "hut": HOUSE,
    "cod": lambda x, y: ((x + 0.25) / 0.7) ** 2 + (y / 0.5) ** 2 < 1 or TAIL(x, y),
}
