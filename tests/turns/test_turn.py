"""One turn of the reactor: how much work it takes on, whose work comes next, and output of many writes."""

from __future__ import annotations

from functools import partial
from math import ceil

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.cpu import cpu_clock
from tests.doubles.lines import Peer, Reactor
from tilenet.lines.memory import MemoryLine
from tilenet.turns.turn import AT_ONCE, CHORES, MOST_CHORES, SLICE, WRITE, WRITING, Turn

ROOMS = [f"room {number}" for number in range(50)]


class WorkInATurn(SynchronousTestCase):
    """A turn takes on no more work once it has taken long; what is left comes in the next turns, in a fair order."""

    def setUp(self) -> None:
        self.clock = Reactor()
        self.spent = 0.0
        self.turn = Turn(self.clock, cpu_clock(lambda: self.spent))
        self.turn.begin(self.spent)
        self.done: list[object] = []

    def work(self, name: object, seconds: float = SLICE * 0.6, whose: str = "ann") -> None:
        self.turn.do(partial(self.spend, name, seconds), whose)

    def alarm(self, name: object, seconds: float = SLICE * 0.6) -> None:
        self.turn.ring(partial(self.spend, name, seconds))

    def spend(self, name: object, seconds: float) -> None:
        self.spent += seconds
        self.done.append(name)

    def next_turn(self) -> list[object]:
        """What is done in the next turn."""
        self.done.clear()
        self.turn.begin(self.spent)
        self.clock.turn()
        return self.done

    def test_it_is_done_at_once_and_what_comes_when_a_turn_is_long_waits_for_the_next_ones(self) -> None:
        self.work(0)
        self.assertEqual((self.done, self.clock.getDelayedCalls()), ([0], []))
        for name in range(1, 7):
            self.work(name)
        self.assertEqual(self.done, [0])
        for expected in ([1, 2], [3, 4], [5, 6]):
            self.assertEqual(self.next_turn(), expected)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_new_work_leaves_time_for_reading(self) -> None:
        for name in range(4):
            self.work(name, AT_ONCE * 0.6)
        self.assertEqual(self.done, [0, 1])

    def test_what_waits_comes_before_what_is_new(self) -> None:
        for name in range(2):
            self.work(name)
        self.turn.begin(self.spent)
        self.work(2)
        self.alarm("an alarm", 0)
        self.assertEqual(self.done, [0])
        self.assertEqual(self.next_turn(), ["an alarm", 1, 2])

    def test_those_whose_work_waits_take_turns(self) -> None:
        """Nobody waits for all of a crowd."""
        self.work("first", 1.0)
        for name in range(4):
            self.work(f"ann {name}", 0, "ann")
        for name in range(2):
            self.work(f"bob {name}", 0, "bob")
        self.work("cid 0", 0, "cid")
        self.assertEqual(self.next_turn(), ["ann 0", "bob 0", "cid 0", "ann 1", "bob 1", "ann 2", "ann 3"])

    def test_those_who_do_little_come_next_however_many_are_busy(self) -> None:
        """Even if the others' work is expensive."""
        self.work("first", 1.0)
        for room in ROOMS:
            for _ in range(5):
                self.work(room, SLICE * 0.4, room)
        for _ in range(len(ROOMS)):  # at first, all of them have done little
            self.next_turn()
        for _ in range(3):
            self.work("little", SLICE * 0.1, "a bystander")
            self.assertIn("little", self.next_turn()[:2])
            self.clock.rightNow += 0.1

    def test_everybody_gets_the_same_time_and_not_as_many_jobs(self) -> None:
        self.work("first", 1.0)
        for _ in range(20):
            self.work("dear", SLICE * 0.4, "ann")
            self.work("cheap", SLICE * 0.1, "bob")
        done = [one for _ in range(4) for one in [*self.next_turn()]]
        self.assertIn(done.count("cheap") - 4 * done.count("dear"), range(-4, 5))

    def test_nobody_can_save_time_for_later(self) -> None:
        self.work("first", 1.0)
        for _ in range(50):
            self.work("ann", SLICE * 0.4, "ann")
        for _ in range(5):
            self.next_turn()
        for _ in range(5):
            self.work("bob", SLICE * 0.4, "bob")
        self.assertEqual(self.next_turn().count("ann"), 1)

    def test_nothing_is_kept_of_those_who_wait_for_nothing(self) -> None:
        self.work("first", 1.0)
        for name in range(1000):
            self.work("ann", SLICE * 2, "ann")
            self.work(name, SLICE * 2, f"room {name}")
            self.next_turn()
            self.assertLess(len(self.turn._jobs._had), 500)
        for _ in range(2000):
            self.next_turn()
        jobs = self.turn._jobs
        self.assertEqual((jobs.count, jobs._waiting, jobs._heap, jobs._now[1]), (0, {}, [], None))

    def test_those_who_were_busy_just_now_come_behind_the_others(self) -> None:
        """Also if everybody has been served in between."""
        for _ in range(2):
            self.work("first", 1.0)
            for room in ROOMS:
                self.work(room, SLICE * 0.4, room)
            self.work("little", SLICE * 0.1, "a bystander")
            first = self.next_turn()[:2]
            for _ in ROOMS:
                self.next_turn()
        self.assertIn("little", first)

    def test_also_if_a_job_brings_the_next_one(self) -> None:
        self.work("first", 1.0)

        def again() -> None:
            self.spend("ann", 0)
            if self.done.count("ann") < 3:
                self.turn.do(again, "ann")

        self.turn.do(again, "ann")
        for name in range(2):
            self.work(f"bob {name}", 0, "bob")
        self.assertEqual(self.next_turn(), ["ann", "bob 0", "ann", "bob 1", "ann"])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_alarms_and_jobs_take_turns_too(self) -> None:
        """A thousand timers in one moment do not hold up anybody, nor does a crowd hold up a timer."""
        self.work("first", 1.0)
        for name in range(3):
            self.alarm(f"alarm {name}", 0)
        for name in range(2):
            self.work(f"job {name}", 0)
        self.assertEqual(self.next_turn(), ["alarm 0", "job 0", "alarm 1", "job 1", "alarm 2"])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_an_alarm_is_for_now_if_nobody_waits(self) -> None:
        self.alarm(1)
        self.alarm(2)
        self.assertEqual((self.done, self.turn.is_waited_for), ([1], True))
        self.assertEqual((self.next_turn(), self.turn.is_waited_for), ([2], False))

    def test_every_turn_does_some_of_it_however_long_it_is(self) -> None:
        for name in range(3):
            self.work(name, 1.0)
        self.spent += 1
        self.done.clear()
        self.clock.turn()
        self.assertEqual(self.done, [1])

    def test_a_job_that_fails_does_not_stop_the_others(self) -> None:
        self.work(1, 1.0)
        self.turn.do(lambda: 1 / 0, "ann")
        self.work(2)
        self.assertEqual(self.next_turn(), [2])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_what_can_be_put_off_takes_little_of_a_turn_and_is_done_in_order(self) -> None:
        for name in range(4):
            self.chore(name)
        self.work("a job")
        self.assertEqual(self.done, [0, 1, "a job"])
        self.turn.begin(self.spent)
        self.chore(4)
        self.assertEqual(self.next_turn(), [2, 3])
        self.assertEqual(self.next_turn(), [4])
        self.assertEqual((self.next_turn(), self.clock.getDelayedCalls()), ([], []))

    def test_it_is_done_in_the_end_however_long_the_turns_are(self) -> None:
        for name in range(3):
            self.chore(name, 1.0)
        self.work("a job", 1.0)
        self.assertEqual(self.done, [0])
        self.assertEqual(self.next_turn(), ["a job", 1])
        self.assertEqual(self.next_turn(), [2])

    def test_it_gets_more_time_if_much_of_it_waits(self) -> None:
        """Otherwise people could come and go faster than the server notices that they are gone, and fill it up."""
        for name in range(3000):
            self.chore(name)
        self.assertGreater(len(self.next_turn()) * CHORES * 0.6, 5 * CHORES)
        for _ in range(3000):
            self.next_turn()
            self.assertLess(len(self.done) * CHORES * 0.6, MOST_CHORES + CHORES)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_writes_to_come_are_part_of_a_turn(self) -> None:
        """Output of many writes takes longer than what has caused it."""
        self.turn.promise(ceil(AT_ONCE / WRITE) + 1)
        self.assertTrue(self.turn.is_long)
        self.turn.begin(self.spent)
        self.assertFalse(self.turn.is_long)

    def test_also_of_those_that_catch_up(self) -> None:
        self.work("first", 1.0)

        def be_loud() -> None:
            self.spend("loud", 0)
            self.turn.promise(ceil(SLICE * 0.6 / WRITE))

        for _ in range(9):
            self.turn.do(be_loud, "ann")
        self.assertEqual(self.next_turn(), ["loud"] * 2)

    def chore(self, name: object, seconds: float = CHORES * 0.6) -> None:
        self.turn.put_off(partial(self.spend, name, seconds))

    def test_no_turn_is_long_where_nobody_says_when_it_begins(self) -> None:
        self.turn = Turn(self.clock, cpu_clock(lambda: self.spent))
        self.spent = 1e6
        self.assertFalse(self.turn.is_long)
        for name in range(3):
            self.chore(name, 1.0)
        self.assertEqual((self.done, self.clock.getDelayedCalls()), ([0, 1, 2], []))


class ManyWrites(SynchronousTestCase):
    """Some protocols need a write for each message: they are spread over turns."""

    def setUp(self) -> None:
        self.clock = Reactor()
        self.spent = 0.0
        self.turn = Turn(self.clock, cpu_clock(lambda: self.spent))
        self.people = [Peer(self.turn) for _ in range(20)]
        for peer in self.people:
            peer.line = MemoryLine(self.turn, partial(self.write, peer))

    def write(self, peer: Peer, data: bytes) -> None:
        self.spent += WRITING / 8
        peer.writes.append(data)

    def test_some_are_left_for_the_next_turn(self) -> None:
        for number in range(3):
            for peer in self.people:
                peer.line.send_single(b"%d" % number)
        turns = 0
        while self.clock.getDelayedCalls():
            before = self.spent
            self.clock.turn()
            turns += 1
            self.assertLess(self.spent - before, WRITING * 1.5)
            self.people[0].line.send_single(b"more") if turns == 1 else None
        self.assertEqual(self.people[0].writes, [b"0", b"1", b"2", b"more"])
        for peer in self.people[1:]:
            self.assertEqual(peer.writes, [b"0", b"1", b"2"])

    def test_others_go_first(self) -> None:
        for peer in self.people[:-1]:
            peer.line.send_single(b"1")
        self.people[-1].line.send(b"1")
        self.clock.turn()
        self.assertEqual((self.people[-1].writes, self.people[-2].writes), ([b"1"], []))

    def test_they_count_as_time_of_the_turn(self) -> None:
        self.turn.begin(self.spent)
        for _ in range(ceil(AT_ONCE / WRITE) + 1):
            self.people[0].line.send_single(b"1")
        self.assertTrue(self.turn.is_long)


class WhereTurnsEnd(SynchronousTestCase):
    """The owner of the reactor says when a turn ends, so that output needs no timer."""

    def setUp(self) -> None:
        self.clock = Reactor()
        self.spent = 0.0
        self.turn = Turn(self.clock, cpu_clock(lambda: self.spent))
        self.sent: list[bytes] = []
        self.line = MemoryLine(self.turn, self.sent.append)
        self.turn.end()

    def test_output_goes_out_then(self) -> None:
        for data in (b"1", b"2"):
            self.line.send(data)
            self.assertEqual(self.clock.getDelayedCalls(), [])
            self.turn.end()
        self.assertEqual(self.sent, [b"1", b"2"])

    def test_what_is_added_meanwhile_goes_out_though_nothing_else_happens(self) -> None:
        echo = MemoryLine(self.turn, lambda data: self.line.send(b"2"))
        echo.send(b"1")
        self.turn.end()
        self.assertEqual(self.sent, [])
        self.clock.turn()
        self.assertEqual(self.sent, [b"2"])

    def test_so_do_writes_that_are_left_for_the_next_turn(self) -> None:
        def write(data: bytes) -> None:
            self.spent += WRITING * 2
            self.sent.append(data)

        for _ in range(2):
            MemoryLine(self.turn, write).send_single(b"1")
        self.turn.end()
        self.assertEqual(self.sent, [b"1"])
        self.clock.turn()
        self.assertEqual(self.sent, [b"1", b"1"])
