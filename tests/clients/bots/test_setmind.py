"""What a bot makes of twelve cards of Set: cases, chance, and that each level is stronger than the one below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from random import Random
from statistics import mean

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.modules import needs, of_twisted
from tests.doubles.set_table import CAP
from tilenet.clients.bots.setmind import LEVELS, Answer, Card, Mind, Thought, faults
from tilenet.games.set.rules import CARDS, features, find_set, find_sets, is_set

#: Three cards, and in how many things they are at fault.
TRIPLES = {
    "0000 1000 2000": 0,
    "0000 1011 2022": 0,
    "0101 0201 0001": 0,
    "0000 0000 1000": 1,
    "0000 0001 1002": 1,
    "0000 0111 1002": 3,
    "0000 0001 1111": 4,
}
LINE = 0, 27, 54  # one, two and three of the same
TABLES = st.lists(st.sampled_from(CARDS), min_size=0, max_size=12, unique=True)
Table = Mapping[str, Card]


def laid(cards: Sequence[int]) -> Table:
    """These cards on a table."""
    return {f"card/{place}": features(card) for place, card in enumerate(cards)}


def roles(*places: int) -> tuple[str, ...]:
    return tuple(f"card/{place}" for place in places)


NO_SET_AT_ALL = laid(CAP[:12])


@cache
def tables(sets: int, count: int) -> list[Table]:
    """So many full tables with so many sets."""
    random = Random(3)
    found: list[Table] = []
    while len(found) < count:
        cards = random.sample(CARDS, 12)
        if len(list(find_sets(cards))) == sets:
            found.append(laid(cards))
    return found


def thoughts(level: int, table: Table, count: int = 500, seed: int = 1) -> list[Thought]:
    mind = Mind(level, Random(seed))
    return [mind.think(table) for _ in range(count)]


@cache
def times(level: int, sets: int) -> list[float]:
    """The seconds to see a set."""
    found = [thought for table in tables(sets, 5) for thought in thoughts(level, table, 25)]
    return [thought.seconds for thought in found if thought.answer is Answer.SET]


class Cards(SynchronousTestCase):
    def test_triples(self) -> None:
        for cards, wanted in TRIPLES.items():
            self.assertEqual(faults([[*map(int, card)] for card in cards.split()]), wanted, cards)

    def test_the_rules_are_those_of_the_server(self) -> None:
        for cards in combinations(Random(1).sample(CARDS, 27), 3):
            self.assertEqual(faults([*map(features, cards)]) == 0, is_set(*cards), cards)


class Thinking(SynchronousTestCase):
    @given(TABLES, st.sampled_from([*LEVELS]), st.integers())
    def test_what_is_no_error_is_right_and_what_is_one_is_wrong(self, cards: list[int], level: int, seed: int) -> None:
        for thought in thoughts(level, laid(cards), 5, seed):
            match thought.answer:
                case Answer.SET:
                    self.assertEqual(len({*thought.places}), 3)
                    a, b, c = (cards[[*laid(cards)].index(role)] for role in thought.places)
                    self.assertEqual(is_set(a, b, c), not thought.is_wrong)
                case Answer.NO_SET:
                    self.assertEqual((thought.places, find_set(cards) is None), ((), not thought.is_wrong))
                case Answer.NOTHING:
                    self.assertEqual((thought.places, thought.is_wrong), ((), False))

    @given(TABLES, st.sampled_from([*LEVELS]), st.integers())
    def test_the_same_chance_is_the_same_thought(self, cards: list[int], level: int, seed: int) -> None:
        self.assertEqual(thoughts(level, laid(cards), 3, seed), thoughts(level, laid(cards), 3, seed))

    def test_three_cards_that_are_left_cannot_be_taken_wrongly(self) -> None:
        for thought in thoughts(1, laid(LINE)):
            self.assertIn(thought.places, [roles(0, 1, 2), ()])

    def test_an_empty_table_has_no_set(self) -> None:
        for level in LEVELS:
            answers = {thought.answer for thought in thoughts(level, {})}
            self.assertEqual(answers, {Answer.NO_SET, Answer.NOTHING})

    def test_every_set_is_found_some_time_and_the_easy_ones_more_often(self) -> None:
        hard = 9, 27 + 18 + 4, 54 + 8  # they differ in everything
        found = [thought.places for thought in thoughts(5, laid([*LINE, *hard])) if not thought.is_wrong]
        self.assertGreater(found.count(roles(0, 1, 2)), 2 * found.count(roles(3, 4, 5)))
        self.assertGreater(found.count(roles(3, 4, 5)), 50)

    def test_the_brain_needs_no_twisted_and_no_server(self) -> None:
        needed = needs("tilenet.clients.bots.setmind")
        self.assertEqual(of_twisted(needed), set())
        self.assertEqual({other for other in needed if other.startswith("tilenet.games")}, set())


class Strengths(SynchronousTestCase):
    def test_seconds(self) -> None:
        for level, (quickest, slowest) in {1: (25, 60), 5: (2, 5)}.items():
            self.assertGreaterEqual(min(times(level, 3)), quickest)
            self.assertLessEqual(max(times(level, 3)), slowest)

    def test_a_stronger_mind_is_quicker_and_errs_less(self) -> None:
        for sets in (1, 4):
            means = [mean(times(level, sets)) for level in LEVELS]
            self.assertTrue(all(b < 0.7 * a for a, b in pairwise(means)), means)
        for table in (tables(3, 1)[0], NO_SET_AT_ALL):
            wrong = [sum(thought.is_wrong for thought in thoughts(level, table, 400)) for level in LEVELS]
            self.assertTrue(all(b < a for a, b in pairwise(wrong)), wrong)

    def test_more_sets_are_seen_sooner(self) -> None:
        for level in LEVELS:
            means = [mean(times(level, sets)) for sets in (1, 2, 4, 6)]
            self.assertTrue(all(b < a for a, b in pairwise(means)), means)

    def test_no_set_is_believed_later_than_any_is_found(self) -> None:
        for level in LEVELS:
            none = [
                thought.seconds for thought in thoughts(level, NO_SET_AT_ALL, 200) if thought.answer is Answer.NO_SET
            ]
            self.assertGreater(min(none), max(times(level, 1)))

    def test_replaced_cards_take_time(self) -> None:
        for level in LEVELS:
            one, three = (mean(Mind(level, Random(seed)).glance(n) for seed in range(99)) for n in (1, 3))
            self.assertTrue(0 < one < three < LEVELS[level].quickest, (one, three))
