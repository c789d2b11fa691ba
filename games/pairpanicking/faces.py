"""What squares of PairPanicking look like: hidden, solved, or showing one of sixteen symbols."""

from __future__ import annotations

from typing import NamedTuple

from tilenet.game import Image, Tile, Words
from tilenet.games.pairpanicking.rules import Square


class Look(NamedTuple):
    """What a square looks like."""

    name: str
    text: str
    fg: str
    bg: str
    image: Image | None = None

    def tile(self, square: Square, *, enabled: bool = False) -> Tile:
        return Tile(*square, self.name, self.text, enabled, self.fg, self.bg, self.image)


class Faces(NamedTuple):
    """All looks that a square can have: one hidden, one solved, and one for each symbol."""

    hidden: Look
    solved: Look
    symbols: tuple[Look, ...]


def showing(name: str, fg: str, bg: str, image: Image | None = None) -> Look:
    return Look(name, Words("It shows {symbol}.", symbol=name), fg, bg, image)


HIDDEN = Look("?", Words("A hidden square."), "ffffffff", "ff3b4754")
SOLVED = Look("··", Words("A solved square."), "ff808080", "ff262626")
WORDS = Faces(
    HIDDEN,
    SOLVED,
    (
        showing("ant", "fffddddd", "ff701010"),
        showing("bee", "ff370d06", "fff39e91"),
        showing("cat", "fffdf7dd", "ff705c10"),
        showing("dog", "ff373406", "fff3ec91"),
        showing("elk", "ffddedfd", "ff104070"),
        showing("fox", "ff061837", "ff91b5f3"),
        showing("gnu", "fff0ddfd", "ff481070"),
        showing("hen", "ff290637", "ffd791f3"),
        showing("jay", "ffddfddd", "ff107010"),
        showing("koi", "ff06370d", "ff91f39e"),
        showing("moa", "fffdeadd", "ff703610"),
        showing("owl", "ff372006", "fff3c591"),
        showing("pig", "ffddfdfd", "ff107070"),
        showing("ram", "ff063137", "ff91e6f3"),
        showing("sow", "fffdddf3", "ff701050"),
        showing("yak", "ff370620", "fff391c5"),
    ),
)
