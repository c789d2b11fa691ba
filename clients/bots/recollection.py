"""Which squares a bot remembers, and which it turns next.

It remembers a sighting with the probability `skill`, and each new one may push out an older one. So a bot of skill 1
remembers everything, and one of skill 0 nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

Square = tuple[int, int]

FADE = 0.05  # the probability that a bot of skill 0 forgets an older sighting when it sees a new one


class Recollection:
    """What one bot knows of the board in this game."""

    def __init__(self, skill: float, random: Random) -> None:
        self._skill = skill
        self._random = random
        self._known: dict[Square, str] = {}

    @property
    def known(self) -> Mapping[Square, str]:
        return self._known

    def see(self, square: Square, symbol: str) -> None:
        """A square has just been turned."""
        fade = (1 - self._skill) * FADE
        for other in list(self._known):
            if self._random.random() < fade:
                del self._known[other]
        if self._random.random() < self._skill:
            self._known[square] = symbol
        elif self._known.get(square) != symbol:
            self._known.pop(square, None)

    def clear(self) -> None:
        """The symbols have been dealt again."""
        self._known.clear()

    def choose(self, hidden: Sequence[Square], showing: Mapping[Square, str]) -> Square:
        """The hidden square to turn next: one of a known pair, otherwise an unknown one, otherwise any."""
        unknown = [square for square in hidden if square not in self._known]
        return self._random.choice(self._sure(hidden, showing) or unknown or hidden)

    def _sure(self, hidden: Sequence[Square], showing: Mapping[Square, str]) -> list[Square]:
        known = {square: self._known[square] for square in hidden if square in self._known}
        if len(showing) == 1:
            return [square for square, symbol in known.items() if symbol in showing.values()]
        copies = Counter(known.values())
        if len(set(showing.values())) == 2:  # no pair, so they are hidden again as soon as a third is turned
            copies.update(self._known[square] for square in showing if square in self._known)
        return [square for square, symbol in known.items() if copies[symbol] > 1]
