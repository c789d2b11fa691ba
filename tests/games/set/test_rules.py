"""The rules of Set, sentence by sentence of the game's document, and then played at random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.set_table import BOARD, CAP, Dealt
from tests.doubles.someone import Someone
from tilenet.games.set.rules import (
    CARDS,
    Answer,
    Kind,
    Match,
    Record,
    bonus,
    features,
    find_set,
    find_sets,
    is_set,
    third,
    why_no_set,
    words,
)

WRONG = (0, 1, 3)


class Cards(SynchronousTestCase):
    """A Set card has 1-3 copies of one of three shapes in one of three colors in one of three shadings."""

    def test_the_deck_contains_all_81_possible_cards(self) -> None:
        every = product("123", ("red", "blue", "yellow"), "o@█", ("diamond", "box", "slash"))
        self.assertEqual([words(card) for card in CARDS], [" ".join(one) for one in every])
        self.assertEqual(len(CARDS), 81)

    def test_it_is_not_a_set_if_exactly_two_agree_on_any_attribute(self) -> None:
        """All 85320 of them."""
        found = 0
        for a, b, c in combinations(CARDS, 3):
            two_agree = any(
                (x == y) + (y == z) + (x == z) == 1
                for x, y, z in zip(features(a), features(b), features(c), strict=True)
            )
            if (is_set(a, b, c), why_no_set(a, b, c) != ("", "")) != (not two_agree, two_agree):
                self.fail(f"{a} {b} {c}")
            found += not two_agree
        self.assertEqual(found, 81 * 80 // 6)

    def test_why_three_cards_are_no_set(self) -> None:
        """By the first feature in which two agree and one differs."""
        for names, feature, why in (
            (("1 red o box", "1 blue o box", "2 yellow o box"), "number", "two have one shape, one has two"),
            (("3 red o box", "1 red o box", "3 red @ box"), "number", "two have three shapes, one has one"),
            (("1 red o box", "1 blue o box", "1 red o slash"), "colour", "two are red, one is blue"),
            (("1 red o box", "2 red @ box", "3 red @ box"), "shading", "two are striped, one is open"),
            (("1 red █ box", "2 red █ box", "3 red @ box"), "shading", "two are solid, one is striped"),
            (("1 red o box", "2 red @ box", "3 red █ diamond"), "shape", "two are boxes, one is a diamond"),
            (("1 red o slash", "2 red @ diamond", "3 red █ diamond"), "shape", "two are diamonds, one is a slash"),
        ):
            cards = (next(card for card in CARDS if words(card) == name) for name in names)
            self.assertEqual(why_no_set(*cards), (feature, why))

    def test_sets_are_found(self) -> None:
        random = Random(5)
        for count in (0, 2, 3, 6, 12, 12, 12, 15, 21, 81):
            cards = random.sample(CARDS, count)
            expected = {frozenset(three) for three in combinations(cards, 3) if is_set(*three)}
            found = [*find_sets(cards)]
            self.assertEqual({frozenset(three) for three in found}, expected)
            self.assertEqual(len(found), len(expected))
            self.assertEqual(find_set(cards), found[0] if found else None)


class MatchTestCase(SynchronousTestCase):
    """jay and kay play, on a known board."""

    def setUp(self) -> None:
        self.jay, self.kay = Someone("jay"), Someone("kay")
        self.match = Match([self.jay, self.kay], Dealt(), now=100.0)

    def lay(self, board: Sequence[int | None], deck: Sequence[int] = ()) -> None:
        """Let these lie on the board, and draw from these, in order."""
        self.match.board = [*board, *[None] * (12 - len(board))]
        self.match.deck = [*reversed(deck)]

    def scores(self) -> tuple[int, int]:
        return self.match.scores[self.jay], self.match.scores[self.kay]

    def claim(self, player: Someone, *positions: int, now: float = 100.0) -> Answer:
        return self.match.claim(player, positions, now)

    def no_set(self, player: Someone, now: float = 100.0) -> Answer:
        return self.match.no_set(player, now)


class Overview(MatchTestCase):
    def test_the_server_randomly_selects_12_cards(self) -> None:
        boards = set()
        for seed in range(20):
            match = Match([self.jay], Random(seed), 0.0)
            self.assertEqual((len(match.board), len(match.deck)), (12, 69))
            self.assertEqual(sorted([*match.cards, *match.deck]), [*CARDS])
            boards.add(tuple(match.board))
        self.assertEqual(len(boards), 20)

    def test_if_it_is_correct_she_earns_points_and_those_cards_are_replaced_by_three_new_ones(self) -> None:
        answer = self.claim(self.kay, 2, 0, 1)
        self.assertEqual(
            answer, Answer(self.kay, Kind.SET, True, 5, 0, 1, 0.0, {0: 0, 1: 1, 2: 2}, frozenset({0, 1, 2}))
        )
        self.assertEqual(self.scores(), (0, 5))
        self.assertEqual(self.match.board, [12, 13, 14, *BOARD[3:]])  # by position, however they were claimed
        self.assertEqual(len(self.match.deck), 66)
        self.assertFalse(self.match.is_over)

    def test_if_she_is_incorrect_she_loses_points(self) -> None:
        answer = self.claim(self.kay, *WRONG)
        self.assertEqual(answer, Answer(self.kay, Kind.SET, False, -3, 0, 0, 0.0, {0: 0, 1: 1, 3: 3}, frozenset()))
        self.assertEqual(self.scores(), (0, -3))
        self.assertEqual((self.match.board, len(self.match.deck)), (BOARD, 69))

    def test_exactly_three_cards(self) -> None:
        for positions in ((), (0, 1), (0, 1, 2, 3), (0, 1, 1), (0, 0, 0), (0, 1, 2, 0)):
            self.setUp()
            self.assertFalse(self.claim(self.jay, *positions).is_right, positions)
            self.assertEqual(self.match.board, BOARD)

    def test_an_empty_position_makes_no_set(self) -> None:
        self.lay([0, 1, None, 3])
        self.assertFalse(self.claim(self.jay, 0, 1, 2).is_right)
        self.assertFalse(self.claim(self.jay, 2, 4, 5).is_right)
        self.assertEqual(self.match.cards, [0, 1, 3])
        self.lay(BOARD[:3])
        self.assertFalse(self.claim(self.jay, 0, 1, 2, 3).is_right)

    def test_if_there_is_no_set_the_first_to_say_so_earns_points_and_6_cards_are_replaced(self) -> None:
        self.lay(CAP[:12], [80, 79, 78, 77, 76, 75, 74, 73])
        answer = self.no_set(self.jay)
        self.assertEqual((answer.is_right, answer.points, answer.kind), (True, 10, Kind.NO_SET))
        self.assertEqual(self.scores(), (10, 0))
        self.assertEqual(len(answer.replaced), 6)
        for position, now in enumerate(self.match.board):
            if position in answer.replaced:
                self.assertIn(now, range(73, 81))
            else:
                self.assertEqual(now, CAP[position])
        self.assertEqual(sorted([*self.match.cards, *self.match.deck]), sorted([*CAP[:12], *range(73, 81)]))

    def test_the_6_are_chosen_randomly(self) -> None:
        chosen = set()
        for seed in range(30):
            self.match = Match([self.jay], Random(seed), 0.0)
            self.lay(CAP[:12], range(40, 60))
            chosen.add(self.no_set(self.jay).replaced)
        self.assertGreater(len(chosen), 25)
        self.assertEqual({position for positions in chosen for position in positions}, {*range(12)})

    def test_the_deck_is_shuffled_with_the_6_in_it(self) -> None:
        """So it can be told neither what comes next nor when the 6 come back."""
        orders = []
        for seed in range(30):
            self.match = Match([self.jay], Random(seed), 0.0)
            self.lay(CAP[:12], range(60, 81))
            self.no_set(self.jay)
            orders.append(self.match.deck)
        self.assertEqual({len(deck) for deck in orders}, {21})
        self.assertEqual(len({tuple(card in CAP for card in deck) for deck in orders}), 30)
        self.assertEqual(len({frozenset(deck) for deck in orders}), 30)
        others = [tuple(card for card in deck if card not in CAP) for deck in orders]
        self.assertTrue(all(list(order) != sorted(order, reverse=True) for order in others))

    def test_cards_just_put_back_are_dealt_only_if_there_are_not_enough_others(self) -> None:
        for others in range(1, 9):
            with self.subTest(others=others):
                self.match = Match([self.jay], Random(others), 0.0)
                deck = [card for card in CARDS if card not in CAP and find_set([*CAP[:12], card])][:others]
                self.lay(CAP[:12], deck)
                self.no_set(self.jay)
                self.assertEqual(len(set(deck) & {*self.match.cards}), min(6, others))
                self.assertEqual(len(self.match.cards), 12)
                self.assertEqual(len(self.match.deck), others)

    def test_which_of_those_put_back_are_dealt_again_is_by_chance(self) -> None:
        """So some lie where they lay, and some elsewhere."""
        moved = set()
        for seed in range(30):
            self.match = Match([self.jay], Random(seed), 0.0)
            self.lay(CAP[:12], [78, 79, 80])
            moved.add(len(self.no_set(self.jay).replaced))
        self.assertLessEqual({4, 5, 6}, moved)

    def test_no_set_is_wrong_if_there_is_one(self) -> None:
        answer = self.no_set(self.kay)
        self.assertEqual(answer, Answer(self.kay, Kind.NO_SET, False, -5, 0, 0, 0.0, {}, frozenset()))
        self.assertEqual((self.match.board, self.scores()), (BOARD, (0, -5)))

    def test_when_the_deck_has_too_few_the_rest_stay_empty(self) -> None:
        for deck, dealt in (([], [None] * 3), ([40], [40, None, None])):
            self.lay(BOARD, deck)
            self.assertEqual(self.claim(self.jay, 0, 1, 2).replaced, {0, 1, 2})
            self.assertEqual(self.match.board, [*dealt, *BOARD[3:]])
            self.assertFalse(self.match.is_over)


class TheEnd(MatchTestCase):
    def test_it_is_over_when_no_card_is_left_on_the_board(self) -> None:
        self.lay(BOARD[:6])
        self.claim(self.jay, 0, 1, 2)
        self.assertFalse(self.match.is_over)
        self.claim(self.kay, 3, 4, 5)
        self.assertTrue(self.match.is_over)
        self.assertEqual(self.scores(), (5, 5))

    def test_a_right_no_set_ends_it_when_no_set_is_left_in_board_and_deck(self) -> None:
        for board, deck, is_over in (
            (CAP[:9], [], True),
            (CAP[:12], CAP[12:], True),
            (CAP[:12], [*CAP[12:15], third(CAP[0], CAP[14])], False),
            (CAP[:1], [78, 79, 80], False),
        ):
            self.setUp()
            self.lay(board, deck)
            answer = self.no_set(self.jay)
            self.assertEqual((self.scores(), self.match.is_over), ((10, 0), is_over), deck)
            if is_over:
                self.assertEqual((answer.replaced, self.match.cards), (frozenset(), board))


class Races(MatchTestCase):
    """Only one player can score for a given set; all depends on what lies there when the server gets the claim."""

    def test_kay_claims_with_what_jay_has_just_taken(self) -> None:
        for deck, claimed, is_right in (
            ([12, 13, 14], (0, 1, 2), True),  # the new cards happen to be a set
            ([12, 13, 15], (0, 1, 2), False),
            ([40, 41, 42], (0, 3, 6), False),  # a b c and a d g share a card
            ([0, 41, 42], (0, 3, 6), True),
        ):
            self.setUp()
            self.lay(BOARD, deck)
            self.assertTrue(self.claim(self.jay, 0, 1, 2).is_right)
            self.assertEqual(self.claim(self.kay, *claimed).is_right, is_right, deck)
            self.assertEqual(self.scores(), (5, 5 if is_right else -3))


class Scoring(MatchTestCase):
    RIGHT = "set", "none"

    def act(self, player: Someone, what: str) -> int:
        """Let a player do something, on a board where it is possible; what it brings."""
        before = self.match.scores[player]
        match what:
            case "set":
                self.lay(BOARD, [60, 61, 62])
                answer = self.claim(player, 0, 1, 2)
            case "wrong":
                self.lay(BOARD)
                answer = self.claim(player, *WRONG)
            case "none":
                self.lay(CAP[:12], [78, 79, 80])
                answer = self.no_set(player)
            case _:
                self.lay(BOARD)
                answer = self.no_set(player)
        self.assertEqual(answer.is_right, what in self.RIGHT)
        self.assertEqual(answer.points + answer.bonus, self.match.scores[player] - before)
        return self.match.scores[player] - before

    def test_the_bonuses(self) -> None:
        self.assertEqual([bonus(streak) for streak in range(11)], [0, 0, 2, 3, 5, 8, 13, 21, 34, 55, 89])

    def test_streaks_are_global(self) -> None:
        for why, acts in (
            ("the first time as usual, the next +2, the next after that +3, and so on", "j+5 j+7 j+8 j+10 j+13 j+18"),
            ("correct answers of both kinds count", "j+5 j!12 j+8 j!15"),
            ("'no set' may be the first", "j!10 j+7 j!13"),
            ("a correct answer by a different player breaks it", "j+5 j+7 k+5 j+5 j+7"),
            ("and begins another", "j+5 k+5 k+7 k+8 j+5"),
            ("an incorrect answer by the player breaks it", "j+5 j+7 j-3 j+5 j+7"),
            ("of either kind", "j+5 j?5 j+5 j+7"),
            ("an incorrect answer by another player does not", "j+5 j+7 k-3 j+8 k?5 j+10"),
            ("a correct 'no set' by another player breaks it", "j+5 j+7 k!10 j+5"),
            ("wrong answers are no streak", "j-3 j-3 j?5 j+5"),
            ("a player who was wrong in between starts again", "j+5 j-3 k+5 j+5"),
            ("and so does the other", "j+5 j-3 k+5 k+7"),
        ):
            self.setUp()
            for number, act in enumerate(acts.split()):
                player = self.jay if act[0] == "j" else self.kay
                what, sign = {"+": ("set", 1), "-": ("wrong", -1), "!": ("none", 1), "?": ("some", -1)}[act[1]]
                self.assertEqual(self.act(player, what), sign * int(act[2:]), f"{why}: {act}, number {number}")


class Statistics(MatchTestCase):
    def test_answers_are_counted(self) -> None:
        self.claim(self.jay, 0, 1, 2, now=104.0)
        self.claim(self.kay, *WRONG, now=105.0)
        self.claim(self.jay, 3, 4, 5, now=106.5)
        self.no_set(self.jay, now=107.0)
        self.lay(CAP[:12], [78, 79, 80])
        self.no_set(self.jay, now=116.5)
        self.assertEqual(self.match.records[self.jay], Record(2, 1, 1, [4.0, 2.5, 10.0], 2, 2.5))
        self.assertEqual(self.match.records[self.kay], Record(0, 0, 1, []))


# At random


class Played:
    """A match that is checked at every step."""

    def __init__(self, seed: int) -> None:
        self.players = [Someone("ann"), Someone("bob")]
        self.match = Match(self.players, Random(seed), 0.0)
        self.taken: list[int] = []
        self.expected = dict.fromkeys(self.players, 0)
        self.now = 0.0

    def answer(self, player: Someone, positions: Sequence[int] | None) -> Answer:
        """Claim these, or that there is no set."""
        self.now += 1.0
        before, deck = [*self.match.board], len(self.match.deck)
        there_is_one = find_set(self.match.cards) is not None
        if positions is None:
            answer = self.match.no_set(player, self.now)
            assert answer.is_right is not there_is_one
            assert len(self.match.cards) == 12 - before.count(None) and len(self.match.deck) == deck
        else:
            answer = self.match.claim(player, positions, self.now)
            if answer.is_right:
                self.taken += [card for position in positions if (card := before[position]) is not None]
            assert len(self.match.deck) == max(0, deck - 3 * answer.is_right)
        self.expected[player] += answer.points + answer.bonus
        self.check(before, answer)
        return answer

    def check(self, before: Sequence[int | None], answer: Answer) -> None:
        assert sorted([*self.match.cards, *self.match.deck, *self.taken]) == [*CARDS]
        assert self.match.scores == self.expected
        assert answer.replaced == {at for at in range(12) if before[at] != self.match.board[at]}
        assert answer.is_right or not answer.replaced
        assert not self.match.deck or None not in self.match.board
        records = self.match.records.values()
        assert 3 * sum(record.sets for record in records) == len(self.taken)
        assert all(len(record.times) == record.sets + record.no_sets for record in records)

    def perfect(self) -> list[int] | None:
        """What a perfect player answers now."""
        found = find_set(self.match.cards)
        return found and [self.match.board.index(card) for card in found]


class AtRandom(SynchronousTestCase):
    def test_every_game_of_a_perfect_player_ends(self) -> None:
        @settings(max_examples=60, deadline=None)
        @given(st.integers())
        def play(seed: int) -> None:
            played = Played(seed)
            for _ in range(1000):
                assert played.answer(played.players[0], played.perfect()).is_right
                if played.match.is_over:
                    break
            assert played.match.is_over
            assert find_set([*played.match.cards, *played.match.deck]) is None

        play()

    def test_whatever_is_answered_the_rules_hold(self) -> None:
        position = st.integers(0, 11)
        answers = st.just("perfect") | st.none() | st.lists(position, min_size=3, max_size=3, unique=True)

        @settings(max_examples=100, deadline=None)
        @given(st.integers(), st.lists(st.tuples(st.booleans(), answers), max_size=60))
        def play(seed: int, steps: list[tuple[bool, Any]]) -> None:
            played = Played(seed)
            for who, what in steps:
                if played.match.is_over:
                    break
                played.answer(played.players[who], played.perfect() if what == "perfect" else what)

        play()
