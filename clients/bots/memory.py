"""What a bot remembers of the squares that it has seen, and which square it turns next.

A sighting is remembered with the probability `skill`, and each new one may push an older one out. So who has skill 1
remembers everything, and who has skill 0 nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

Square = tuple[int, int]

FADE = 0.05  # how likely a sighting makes somebody of no skill at all forget an older one


class Memory:
    """What one bot knows of the board in the running game."""

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
        """The symbols are dealt anew."""
        self._known.clear()

    def choose(self, hidden: Sequence[Square], showing: Mapping[Square, str]) -> Square:
        """The hidden square to turn next: of a pair that is known, else one that is not known, else any."""
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
