"""Rounds and matches: turns, clocks, who loses, and who has won."""

from __future__ import annotations

from collections.abc import Callable

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_boards import drawn, instance_of, picture
from tilenet.games.dancing.match import MOST_MOVES, MOST_STEPS, Match, Phase, Role, Round, moves_of

BOARD = """
    1..2
    ....
    2..1
    ....
"""
STARS = [(3, 0), (1, 1)]
STEPS = [[(0, 0, 0, 1), (2, 0, 2, 1)], [(0, 1, 0, 2), (2, 1, 2, 2)]]
LINES = [(0, 2, 0, 3), (2, 2, 2, 3)]
NAMES = ("ann", "bob")


def new_round(now: float = 0.0) -> Round:
    return Round(instance_of(BOARD), now)


def dance(one: Round, steps: int = 2, now: float = 0.0) -> None:
    """Play a round well; steps beyond two lead nowhere."""
    one.place(STARS, now)
    for moves in STEPS + [[]] * (steps - 2):
        one.step(moves, now)
    one.done(now)
    one.finish(LINES, now)


class ARound(SynchronousTestCase):
    def lost(self, one: Round, role: Role, reason: str) -> None:
        self.assertTrue(one.is_over)
        self.assertEqual((one.loser, one.reason), (role, reason))

    def test_stars_then_steps_then_done_then_lines(self) -> None:
        one = new_round()
        seen = [(one.phase, one.turn)]
        one.place(STARS, 1)
        seen.append((one.phase, one.turn))
        for moves in STEPS:
            one.step(moves, 2)
        one.done(3)
        seen.append((one.phase, one.turn))
        one.finish(LINES, 4)
        seen.append((one.phase, one.turn))
        dancer, spoiler = Role.CHOREOGRAPHER, Role.SPOILER
        expected = [(Phase.STARS, spoiler), (Phase.STEPS, dancer), (Phase.LINES, dancer), (Phase.OVER, None)]
        self.assertEqual(seen, expected)
        self.assertIsNone(one.loser)
        self.assertEqual(len(one.steps), 2)
        self.assertEqual(one.stars, tuple(STARS))
        self.assertEqual(one.lines, (((0, 2), (0, 3)), ((2, 2), (2, 3))))
        self.assertEqual(drawn(one.board), picture("..12 .*.. ..21 *..."))

    def test_the_moves_are_kept(self) -> None:
        one = new_round()
        dance(one, 3)
        self.assertEqual([list(moves_of(step)) for step in one.steps], [*STEPS, []])

    def test_both_have_120_seconds(self) -> None:
        one = new_round(1000)
        self.assertEqual(one.deadline, 1120)
        one.place(STARS, 1119.9)
        self.assertEqual(one.deadline, 1239.9)
        one.step(STEPS[0], 1239.8)
        self.assertEqual(one.deadline, 1239.9)
        self.assertFalse(one.is_over)

    def test_the_clock_stops_at_done(self) -> None:
        one = new_round()
        one.place(STARS, 0)
        for moves in STEPS:
            one.step(moves, 1)
        one.done(119)
        one.finish(LINES, 125)
        self.assertIsNone(one.loser)

    def test_who_runs_out_of_time_loses(self) -> None:
        one = new_round()
        one.expire(119.9)
        self.assertFalse(one.is_over)
        one.expire(120)
        self.lost(one, Role.SPOILER, "no stars within 120 s")
        one = new_round()
        one.place(STARS, 100)
        one.expire(220)
        self.lost(one, Role.CHOREOGRAPHER, "no DONE within 120 s")
        one = new_round()
        one.place(STARS, 100)
        one.done(110)
        one.expire(120)
        self.lost(one, Role.CHOREOGRAPHER, "no lines within 10 s of DONE")

    def test_nothing_that_comes_too_late_counts(self) -> None:
        acts: list[Callable[[Round], None]] = [
            lambda one: one.place(STARS, 120),
            lambda one: one.fault(Role.SPOILER, "nonsense", 120),
            lambda one: one.step(STEPS[0], 120),
        ]
        for act in acts:
            one = new_round()
            act(one)
            self.lost(one, Role.SPOILER, "no stars within 120 s")
        one = new_round()
        one.place(STARS, 0)
        one.step(STEPS[0], 120)
        self.lost(one, Role.CHOREOGRAPHER, "no DONE within 120 s")
        self.assertEqual(one.steps, [])

    def test_who_makes_an_invalid_move_loses(self) -> None:
        one = new_round()
        one.place([(0, 0)], 0)
        self.lost(one, Role.SPOILER, "star 1: there is a dancer at 0 0")
        one = new_round()
        one.place(STARS, 0)
        one.step(STEPS[0], 0)
        one.step([(0, 1, 0, 3)], 0)
        self.lost(one, Role.CHOREOGRAPHER, "step 2: 0 1 to 0 3 is two cells away")
        self.assertEqual(len(one.steps), 1)
        one = new_round()
        one.place(STARS, 0)
        one.done(0)
        one.finish(LINES, 0)
        self.lost(one, Role.CHOREOGRAPHER, "line 1: there is no dancer at 0 2")

    def test_who_makes_no_sense_loses(self) -> None:
        one = new_round()
        one.fault(Role.SPOILER, "'x' is not a number", 0)
        self.lost(one, Role.SPOILER, "'x' is not a number")
        one = new_round()
        one.place(STARS, 0)
        one.step(STEPS[0], 0)
        one.fault(Role.CHOREOGRAPHER, "'x' is not a number", 0)
        self.lost(one, Role.CHOREOGRAPHER, "step 2: 'x' is not a number")

    def test_who_is_early_loses(self) -> None:
        one = new_round()
        one.step(STEPS[0], 0)
        self.lost(one, Role.CHOREOGRAPHER, "steps when it was time for stars")
        one = new_round()
        one.done(0)
        self.lost(one, Role.CHOREOGRAPHER, "steps when it was time for stars")
        one = new_round()
        one.place(STARS, 0)
        one.finish(LINES, 0)
        self.lost(one, Role.CHOREOGRAPHER, "lines when it was time for steps")
        one = new_round()
        one.place(STARS, 0)
        one.place(STARS, 0)
        self.lost(one, Role.SPOILER, "stars when it was time for steps")

    def test_nothing_happens_when_it_is_over(self) -> None:
        one = new_round()
        dance(one)
        dance(one)
        one.fault(Role.SPOILER, "nonsense", 0)
        one.expire(999)
        self.assertIsNone(one.loser)
        self.assertEqual(len(one.steps), 2)

    def test_there_are_at_most_ten_thousand_steps(self) -> None:
        one = new_round()
        one.place(STARS, 0)
        for _ in range(MOST_STEPS):
            one.step([], 0)
        self.assertFalse(one.is_over)
        one.step([], 0)
        self.lost(one, Role.CHOREOGRAPHER, "more than 10000 steps")

    def test_there_are_at_most_250000_moves(self) -> None:
        """They are kept: so a match takes a megabyte of memory at most."""
        one = new_round()
        one.place(STARS, 0)
        one._moves = MOST_MOVES - 1
        there = next(iter(one.board.dancers))
        for step in ([], [(*there, *there)]):
            one.step(step, 0)
        self.assertIn("is not a move", one.reason)
        one = new_round()
        one.place(STARS, 0)
        one._moves = MOST_MOVES
        one.step([], 0)
        self.assertFalse(one.is_over)
        one.step([(*there, *there)], 0)
        self.lost(one, Role.CHOREOGRAPHER, "more than 250000 moves")

    def test_every_move_counts(self) -> None:
        one = new_round()
        dance(one)
        self.assertEqual(one._moves, sum(len(step) // 4 for step in one.steps))
        self.assertGreater(one._moves, 0)


def play(*rounds: int | Role) -> Match:
    """A match whose rounds take so many steps, or are lost by somebody."""
    match = Match(instance_of(BOARD), len(rounds), 0)
    for number, one in enumerate(rounds):
        if number:
            match.begin_round(0)
        assert not match.is_over
        if isinstance(one, int):
            dance(match.round, one)
        else:
            match.round.lose(one, "a reason")
    assert match.is_over
    return match


class AMatch(SynchronousTestCase):
    def test_two_players_play_as_choreographer_and_spoiler_in_turns(self) -> None:
        match = Match(instance_of(BOARD), 2, 0)
        self.assertEqual((match.role_of(0), match.role_of(1)), (Role.CHOREOGRAPHER, Role.SPOILER))
        self.assertEqual((match.side_of(Role.CHOREOGRAPHER), match.side_of(Role.SPOILER)), (0, 1))
        dance(match.round)
        self.assertFalse(match.is_over)
        match.begin_round(50)
        self.assertEqual((match.role_of(0), match.role_of(1)), (Role.SPOILER, Role.CHOREOGRAPHER))
        self.assertEqual((match.side_of(Role.CHOREOGRAPHER), match.side_of(Role.SPOILER)), (1, 0))
        self.assertEqual(match.role_of(0, 1), Role.CHOREOGRAPHER)

    def test_on_the_same_instance(self) -> None:
        match = play(2, 2)
        self.assertIs(match.rounds[0].instance, match.rounds[1].instance)
        self.assertIsNot(match.rounds[0].board, match.rounds[1].board)

    def test_who_wins(self) -> None:
        dancer, spoiler = Role.CHOREOGRAPHER, Role.SPOILER
        cases: dict[tuple[int | Role, ...], tuple[int | None, str]] = {
            # fewer steps win
            (2, 3): (0, "ann wins, with 2 steps to 3"),
            (5, 4): (1, "bob wins, with 4 steps to 5"),
            (3, 3): (None, "a draw, with 3 steps each"),
            # who loses a round loses, unless each does
            (dancer, 2): (1, "bob wins"),
            (2, dancer): (0, "ann wins"),
            (spoiler, 2): (0, "ann wins"),
            (2, spoiler): (1, "bob wins"),
            (dancer, dancer): (None, "a draw, each has lost a round"),
            (spoiler, spoiler): (None, "a draw, each has lost a round"),
            (dancer, spoiler): (1, "bob wins"),
            (spoiler, dancer): (0, "ann wins"),
            # a single round, as the published server plays it
            (2,): (None, "ann needs 2 steps"),
            (dancer,): (1, "bob wins"),
            (spoiler,): (0, "ann wins"),
        }
        for rounds, (winner, verdict) in cases.items():
            with self.subTest(str(rounds)):
                match = play(*rounds)
                self.assertEqual(match.winner, winner)
                self.assertEqual(match.verdict(NAMES), verdict)

    def test_the_score_is_the_verdict_in_few_words(self) -> None:
        dancer = Role.CHOREOGRAPHER
        cases: dict[tuple[int | Role, ...], str] = {
            (2, 3): "2:3 ann",
            (3, 2): "2:3 bob",
            (2, 2): "2:2 a draw",
            (dancer, 2): "bob wins",
            (dancer, dancer): "a draw",
            (2,): "2 steps ann",
        }
        for rounds, score in cases.items():
            self.assertEqual(play(*rounds).score(NAMES), score)

    def test_what_is_said_of_each_round(self) -> None:
        match = play(2, Role.CHOREOGRAPHER)
        self.assertEqual(match.round_verdict(1, NAMES), "ann reaches the goal in 2 steps")
        self.assertEqual(match.round_verdict(2, NAMES), "bob loses: a reason")
        match = play(Role.SPOILER, 3)
        self.assertEqual(match.round_verdict(1, NAMES), "bob loses: a reason")
        self.assertEqual(match.round_verdict(2, NAMES), "bob reaches the goal in 3 steps")

    def test_one_step_is_not_steps(self) -> None:
        match = Match(instance_of(BOARD), 1, 0)
        match.round.place(STARS, 0)
        match.round.step([], 0)
        match.round.phase = Phase.OVER
        self.assertEqual(match.round_verdict(1, NAMES), "ann reaches the goal in 1 step")
