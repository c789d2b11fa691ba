"""How a bot thinks about twelve cards of Set: which three it takes for a set, how long it needs, and how it errs.

It knows only the features of the cards, as docs/kinds/set.json has them. The five levels are like people: the first
loses to a beginner, few beat the fifth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations
from random import Random
from typing import NamedTuple

Card = Sequence[int]  # its number, colour, shading and shape, each from 0 to 2
Places = tuple[str, str, str]  # the roles of three cards on the table

FULL = 12  # cards on the table
USUAL = 3  # sets among them, more or less
HELPED = 0.4  # the exponent by which more sets are seen sooner: a single one takes half as long again as three
LATER = 1.6, 2.4  # how many times the slowest sight it takes to believe that there is no set
LEAST = 1.2  # seconds for even the easiest table
GLANCE = 0.1  # how much of the quickest sight each replaced card takes


class Answer(Enum):
    """What a bot is about to say."""

    SET = auto()
    NO_SET = auto()
    NOTHING = auto()  # it has seen none, is not sure, and will look again


class Thought(NamedTuple):
    """What a bot will think of the table, and after how many seconds."""

    answer: Answer
    seconds: float
    places: tuple[str, ...] = ()  # of the three cards, if it is a set
    is_wrong: bool = False


@dataclass(frozen=True)
class Strength:
    """How well a bot sees."""

    quickest: float  # seconds to see one of the usual number of sets
    slowest: float
    wrong: float  # probability of taking three other cards for a set
    blind: float  # probability of overlooking every set
    rash: float  # probability of saying so after overlooking them
    doubt: float  # probability of looking again when there really is none


LEVELS: Mapping[int, Strength] = {
    1: Strength(25, 60, wrong=0.35, blind=0.35, rash=0.5, doubt=0.5),
    2: Strength(14, 35, wrong=0.18, blind=0.2, rash=0.4, doubt=0.35),
    3: Strength(8, 20, wrong=0.1, blind=0.12, rash=0.3, doubt=0.2),
    4: Strength(4, 10, wrong=0.05, blind=0.06, rash=0.25, doubt=0.1),
    5: Strength(2, 5, wrong=0.02, blind=0.03, rash=0.2, doubt=0.05),
}
DEFAULT_LEVEL = 2


def faults(cards: Sequence[Card]) -> int:
    """In how many features three cards neither agree nor all differ; a set has none."""
    return sum(sum(values) % 3 != 0 for values in zip(*cards, strict=True))


def likeness(cards: Sequence[Card]) -> int:
    """In how many features they agree: that makes a set easy to see."""
    return sum(len({*values}) == 1 for values in zip(*cards, strict=True))


class Mind:
    """What one bot thinks."""

    def __init__(self, level: int, random: Random) -> None:
        self._strength = LEVELS[level]
        self._random = random

    def think(self, cards: Mapping[str, Card]) -> Thought:
        """Look at the cards on a table, by their roles."""
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
        """How many seconds it takes to look at this many replaced cards, when it has others in mind."""
        return cards * GLANCE * self._strength.quickest * self._random.uniform(0.5, 1.5)

    def _happens(self, likely: float) -> bool:
        return self._random.random() < likely

    def _sight(self, sets: int, cards: int) -> float:
        """How many seconds it takes to see one of these sets; a wrong one takes as long as a right one."""
        seconds = self._random.triangular(self._strength.quickest, self._strength.slowest)
        return _on(cards, seconds * (USUAL / max(1, sets)) ** HELPED)

    def _despair(self, cards: int) -> float:
        """How many seconds it takes to believe that there is no set: always more than seeing one."""
        return _on(cards, self._strength.slowest * self._random.uniform(*LATER))

    def _easy(self, cards: Mapping[str, Card], sets: Sequence[Places]) -> Places:
        """One of the sets, preferably an easy one."""
        return self._random.choices(sets, [1 + likeness([cards[place] for place in places]) for places in sets])[0]


def _triples(cards: Mapping[str, Card]) -> Iterator[tuple[Places, int]]:
    """Every three cards that could be claimed, with their faults."""
    for places in combinations(cards, 3):
        yield places, faults([cards[place] for place in places])


def _on(cards: int, seconds: float) -> float:
    """Scale the seconds for a full table down to one with fewer cards."""
    return max(LEAST, seconds * cards / FULL)
