"""A variant of PairPanicking: the same game with sixteen pictures, which can be told apart by their shapes alone."""

from __future__ import annotations

from math import cos, pi, sin

from tilenet.game import Words
from tilenet.games.pairpanicking.faces import HIDDEN, SOLVED, Faces, Look, showing
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.pairpanicking.png import Shape, draw, polygon

PAPER = "ff101418"  # the background of a picture

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
SHAPES: dict[str, tuple[str, Shape]] = {
    "dot": ("fff2f2f2", lambda x, y: x * x + y * y < 0.7),
    "eye": ("ffffd54a", lambda x, y: 0.5 < x * x + y * y < 0.95 or x * x + y * y < 0.08),
    "box": ("ffff9d5c", lambda x, y: max(abs(x), abs(y)) < 0.85),
    "gem": ("ffc9a9ff", lambda x, y: abs(x) + abs(y) < 0.95),
    "bow": ("ffff7b7b", lambda x, y: abs(y) < abs(x) < 0.95),
    "add": ("ff7bff8e", lambda x, y: min(abs(x), abs(y)) < 0.26 and max(abs(x), abs(y)) < 0.95),
    "cup": ("ffff6fae", lambda x, y: (abs(y) < 0.9 and 0.5 < abs(x) < 0.9) or (abs(x) < 0.9 and 0.45 < y < 0.9)),
    "sun": ("ffffee70", STAR),
    "arc": ("ffd8e4ff", lambda x, y: x * x + y * y < 0.9 and (x - 0.45) ** 2 + y * y > 0.6),
    "jet": ("ff6fd0ff", ARROW),
    "zap": ("ffffb000", BOLT),
    "tee": ("ff4fe3e3", lambda x, y: (abs(x) < 0.95 and -0.9 < y < -0.45) or (abs(x) < 0.22 and -0.9 < y < 0.9)),
    "dew": ("ff8ab4ff", lambda x, y: x * x + (y - 0.35) ** 2 < 0.34 or TIP(x, y)),
    "fir": ("ff8fd14f", TREE),
    "hut": ("ffe0b48a", HOUSE),
    "cod": ("ffff9fe0", lambda x, y: ((x + 0.25) / 0.7) ** 2 + (y / 0.5) ** 2 < 1 or TAIL(x, y)),
}


def picture(name: str) -> Look:
    colour, shape = SHAPES[name]
    return showing(name, colour, PAPER, draw(shape, colour, PAPER))


PICTURES = Faces(
    HIDDEN._replace(image=draw(lambda x, y: (x + y) % 0.5 < 0.25, "ff56657a", HIDDEN.bg)),
    SOLVED._replace(image=draw(lambda x, y: max(abs(x), abs(y)) < 0.1, "ff4a4a4a", SOLVED.bg)),
    tuple(map(picture, SHAPES)),
)


class Pictures(PairPanicking):
    """The same rules with other faces."""

    title = Words("PairPanicking variant: pictures")
    about = Words("With pictures instead of words. {about}", about=PairPanicking.about)
    faces = PICTURES
