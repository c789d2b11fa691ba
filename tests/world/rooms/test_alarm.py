"""A room's alarm: it rings once, at the time that was set last."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.turns.jobs import Job
from tilenet.turns.turn import Turn
from tilenet.world.rooms.alarm import Alarm


class AlarmTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.rung: list[float] = []
        self.alarm = Alarm(self.clock, self.turn, lambda: self.rung.append(self.clock.seconds()))


class AnAlarm(AlarmTestCase):
    def test_rings_once_when_it_is_due(self) -> None:
        self.alarm.set(2.0)
        self.clock.pump([1.0] * 5)
        self.assertEqual(self.rung, [2.0])

    def test_what_was_due_before_is_due_now(self) -> None:
        self.clock.advance(5)
        self.alarm.set(2.0)
        self.clock.advance(0)
        self.assertEqual(self.rung, [5.0])

    def test_rings_at_the_time_that_was_set_last(self) -> None:
        for due in (2.0, 4.0, 3.0):
            self.alarm.set(due)
        self.clock.pump([1.0] * 5)
        self.assertEqual(self.rung, [3.0])

    def test_can_be_set_again_when_it_has_rung(self) -> None:
        for _ in range(2):
            self.alarm.set(2.0)
            self.clock.advance(2)
        self.assertEqual(self.rung, [2.0, 4.0])

    def test_never_rings_if_it_is_off(self) -> None:
        self.alarm.set(2.0)
        self.alarm.set(None)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_has_one_timer_and_the_same_time_needs_no_other(self) -> None:
        self.alarm.set(2.0)
        [timer] = self.clock.getDelayedCalls()
        self.alarm.set(2.0)
        self.assertEqual(self.clock.getDelayedCalls(), [timer])
        self.alarm.set(3.0)
        self.assertEqual(len(self.clock.getDelayedCalls()), 1)


class InALongTurn(AlarmTestCase):
    """It waits for a later one."""

    def setUp(self) -> None:
        super().setUp()
        waiting: list[Job] = []
        self.patch(self.turn, "ring", waiting.append)
        self.alarm.set(2.0)
        self.clock.advance(2)
        [self.later] = waiting

    def test_then_it_rings(self) -> None:
        self.alarm.set(2.0)
        self.later()
        self.assertEqual((self.rung, self.clock.getDelayedCalls()), ([2.0], []))

    def test_not_if_it_was_set_to_another_time_meanwhile(self) -> None:
        self.alarm.set(7.0)
        self.later()
        self.assertEqual((self.rung, len(self.clock.getDelayedCalls())), ([], 1))

    def test_not_if_it_was_turned_off_meanwhile(self) -> None:
        self.alarm.set(None)
        self.later()
        self.assertEqual((self.rung, self.clock.getDelayedCalls()), ([], []))


class APatientAlarm(AlarmTestCase):
    """It is put off as chores are."""

    def setUp(self) -> None:
        super().setUp()
        self.chores: list[Job] = []
        self.patch(self.turn, "put_off", self.chores.append)
        self.patch(self.turn, "ring", lambda alarm: self.fail("it did not wait"))

    def test_waits_until_there_is_time_for_it(self) -> None:
        self.alarm.set(2.0, is_patient=True)
        self.clock.advance(2)
        self.assertEqual(self.rung, [])
        self.chores.pop()()
        self.assertEqual(self.rung, [2.0])

    def test_that_is_due_already_needs_no_timer(self) -> None:
        self.alarm.set(-1.0, is_patient=True)
        self.alarm.hurry()
        self.assertEqual((len(self.chores), self.clock.getDelayedCalls()), (1, []))
        self.alarm.set(-1.0, is_patient=True)
        self.alarm.hurry()
        self.assertEqual((len(self.chores), self.clock.getDelayedCalls()), (1, []))
        self.chores.pop()()
        self.assertEqual(self.rung, [0.0])

    def test_that_is_not_due_does_not_hurry(self) -> None:
        self.alarm.set(2.0, is_patient=True)
        self.alarm.hurry()
        self.assertEqual((self.chores, len(self.clock.getDelayedCalls())), ([], 1))
