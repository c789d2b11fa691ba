"""What a bot makes of twelve cards of Set: cases, chance, and that each level is stronger than the one below it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from random import Random
from statistics import mean

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import cards_without_a_set
from tests.doubles.modules import needs, of_twisted
from tilenet.clients.bots.setmind import LEVELS, Answer, Mind, Thought, card, faults
from tilenet.games.set.rules import CARDS, find_set, find_sets, is_set, words

#: Three names of cards, and in how many things they are at fault.
TRIPLES = {
    "1 red o diamond, 2 red o diamond, 3 red o diamond": 0,
    "1 red o diamond, 2 blue @ box, 3 yellow █ slash": 0,
    "1 red o box, 1 blue o box, 1 yellow o box": 0,
    "1 red o diamond, 1 red o diamond, 2 red o diamond": 1,
    "1 red o diamond, 1 red o box, 2 red o slash": 1,
    "1 red o diamond, 1 blue @ box, 2 red o slash": 3,
    "1 red o diamond, 1 red o box, 2 blue @ box": 4,
}
LINE = "1 red o diamond", "2 red o diamond", "3 red o diamond"
EMPTY = ""
NUMBERS = {words(number): number for number in CARDS}

TABLES = st.lists(st.sampled_from([*map(words, CARDS)]), min_size=0, max_size=12, unique=True).flatmap(
    lambda cards: st.permutations([*cards, *[EMPTY] * (12 - len(cards))])
)


@cache
def tables(sets: int, count: int) -> list[list[str]]:
    """So many full tables with so many sets."""
    random = Random(3)
    found: list[list[str]] = []
    while len(found) < count:
        cards = random.sample(CARDS, 12)
        if len(list(find_sets(cards))) == sets:
            found.append([*map(words, cards)])
    return found


def thoughts(level: int, table: Sequence[str], count: int = 500, seed: int = 1) -> list[Thought]:
    mind = Mind(level, Random(seed))
    return [mind.think(table) for _ in range(count)]


@cache
def times(level: int, sets: int) -> list[float]:
    """The seconds to see a set."""
    found = [thought for table in tables(sets, 5) for thought in thoughts(level, table, 25)]
    return [thought.seconds for thought in found if thought.answer is Answer.SET]


class Cards(SynchronousTestCase):
    def test_names(self) -> None:
        self.assertEqual(card("2 red @ diamond"), ("2", "red", "@", "diamond"))
        for name in ("", "Submit", "No set", "2 red diamond", "2 dark red @ diamond"):
            self.assertIsNone(card(name), name)

    def test_triples(self) -> None:
        for names, wanted in TRIPLES.items():
            self.assertEqual(faults([card(name) or () for name in names.split(", ")]), wanted, names)

    def test_the_rules_are_those_of_the_server(self) -> None:
        for cards in combinations(Random(1).sample(CARDS, 27), 3):
            named = [card(words(number)) or () for number in cards]
            self.assertEqual(faults(named) == 0, is_set(*cards), named)


class Thinking(SynchronousTestCase):
    @given(TABLES, st.sampled_from([*LEVELS]), st.integers())
    def test_what_is_no_error_is_right_and_what_is_one_is_wrong(self, table: list[str], level: int, seed: int) -> None:
        cards = [NUMBERS[name] for name in table if name]
        for thought in thoughts(level, table, 5, seed):
            match thought.answer:
                case Answer.SET:
                    claimed = [table[place] for place in thought.places]
                    self.assertNotIn(EMPTY, claimed)
                    self.assertEqual(len({*thought.places}), 3)
                    a, b, c = (NUMBERS[name] for name in claimed)
                    self.assertEqual(is_set(a, b, c), not thought.is_wrong)
                case Answer.NO_SET:
                    self.assertEqual((thought.places, find_set(cards) is None), ((), not thought.is_wrong))
                case Answer.NOTHING:
                    self.assertEqual((thought.places, thought.is_wrong), ((), False))

    @given(TABLES, st.sampled_from([*LEVELS]), st.integers())
    def test_the_same_chance_is_the_same_thought(self, table: list[str], level: int, seed: int) -> None:
        self.assertEqual(thoughts(level, table, 3, seed), thoughts(level, table, 3, seed))

    def test_three_cards_that_are_left_cannot_be_taken_wrongly(self) -> None:
        table = [*LINE, *[EMPTY] * 9]
        for thought in thoughts(1, table):
            self.assertIn(thought.places, [(0, 1, 2), ()])

    def test_an_empty_table_has_no_set(self) -> None:
        for level in LEVELS:
            answers = {thought.answer for thought in thoughts(level, [EMPTY] * 12)}
            self.assertEqual(answers, {Answer.NO_SET, Answer.NOTHING})

    def test_every_set_is_found_some_time_and_the_easy_ones_more_often(self) -> None:
        hard = "1 blue o diamond", "2 yellow @ box", "3 red █ slash"
        found = [thought.places for thought in thoughts(5, [*LINE, *hard, *[EMPTY] * 6]) if not thought.is_wrong]
        self.assertGreater(found.count((0, 1, 2)), 2 * found.count((3, 4, 5)))
        self.assertGreater(found.count((3, 4, 5)), 50)

    def test_the_brain_needs_no_twisted_and_no_server(self) -> None:
        for name in ("setmind", "setreader"):
            needed = needs(f"tilenet.clients.bots.{name}")
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
        for table in (tables(3, 1)[0], cards_without_a_set()):
            wrong = [sum(thought.is_wrong for thought in thoughts(level, table, 400)) for level in LEVELS]
            self.assertTrue(all(b < a for a, b in pairwise(wrong)), wrong)

    def test_more_sets_are_seen_sooner(self) -> None:
        for level in LEVELS:
            means = [mean(times(level, sets)) for sets in (1, 2, 4, 6)]
            self.assertTrue(all(b < a for a, b in pairwise(means)), means)

    def test_no_set_is_believed_later_than_any_is_found(self) -> None:
        for level in LEVELS:
            none = [
                thought.seconds
                for thought in thoughts(level, cards_without_a_set(), 200)
                if thought.answer is Answer.NO_SET
            ]
            self.assertGreater(min(none), max(times(level, 1)))

    def test_replaced_cards_take_time(self) -> None:
        for level in LEVELS:
            one, three = (mean(Mind(level, Random(seed)).glance(n) for seed in range(99)) for n in (1, 3))
            self.assertTrue(0 < one < three < LEVELS[level].quickest, (one, three))
