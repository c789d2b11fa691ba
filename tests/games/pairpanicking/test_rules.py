"""The rules of PairPanicking, one by one, by their numbers, and then played at random."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.pairs import ONE, ZERO, Dealt, happen
from tests.doubles.someone import Someone
from tilenet.chance import Chance
from tilenet.game import Event, Events, Player, Points
from tilenet.games.pairpanicking.rules import (
    SQUARES,
    Board,
    Contest,
    End,
    Found,
    Missed,
    Over,
    Refused,
    Square,
    Started,
    State,
)


class Rules(SynchronousTestCase):
    """ann, bob and cid are here, with ten points each after coming in. ann has started a game, and has nine."""

    def setUp(self) -> None:
        self.contest = Contest(Dealt())
        self.ann, self.bob, self.cid = (Someone(name, 11) for name in ("ann", "bob", "cid"))
        for player in (self.ann, self.bob, self.cid):
            happen(self.contest.enter(player))
        happen(self.contest.start(self.ann))

    def points(self) -> tuple[int, int, int]:
        return self.ann.points, self.bob.points, self.cid.points

    def set_points(self, ann: int, bob: int, cid: int) -> None:
        self.ann.points, self.bob.points, self.cid.points = ann, bob, cid

    def states(self) -> Counter[State]:
        return Counter(map(self.contest.board.state, SQUARES))

    def turn(self, *turns: tuple[Someone, Square], now: float = 0.0) -> list[Event]:
        """Let players turn squares, one after the other."""
        return [event for player, square in turns for event in happen(self.contest.trigger(player, square, now))]

    def decide(self, now: float = 2.0) -> list[Event]:
        return happen(self.contest.decide(now))

    def pair(self, by: Someone, squares: list[Square] = ZERO, first: Someone | None = None) -> list[Event]:
        """Two of one symbol are turned and decided; all but points."""
        self.turn((first or by, squares[0]), (by, squares[1]))
        return [event for event in self.decide() if not isinstance(event, Points)]

    def miss(self, by: Someone, first: Someone | None = None) -> list[Event]:
        """Two of different symbols are turned and decided; all but points."""
        self.turn((first or by, ZERO[0]), (by, ONE[0]))
        return [event for event in self.decide() if not isinstance(event, Points)]

    def over(self, end: End, *winners: Player) -> Over:
        """A game of all three is over."""
        return Over(end, winners, (self.ann, self.bob, self.cid))

    # 1 to 3

    def test_rule_1_the_board_has_64_squares(self) -> None:
        self.assertEqual(set(SQUARES), {(x, y) for x in range(8) for y in range(8)})
        self.assertEqual(len(SQUARES), 64)

    def test_rules_2_and_3_each_of_16_symbols_is_there_four_times(self) -> None:
        for seed in range(5):
            board = Board(Random(seed))
            for square in SQUARES:
                board.show(square)
            found = Counter(board.symbol(square) for square in SQUARES)
            self.assertEqual(found, dict.fromkeys(range(16), 4))

    def test_rule_3_a_hidden_square_does_not_tell_its_symbol(self) -> None:
        self.assertRaises(KeyError, self.contest.board.symbol, (0, 0))
        self.pair(self.bob)
        self.assertRaises(KeyError, self.contest.board.symbol, ZERO[0])

    def test_rule_3_a_new_game_is_dealt_anew(self) -> None:
        contest = Contest(Chance.named("a"))
        happen(contest.enter(self.ann))
        happen(contest.start(self.ann))
        before = contest.board._symbols
        happen(contest.leave(self.ann))
        happen(contest.enter(self.ann))
        happen(contest.start(self.ann))
        self.assertNotEqual(contest.board._symbols, before)
        self.assertEqual(contest.pairs_left, 32)

    # 4

    def test_rule_4_it_is_over_when_the_last_active_player_falls_to_0(self) -> None:
        self.set_points(1, 0, 0)
        self.assertEqual(self.miss(self.bob)[-1], self.over(End.SPENT))
        self.assertFalse(self.contest.is_on)

    def test_rule_4_it_is_over_when_the_last_active_player_loses_their_points_elsewhere(self) -> None:
        self.set_points(0, 1, 0)
        self.assertEqual(happen(self.contest.scored()), [])
        self.bob.points = 0
        self.assertEqual(happen(self.contest.scored()), [Over(End.SPENT, (), ())])

    def test_rule_4_an_end_without_decision_hides_what_shows(self) -> None:
        self.set_points(0, 1, 0)
        self.turn((self.bob, ZERO[0]), (self.bob, ZERO[1]))
        self.assertEqual(happen(self.contest.leave(self.bob)), [self.over(End.DESERTED)])
        self.assertEqual(self.states(), {State.HIDDEN: 64})
        self.assertEqual(self.decide(9), [])
        self.assertEqual(self.points(), (0, 1, 0))

    def test_rule_4_it_is_over_when_all_is_solved(self) -> None:
        events = self.solve_all(self.bob)
        self.assertEqual([type(event) for event in events].count(Over), 1)
        self.assertEqual(events[-1], self.over(End.SOLVED, self.bob))
        self.assertFalse(self.contest.is_on)

    def solve_all(self, by: Someone) -> list[Event]:
        events: list[Event] = []
        for symbol in range(16):
            column, row = symbol % 8, symbol // 8
            events += self.pair(by, [(column, row), (column, row + 2)])
            events += self.pair(by, [(column, row + 4), (column, row + 6)])
        return events

    def test_rule_4_1_a_hidden_square_shows(self) -> None:
        self.assertEqual(self.turn((self.bob, (3, 5))), [])
        self.assertEqual(self.contest.board.state((3, 5)), State.SHOWING)
        self.assertEqual(self.contest.board.symbol((3, 5)), 11)
        self.assertEqual(self.states(), {State.HIDDEN: 63, State.SHOWING: 1})

    def test_rule_4_1_a_showing_square_is_no_trigger(self) -> None:
        self.turn((self.bob, ZERO[0]), (self.bob, ZERO[0]), (self.cid, ZERO[0]))
        self.assertIsNone(self.contest.deadline)
        self.turn((self.bob, ONE[0]))
        self.assertEqual(self.turn((self.bob, ZERO[0]), (self.cid, ONE[0]), now=1.0), [])
        self.assertEqual(self.contest.deadline, 2.0)

    # 5

    def test_rule_5_two_show_for_two_seconds(self) -> None:
        self.turn((self.bob, ZERO[0]), now=1.0)
        self.assertIsNone(self.contest.deadline)
        self.turn((self.bob, ONE[0]), now=7.0)
        self.assertEqual(self.contest.deadline, 9.0)
        self.assertEqual(self.decide(8.99), [])
        self.assertEqual(self.states()[State.SHOWING], 2)
        self.assertTrue(self.decide(9.0))
        self.assertEqual(self.states()[State.SHOWING], 0)
        self.assertIsNone(self.contest.deadline)

    def test_rule_5_a_third_decides_at_once_and_shows(self) -> None:
        self.turn((self.ann, ZERO[0]), (self.bob, ONE[0]))
        events = self.turn((self.cid, (5, 5)), now=0.5)
        self.assertIn(Missed((self.ann, 0), (self.bob, 1), 1), events)
        self.assertEqual(self.contest.board.state((5, 5)), State.SHOWING)
        self.assertEqual(self.states(), {State.SHOWING: 1, State.HIDDEN: 63})
        self.assertIsNone(self.contest.deadline)

    def test_rule_5_1_a_pair_is_solved(self) -> None:
        self.pair(self.bob)
        self.assertEqual([self.contest.board.state(square) for square in ZERO[:2]], [State.SOLVED] * 2)
        self.assertEqual(self.states(), {State.SOLVED: 2, State.HIDDEN: 62})
        self.assertEqual(self.contest.pairs_left, 31)

    def test_rule_5_2_two_different_symbols_are_hidden_again(self) -> None:
        self.miss(self.bob)
        self.assertEqual(self.states(), {State.HIDDEN: 64})
        self.assertEqual(self.contest.pairs_left, 32)

    # 6

    def test_rule_6_the_active_players_with_most_points_win_and_those_of_the_last_pair_count(self) -> None:
        """bob is not active at the first pair, so he gets 4 more than the others for 31 of them."""
        for ann, cid, winners in (
            (50, 60, "bob"),
            (0, 31 * 4 - 1, "bob"),
            (0, 31 * 4 + 1, "cid"),
            (31 * 4, 31 * 4, "ann bob cid"),
        ):
            self.setUp()
            self.set_points(ann, 0, cid)
            winning = [player for player in (self.ann, self.bob, self.cid) if player.name in winners.split()]
            self.assertEqual(self.solve_all(self.bob)[-1], self.over(End.SOLVED, *winning), (ann, cid))
            self.assertEqual(self.points(), (ann + 64, 2 + 31 * 6, cid + 64))

    # 7

    def test_rule_7_points_come_before_the_news_of_why(self) -> None:
        self.turn((self.bob, ZERO[0]), (self.bob, ZERO[1]))
        kinds = [type(event) for event in self.decide()]
        self.assertEqual(kinds, [Points, Points, Points, Found])

    def test_rule_7_1_coming_in_costs_a_point_in_a_game_or_not_and_of_who_has_none_nothing(self) -> None:
        for contest in (self.contest, Contest(Dealt())):
            for points, left in ((10, 9), (0, 0)):
                dan = Someone("dan", points)
                happen(contest.enter(dan))
                self.assertEqual(dan.points, left)

    def test_rule_7_2_starting_costs_a_point(self) -> None:
        self.assertEqual(self.points(), (9, 10, 10))

    def test_rule_7_2_who_cannot_pay_or_would_end_the_game_by_paying_cannot_start(self) -> None:
        for ann, bob, is_on in ((0, 8, False), (1, 0, False), (1, 1, True), (2, 0, True)):
            contest = Contest(Dealt())
            for player in (self.ann, self.bob):
                happen(contest.enter(player))
            self.set_points(ann, bob, 0)
            self.assertEqual(happen(contest.start(self.ann))[-1], (Started if is_on else Refused)(self.ann), (ann, bob))
            self.assertEqual(contest.is_on, is_on, (ann, bob))
            self.assertEqual(self.points(), (ann - is_on, bob, 0))

    def test_rule_7_3_a_pair_brings_two_to_all_and_four_more_to_its_finder_if_active(self) -> None:
        for before, extra, after in (
            ((9, 10, 10), 4, (11, 16, 12)),
            ((9, 9, 0), 4, (11, 15, 2)),
            ((9, 0, 9), 0, (11, 2, 11)),
        ):
            self.setUp()
            self.set_points(*before)
            self.assertEqual(self.pair(self.bob, first=self.cid), [Found(self.bob, 0, extra)], before)
            self.assertEqual(self.points(), after, before)

    def test_rule_7_4_a_mismatch_costs_one_and_one_more(self) -> None:
        self.assertEqual(self.miss(self.bob, first=self.cid), [Missed((self.cid, 0), (self.bob, 1), 1)])
        self.assertEqual(self.points(), (8, 8, 9))

    def test_rule_7_4_nobody_loses_more_than_they_have(self) -> None:
        self.set_points(9, 1, 1)
        self.assertEqual(self.miss(self.bob), [Missed((self.bob, 0), (self.bob, 1), 0)])
        self.assertEqual(self.points(), (8, 0, 0))

    def test_rule_7_5_who_leaves_while_two_show_loses_for_these_two_and_then_nothing(self) -> None:
        self.turn((self.bob, ZERO[0]), (self.bob, ONE[0]))
        for leaver in (self.bob, self.cid):
            happen(self.contest.leave(leaver))
        self.decide()
        self.assertEqual(self.points(), (8, 8, 9))
        self.miss(self.ann)
        self.assertEqual(self.points(), (6, 8, 9))

    def test_rule_7_5_who_leaves_before_a_second_square_shows_loses_nothing(self) -> None:
        self.turn((self.bob, ZERO[0]))
        happen(self.contest.leave(self.bob))
        self.turn((self.ann, ONE[0]))
        self.assertEqual(self.decide()[-1], Missed((self.bob, 0), (self.ann, 1), 1))
        self.assertEqual(self.points(), (7, 10, 9))

    def test_rule_7_5_who_comes_back_while_two_show_pays_once(self) -> None:
        self.turn((self.ann, ZERO[0]), (self.ann, ONE[0]))
        happen(self.contest.leave(self.bob))
        happen(self.contest.enter(self.bob))
        self.decide()
        self.assertEqual(self.points(), (7, 8, 9))

    def test_rule_7_5_who_has_left_gains_nothing(self) -> None:
        self.turn((self.bob, ZERO[0]), (self.bob, ZERO[1]))
        happen(self.contest.leave(self.bob))
        self.assertEqual(self.decide()[-1], Found(self.bob, 0, 0))
        self.assertEqual(self.points(), (11, 10, 12))

    def test_rule_7_5_however_many_come_and_go_few_are_kept(self) -> None:
        """Even if nobody is missed for long, and they go for good only after they have left the room."""
        kept = []
        for number in range(3000):
            guest = Someone(f"guest{number}")
            happen(self.contest.enter(guest))
            happen(self.contest.leave(guest))
            guest.is_gone = True
            kept.append(len(self.contest._players))
        self.assertLessEqual(max(kept), 65)

    def test_all_who_are_somewhere_are_players_of_the_game(self) -> None:
        guests = [Someone(f"guest{number}", 11) for number in range(300)]
        for guest in guests:
            happen(self.contest.enter(guest))
            happen(self.contest.leave(guest))
        over = self.solve_all(self.ann)[-1]
        assert isinstance(over, Over)
        self.assertLessEqual({*guests}, {*over.players})
        self.assertEqual({guest.points for guest in guests}, {10})

    def test_rule_7_4_inactive_players_lose_nothing(self) -> None:
        self.set_points(9, 0, 0)
        self.turn((self.bob, ZERO[0]), (self.bob, ONE[0]))
        self.assertEqual(self.decide(), [Points(self.ann, -1), Missed((self.bob, 0), (self.bob, 1), 0)])

    def test_rule_7_5_who_is_gone_for_good_before_the_decision_loses_nothing_more(self) -> None:
        self.turn((self.bob, ZERO[0]), (self.bob, ONE[0]))
        self.bob.is_gone = True
        happen(self.contest.leave(self.bob))
        events = [event for event in self.decide() if not isinstance(event, Points)]
        self.assertEqual(events, [Missed((self.bob, 0), (self.bob, 1), 0)])
        self.assertEqual(self.points(), (8, 10, 9))


# At random


class Played:
    """A contest that is checked at every step against the rules, told once more in the simplest way."""

    def __init__(self, seed: int) -> None:
        self.contest = Contest(Chance.named(str(seed)))
        self.everybody = [Someone(name) for name in ("ann", "bob", "cid", "dan")]
        self.here: list[Someone] = []
        self.leavers: set[Someone] = set()  # while two squares show
        self.turned: list[tuple[Square, Someone]] = []
        self.solved: set[Square] = set()
        self.is_on = False
        self.now = 0.0
        self.due: float | None = None
        self.ends: list[End] = []

    def step(self, what: str, who: int, number: int) -> None:
        someone = self.everybody[who]
        match what:
            case "wait":
                self.now += number / 16
                self.check(self.contest.decide(self.now), self.decided(self.due is not None and self.now >= self.due))
            case "elsewhere":
                someone.points = number % 3
                self.check(self.contest.scored(), self.points())
            case "enter" if someone not in self.here:
                self.here.append(someone)
                self.leavers.discard(someone)
                self.check(self.contest.enter(someone), {**self.points(), someone: max(0, someone.points - 1)})
            case "gone":
                self.everybody[who] = Someone(someone.name)  # another one
                someone.is_gone = True
                self.leavers.discard(someone)
                if someone in self.here:
                    self.here.remove(someone)
                    self.check(self.contest.leave(someone), self.points())
            case "leave" if someone in self.here:
                self.here.remove(someone)
                if len(self.turned) == 2:
                    self.leavers.add(someone)
                self.check(self.contest.leave(someone), self.points())
            case "start" if someone in self.here:
                self.start(someone)
            case "turn" if someone in self.here:
                self.turn(someone, SQUARES[number])
            case "pair" if someone in self.here:
                symbols = self.contest.board._symbols
                for square in [square for square in SQUARES if symbols[square] == number % 16][number // 16 % 2 * 2 :][
                    :2
                ]:
                    self.turn(someone, square)

    def points(self) -> dict[Player, int]:
        return {player: player.points for player in self.everybody}

    def start(self, someone: Someone) -> None:
        others = sum(player.points for player in self.here) - someone.points
        expected = self.points()
        if not self.is_on and someone.points and (others or someone.points > 1):
            expected[someone] -= 1
            self.is_on, self.solved = True, set()
        self.check(self.contest.start(someone), expected)

    def turn(self, someone: Someone, square: Square) -> None:
        events = self.contest.trigger(someone, square, self.now)
        turned = [square for square, _ in self.turned]
        if not self.is_on or square in self.solved or square in turned:
            self.check(events, self.points())
            return
        expected = self.decided(len(self.turned) == 2)
        if any(expected[player] for player in self.here) and len(self.solved) < 64:
            self.turned.append((square, someone))
            self.due = self.now + 2 if len(self.turned) == 2 else None
        self.check(events, expected)

    def decided(self, is_due: bool) -> dict[Player, int]:
        """The points after a decision, if it is due."""
        points = self.points()
        if is_due:
            (one, _), (other, by) = self.turned
            is_active = points.get(by, 0) > 0
            if self.contest.board._symbols[one] == self.contest.board._symbols[other]:
                self.solved |= {one, other}
                for player in self.here:
                    points[player] += 6 if player is by and is_active else 2
            else:
                for player in {*self.here, *self.leavers}:
                    points[player] = max(0, points[player] - (2 if player is by else 1))
            self.turned, self.due = [], None
            self.leavers.clear()
        return points

    def check(self, events: Events, points: dict[Player, int]) -> None:
        """Let it happen; then everything is as it must be."""
        happened = happen(events)
        assert self.points() == points
        active = [player for player in self.here if player.points > 0]
        is_over = self.is_on and (not active or len(self.solved) == 64)
        if is_over:
            self.is_on, self.turned, self.due = False, [], None
            self.leavers.clear()
        self.check_end(happened, is_over, active)
        self.check_board()

    def check_end(self, happened: list[Event], is_over: bool, active: list[Someone]) -> None:
        ends = [event for event in happened if isinstance(event, Over)]
        assert len(ends) == is_over
        assert self.contest.is_on is self.is_on
        assert self.contest.deadline == self.due
        for over in ends:
            self.ends.append(over.end)
            assert (over.end is End.SOLVED) == (len(self.solved) == 64)
            assert set(over.winners) == {one for one in active if all(one.points >= other.points for other in active)}
        if not self.is_on:
            kept = [*self.contest._players, *self.contest._turned.values(), *self.contest._leavers]
            assert kept == [], kept

    def check_board(self) -> None:
        board = self.contest.board
        assert Counter(board._symbols.values()) == dict.fromkeys(range(16), 4)
        assert {square for square in SQUARES if board.state(square) is State.SOLVED} == self.solved
        assert {square for square in SQUARES if board.state(square) is State.SHOWING} == {at for at, _ in self.turned}
        assert len(self.turned) <= 2
        assert self.contest.pairs_left == 32 - len(self.solved) // 2
        assert list(self.contest.people) == self.here
        assert all(player.points >= 0 for player in self.everybody)


KINDS = [*["enter"] * 2, "leave", "start", *["turn"] * 3, *["pair"] * 3, "wait", "elsewhere", "gone"]
LIVELY = [*KINDS, *["enter"] * 4, *["pair"] * 20]
steps = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 3), st.integers(0, 63)), max_size=60)


class AtRandom(SynchronousTestCase):
    def test_whatever_is_done_the_rules_hold(self) -> None:
        @settings(max_examples=250, deadline=None)
        @given(st.integers(0, 10), steps)
        def play(seed: int, steps: list[tuple[str, int, int]]) -> None:
            played = Played(seed)
            for step in [("enter", 0, 0), ("enter", 1, 0), ("start", 0, 0), *steps]:
                played.step(*step)

        play()

    def test_whole_games_by_chance(self) -> None:
        """Long enough to be solved, which short ones are not."""
        ends: Counter[End] = Counter()
        for seed in range(3, 15):
            random = Random(seed)
            played = Played(seed)
            for _ in range(400):
                played.step(random.choice(LIVELY), random.randrange(4), random.randrange(64))
            ends.update(played.ends)
        self.assertEqual(set(ends), set(End))
