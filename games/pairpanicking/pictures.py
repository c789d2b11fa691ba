"""Sixteen pictures for PairPanicking, which can be told apart by their shapes alone."""

from __future__ import annotations

from tilenet.games.pairpanicking.faces import HIDDEN, SOLVED, Faces, Look, showing
from tilenet.games.png import draw
from tilenet.games.shapes import SHAPES

PAPER = "ff101418"  # the background of a picture

COLOURS = {
    "dot": "fff2f2f2",
    "eye": "ffffd54a",
    "box": "ffff9d5c",
    "gem": "ffc9a9ff",
    "bow": "ffff7b7b",
    "add": "ff7bff8e",
    "cup": "ffff6fae",
    "sun": "ffffee70",
    "arc": "ffd8e4ff",
    "jet": "ff6fd0ff",
    "zap": "ffffb000",
    "tee": "ff4fe3e3",
    "dew": "ff8ab4ff",
    "fir": "ff8fd14f",
    "hut": "ffe0b48a",
    "cod": "ffff9fe0",
}


def picture(name: str) -> Look:
    colour = COLOURS[name]
    return showing(name, colour, PAPER, draw(SHAPES[name], colour, PAPER))


PICTURES = Faces(
    HIDDEN._replace(image=draw(lambda x, y: (x + y) % 0.5 < 0.25, "ff56657a", HIDDEN.bg)),
    SOLVED._replace(image=draw(lambda x, y: max(abs(x), abs(y)) < 0.1, "ff4a4a4a", SOLVED.bg)),
    tuple(map(picture, SHAPES)),
)
