"""The rules of Tombala, sentence by sentence of the game's document, and then played at random."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.someone import Someone
from tilenet.games.tombala.rules import (
    CARDS,
    COLUMNS,
    IN_ROW,
    NUMBERS,
    ROWS,
    WIN,
    Card,
    Match,
    column,
    complete_rows,
    new_card,
    nth_card,
)

CARD: Card = ((1, 10, 20, 30, 40), (2, 50, 60, 70, 80), (3, 11, 21, 31, 90))
TENS = [range(1, 10), *(range(ten, ten + 10) for ten in range(10, 80, 10)), range(80, 91)]


class Chosen(Random):
    """Chance that chooses one number of all that it may choose; all else is by chance."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def randrange(self, *args: Any) -> int:
        assert [self.number in range(*args), args] == [True, (CARDS,)]
        return self.number


def by_column(card: Card) -> list[list[tuple[int, int]]]:
    """The numbers of each column, with their rows, downwards."""
    return [
        [(row, number) for row, numbers in enumerate(card) for number in numbers if number in numbers_of_column]
        for numbers_of_column in TENS
    ]


def check(card: Card) -> None:
    """Whether it is a real card."""
    assert type(card) is tuple and len(card) == 3
    numbers = [number for row in card for number in row]
    assert len(numbers) == len({*numbers}) == 15
    assert all(type(number) is int and 1 <= number <= 90 for number in numbers)
    for row in card:
        assert type(row) is tuple and len(row) == 5
        assert list(row) == sorted(row)
    for cells in by_column(card):
        assert 1 <= len(cells) <= 3
        assert len({row for row, _ in cells}) == len(cells)
        downwards = [number for _, number in cells]
        assert downwards == sorted(downwards)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Any real card, made in another way than the rules do."""
    places = [draw(st.sets(st.integers(0, 8), min_size=5, max_size=5)) for _ in range(3)]
    assume(set.union(*places) == {*range(9)})
    rows: list[list[int]] = [[], [], []]
    for at, numbers in enumerate(TENS):
        having = [row for row in range(3) if at in places[row]]
        some = draw(st.sets(st.sampled_from(numbers), min_size=len(having), max_size=len(having)))
        for row, number in zip(having, sorted(some), strict=True):
            rows[row].append(number)
    return tuple(map(tuple, rows))


def order(card: Card) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(tuple(row for row, _ in cells), tuple(number for _, number in cells)) for cells in by_column(card)]


def index_of(card: Card) -> int:
    """The number of a card among all cards, or where it is missing, from their order alone."""
    low, high = 0, CARDS
    while low < high:
        middle = (low + high) // 2
        if order(nth_card(middle)) < order(card):
            low = middle + 1
        else:
            high = middle
    return low


class Cards(SynchronousTestCase):
    """A game card contains three rows and five numbers on each row. It is randomly generated."""

    def test_the_measures(self) -> None:
        self.assertEqual((NUMBERS[0], NUMBERS[-1], len(NUMBERS)), (1, 90, 90))
        self.assertEqual((ROWS, IN_ROW, COLUMNS, WIN), (3, 5, 9, 3))

    def test_nine_columns(self) -> None:
        """1-9, 10-19, ..., 80-90."""
        for at, numbers in enumerate(TENS):
            self.assertEqual({column(number) for number in numbers}, {at})
        self.assertEqual([number for numbers in TENS for number in numbers], [*NUMBERS])

    def test_a_card_by_hand_is_a_real_one(self) -> None:
        check(CARD)

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

    def test_the_first_and_the_last_card(self) -> None:
        for index in (0, CARDS - 1):
            check(nth_card(index))

    def test_the_same_chance_gives_the_same_card(self) -> None:
        self.assertEqual(new_card(Random(7)), new_card(Random(7)))
        self.assertEqual(len({new_card(Random(seed)) for seed in range(200)}), 200)


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

    def test_any_collection_will_do(self) -> None:
        for kind in (list, set, tuple, frozenset, dict.fromkeys):
            self.assertEqual(complete_rows(CARD, kind(CARD[1])), 1)


class MatchTestCase(SynchronousTestCase):
    """Ann, bob and cyd; ann has the card above."""

    def setUp(self) -> None:
        self.ann, self.bob, self.cyd = self.players = [Someone(name) for name in ("ann", "bob", "cyd")]
        self.match = Match(self.players, Random(3))
        self.match.cards[self.ann] = CARD

    def all_proceed(self) -> None:
        for player in self.match.waited_for:
            self.match.proceed(player)

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

    def test_nothing_is_drawn_and_nothing_announced(self) -> None:
        self.assertEqual(self.match.drawn, [])
        self.assertEqual(self.match.totals, dict.fromkeys(self.players, 0))
        self.assertEqual((self.match.is_over, self.match.winner), (False, None))

    def test_all_are_ready_until_the_first_number(self) -> None:
        self.assertEqual((self.match.is_turn_over, self.match.waited_for), (True, []))
        self.assertTrue(self.match.has_proceeded(self.ann))
        self.assertFalse(self.match.proceed(self.ann))

    def test_one_player_is_enough(self) -> None:
        match = Match([self.ann], Random(0))
        match.draw()
        self.assertTrue(match.proceed(self.ann))
        self.assertTrue(match.is_turn_over)

    def test_a_game_of_nobody_is_over(self) -> None:
        match = Match([], Random(0))
        self.assertEqual((match.is_over, match.winner, match.is_turn_over), (True, None, False))
        self.assertIsNone(match.draw())

    def test_the_same_chance_gives_the_same_game(self) -> None:
        one, two = Match(self.players, Random(5)), Match(self.players, Random(5))
        self.assertEqual(one.cards, two.cards)
        self.assertEqual([one.draw() for _ in range(90)], [two.draw() for _ in range(90)])


class Numbers(MatchTestCase):
    """A new number should be randomly generated. Minimum 1, maximum 90; they must be unique for any game."""

    def test_all_90_come_and_each_once(self) -> None:
        drawn = [self.match.draw() for _ in range(90)]
        self.assertEqual(sorted(number for number in drawn if number is not None), [*NUMBERS])
        self.assertEqual(self.match.drawn, drawn)

    def test_the_order_is_by_chance(self) -> None:
        firsts = {Match(self.players, Random(seed)).draw() for seed in range(300)}
        self.assertGreater(len(firsts), 60)

    def test_a_number_is_not_drawn_before_its_turn(self) -> None:
        self.assertEqual(self.match.drawn, [])
        number = self.match.draw()
        self.assertEqual(self.match.drawn, [number])

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


class Turns(MatchTestCase):
    """The game should be on hold until all users proceed to the next turn."""

    def setUp(self) -> None:
        super().setUp()
        self.match.draw()

    def test_nobody_has_proceeded_at_first(self) -> None:
        self.assertEqual(self.match.waited_for, self.players)
        self.assertFalse(any(map(self.match.has_proceeded, self.players)))
        self.assertFalse(self.match.is_turn_over)

    def test_a_player_proceeds(self) -> None:
        self.assertTrue(self.match.proceed(self.bob))
        self.assertTrue(self.match.has_proceeded(self.bob))
        self.assertEqual(self.match.waited_for, [self.ann, self.cyd])
        self.assertFalse(self.match.is_turn_over)

    def test_a_second_time_in_a_turn_is_an_error(self) -> None:
        self.match.proceed(self.bob)
        self.assertFalse(self.match.proceed(self.bob))
        self.assertEqual(self.match.waited_for, [self.ann, self.cyd])

    def test_the_turn_is_over_when_all_have_proceeded(self) -> None:
        for player in (self.cyd, self.ann):
            self.match.proceed(player)
            self.assertFalse(self.match.is_turn_over)
        self.match.proceed(self.bob)
        self.assertEqual((self.match.is_turn_over, self.match.waited_for), (True, []))
        self.assertFalse(self.match.proceed(self.bob))

    def test_with_the_next_number_nobody_has_proceeded(self) -> None:
        self.all_proceed()
        self.match.draw()
        self.assertEqual((self.match.is_turn_over, self.match.waited_for), (False, self.players))
        self.assertTrue(self.match.proceed(self.ann))

    def test_a_claim_is_no_proceeding(self) -> None:
        self.mark(0)
        self.match.claim(self.ann, 1)
        self.assertFalse(self.match.has_proceeded(self.ann))

    def test_who_has_proceeded_can_claim(self) -> None:
        self.mark(0)
        self.match.proceed(self.ann)
        self.assertTrue(self.match.claim(self.ann, 1))

    def test_when_the_game_is_over_nobody_proceeds(self) -> None:
        self.mark(0, 1, 2)
        self.match.claim(self.ann, 3)
        self.assertFalse(self.match.proceed(self.bob))

    def test_strangers_do_not_count(self) -> None:
        stranger = Someone("ann")
        self.assertFalse(self.match.proceed(stranger))
        self.assertFalse(self.match.has_proceeded(stranger))
        self.assertEqual(self.match.waited_for, self.players)


class Claims(MatchTestCase):
    """A claim of n is right when n is above the player's last announced total and exactly n rows are complete."""

    def assert_wrong(self, player: Someone, total: int) -> None:
        totals = dict(self.match.totals)
        self.assertFalse(self.match.claim(player, total), total)
        self.assertEqual(self.match.totals, totals)
        self.assertEqual((self.match.is_over, self.match.winner), (False, None))

    def test_a_right_claim(self) -> None:
        self.mark(1)
        self.assertTrue(self.match.claim(self.ann, 1))
        self.assertEqual(self.match.totals, {self.ann: 1, self.bob: 0, self.cyd: 0})
        self.assertFalse(self.match.is_over)

    def test_no_row_is_complete(self) -> None:
        for total in (-1, 0, 1, 2, 3, 4):
            self.assert_wrong(self.ann, total)
        self.match.drawn = [*CARD[0][:4], *CARD[1][:4], *CARD[2][:4]]
        for total in (-1, 0, 1, 2, 3, 4):
            self.assert_wrong(self.ann, total)

    def test_exactly_so_many_rows_are_complete(self) -> None:
        self.mark(0, 2)
        for total in (0, 1, 3):
            self.assert_wrong(self.ann, total)
        self.assertTrue(self.match.claim(self.ann, 2))

    def test_it_is_above_the_last_announced_total(self) -> None:
        self.mark(0)
        self.match.claim(self.ann, 1)
        self.assert_wrong(self.ann, 1)
        self.mark(0, 1)
        self.assert_wrong(self.ann, 1)
        self.assertTrue(self.match.claim(self.ann, 2))
        self.assert_wrong(self.ann, 2)

    def test_one_can_be_passed_over(self) -> None:
        self.mark(0, 1, 2)
        self.assertTrue(self.match.claim(self.ann, 3))

    def test_it_is_never_too_late(self) -> None:
        """Until the next row is complete."""
        self.mark(0)
        self.match.draw()
        self.match.drawn = [*CARD[0], 5, 6, 7]
        self.assertTrue(self.match.claim(self.ann, 1))

    def test_it_is_judged_by_ones_own_card(self) -> None:
        self.match.cards[self.bob] = ((4, 12, 22, 32, 42), *CARD[1:])
        self.mark(0)
        self.assert_wrong(self.bob, 1)

    def test_numbers_that_are_not_drawn_yet_do_not_count(self) -> None:
        self.match.draw()
        self.match.drawn = [*CARD[0][:4]]
        self.assert_wrong(self.ann, 1)

    def test_two_players_can_claim_by_the_same_number(self) -> None:
        self.match.cards[self.bob] = CARD
        self.mark(0)
        self.assertTrue(self.match.claim(self.ann, 1))
        self.assertTrue(self.match.claim(self.bob, 1))

    def test_strangers_have_no_card(self) -> None:
        self.match.drawn = [*NUMBERS]
        self.assert_wrong(Someone("ann"), 3)


class TheEnd(MatchTestCase):
    """Game is over when a user achieves three cinkos."""

    def win(self) -> None:
        self.mark(0, 1, 2)
        self.assertTrue(self.match.claim(self.ann, 3))

    def test_three_cinkos_win(self) -> None:
        self.win()
        self.assertEqual((self.match.is_over, self.match.winner), (True, self.ann))
        self.assertEqual(self.match.totals[self.ann], 3)

    def test_two_do_not(self) -> None:
        self.mark(0, 1)
        self.match.claim(self.ann, 2)
        self.assertEqual((self.match.is_over, self.match.winner), (False, None))

    def test_three_rows_alone_do_not(self) -> None:
        """Users are responsible for announcing cinkos."""
        self.mark(0, 1, 2)
        self.match.draw()
        self.assertEqual((self.match.is_over, self.match.winner), (False, None))

    def test_the_first_to_claim_wins(self) -> None:
        self.match.cards[self.bob] = CARD
        self.win()
        self.assertFalse(self.match.claim(self.bob, 3))
        self.assertIs(self.match.winner, self.ann)
        self.assertEqual(self.match.totals[self.bob], 0)

    def test_no_claim_is_right_afterwards(self) -> None:
        self.win()
        self.match.drawn = [*NUMBERS]
        for player in self.players:
            for total in range(5):
                self.assertFalse(self.match.claim(player, total))

    def test_no_number_is_drawn_afterwards(self) -> None:
        self.win()
        drawn = [*self.match.drawn]
        self.assertIsNone(self.match.draw())
        self.assertEqual((self.match.drawn, self.match.winner), (drawn, self.ann))

    def test_the_winner_stays_the_winner_when_they_leave(self) -> None:
        self.win()
        for player in self.players:
            self.match.leave(player)
        self.assertEqual((self.match.is_over, self.match.winner), (True, self.ann))


class Leaving(MatchTestCase):
    """A player who leaves or is lost does not hold the turn up any longer."""

    def setUp(self) -> None:
        super().setUp()
        self.match.draw()

    def test_the_turn_is_over_if_all_others_have_proceeded(self) -> None:
        self.match.proceed(self.ann)
        self.match.proceed(self.cyd)
        self.match.leave(self.bob)
        self.assertEqual((self.match.is_turn_over, self.match.waited_for), (True, []))

    def test_it_is_not_if_another_has_not(self) -> None:
        self.match.proceed(self.ann)
        self.match.leave(self.bob)
        self.assertEqual((self.match.is_turn_over, self.match.waited_for), (False, [self.cyd]))

    def test_who_had_proceeded_counts_no_more_either(self) -> None:
        self.match.proceed(self.ann)
        self.match.leave(self.ann)
        self.assertEqual((self.match.is_turn_over, self.match.waited_for), (False, [self.bob, self.cyd]))

    def test_they_are_not_waited_for_in_later_turns(self) -> None:
        self.match.leave(self.bob)
        self.match.draw()
        self.assertEqual(self.match.waited_for, [self.ann, self.cyd])

    def test_they_have_no_card_and_no_claim(self) -> None:
        self.match.leave(self.ann)
        self.mark(0, 1, 2)
        self.assertNotIn(self.ann, self.match.cards)
        self.assertNotIn(self.ann, self.match.totals)
        self.assertFalse(self.match.claim(self.ann, 3))
        self.assertFalse(self.match.proceed(self.ann))
        self.assertFalse(self.match.has_proceeded(self.ann))
        self.assertFalse(self.match.is_over)

    def test_what_they_have_announced_is_known_for_the_result(self) -> None:
        self.mark(0)
        self.match.claim(self.ann, 1)
        for player in (self.ann, self.bob, self.ann):
            self.match.leave(player)
        self.assertEqual((self.match.totals, self.match.left), ({self.cyd: 0}, {self.ann: 1, self.bob: 0}))

    def test_the_game_goes_on_for_the_last_player(self) -> None:
        self.match.leave(self.bob)
        self.match.leave(self.cyd)
        self.assertEqual((self.match.is_over, self.match.winner), (False, None))
        self.mark(0, 1, 2)
        self.assertTrue(self.match.claim(self.ann, 3))

    def test_the_game_is_over_when_the_last_player_leaves(self) -> None:
        for player in self.players:
            self.assertFalse(self.match.is_over)
            self.match.leave(player)
        self.assertEqual((self.match.is_over, self.match.winner), (True, None))
        self.assertEqual((self.match.is_turn_over, self.match.waited_for), (False, []))
        self.assertIsNone(self.match.draw())

    def test_leaving_twice_is_leaving_once(self) -> None:
        self.match.leave(self.bob)
        self.match.leave(self.bob)
        self.match.leave(Someone("cyd"))
        self.assertEqual([*self.match.cards], [self.ann, self.cyd])


# At random


class Told:
    """The rules once more, from what has happened and nothing else: who did what after which number."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.numbers: list[int] = []
        self.proceeded: list[tuple[int, int]] = []  # who, and how many numbers there were
        self.announced: list[tuple[int, int]] = []  # who, and how many
        self.gone: list[int] = []
        self.ran_out = False

    def here(self) -> list[int]:
        return [who for who in range(len(self.cards)) if who not in self.gone]

    def has_proceeded(self, who: int) -> bool:
        return who in self.here() and (not self.numbers or (who, len(self.numbers)) in self.proceeded)

    def total(self, who: int) -> int:
        return max([0, *(total for one, total in self.announced if one == who)])

    def winner(self) -> int | None:
        return next((who for who, total in self.announced if total == 3), None)

    def is_over(self) -> bool:
        return self.winner() is not None or self.ran_out or not self.here()

    def is_right(self, who: int, total: int) -> bool:
        complete = [row for row in self.cards[who] if all(number in self.numbers for number in row)]
        return not self.is_over() and who in self.here() and total > self.total(who) and total == len(complete)


class Played:
    """A match beside its second telling, compared at every step."""

    def __init__(self, seed: int, count: int) -> None:
        self.players = [Someone(f"p{number}") for number in range(count)]
        self.match = Match(self.players, Random(seed))
        self.told = Told([self.match.cards[player] for player in self.players])

    def step(self, what: str, who: int, total: int) -> None:
        player = self.players[who % len(self.players)]
        who = self.players.index(player)
        match, told = self.match, self.told
        if what == "draw":
            self.draw()
        elif what == "proceed":
            expected = not told.is_over() and who in told.here() and not told.has_proceeded(who)
            assert match.proceed(player) is expected
            if expected:
                told.proceeded.append((who, len(told.numbers)))
        elif what == "claim":
            right = told.is_right(who, total)
            assert match.claim(player, total) is right
            if right:
                told.announced.append((who, total))
        elif what == "leave":
            match.leave(player)
            told.gone.append(who)
        self.compare()

    def draw(self) -> None:
        was_over = self.told.is_over()
        number = self.match.draw()
        if was_over or len(self.told.numbers) == 90:
            assert number is None
            self.told.ran_out |= not was_over
        else:
            assert number in {*NUMBERS} - {*self.told.numbers}
            assert number is not None
            self.told.numbers.append(number)

    def compare(self) -> None:
        match, told = self.match, self.told
        here = [self.players[who] for who in told.here()]
        waited_for = [self.players[who] for who in told.here() if not told.has_proceeded(who)]
        winner = told.winner()
        assert [*match.cards] == here
        assert match.drawn == told.numbers
        assert match.totals == {self.players[who]: told.total(who) for who in told.here()}
        assert match.waited_for == waited_for
        assert match.is_turn_over is (bool(here) and not waited_for)
        assert [match.has_proceeded(player) for player in self.players] == [
            told.has_proceeded(who) for who in range(len(self.players))
        ]
        assert match.is_over is told.is_over()
        assert match.winner is (None if winner is None else self.players[winner])


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
