"""Rounds and matches: turns, clocks, who loses, and who has won."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_boards import drawn, instance_of, picture
from tilenet.games.dancing import match
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


Act = Callable[[Round, float], None]


def place(one: Round, now: float) -> None:
    one.place(STARS, now)


def step(one: Round, now: float) -> None:
    one.step(STEPS[len(one.steps)], now)


def finish(one: Round, now: float) -> None:
    one.finish(LINES, now)


def does(act: Callable[..., None], *args: object) -> Act:
    """The same act with other arguments: does(Round.place, [(0, 0)])."""
    return lambda one, now: act(one, *args, now)


class ARound(SynchronousTestCase):
    def assert_lost(self, one: Round, role: Role, reason: str) -> None:
        self.assertTrue(one.is_over)
        self.assertEqual((one.loser, one.reason), (role, reason))

    def test_stars_then_steps_then_done_then_lines(self) -> None:
        one = new_round()
        seen = [(one.phase, one.turn)]
        for act in (place, step, step, Round.done, finish):
            act(one, 1.0)
            seen.append((one.phase, one.turn))
        steps, lines = (Phase.STEPS, Role.CHOREOGRAPHER), (Phase.LINES, Role.CHOREOGRAPHER)
        self.assertEqual(seen, [(Phase.STARS, Role.SPOILER), steps, steps, steps, lines, (Phase.OVER, None)])
        self.assertIsNone(one.loser)
        self.assertEqual((one.stars, [[*moves_of(moves)] for moves in one.steps]), (tuple(STARS), STEPS))
        self.assertEqual(one.lines, (((0, 2), (0, 3)), ((2, 2), (2, 3))))
        self.assertEqual(drawn(one.board), picture("..12 .*.. ..21 *..."))

    def test_a_player_who_is_late_illegal_senseless_or_early_loses(self) -> None:
        dancer, spoiler = Role.CHOREOGRAPHER, Role.SPOILER
        late_stars, late_done = "ran out of time (no stars within 120 s)", "ran out of time (no DONE within 120 s)"
        cases: list[tuple[list[tuple[Act, float]], Role, str]] = [
            # out of time, whatever comes then
            ([(Round.expire, 120)], spoiler, late_stars),
            ([(place, 120)], spoiler, late_stars),
            ([(does(Round.fault, spoiler, "nonsense"), 120)], spoiler, late_stars),
            ([(step, 120)], spoiler, late_stars),
            ([(place, 100), (Round.expire, 220)], dancer, late_done),
            ([(place, 0), (step, 120)], dancer, late_done),
            (
                [(place, 100), (Round.done, 110), (Round.expire, 120)],
                dancer,
                "ran out of time (no lines within 10 s of DONE)",
            ),
            # illegal
            ([(does(Round.place, [(0, 0)]), 0)], spoiler, "star 1: there is a dancer at 0 0"),
            (
                [(place, 0), (step, 0), (does(Round.step, [(0, 1, 0, 3)]), 0)],
                dancer,
                "step 2: 0 1 to 0 3 is two cells away",
            ),
            ([(place, 0), (Round.done, 0), (finish, 0)], dancer, "line 1: there is no dancer at 0 2"),
            # without sense
            ([(does(Round.fault, spoiler, "'x' is not a number"), 0)], spoiler, "'x' is not a number"),
            (
                [(place, 0), (step, 0), (does(Round.fault, dancer, "'x' is not a number"), 0)],
                dancer,
                "step 2: 'x' is not a number",
            ),
            # too early
            ([(step, 0)], dancer, "steps when it was time for stars"),
            ([(Round.done, 0)], dancer, "steps when it was time for stars"),
            ([(place, 0), (finish, 0)], dancer, "lines when it was time for steps"),
            ([(place, 0), (place, 0)], spoiler, "stars when it was time for steps"),
        ]
        for acts, loser, reason in cases:
            with self.subTest(reason):
                one = new_round()
                for act, now in acts:
                    self.assertFalse(one.is_over)
                    act(one, now)
                self.assert_lost(one, loser, reason)
                self.assertEqual(len(one.steps), reason.startswith("step 2"))  # what is wrong is not kept

    def test_nothing_happens_when_it_is_over(self) -> None:
        one = new_round()
        dance(one)
        dance(one)
        one.fault(Role.SPOILER, "nonsense", 0)
        one.expire(999)
        self.assertEqual((one.loser, len(one.steps)), (None, 2))

    def test_there_are_at_most_ten_thousand_steps(self) -> None:
        one = new_round()
        one.place(STARS, 0)
        for _ in range(MOST_STEPS):
            one.step([], 0)
        self.assertFalse(one.is_over)
        one.step([], 0)
        self.assert_lost(one, Role.CHOREOGRAPHER, "more than 10000 steps")

    def test_there_are_at_most_250000_moves(self) -> None:
        """They are kept: so a match takes a megabyte of memory at most."""
        self.assertEqual(MOST_MOVES, 250_000)
        for most, reason in ((4, ""), (3, "more than 3 moves")):
            with patch.object(match, "MOST_MOVES", most):
                one = new_round()
                dance(one, 3)
            self.assertEqual(one.reason, reason)


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
    def test_the_roles_are_swapped_in_the_second_round_on_the_same_instance(self) -> None:
        match = Match(instance_of(BOARD), 2, 0)
        for sides in ((0, 1), (1, 0)):
            self.assertEqual((match.side_of(Role.CHOREOGRAPHER), match.side_of(Role.SPOILER)), sides)
            self.assertEqual([match.role_of(side) for side in sides], [Role.CHOREOGRAPHER, Role.SPOILER])
            dance(match.round)
            if not match.is_over:
                match.begin_round(50)
        self.assertEqual((len(match.rounds), match.role_of(0, 1)), (2, Role.CHOREOGRAPHER))
        self.assertIs(match.rounds[0].instance, match.rounds[1].instance)
        self.assertIsNot(match.rounds[0].board, match.rounds[1].board)

    def test_the_winner_the_verdict_and_the_score_which_is_the_verdict_in_few_words(self) -> None:
        dancer, spoiler = Role.CHOREOGRAPHER, Role.SPOILER
        each_lost = (None, "a draw, each has lost a round", "a draw")
        cases: dict[tuple[int | Role, ...], tuple[int | None, str, str]] = {
            # fewer steps win
            (2, 3): (0, "ann wins, with 2 steps to 3", "2:3 ann"),
            (5, 4): (1, "bob wins, with 4 steps to 5", "4:5 bob"),
            (3, 3): (None, "a draw, with 3 steps each", "3:3 a draw"),
            # who loses a round loses, unless each does
            (dancer, 2): (1, "bob wins", "bob wins"),
            (2, dancer): (0, "ann wins", "ann wins"),
            (spoiler, 2): (0, "ann wins", "ann wins"),
            (2, spoiler): (1, "bob wins", "bob wins"),
            (dancer, dancer): each_lost,
            (spoiler, spoiler): each_lost,
            (dancer, spoiler): (1, "bob wins", "bob wins"),
            (spoiler, dancer): (0, "ann wins", "ann wins"),
            # a single round, as the published server plays it
            (2,): (None, "ann needs 2 steps", "2 steps ann"),
            (dancer,): (1, "bob wins", "bob wins"),
            (spoiler,): (0, "ann wins", "ann wins"),
        }
        for rounds, expected in cases.items():
            with self.subTest(str(rounds)):
                outcome = play(*rounds).outcome
                self.assertEqual((outcome.winner, outcome.verdict(NAMES), outcome.score(NAMES)), expected)

    def test_one_step_is_not_steps(self) -> None:
        match = Match(instance_of(BOARD), 1, 0)
        match.round.place(STARS, 0)
        match.round.step([], 0)
        match.round.phase = Phase.OVER
        self.assertEqual(match.round_verdict(1, NAMES), "ann reaches the goal in 1 step")
