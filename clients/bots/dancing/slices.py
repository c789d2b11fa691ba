"""Work in small slices: a generator that yields after a few milliseconds of it, and returns what has come of it."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Work: TypeAlias = Generator[None, None, T]


def finish(work: Work[T]) -> T:
    """Do all of it at once."""
    while True:
        try:
            next(work)
        except StopIteration as stop:
            result: T = stop.value
            return result


class Rota:
    """Who does the next slice, if many in one process have work: each in turn, with a pause after every slice."""

    def __init__(self, pause: float, most: float) -> None:
        """`pause` is in seconds; nobody waits for more than `most`, even if the clock is another one than before."""
        self._pause = pause
        self._most = most
        self._next = 0.0

    def wait(self, now: float) -> float:
        """How many seconds to wait for one's next slice, which is noted."""
        at = self._next if now <= self._next <= now + self._most else now
        self._next = at + self._pause
        return at - now
