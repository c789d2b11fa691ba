"""The stage: it follows a match at a pace for people, and the match never waits for it."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_boards import instance_of
from tests.doubles.dancing_clients import BOARD
from tilenet.games.dancing.match import Match, Role, Round
from tilenet.games.dancing.stage import FASTEST, SLOWEST, VERDICT_SECONDS, Stage

STARS = [(3, 0), (1, 1)]
STEPS = [[(0, 0, 0, 1), (2, 0, 2, 1)], [(0, 1, 0, 2), (2, 1, 2, 2)]]
LINES = [(0, 2, 0, 3), (2, 2, 2, 3)]


class StageTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.match = Match(instance_of(BOARD), 2, 0)
        self.stage = Stage(self.match.instance, 0.5)
        self.now = 0.0

    def dance(self, one: Round) -> None:
        one.place(STARS, self.now)
        for moves in STEPS:
            one.step(moves, self.now)
        one.done(self.now)
        one.finish(LINES, self.now)

    def look(self, seconds: float = 0.0) -> bool:
        """Let time pass, and look; whether a round has ended on the stage."""
        self.now += seconds
        self.stage.follow(self.match, self.now)
        return self.stage.advance(self.match, self.now)

    @property
    def where(self) -> tuple[int, bool, int, bool]:
        stage = self.stage
        return stage.round, bool(stage.stars), stage.step, stage.is_at_end


class Following(StageTestCase):
    def test_stars_and_steps_that_come_after_a_while_are_shown_at_once(self) -> None:
        self.match.round.place(STARS, 0)
        self.look()
        self.assertEqual(self.stage.stars, {*STARS})
        self.assertIsNone(self.stage.due)
        self.match.round.step(STEPS[0], 0)
        self.look(10)
        self.assertEqual(self.stage.step, 1)

    def test_steps_follow_at_the_pace(self) -> None:
        self.dance(self.match.round)
        seen = []
        for _ in range(8):
            is_end = self.look()
            seen.append((self.where, is_end))
            self.now += 0.25
        stars, first, second, end = (1, True, 0, False), (1, True, 1, False), (1, True, 2, False), (1, True, 2, True)
        expected = [(stars, False)] * 2 + [(first, False)] * 2 + [(second, False)] * 2 + [(end, True), (end, False)]
        self.assertEqual(seen, expected)

    def test_what_a_step_and_the_end_change_on_the_stage(self) -> None:
        """The dancers who have moved can be seen; at the end the lines are lit."""
        self.dance(self.match.round)
        first, second = {(0, 1), (2, 1)}, {(0, 2), (2, 2)}
        self.assertEqual(len(self.stage.changed), 16)
        for moved, changed in ((set(), {*STARS}), (first, {(0, 0), (2, 0), *first}), (second, first | second)):
            self.look(0.5)
            self.assertEqual((self.stage.moved, self.stage.changed, self.stage.lit), (moved, changed, {}))
        self.assertEqual(self.stage.dancers, {(0, 2): 1, (2, 2): 2, (0, 3): 2, (2, 3): 1})
        self.assertTrue(self.look(0.5))
        self.assertEqual(self.stage.lit, {(0, 2): 0, (0, 3): 0, (2, 2): 1, (2, 3): 1})
        self.assertEqual((self.stage.moved, self.stage.changed), (frozenset(), {*self.stage.lit}))

    def test_a_lost_round_ends_where_it_was_lost(self) -> None:
        self.match.round.lose(Role.SPOILER, "a reason")
        self.assertTrue(self.look())
        self.assertEqual(self.where, (1, False, 0, True))
        self.assertEqual(self.stage.lit, {})

    def test_the_next_round_comes_after_a_while(self) -> None:
        self.dance(self.match.round)
        self.match.begin_round(0)
        self.dance(self.match.round)
        for _ in range(4):
            self.look(0.5)
        self.assertEqual(self.where, (1, True, 2, True))
        self.look(VERDICT_SECONDS - 0.1)
        self.assertEqual(self.where, (1, True, 2, True))
        self.look(0.1)
        self.assertEqual(self.where, (2, False, 0, False))
        self.assertEqual(self.stage.dancers, {(0, 0): 1, (2, 3): 1, (0, 3): 2, (2, 0): 2})
        for _ in range(4):
            self.look(0.5)
        self.assertEqual(self.where, (2, True, 2, True))
        self.assertIsNone(self.stage.due)


class Commands(StageTestCase):
    def test_slower_and_faster(self) -> None:
        self.stage.slower(0)
        self.assertEqual(self.stage.pace, 1)
        for _ in range(9):
            self.stage.slower(0)
        self.assertEqual(self.stage.pace, SLOWEST)
        for _ in range(20):
            self.stage.faster(0)
        self.assertEqual(self.stage.pace, FASTEST)

    def test_pause(self) -> None:
        self.dance(self.match.round)
        self.look()
        self.stage.pause()
        self.look(100)
        self.assertEqual(self.where, (1, True, 0, False))
        self.stage.pause()
        self.look()
        self.assertEqual(self.where, (1, True, 1, False))

    def test_again(self) -> None:
        self.dance(self.match.round)
        for _ in range(4):
            self.look(1)
        self.match.begin_round(0)
        self.look(3)
        self.assertEqual(self.where, (2, False, 0, False))
        self.stage.again(self.now)
        self.assertEqual(self.where, (1, False, 0, False))
        self.look()
        self.assertEqual(self.where, (1, False, 0, False))
        ends = [self.look(0.5) for _ in range(4)]
        self.assertEqual(ends, [False, False, False, True])

    def test_again_goes_on_when_it_was_paused_and_each_of_them_looks_different(self) -> None:
        self.dance(self.match.round)
        before = self.stage.revision
        self.stage.pause()
        self.stage.again(0)
        self.assertEqual(self.stage.revision, before + 2)
        self.look(1)
        self.assertTrue(self.stage.stars)
