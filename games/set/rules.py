"""The rules of Set: what a card is, which three are a set, what an answer wins or costs, and when a game is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from tilenet.game import Feat, Player, Words

NUMBERS = ("1", "2", "3")
COLOURS = (Words("red"), Words("blue"), Words("yellow"))
SHADINGS = ("o", "@", "█")
SHAPES = (Words("diamond"), Words("box"), Words("slash"))

#: What two cards have in common, and what the third is, feature by feature.
FEATURES = {
    "number": (
        (Words("have one shape"), Words("have two shapes"), Words("have three shapes")),
        (Words("has one"), Words("has two"), Words("has three")),
    ),
    "colour": (
        (Words("are red"), Words("are blue"), Words("are yellow")),
        (Words("is red"), Words("is blue"), Words("is yellow")),
    ),
    "shading": (
        (Words("are open"), Words("are striped"), Words("are solid")),
        (Words("is open"), Words("is striped"), Words("is solid")),
    ),
    "shape": (
        (Words("are diamonds"), Words("are boxes"), Words("are slashes")),
        (Words("is a diamond"), Words("is a box"), Words("is a slash")),
    ),
}

CARDS = range(3**4)
PLACES = 12  # on the board
EXCHANGED = 6  # cards replaced if there was no set

# Cards


def features(card: int) -> tuple[int, int, int, int]:
    """A card's number, colour, shading and shape, each 0 to 2: its digits in base 3."""
    return card // 27, card // 9 % 3, card // 3 % 3, card % 3


@cache
def words(card: int) -> str:
    """2 red @ diamond"""
    number, colour, shading, shape = features(card)
    return Words(
        "{number} {colour} {shading} {shape}",
        number=NUMBERS[number],
        colour=COLOURS[colour],
        shading=SHADINGS[shading],
        shape=SHAPES[shape],
    )


def is_set(a: int, b: int, c: int) -> bool:
    """Whether these are three different cards that all agree or all differ in each of the four features."""
    return len({a, b, c}) == 3 and all(len({*values}) != 2 for values in zip(*map(features, (a, b, c)), strict=True))


def why_no_set(a: int, b: int, c: int) -> tuple[str, str]:
    """The first feature in which two cards agree and the third differs, and how: two are red, one is blue.

    Both are empty for a set.
    """
    for values, (feature, (two, one)) in zip(
        zip(*map(features, (a, b, c)), strict=True), FEATURES.items(), strict=True
    ):
        if len({*values}) == 2:
            most, least = sorted({*values}, key=values.count, reverse=True)
            return feature, Words("two {are}, one {is_}", are=two[most], is_=one[least])
    return "", ""


def third(a: int, b: int) -> int:
    """The one card that completes a set with these two."""
    number, colour, shading, shape = (-(x + y) % 3 for x, y in zip(features(a), features(b), strict=True))
    return number * 27 + colour * 9 + shading * 3 + shape


def find_sets(cards: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """All sets among different cards, each once."""
    order = {card: index for index, card in enumerate(cards)}
    for a, b in combinations(order, 2):
        c = third(a, b)
        if order.get(c, -1) > order[b]:
            yield a, b, c


def find_set(cards: Iterable[int]) -> tuple[int, int, int] | None:
    return next(find_sets(cards), None)


# Answers


class Kind(Enum):
    """What a player claims."""

    SET = auto()
    NO_SET = auto()


REWARD = {Kind.SET: 5, Kind.NO_SET: 10}
PENALTY = {Kind.SET: 3, Kind.NO_SET: 5}


def bonus(streak: int) -> int:
    """The extra points for the last of this many right answers in a row: 0 2 3 5 8 13 ..."""
    if streak < 2:
        return 0
    now, after = 2, 3
    for _ in range(streak - 2):
        now, after = after, now + after
    return now


@dataclass(frozen=True)
class Answer:
    """What a player claimed, whether it was right, and the result."""

    by: Player
    kind: Kind
    is_right: bool
    points: int  # without the bonus
    bonus: int
    streak: int  # right answers in a row, including this one; 0 after a wrong one
    seconds: float  # since the board changed last
    claimed: Mapping[int, int]  # the cards that were taken for a set, by their positions
    replaced: frozenset[int]  # the positions that have another card now, or none


@dataclass
class Record:
    """One player's answers in a game."""

    sets: int = 0
    no_sets: int = 0
    wrong: int = 0
    times: list[float] = field(default_factory=list)  # of the right answers, in seconds
    streak: int = 0  # the longest
    fastest_set: float | None = None  # in seconds

    def count(self, answer: Answer) -> None:
        if not answer.is_right:
            self.wrong += 1
            return
        if answer.kind is Kind.SET:
            self.sets += 1
            if self.fastest_set is None or answer.seconds < self.fastest_set:
                self.fastest_set = answer.seconds
        else:
            self.no_sets += 1
        self.times.append(answer.seconds)
        self.streak = max(self.streak, answer.streak)

    @property
    def has_answered(self) -> bool:
        return bool(self.times or self.wrong)

    @property
    def feats(self) -> tuple[Feat, ...]:
        """The longest streak and the fastest set, if there are any."""
        streak = (Feat("best streak", self.streak),) if self.streak else ()
        if self.fastest_set is None:
            return streak
        return *streak, Feat("fastest set", self.fastest_set, "s", is_less_better=True)

    @property
    def fastest(self) -> float | None:
        return min(self.times, default=None)

    @property
    def mean(self) -> float | None:
        return sum(self.times) / len(self.times) if self.times else None

    def in_words(self) -> str:
        """Sets 3, no sets 1, wrong 2; fastest answer 2.4 s, mean 7.9 s."""
        answers: dict[str, Any] = {"sets": self.sets, "no_sets": self.no_sets, "wrong": self.wrong}
        if self.fastest is None or self.mean is None:
            return Words("Sets {sets}, no sets {no_sets}, wrong {wrong}; no right answer.", **answers)
        return Words(
            "Sets {sets}, no sets {no_sets}, wrong {wrong}; fastest answer {fastest:.1f} s, mean {mean:.1f} s.",
            **answers,
            fastest=self.fastest,
            mean=self.mean,
        )


class Match:
    """One game. A claim is about positions, and is judged by the cards that are there when it is made."""

    def __init__(self, players: Iterable[Player], random: Random, now: float) -> None:
        self.deck = [*CARDS]  # the next card is the last
        random.shuffle(self.deck)
        self.board: list[int | None] = [self.deck.pop() for _ in range(PLACES)]
        self.scores = dict.fromkeys(players, 0)
        self.records = {player: Record() for player in self.scores}
        self.is_over = False
        self.began_at = now
        self.last_right: Answer | None = None
        self._random = random
        self._changed_at = now  # when the board last did
        self._streak = 0  # right answers in a row, and by whom
        self._streak_of: Player | None = None

    @property
    def cards(self) -> list[int]:
        """The cards on the board."""
        return [card for card in self.board if card is not None]

    def claim(self, player: Player, positions: Collection[int], now: float) -> Answer:
        """A player claims that the cards in these positions are a set."""
        before = [*self.board]
        cards = {position: card for position in sorted(positions) if (card := self.board[position]) is not None}
        is_right = len(positions) == len(cards) == 3 and is_set(*cards.values())
        if is_right:
            for position in sorted(positions):
                self.board[position] = self.deck.pop() if self.deck else None
            self.is_over = not self.cards
        return self._answered(player, Kind.SET, is_right, cards, before, now)

    def no_set(self, player: Player, now: float) -> Answer:
        """A player claims that there is no set on the board."""
        before = [*self.board]
        is_right = find_set(self.cards) is None
        if is_right:
            if find_set([*self.cards, *self.deck]) is None:  # always so when the deck is empty
                self.is_over = True
            else:
                self._exchange()
        return self._answered(player, Kind.NO_SET, is_right, {}, before, now)

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has answered anything."""
        return not any(record.has_answered for record in self.records.values())

    def end(self) -> None:
        """End the game early: the scores stand."""
        self.is_over = True

    def _exchange(self) -> None:
        """Put six cards back and deal six others; of those put back, deal only as many as the deck is short of."""
        places = [position for position, card in enumerate(self.board) if card is not None]
        places = self._random.sample(places, min(EXCHANGED, len(places)))
        back = [card for position in places if (card := self.board[position]) is not None]
        self._random.shuffle(self.deck)
        self._random.shuffle(back)
        cards = [*back, *self.deck]  # the others are dealt first
        for position in places:
            self.board[position] = cards.pop()
        self._random.shuffle(cards)
        self.deck = cards

    def _answered(
        self,
        player: Player,
        kind: Kind,
        is_right: bool,
        claimed: Mapping[int, int],
        before: Sequence[int | None],
        now: float,
    ) -> Answer:
        if is_right:
            self._streak = self._streak + 1 if player is self._streak_of else 1
            self._streak_of = player
        elif player is self._streak_of:
            self._streak, self._streak_of = 0, None
        streak = self._streak if is_right else 0
        points, more = REWARD[kind] if is_right else -PENALTY[kind], bonus(streak)
        self.scores[player] += points + more
        seconds = now - self._changed_at
        replaced = frozenset(at for at, card in enumerate(before) if card != self.board[at])
        if replaced:
            self._changed_at = now
        answer = Answer(player, kind, is_right, points, more, streak, seconds, claimed, replaced)
        if is_right:
            self.last_right = answer
        self.records[player].count(answer)
        return answer
