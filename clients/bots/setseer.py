"""What a bot makes of twelve cards of Set: which three it takes for a set, how long that takes it, and how it errs.

It knows the cards by their names alone. Five levels are five strengths of people, from one who loses to a beginner to
one whom few beat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations
from random import Random
from typing import NamedTuple

Card = tuple[str, ...]  # its four words: number, colour, shading, shape
Places = tuple[int, int, int]  # of three cards on the table

FEATURES = 4
FULL = 12  # cards on the table
USUAL = 3  # sets among them, more or less
HELPED = 0.4  # the power by which more sets are seen sooner: one among twelve takes half as long again as three
LATER = 1.6, 2.4  # the part of the slowest sight after which somebody believes that there is no set
LEAST = 1.2  # seconds for even the easiest table
GLANCE = 0.1  # the part of the quickest sight that each replaced card takes


class Answer(Enum):
    """What a bot is about to say."""

    SET = auto()
    NO_SET = auto()
    NOTHING = auto()  # it has seen none, is not sure, and looks again


class Thought(NamedTuple):
    """What a bot will have made of the table, after so many seconds."""

    answer: Answer
    seconds: float
    places: tuple[int, ...] = ()  # of the three cards, if it is a set
    is_wrong: bool = False


@dataclass(frozen=True)
class Strength:
    """How somebody sees."""

    quickest: float  # seconds to see one of the usual number of sets
    slowest: float
    wrong: float  # how likely three cards are taken for a set that are none
    blind: float  # how likely every set is overlooked
    rash: float  # how likely who has overlooked them says that there is none
    doubt: float  # how likely somebody looks again when there is none indeed


LEVELS: Mapping[int, Strength] = {
    1: Strength(25, 60, wrong=0.35, blind=0.35, rash=0.5, doubt=0.5),
    2: Strength(14, 35, wrong=0.18, blind=0.2, rash=0.4, doubt=0.35),
    3: Strength(8, 20, wrong=0.1, blind=0.12, rash=0.3, doubt=0.2),
    4: Strength(4, 10, wrong=0.05, blind=0.06, rash=0.25, doubt=0.1),
    5: Strength(2, 5, wrong=0.02, blind=0.03, rash=0.2, doubt=0.05),
}
DEFAULT_LEVEL = 2


def card(name: str) -> Card | None:
    """The card of that name; None is an empty place."""
    words = tuple(name.split())
    return words if len(words) == FEATURES else None


def faults(cards: Sequence[Card]) -> int:
    """In how many features three cards neither agree nor all differ; a set has none."""
    return sum((a == b) + (b == c) + (a == c) == 1 for a, b, c in zip(*cards, strict=True))


def likeness(cards: Sequence[Card]) -> int:
    """In how many features they agree, which makes a set easy to see."""
    return sum(len({*values}) == 1 for values in zip(*cards, strict=True))


class Seer:
    """One bot's eye."""

    def __init__(self, level: int, random: Random) -> None:
        self._strength = LEVELS[level]
        self._random = random

    def think(self, names: Sequence[str]) -> Thought:
        """Look at a table, by the names of its cards; an empty place has no such name."""
        cards = {place: found for place, name in enumerate(names) if (found := card(name)) is not None}
        triples = list(_triples(cards))
        sets = [places for places, wrong in triples if not wrong]
        slips = [places for places, wrong in triples if wrong == 1] or [places for places, wrong in triples if wrong]
        if slips and self._happens(self._strength.wrong):
            return Thought(Answer.SET, self._sight(len(sets), len(cards)), self._random.choice(slips), is_wrong=True)
        if sets and not self._happens(self._strength.blind):
            return Thought(Answer.SET, self._sight(len(sets), len(cards)), self._easy(cards, sets))
        says_so = self._happens(self._strength.rash if sets else 1 - self._strength.doubt)
        answer = Answer.NO_SET if says_so else Answer.NOTHING
        return Thought(answer, self._despair(len(cards)), is_wrong=answer is Answer.NO_SET and bool(sets))

    def glance(self, cards: int) -> float:
        """The seconds that so many replaced cards take, which are none of those that it has in mind."""
        return cards * GLANCE * self._strength.quickest * self._random.uniform(0.5, 1.5)

    def _happens(self, likely: float) -> bool:
        return self._random.random() < likely

    def _sight(self, sets: int, cards: int) -> float:
        """The seconds to see one of so many sets; a wrong one takes as long as a right one."""
        seconds = self._random.triangular(self._strength.quickest, self._strength.slowest)
        return _on(cards, seconds * (USUAL / max(1, sets)) ** HELPED)

    def _despair(self, cards: int) -> float:
        """The seconds to believe that there is no set: always more than one takes that is there."""
        return _on(cards, self._strength.slowest * self._random.uniform(*LATER))

    def _easy(self, cards: Mapping[int, Card], sets: Sequence[Places]) -> Places:
        """One of the sets, rather an easy one."""
        return self._random.choices(sets, [1 + likeness([cards[place] for place in places]) for places in sets])[0]


def _triples(cards: Mapping[int, Card]) -> Iterator[tuple[Places, int]]:
    """All that could be claimed, with their faults."""
    for places in combinations(cards, 3):
        yield places, faults([cards[place] for place in places])


def _on(cards: int, seconds: float) -> float:
    """What takes so many seconds on a full table takes less on another."""
    return max(LEAST, seconds * cards / FULL)
