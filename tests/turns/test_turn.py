"""The end of a turn: every line gets its own output and what it shares with others, all of it and in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.lines.line import BURST
from tilenet.lines.memory import MemoryLine
from tilenet.turns.turn import AT_ONCE, CHORES, GATHERING, MOST_CHORES, SLICE, WRITE, WRITING, Feed, Turn

ROOMS = [f"room {number}" for number in range(50)]
OVERFLOW = b"x" * (8 * 1024 * 1024)  # far more than may wait for anybody


class Peer:
    """Somebody at the end of a line, with what they were sent and what they ought to have been sent."""

    def __init__(self, turn: Turn) -> None:
        self.line = MemoryLine(turn, self.take)
        self.writes: list[bytes] = []
        self.expected: list[bytes] = []
        self.singles: list[bytes] = []
        self.feed: Feed | None = None

    def take(self, data: bytes) -> None:
        self.writes.append(data)

    @property
    def received(self) -> bytes:
        return b"".join(self.writes)


class StuckLine(MemoryLine):
    """A line to a peer that takes nothing."""

    __slots__ = ()

    def _pass_on(self, data: bytes) -> bytes:
        return data


class TurnTestCase(SynchronousTestCase):
    """ann, bob and cid follow a feed."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.feed = Feed(self.turn)
        self.ann, self.bob, self.cid = self.people = [Peer(self.turn) for _ in range(3)]
        for peer in self.people:
            peer.line.follow(self.feed)

    def received(self) -> list[bytes]:
        """What each of them has been sent when the turn is over."""
        self.clock.advance(0)
        return [peer.received for peer in self.people]


class Reactor(Clock):
    """A clock on which what is called later than now never happens in the same turn, as in a real reactor."""

    def turn(self) -> None:
        due = [call for call in self.calls if call.getTime() <= self.rightNow]
        for call in due:
            self.calls.remove(call)
            call.called = 1
            call.func(*call.args, **call.kw)


class WorkInATurn(SynchronousTestCase):
    """A turn takes on no more work once it has taken long; what is left comes in the next turns, in a fair order."""

    def setUp(self) -> None:
        self.clock = Reactor()
        self.spent = 0.0
        self.turn = Turn(self.clock, lambda: self.spent)
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

    def test_it_is_done_at_once(self) -> None:
        self.turn.begin(self.spent)
        self.work(1)
        self.assertEqual((self.done, self.clock.getDelayedCalls()), ([1], []))

    def test_what_comes_when_a_turn_is_long_waits_for_the_next_ones(self) -> None:
        self.turn.begin(self.spent)
        for name in range(7):
            self.work(name)
        self.assertEqual(self.done, [0])
        self.assertEqual(self.next_turn(), [1, 2])
        self.assertEqual(self.next_turn(), [3, 4])
        self.assertEqual(self.next_turn(), [5, 6])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_new_work_leaves_time_for_reading(self) -> None:
        self.turn.begin(self.spent)
        for name in range(4):
            self.work(name, AT_ONCE * 0.6)
        self.assertEqual(self.done, [0, 1])

    def test_what_waits_comes_before_what_is_new(self) -> None:
        self.turn.begin(self.spent)
        for name in range(2):
            self.work(name)
        self.turn.begin(self.spent)
        self.work(2)
        self.alarm("an alarm", 0)
        self.assertEqual(self.done, [0])
        self.assertEqual(self.next_turn(), ["an alarm", 1, 2])

    def test_those_whose_work_waits_take_turns(self) -> None:
        """Nobody waits for all of a crowd."""
        self.turn.begin(self.spent)
        self.work("first", 1.0)
        for name in range(4):
            self.work(f"ann {name}", 0, "ann")
        for name in range(2):
            self.work(f"bob {name}", 0, "bob")
        self.work("cid 0", 0, "cid")
        self.assertEqual(self.next_turn(), ["ann 0", "bob 0", "cid 0", "ann 1", "bob 1", "ann 2", "ann 3"])

    def test_those_who_do_little_come_next_however_many_are_busy(self) -> None:
        """Even if the others' work is expensive."""
        self.turn.begin(self.spent)
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
        self.turn.begin(self.spent)
        self.work("first", 1.0)
        for _ in range(20):
            self.work("dear", SLICE * 0.4, "ann")
            self.work("cheap", SLICE * 0.1, "bob")
        done = [one for _ in range(4) for one in [*self.next_turn()]]
        self.assertIn(done.count("cheap") - 4 * done.count("dear"), range(-4, 5))

    def test_nobody_can_save_time_for_later(self) -> None:
        self.turn.begin(self.spent)
        self.work("first", 1.0)
        for _ in range(50):
            self.work("ann", SLICE * 0.4, "ann")
        for _ in range(5):
            self.next_turn()
        for _ in range(5):
            self.work("bob", SLICE * 0.4, "bob")
        self.assertEqual(self.next_turn().count("ann"), 1)

    def test_nothing_is_kept_of_those_who_wait_for_nothing(self) -> None:
        self.turn.begin(self.spent)
        self.work("first", 1.0)
        for name in range(1000):
            self.work("ann", SLICE * 2, "ann")
            self.work(name, SLICE * 2, f"room {name}")
            self.next_turn()
            self.assertLess(len(self.turn._jobs._had), 500)
        for _ in range(2000):
            self.next_turn()
        jobs = self.turn._jobs
        self.assertEqual((len(jobs), jobs._waiting, jobs._heap, jobs._now[1]), (0, {}, [], None))

    def test_those_who_were_busy_just_now_come_behind_the_others(self) -> None:
        """Also if everybody has been served in between."""
        self.turn.begin(self.spent)
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
        self.turn.begin(self.spent)
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
        self.turn.begin(self.spent)
        self.work("first", 1.0)
        for name in range(3):
            self.alarm(f"alarm {name}", 0)
        for name in range(2):
            self.work(f"job {name}", 0)
        self.assertEqual(self.next_turn(), ["alarm 0", "job 0", "alarm 1", "job 1", "alarm 2"])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_an_alarm_is_for_now_if_nobody_waits(self) -> None:
        self.turn.begin(self.spent)
        self.alarm(1)
        self.alarm(2)
        self.assertEqual((self.done, self.turn.is_waited_for), ([1], True))
        self.assertEqual((self.next_turn(), self.turn.is_waited_for), ([2], False))

    def test_every_turn_does_some_of_it_however_long_it_is(self) -> None:
        self.turn.begin(self.spent)
        for name in range(3):
            self.work(name, 1.0)
        self.spent += 1
        self.done.clear()
        self.clock.turn()
        self.assertEqual(self.done, [1])

    def test_a_job_that_fails_does_not_stop_the_others(self) -> None:
        self.turn.begin(self.spent)
        self.work(1, 1.0)
        self.turn.do(lambda: 1 / 0, "ann")
        self.work(2)
        self.assertEqual(self.next_turn(), [2])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_what_can_be_put_off_takes_little_of_a_turn(self) -> None:
        self.turn.begin(self.spent)
        for name in range(4):
            self.chore(name)
        self.work("a job")
        self.assertEqual(self.done, [0, 1, "a job"])
        self.assertEqual(self.next_turn(), [2, 3])
        self.assertEqual((self.next_turn(), self.clock.getDelayedCalls()), ([], []))

    def test_it_is_done_in_order(self) -> None:
        self.turn.begin(self.spent)
        for name in range(3):
            self.chore(name)
        self.turn.begin(self.spent)
        self.chore(3)
        self.assertEqual(self.done, [0, 1])
        self.assertEqual(self.next_turn(), [2, 3])

    def test_it_is_done_in_the_end_however_long_the_turns_are(self) -> None:
        self.turn.begin(self.spent)
        for name in range(3):
            self.chore(name, 1.0)
        self.work("a job", 1.0)
        self.assertEqual(self.done, [0])
        self.assertEqual(self.next_turn(), ["a job", 1])
        self.assertEqual(self.next_turn(), [2])

    def test_it_gets_more_time_if_much_of_it_waits(self) -> None:
        """Otherwise people could come and go faster than the server notices that they are gone, and fill it up."""
        self.turn.begin(self.spent)
        for name in range(3000):
            self.chore(name)
        self.assertGreater(len(self.next_turn()) * CHORES * 0.6, 5 * CHORES)
        for _ in range(3000):
            self.next_turn()
            self.assertLess(len(self.done) * CHORES * 0.6, MOST_CHORES + CHORES)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_writes_to_come_are_part_of_a_turn(self) -> None:
        """Output of many writes takes longer than what has caused it."""
        self.turn.begin(self.spent)
        self.turn.promise(ceil(AT_ONCE / WRITE) + 1)
        self.assertTrue(self.turn.is_long)
        self.turn.begin(self.spent)
        self.assertFalse(self.turn.is_long)

    def test_also_of_those_that_catch_up(self) -> None:
        self.turn.begin(self.spent)
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
        self.spent = 1e6
        self.assertFalse(self.turn.is_long)
        for name in range(3):
            self.chore(name, 1.0)
        self.assertEqual((self.done, self.clock.getDelayedCalls()), ([0, 1, 2], []))


class PatientOutput(TurnTestCase):
    """What may wait goes out a moment later, together with what comes until then."""

    def test_it_waits_for_more(self) -> None:
        self.feed.add_patiently(b"one ")
        self.clock.advance(GATHERING / 2)
        self.feed.add_patiently(b"two")
        self.assertEqual(self.received(), [b""] * 3)
        self.clock.advance(GATHERING / 2)
        self.clock.advance(0)
        self.assertEqual([peer.writes for peer in self.people], [[b"one two"]] * 3)

    def test_nothing_is_left_afterwards(self) -> None:
        self.feed.add_patiently(b"one")
        self.clock.advance(GATHERING)
        self.clock.advance(0)
        self.assertEqual((self.feed.pieces, self.clock.getDelayedCalls()), ([], []))

    def test_what_cannot_wait_takes_it_along(self) -> None:
        self.feed.add_patiently(b"one ")
        self.feed.add(b"two")
        self.assertEqual(self.received(), [b"one two"] * 3)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_also_in_a_later_turn(self) -> None:
        self.feed.add_patiently(b"one ")
        self.clock.advance(0)
        self.feed.add(b"two ")
        self.feed.add_patiently(b"three")
        self.assertEqual(self.received(), [b"one two three"] * 3)

    def test_what_goes_out_with_this_turn_needs_no_timer(self) -> None:
        self.feed.add(b"one ")
        [flush] = self.clock.getDelayedCalls()
        self.feed.add_patiently(b"two")
        self.assertEqual(self.clock.getDelayedCalls(), [flush])

    def test_output_of_a_lines_own_takes_it_along_in_order_and_nobody_gets_it_twice(self) -> None:
        self.feed.add_patiently(b"one ")
        self.ann.line.send(b"two ")
        self.assertEqual(self.received(), [b"one two ", b"", b""])
        self.feed.add(b"three")
        self.assertEqual(self.received(), [b"one two three", b"one three", b"one three"])

    def test_a_line_that_follows_later_gets_only_what_comes_after_that(self) -> None:
        self.feed.add_patiently(b"one ")
        dan = Peer(self.turn)
        dan.line.follow(self.feed)
        self.clock.advance(0)
        self.feed.add(b"two")
        self.assertEqual(self.received(), [b"one two"] * 3)
        self.assertEqual(dan.received, b"two")

    def test_a_line_that_no_longer_follows_gets_what_was_there(self) -> None:
        self.feed.add_patiently(b"one ")
        self.ann.line.unfollow()
        self.feed.add(b"two")
        self.assertEqual(self.received(), [b"one ", b"one two", b"one two"])


class OutputThatWaitsInAll(SynchronousTestCase):
    """All lines together have a bound, and the one with the most waiting is given up first."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.turn.backlogs.limit = 1000
        self.lines = [StuckLine(self.turn, lambda data: None) for _ in range(3)]
        self.given_up: list[int] = []
        for number, line in enumerate(self.lines):
            line._too_slow = lambda reason, number=number: self.given_up.append(number)  # type: ignore[misc]

    def send(self, *sizes: int) -> list[int]:
        """Send so much on each line, and return which lines were given up."""
        for line, size in zip(self.lines, sizes, strict=True):
            line.send(b"x" * size)
        self.clock.advance(0)
        self.clock.advance(0)
        return self.given_up

    def test_up_to_the_bound_nobody_is_given_up(self) -> None:
        self.assertEqual(self.send(100, 600, 300), [])
        self.assertEqual(self.turn.backlogs.total, 1000)

    def test_beyond_it_the_one_with_the_most_goes_first(self) -> None:
        self.assertEqual(self.send(100, 600, 301), [1])
        self.assertEqual(self.turn.backlogs.total, 401)
        self.assertEqual(self.send(0, 0, 599), [1])

    def test_as_many_as_it_takes(self) -> None:
        self.send(300, 300, 300)
        self.assertEqual(self.send(290, 0, 290), [0])

    def test_what_is_taken_no_longer_counts(self) -> None:
        self.send(100, 600, 300)
        self.lines[1]._next_piece()
        self.assertEqual(self.turn.backlogs.total, 400)
        self.assertEqual(self.send(600, 0, 0), [])

    def test_nor_what_waited_on_a_line_that_is_closed(self) -> None:
        self.send(100, 600, 300)
        self.lines[1].close()
        self.assertEqual(self.turn.backlogs.total, 400)


class AFeed(TurnTestCase):
    def test_nothing_goes_out_before_the_turn_ends(self) -> None:
        self.feed.add(b"one")
        self.assertEqual([peer.writes for peer in self.people], [[], [], []])

    def test_everybody_gets_it_in_one_write(self) -> None:
        self.feed.add(b"one ")
        self.feed.add(b"two")
        self.clock.advance(0)
        self.assertEqual([peer.writes for peer in self.people], [[b"one two"]] * 3)

    def test_everybody_gets_the_very_same_bytes(self) -> None:
        """A thousand lines cost no more memory than one."""
        self.feed.add(b"one ")
        self.feed.add(b"two")
        self.clock.advance(0)
        self.assertEqual(len({id(peer.writes[0]) for peer in self.people}), 1)

    def test_one_call_serves_all(self) -> None:
        self.feed.add(b"one")
        self.ann.line.send(b"two")
        Feed(self.turn).add(b"three")
        self.assertEqual(len(self.clock.getDelayedCalls()), 1)

    def test_nothing_is_left_when_the_turn_is_over(self) -> None:
        self.feed.add(b"one")
        self.clock.advance(0)
        self.assertEqual((self.feed.pieces, self.clock.getDelayedCalls()), ([], []))
        self.clock.advance(1)
        self.assertEqual(self.received(), [b"one"] * 3)

    def test_the_next_turn_brings_what_came_in_it(self) -> None:
        for data in (b"one ", b"two ", b"three"):
            self.feed.add(data)
            self.clock.advance(0)
        self.assertEqual([peer.writes for peer in self.people], [[b"one ", b"two ", b"three"]] * 3)

    def test_output_of_a_lines_own_keeps_its_place(self) -> None:
        self.ann.line.send(b"before ")
        self.feed.add(b"one ")
        self.ann.line.send(b"between ")
        self.feed.add(b"two ")
        self.bob.line.send(b"after")
        self.clock.advance(0)
        self.assertEqual(
            [peer.writes for peer in self.people], [[b"before one between two "], [b"one two after"], [b"one two "]]
        )

    def test_those_left_out_miss_that_piece_alone(self) -> None:
        self.feed.add(b"one ")
        self.feed.add(b"two ", [self.ann.line])
        self.feed.add(b"three")
        self.assertEqual(self.received(), [b"one three", b"one two three", b"one two three"])

    def test_those_left_out_of_the_first_piece_get_the_next(self) -> None:
        self.feed.add(b"one ", [self.ann.line])
        self.feed.add(b"two")
        self.assertEqual(self.received(), [b"two", b"one two", b"one two"])

    def test_those_left_out_of_all_pieces_get_nothing(self) -> None:
        self.feed.add(b"one ", [self.ann.line, self.bob.line])
        self.feed.add(b"two", [self.ann.line])
        self.clock.advance(0)
        self.assertEqual([peer.writes for peer in self.people], [[], [b"two"], [b"one two"]])

    def test_what_replaces_it_for_those_left_out_is_in_its_place(self) -> None:
        self.feed.add(b"one ")
        self.feed.add(b"two ", [self.ann.line])
        self.ann.line.send(b"TWO ")
        self.feed.add(b"three")
        self.assertEqual(self.received(), [b"one TWO three", b"one two three", b"one two three"])

    def test_to_be_left_out_is_for_this_turn(self) -> None:
        self.feed.add(b"one ", [self.ann.line])
        self.clock.advance(0)
        self.feed.add(b"two")
        self.assertEqual(self.received(), [b"two", b"one two", b"one two"])

    def test_who_follows_in_the_middle_of_a_turn_gets_what_comes_from_then_on(self) -> None:
        late = Peer(self.turn)
        self.people.append(late)
        self.feed.add(b"one ")
        late.line.send(b"welcome ")
        late.line.follow(self.feed)
        self.feed.add(b"two")
        self.assertEqual(self.received(), [*[b"one two"] * 3, b"welcome two"])

    def test_who_follows_in_the_middle_of_a_turn_without_output_of_their_own(self) -> None:
        late = Peer(self.turn)
        self.people.append(late)
        self.feed.add(b"one ")
        late.line.follow(self.feed)
        self.feed.add(b"two")
        self.assertEqual(self.received(), [*[b"one two"] * 3, b"two"])

    def test_who_follows_behind_the_last_piece_of_a_turn_gets_nothing_of_it(self) -> None:
        late = Peer(self.turn)
        self.feed.add(b"one")
        late.line.follow(self.feed)
        self.clock.advance(0)
        self.assertEqual(late.writes, [])
        self.feed.add(b"two")
        self.clock.advance(0)
        self.assertEqual(late.writes, [b"two"])

    def test_who_unfollows_in_the_middle_of_a_turn_gets_what_came_until_then(self) -> None:
        self.feed.add(b"one ")
        self.ann.line.unfollow()
        self.feed.add(b"two")
        self.assertEqual(self.received(), [b"one ", b"one two", b"one two"])
        self.feed.add(b" three")
        self.assertEqual(self.received(), [b"one ", b"one two three", b"one two three"])

    def test_from_one_feed_to_another_in_one_turn(self) -> None:
        """A player walks from room to room."""
        other = Feed(self.turn)
        self.feed.add(b"old ")
        other.add(b"unseen ")
        self.ann.line.unfollow()
        self.ann.line.send(b"hello ")
        self.ann.line.follow(other)
        self.feed.add(b"gone ")
        other.add(b"new")
        self.assertEqual(self.received(), [b"old hello new", b"old gone ", b"old gone "])

    def test_away_and_back_in_one_turn(self) -> None:
        self.feed.add(b"one ")
        self.ann.line.unfollow()
        self.feed.add(b"two ")
        self.ann.line.follow(self.feed)
        self.feed.add(b"three")
        self.assertEqual(self.received(), [b"one three", b"one two three", b"one two three"])

    def test_a_line_that_is_flushed_in_the_middle_of_a_turn_misses_nothing(self) -> None:
        self.feed.add(b"one ")
        self.ann.line.flush()
        self.assertEqual(self.ann.writes, [b"one "])
        self.feed.add(b"two")
        self.assertEqual(self.received(), [b"one two"] * 3)

    def test_unfollowing_nothing(self) -> None:
        self.ann.line.unfollow()
        self.ann.line.unfollow()
        self.feed.add(b"one")
        self.assertEqual(self.received(), [b"", b"one", b"one"])


class ALineThatFails(TurnTestCase):
    """Nobody else may be touched while output is being sent."""

    def stuck(self) -> tuple[StuckLine, list[str]]:
        """A line that takes nothing, between ann and the others."""
        reasons: list[str] = []
        line = StuckLine(self.turn, lambda data: None)
        line._too_slow = reasons.append
        for peer in (self.bob, self.cid):
            peer.line.unfollow()
        line.follow(self.feed)
        for peer in (self.bob, self.cid):
            peer.line.follow(self.feed)
        return line, reasons

    def test_which_raises_in_the_middle_of_a_feed(self) -> None:
        self.patch(self.bob, "writes", None)
        self.feed.add(b"one")
        self.clock.advance(0)
        self.assertEqual(len(self.flushLoggedErrors(AttributeError)), 1)
        self.assertEqual([peer.writes for peer in (self.ann, self.cid)], [[b"one"]] * 2)

    def test_which_raises_with_output_of_its_own(self) -> None:
        self.patch(self.bob, "writes", None)
        for peer in self.people:
            peer.line.send(b"one")
        self.clock.advance(0)
        self.assertEqual(len(self.flushLoggedErrors(AttributeError)), 1)
        self.assertEqual([peer.writes for peer in (self.ann, self.cid)], [[b"one"]] * 2)

    def test_which_gives_up_in_the_middle_of_a_feed(self) -> None:
        line, reasons = self.stuck()
        self.feed.add(OVERFLOW)
        self.assertGreater(len(OVERFLOW), BURST * line._limit)
        self.assertEqual(self.received(), [OVERFLOW] * 3)
        self.assertEqual(len(reasons), 1)
        self.assertNotIn(line, self.feed.lines)
        self.feed.add(b"more")
        self.assertEqual(self.received(), [OVERFLOW + b"more"] * 3)
        self.assertEqual(len(reasons), 1)

    def test_which_gives_up_with_output_of_its_own(self) -> None:
        line, reasons = self.stuck()
        line.send(OVERFLOW)
        self.feed.add(b"one")
        self.assertEqual(self.received(), [b"one"] * 3)
        self.assertEqual(len(reasons), 1)
        self.assertNotIn(line, self.feed.lines)

    def test_which_gives_up_tells_so_when_all_others_have_been_served(self) -> None:
        """What is done about it may send more, to anybody."""
        line, _ = self.stuck()
        told: list[list[bytes]] = []
        line._too_slow = lambda reason: told.append([peer.received for peer in self.people])
        self.feed.add(OVERFLOW)
        self.clock.advance(0)
        self.assertEqual(told, [[OVERFLOW] * 3])


pieces = st.integers(0, 2)  # which line
steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 1), st.sets(st.integers(0, 2))),
        st.tuples(st.just("add"), st.integers(0, 1), st.just(set[int]())),
        st.tuples(
            st.sampled_from(["send", "single", "follow", "follow", "unfollow", "flush"]), pieces, st.integers(0, 1)
        ),
        st.tuples(st.just("end"), st.just(0), st.just(0)),
    ),
    max_size=30,
)


class EverySequence(SynchronousTestCase):
    @settings(deadline=None, max_examples=400)
    @given(steps)
    @example([("follow", 0, 0), ("add", 0, {0}), ("add", 0, set())])
    @example([("follow", 0, 0), ("add", 0, set()), ("flush", 0, 0), ("add", 0, set())])
    @example([("add", 0, set()), ("follow", 0, 0), ("add", 0, set())])
    @example(
        [("follow", 0, 0), ("add", 0, set()), ("unfollow", 0, 0), ("add", 1, set()), ("follow", 0, 1), ("end", 0, 0)]
    )
    def test_arrives_as_if_every_piece_had_been_sent_at_once(self, steps: Sequence[tuple[str, int, object]]) -> None:
        """The model: each line has a list of its own, and every piece that is for it is appended at once."""
        clock = Clock()
        turn = Turn(clock)
        feeds = [Feed(turn), Feed(turn)]
        people = [Peer(turn) for _ in range(3)]
        for number, step in enumerate(steps):
            self.take(step, f"<{number}>".encode(), feeds, people)
            if step[0] == "end":
                clock.advance(0)
                self.check(people)
        clock.advance(0)
        self.check(people)
        self.assertEqual(clock.getDelayedCalls(), [])

    def take(self, step: tuple[str, int, object], data: bytes, feeds: list[Feed], people: list[Peer]) -> None:
        match step:
            case "add", int(which), set(left_out):
                feed = feeds[which]
                following = [peer for peer in people if peer.feed is feed]
                skipped = [peer for peer in following if people.index(peer) in left_out]
                feed.add(data, [peer.line for peer in skipped])
                for peer in following:
                    if peer not in skipped:
                        peer.expected.append(data)
            case "send", int(which), _:
                people[which].line.send(data)
                people[which].expected.append(data)
            case "single", int(which), _:
                people[which].line.send_single(data)
                people[which].expected.append(data)
                people[which].singles.append(data)
            case "follow", int(which), int(feed_number) if people[which].feed is None:
                people[which].feed = feeds[feed_number]
                people[which].line.follow(feeds[feed_number])
            case "unfollow", int(which), _:
                people[which].feed = None
                people[which].line.unfollow()
            case "flush", int(which), _:
                people[which].line.flush()
                self.assertEqual(people[which].received, b"".join(people[which].expected))

    def check(self, people: list[Peer]) -> None:
        for peer in people:
            self.assertEqual(peer.received, b"".join(peer.expected))
            self.assertLessEqual({*peer.singles}, {*peer.writes})
            self.assertNotIn(b"", peer.writes)


class ManyWrites(SynchronousTestCase):
    """Some protocols need a write for each message: they are spread over turns."""

    def setUp(self) -> None:
        self.clock = Reactor()
        self.spent = 0.0
        self.turn = Turn(self.clock, lambda: self.spent)
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
