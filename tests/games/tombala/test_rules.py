"""The rules of Tombala, sentence by sentence of the game's document, and then played at random."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.someone import Someone
from tests.doubles.tombala_cards import CARD, TENS, cards, check, index_of, order
from tests.doubles.tombala_model import Played
from tilenet.games.tombala.rules import (
    CARDS,
    NUMBERS,
    Card,
    Match,
    column,
    complete_rows,
    new_card,
    nth_card,
)


class Chosen(Random):
    """Chance that chooses one number of all that it may choose; all else is by chance."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def randrange(self, *args: Any) -> int:
        assert [self.number in range(*args), args] == [True, (CARDS,)]
        return self.number


class Cards(SynchronousTestCase):
    """A game card contains three rows and five numbers on each row. It is randomly generated."""

    def test_nine_columns(self) -> None:
        """1-9, 10-19, ..., 80-90."""
        for at, numbers in enumerate(TENS):
            self.assertEqual({column(number) for number in numbers}, {at})
        self.assertEqual([number for numbers in TENS for number in numbers], [*NUMBERS])

    def test_all_cards_are_real(self) -> None:
        @settings(max_examples=300, deadline=None)
        @given(st.integers())
        def deal(seed: int) -> None:
            check(new_card(Random(seed)))

        deal()

    def test_every_real_card_is_possible(self) -> None:
        @settings(max_examples=60, deadline=None)
        @given(cards())
        def deal(card: Card) -> None:
            check(card)
            index = index_of(card)
            assert nth_card(index) == card
            assert new_card(Chosen(index)) == card

        deal()

    def test_no_card_is_likelier_than_others(self) -> None:
        """Each number of a card gives another card, and there are just as many numbers as cards."""

        @settings(max_examples=100, deadline=None)
        @given(st.integers(0, CARDS - 2))
        def compare(index: int) -> None:
            assert order(nth_card(index)) < order(nth_card(index + 1))

        compare()
        # Counted once more, column by column, by how many numbers each row has.
        ways = {(0, 0, 0): 1}
        for numbers in TENS:
            longer: dict[tuple[int, ...], int] = {}
            for rows, count in ways.items():
                for mask in range(1, 8):
                    after = tuple(have + (mask >> row & 1) for row, have in enumerate(rows))
                    longer[after] = longer.get(after, 0) + count * comb(len(numbers), mask.bit_count())
            ways = {(a, b, c): count for (a, b, c), count in longer.items()}
        self.assertEqual(ways[5, 5, 5], CARDS)


class Rows(SynchronousTestCase):
    """When a user marks every number in a row of the game card."""

    def test_how_many_rows_are_complete(self) -> None:
        for numbers, expected in (
            ([], 0),
            ([1, 10, 20, 30], 0),
            ([1, 10, 20, 30, 40], 1),
            ([40, 30, 20, 10, 1], 1),
            ([3, 11, 21, 31, 90], 1),
            ([1, 10, 20, 30, 41], 0),
            ([*CARD[0], *CARD[2]], 2),
            ([*CARD[0], *CARD[1], *CARD[2][:4]], 2),
            ([*CARD[0], *CARD[1], *CARD[2]], 3),
            (NUMBERS, 3),
            # fifteen numbers that are on no row together
            ([1, 10, 20, 30, 2, 50, 60, 70, 3, 11, 21, 31], 0),
        ):
            self.assertEqual(complete_rows(CARD, numbers), expected, numbers)


class MatchTestCase(SynchronousTestCase):
    """Ann, bob and cyd; ann has the card above."""

    def setUp(self) -> None:
        self.ann, self.bob, self.cyd = self.players = [Someone(name) for name in ("ann", "bob", "cyd")]
        self.match = Match(self.players, Random(3))
        self.match.cards[self.ann] = CARD

    def mark(self, *rows: int) -> None:
        """As if just the numbers of these rows of ann's had been drawn."""
        self.match.drawn = [number for row in rows for number in CARD[row]]


class TheStart(MatchTestCase):
    """The card is distributed when the game starts."""

    def test_everybody_has_a_card_of_their_own(self) -> None:
        match = Match(self.players, Random(3))
        self.assertEqual([*match.cards], self.players)
        for card in match.cards.values():
            check(card)
        self.assertEqual(len({*match.cards.values()}), 3)

    def test_a_game_of_nobody_is_over(self) -> None:
        match = Match([], Random(0))
        self.assertEqual((match.is_over, match.winner, match.is_turn_over), (True, None, False))
        self.assertIsNone(match.draw())


class Numbers(MatchTestCase):
    """A new number should be randomly generated. Minimum 1, maximum 90; they must be unique for any game."""

    def test_the_order_is_by_chance(self) -> None:
        firsts = {Match(self.players, Random(seed)).draw() for seed in range(300)}
        self.assertGreater(len(firsts), 60)

    def test_a_game_that_ran_out_of_90_numbers_ends_without_a_winner(self) -> None:
        for _ in range(90):
            self.assertFalse(self.match.is_over)
            self.match.draw()
        self.assertFalse(self.match.is_over)  # the last one can still be claimed
        self.assertIsNone(self.match.draw())
        self.assertEqual((self.match.is_over, self.match.winner), (True, None))
        self.assertEqual(len(self.match.drawn), 90)
        self.assertIsNone(self.match.draw())

    def test_the_last_number_can_win(self) -> None:
        for _ in range(90):
            self.match.draw()
        self.assertTrue(self.match.claim(self.bob, 3))
        self.assertIs(self.match.winner, self.bob)


class Claims(MatchTestCase):
    """A claim of n is right when n is above the player's last announced total and exactly n rows are complete."""

    def assert_wrong(self, player: Someone, total: int) -> None:
        totals = dict(self.match.totals)
        self.assertFalse(self.match.claim(player, total), total)
        self.assertEqual(self.match.totals, totals)
        self.assertEqual((self.match.is_over, self.match.winner), (False, None))

    def test_it_is_above_the_last_announced_total(self) -> None:
        self.mark(0)
        self.match.claim(self.ann, 1)
        self.assert_wrong(self.ann, 1)
        self.mark(0, 1)
        self.assert_wrong(self.ann, 1)
        self.assertTrue(self.match.claim(self.ann, 2))
        self.assert_wrong(self.ann, 2)


# At random


class AtRandom(SynchronousTestCase):
    def test_whatever_is_done_the_rules_hold(self) -> None:
        """Anybody does anything at any time; between two acts any count of numbers is drawn."""
        kinds = st.sampled_from(["draw", "proceed", "proceed", "claim", "claim", "leave"])
        steps = st.tuples(kinds, st.integers(0, 3), st.integers(-1, 4), st.integers(0, 20))

        @settings(max_examples=200, deadline=None)
        @given(st.integers(), st.integers(1, 4), st.lists(steps, max_size=40))
        def play(seed: int, count: int, acts: list[tuple[str, int, int, int]]) -> None:
            played = Played(seed, count)
            played.compare()
            for what, who, total, draws in acts:
                for _ in range(draws):
                    played.draw()
                played.step(what, who, total)

        play()

    def test_whole_games(self) -> None:
        """All proceed in each turn, and those who pay attention announce what they have; some leave."""

        @settings(max_examples=40, deadline=None)
        @given(
            st.integers(),
            st.lists(st.sampled_from([0.0, 0.3, 1.0]), min_size=1, max_size=4),
            st.sampled_from([0.0, 0.0, 0.01]),
        )
        def play(seed: int, attention: list[float], losses: float) -> None:
            played = Played(seed, len(attention))
            chance = Random(seed)
            turns = 0
            while not played.match.is_over:
                turns += 1
                assert turns <= 91
                played.step("draw", 0, 0)
                for who in chance.sample(range(len(attention)), len(attention)):
                    if chance.random() < losses:
                        played.step("leave", who, 0)
                    if chance.random() < attention[who]:
                        for total in (1, 2, 3):
                            played.step("claim", who, total)
                    played.step("proceed", who, 0)
                assert played.match.is_turn_over or played.match.is_over
            if 1.0 in attention and not losses:
                assert played.match.winner is not None and played.match.totals[played.match.winner] == 3

        play()
