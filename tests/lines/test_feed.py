"""Output that lines share, and what each has of its own: everything arrives, once and in order."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.lines import LIMITS, Peer, stuck_line
from tilenet.lines.feed import GATHERING, Feed
from tilenet.lines.line import BURST, Line
from tilenet.turns.turn import Turn

OVERFLOW = b"x" * (int(LIMITS.output_kib) * 1024 * BURST + 1)  # more than may wait for anybody


class FeedTestCase(SynchronousTestCase):
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


class AFeed(FeedTestCase):
    def test_everybody_gets_the_very_same_bytes_in_one_write(self) -> None:
        """A thousand lines cost no more memory than one."""
        self.feed.add(b"one ")
        self.feed.add(b"two")
        self.assertEqual([peer.writes for peer in self.people], [[], [], []])
        self.clock.advance(0)
        self.assertEqual([peer.writes for peer in self.people], [[b"one two"]] * 3)
        self.assertEqual(len({id(peer.writes[0]) for peer in self.people}), 1)
        self.assertEqual((self.feed.pieces, self.clock.getDelayedCalls()), ([], []))

    def test_output_of_a_lines_own_goes_out_in_the_same_write(self) -> None:
        self.ann.line.send(b"before ")
        self.feed.add(b"one ")
        self.ann.line.send(b"between ")
        self.feed.add(b"two ")
        self.bob.line.send(b"after")
        self.clock.advance(0)
        self.assertEqual(
            [peer.writes for peer in self.people], [[b"before one between two "], [b"one two after"], [b"one two "]]
        )

    def test_one_call_serves_all_lines_and_feeds(self) -> None:
        self.feed.add(b"one")
        self.ann.line.send(b"two")
        Feed(self.turn).add(b"three")
        self.assertEqual(len(self.clock.getDelayedCalls()), 1)


class CoalescedOutput(FeedTestCase):
    """What may wait goes out a moment later, together with what comes until then."""

    def test_it_waits_for_more(self) -> None:
        self.feed.coalesce(b"one ")
        self.clock.advance(GATHERING / 2)
        self.feed.coalesce_for(self.ann.line, b"for ann ")
        self.feed.coalesce(b"two")
        self.assertEqual(self.received(), [b""] * 3)
        self.clock.pump([GATHERING / 2, 0])
        self.assertEqual([peer.writes for peer in self.people], [[b"one for ann two"], [b"one two"], [b"one two"]])
        self.assertEqual((self.feed.pieces, self.clock.getDelayedCalls()), ([], []))

    def test_what_cannot_wait_takes_it_along_and_needs_no_timer(self) -> None:
        for turns in (0, 1):
            self.feed.coalesce(b"one ")
            self.clock.pump([0] * turns)
            self.feed.add(b"two ")
            self.feed.coalesce(b"three ")
            self.assertEqual(self.received(), [b"one two three " * (turns + 1)] * 3)
            self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_output_of_a_lines_own_takes_it_along_for_that_line_alone(self) -> None:
        self.feed.coalesce(b"one ")
        self.ann.line.send(b"two ")
        self.assertEqual(self.received(), [b"one two ", b"", b""])
        self.feed.add(b"three")
        self.assertEqual(self.received(), [b"one two three", b"one three", b"one three"])


class ALineThatFails(FeedTestCase):
    """Nobody else may be touched while output is being sent."""

    def stuck(self) -> tuple[Line, list[list[bytes]]]:
        """A line that takes nothing, between ann and the others; what everybody has when it is given up."""
        told: list[list[bytes]] = []
        line = stuck_line(self.turn, lambda reason: told.append([peer.received for peer in self.people]))
        for peer in (self.bob, self.cid):
            peer.line.unfollow()
        for other in (line, self.bob.line, self.cid.line):
            other.follow(self.feed)
        return line, told

    def test_which_raises_in_a_feed_or_with_output_of_its_own(self) -> None:
        self.patch(self.bob, "writes", None)
        self.feed.add(b"one ")
        self.clock.advance(0)
        for peer in self.people:
            peer.line.send(b"two")
        self.clock.advance(0)
        self.assertEqual(len(self.flushLoggedErrors(AttributeError)), 2)
        self.assertEqual([peer.writes for peer in (self.ann, self.cid)], [[b"one ", b"two"]] * 2)

    def test_which_gives_up_in_a_feed_tells_so_once_when_all_others_have_been_served(self) -> None:
        """What is done about it may send more, to anybody."""
        line, told = self.stuck()
        self.feed.add(OVERFLOW)
        self.assertEqual(self.received(), [OVERFLOW] * 3)
        self.assertNotIn(line, self.feed.lines)
        self.feed.add(b"more")
        self.assertEqual(self.received(), [OVERFLOW + b"more"] * 3)
        self.assertEqual(told, [[OVERFLOW] * 3])

    def test_which_gives_up_with_output_of_its_own(self) -> None:
        line, told = self.stuck()
        line.send(OVERFLOW)
        self.feed.add(b"one")
        self.assertEqual((self.received(), len(told)), ([b"one"] * 3, 1))
        self.assertNotIn(line, self.feed.lines)


Step = tuple[str, int, object]
NOBODY: set[int] = set()

steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["add", "coalesce"]), st.integers(0, 1), st.sets(st.integers(0, 2))),
        st.tuples(st.just("add"), st.integers(0, 1), st.just(NOBODY)),
        st.tuples(
            st.sampled_from(["send", "single", "follow", "follow", "unfollow", "flush"]),
            st.integers(0, 2),
            st.integers(0, 1),
        ),
        st.tuples(st.sampled_from(["turn", "end"]), st.just(0), st.just(0)),
    ),
    max_size=30,
)

FOLLOW, ADD, END = ("follow", 0, 0), ("add", 0, NOBODY), ("end", 0, 0)


class EverySequence(SynchronousTestCase):
    @settings(deadline=None, max_examples=400)
    @given(steps)
    @example([FOLLOW, ("add", 0, {0}), ADD])  # left out of the first piece alone
    @example([FOLLOW, ADD, ("add", 0, {0}), ("send", 0, 0), ADD])  # and told something else instead
    @example([FOLLOW, ("add", 0, {0}), END, ADD])  # left out for this turn
    @example([FOLLOW, ADD, ("flush", 0, 0), ADD])
    @example([ADD, FOLLOW, ADD])  # follows in the middle of a turn
    @example([ADD, FOLLOW, END, ADD])  # follows after the last piece of a turn
    @example([ADD, ("send", 0, 0), FOLLOW, ADD])
    @example([FOLLOW, ADD, ("unfollow", 0, 0), ADD, END, ADD])
    @example([FOLLOW, ADD, ("unfollow", 0, 0), ADD, FOLLOW, ADD])  # away and back
    @example([FOLLOW, ADD, ("unfollow", 0, 0), ("add", 1, NOBODY), ("follow", 0, 1), END])  # from room to room
    @example([("unfollow", 0, 0), ("unfollow", 0, 0), ADD])
    @example([("coalesce", 0, NOBODY), FOLLOW, ("turn", 0, 0), ADD])
    @example([FOLLOW, ("coalesce", 0, NOBODY), ("unfollow", 0, 0), ADD])
    def test_arrives_as_if_every_piece_had_been_sent_at_once(self, steps: Sequence[Step]) -> None:
        """The model: each line has a list of its own, and every piece that is for it is appended at once."""
        clock = Clock()
        turn = Turn(clock)
        feeds = [Feed(turn), Feed(turn)]
        people = [Peer(turn) for _ in range(3)]
        for number, step in enumerate([*steps, END]):
            self.take(step, f"<{number}>".encode(), feeds, people)
            if step[0] == "turn":
                clock.advance(0)
            if step[0] == "end":
                clock.pump([0, GATHERING, 0])
                self.check(people)
        self.assertEqual(clock.getDelayedCalls(), [])

    def take(self, step: Step, data: bytes, feeds: list[Feed], people: list[Peer]) -> None:
        match step:
            case ("add" | "coalesce") as act, int(which), set(left_out):
                feed = feeds[which]
                following = [peer for peer in people if peer.feed is feed]
                skipped = [peer for peer in following if people.index(peer) in left_out]
                add = feed.add if act == "add" else feed.coalesce
                add(data, [peer.line for peer in skipped])
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
