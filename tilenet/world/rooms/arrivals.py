"""Who came and who left, in as few lines as stay readable."""

from __future__ import annotations

from typing import NamedTuple

from tilenet.text import listed
from tilenet.words import Words

_QUICK = 1.0  # seconds that a small room waits for more of the same
_SLOW = 10.0  # and a large one
_LARGE = 100  # players in a room that is large


class Passage(NamedTuple):
    """The names of those who came and of those who left."""

    came: list[str]
    left: list[str]

    @property
    def line(self) -> str:
        """Both in words; empty if there is nobody to name."""
        if self.came and self.left:
            return Words("{came} came in; {left} left.", came=listed(self.came), left=listed(self.left))
        if self.came:
            return Words("{names} came in.", names=listed(self.came))
        return Words("{names} left.", names=listed(self.left)) if self.left else ""


class Arrivals:
    """Gathers arrivals and departures of one room until they are due."""

    def __init__(self) -> None:
        self.due: float | None = None
        self._came: dict[object, str] = {}
        self._left: dict[object, str] = {}

    def came(self, who: object, name: str, now: float, crowd: int) -> None:
        if self._left.pop(who, None) is None:
            self._came[who] = name
        self._soon(now, crowd)

    def left(self, who: object, name: str, now: float, crowd: int) -> None:
        if self._came.pop(who, None) is None:
            self._left[who] = name
        self._soon(now, crowd)

    def renamed(self, who: object, name: str) -> None:
        if who in self._came:
            self._came[who] = name

    def news(self, present: set[object]) -> Passage:
        """The news since the last time, for those who are present; nothing for somebody who has come and is alone."""
        came, left = self._came, self._left
        self._came, self._left, self.due = {}, {}, None
        if len(present) == 1 and present <= came.keys():
            came = {}
        return Passage([*came.values()], [*left.values()])

    def _soon(self, now: float, crowd: int) -> None:
        if not self._came and not self._left:
            self.due = None
        elif self.due is None:
            self.due = now + min(_SLOW, _QUICK + (_SLOW - _QUICK) * crowd / _LARGE)
