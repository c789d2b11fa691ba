"""The seconds until a time that a room has told."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import ANN, Stage, matrix, told
from tilenet.clients.terminal.countdown import next_second, seconds_to


class Countdown(SynchronousTestCase):
    def test_shows_whole_seconds_and_knows_when_the_next_one_passes(self) -> None:
        stage = Stage(matrix(3, 3), ANN, told(kind="x/1", now=100.0))
        stage.clock.advance(0.5)
        for deadline, seconds, due in ((103.0, 3, 1.0), (102.25, 2, 1.25), (100.75, 1, 0.75), (100.5, 0, None)):
            found = seconds_to(stage.model, deadline), next_second(stage.model, deadline, stage.clock.seconds())
            self.assertEqual(found, (seconds, due), deadline)
        for nonsense in (None, "103", True, [103.0]):
            self.assertEqual((seconds_to(stage.model, nonsense), next_second(stage.model, nonsense, 1.0)), (None, None))

    def test_a_clock_may_be_faster_or_stand_still(self) -> None:
        for pace, seconds, due in ((2.0, 4, 0.75), (0.5, 5, 1.0), (0, 5, None)):
            stage = Stage(matrix(3, 3), ANN, told(kind="x/1", now=100.0, pace=pace))
            stage.clock.advance(0.5)
            found = seconds_to(stage.model, 104.5), next_second(stage.model, 104.5, stage.clock.seconds())
            self.assertEqual(found, (seconds, due), pace)
