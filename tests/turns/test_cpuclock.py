"""CPU time: the system is asked for a rough answer once in a while, and for an exact one always."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.turns.cpuclock import ROUGHLY, CpuClock


class Telling(SynchronousTestCase):
    def test_a_rough_answer_is_only_a_moment_old_and_an_exact_one_is_new(self) -> None:
        clock, spent = Clock(), 1.0
        cpu = CpuClock(lambda: spent, clock.seconds)
        for pause, expected in ((0.0, 1.0), (ROUGHLY * 0.6, 1.0), (ROUGHLY * 0.6, 4.0), (ROUGHLY * 0.6, 4.0)):
            spent += 1
            clock.advance(pause)
            with self.subTest(at=clock.seconds()):
                self.assertEqual((cpu.rough(), cpu.exact()), (expected, spent))
