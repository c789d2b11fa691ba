"""Where the tiles and buttons of Home are on the screen, and which of them is next to which."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilenet.clients.model import Cell
from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.paint import Row, Run, row_width


@dataclass(frozen=True)
class Spot:
    """Where a tile or a button is in the body."""

    what: Cell | str
    left: int
    top: int
    width: int
    height: int
    below: int = 0  # lines at its lower edge that belong to another spot in it

    def has(self, column: int, line: int) -> bool:
        return self.left <= column < self.left + self.width and self.top <= line < self.top + self.height

    @property
    def bottom(self) -> int:
        return self.top + self.height - self.below

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


def next_down(here: Spot, spots: Iterable[Spot], step: int) -> Spot:
    """The nearest spot below, or above; those in the same columns come first."""
    ahead = [one for one in spots if (one.top >= here.bottom if step > 0 else one.bottom <= here.top)]
    return min(ahead, key=lambda one: _apart(one, here), default=here)


def next_right(here: Spot, spots: Iterable[Spot], step: int) -> Spot:
    """The nearest spot in the same lines, to the right or to the left."""
    beside = [
        one for one in spots if one.top < here.bottom and here.top < one.bottom and (one.left - here.left) * step > 0
    ]
    return min(beside, key=lambda one: (abs(one.left - here.left), one.top), default=here)


def _apart(one: Spot, other: Spot) -> tuple[bool, int, float]:
    """How far one spot is from another above or below it; those in the same columns are nearest."""
    is_above = one.left < other.left + other.width and other.left < one.left + one.width
    gap = max(one.top - other.bottom, other.top - one.bottom)
    return not is_above, gap, abs(one.middle - other.middle)


def laid(row: Row, over: Row, left: int) -> Row:
    """A row with another one over a part of it."""
    found: list[Run] = []
    at, right = 0, left + row_width(over)
    for ink, words in row:
        for char in words:
            if at == left:
                found += over
            if not left <= at < right:
                found.append((ink, char))
            at += columns(char)
    return found
