"""One peer's line, down to the transport."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.lines import LIMITS
from tests.doubles.pipe import Pipe
from tilenet.lines.feed import Feed
from tilenet.lines.line import PIECE, Line
from tilenet.lines.tcp import StreamSender
from tilenet.turns.turn import Turn


def line_over(pipe: Pipe, turn: Turn, reasons: list[str]) -> Line:
    """A line over that transport; `reasons` is told why it was given up."""
    return Line(StreamSender(pipe), "127.0.0.1", turn, LIMITS, reasons.append)


class ALine(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.pipe = Pipe()
        self.reasons: list[str] = []
        self.line = line_over(self.pipe, self.turn, self.reasons)

    def pass_time(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.advance(1)

    def send(self, data: bytes) -> None:
        """Send this; the turn ends."""
        self.line.send(data)
        self.clock.advance(0)

    def get_stuck(self, data: bytes) -> None:
        """Send this, of which the transport takes nothing."""
        self.pipe.is_stuck = True
        self.send(data)

    def test_all_goes_out_when_the_turn_ends_and_nothing_before(self) -> None:
        """c3.2.4: a tag is on the wire when its event is over."""
        self.line.send(b"one ")
        self.line.send(b"two")
        self.assertEqual(self.pipe.written, b"")
        self.clock.advance(0)
        self.assertEqual((self.pipe.written, self.clock.getDelayedCalls()), (b"one two", []))

    def test_a_transport_that_is_full_gets_it_later_and_in_order(self) -> None:
        for data in (b"one ", b"two ", b"three"):
            self.get_stuck(data)
        self.assertEqual(self.pipe.written, b"")
        self.pipe.is_stuck = False
        self.pipe.drain()
        self.assertEqual(self.pipe.written, b"one two three")
        self.assertEqual(self.clock.getDelayedCalls(), [])
        self.send(b" four")
        self.assertEqual(self.pipe.written, b"one two three four")

    def test_exactly_the_limit_may_wait_and_one_byte_more_may_not(self) -> None:
        """Beside the piece that the transport itself has."""
        self.get_stuck(b"x" * (PIECE + 64 * 1024))
        self.pass_time(2)
        self.assertEqual(self.reasons, [])
        self.send(b"x")
        self.assertEqual(self.reasons, [])
        self.clock.pump([1, 1])
        self.assertEqual(self.reasons, ["over 64 KiB of output were waiting"])

    def test_more_may_wait_for_a_moment(self) -> None:
        """A burst of news is nobody's fault."""
        self.get_stuck(b"x" * (PIECE + 64 * 1024 + 1))
        self.pass_time(1)
        self.pipe.take()
        self.pass_time(2)
        self.assertEqual(self.reasons, [])

    def test_a_stall_is_noticed(self) -> None:
        """More output is no progress."""
        for seconds in range(15):
            self.assertEqual(self.reasons, [], seconds)
            self.get_stuck(b"x")
            self.pass_time(1)
        self.pass_time(1)
        self.assertEqual(self.reasons, ["no output was taken for 15 s"])

    def test_a_piece_taken_is_progress(self) -> None:
        self.get_stuck(b"x" * PIECE * 4)
        for _ in range(3):
            self.pass_time(10)
            self.pipe.take()
        self.assertEqual(self.reasons, [])

    def test_finish_sends_the_rest_and_then_hangs_up(self) -> None:
        written: list[bytes] = []
        self.patch(self.pipe, "loseConnection", lambda: written.append(self.pipe.written))
        self.line.send(b"bye")
        self.line.finish(5)
        self.assertEqual(written, [b"bye"])

    def test_finish_waits_for_a_jam(self) -> None:
        self.pipe.is_stuck = True
        self.line.send(b"bye")
        self.line.finish(5)
        self.assertTrue(self.pipe.is_open)
        self.pipe.is_stuck = False
        self.pipe.drain()
        self.assertFalse(self.pipe.is_open)
        self.assertEqual(self.pipe.written, b"bye")

    def test_finish_waits_no_longer_than_it_should(self) -> None:
        """A peer that does not close its end is cut off, also when everything was sent."""
        for is_stuck in (True, False):
            self.setUp()
            self.patch(self.pipe, "loseConnection", lambda: None)
            self.pipe.is_stuck = is_stuck
            self.line.send(b"bye")
            self.line.finish(5)
            self.pass_time(4)
            self.assertFalse(self.pipe.was_aborted)
            self.pass_time(1)
            self.assertTrue(self.pipe.was_aborted)

    def test_a_peer_that_closes_its_end_is_not_cut_off(self) -> None:
        self.line.finish(5)
        self.line.close()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_finish_sends_what_is_in_the_feed(self) -> None:
        feed = Feed(self.turn)
        self.line.follow(feed)
        self.line.send(b"one ")
        feed.add(b"two ")
        self.line.send(b"bye")
        self.line.finish(5)
        self.assertEqual(self.pipe.written, b"one two bye")
        feed.add(b"three")
        self.clock.advance(0)
        self.assertEqual(self.pipe.written, b"one two bye")
        self.assertEqual(feed.lines, {})

    def test_input_is_read_to_see_the_end(self) -> None:
        self.line.pause()
        self.assertFalse(self.pipe.is_reading)
        self.line.finish(5)
        self.assertTrue(self.pipe.is_reading)

    def test_nothing_is_sent_after_the_finish(self) -> None:
        """Even if the last words are held up."""
        self.patch(self.pipe, "loseConnection", lambda: None)
        for is_stuck in (True, False):
            self.pipe.is_stuck = is_stuck
            self.line.send(b"bye")
            self.line.finish(5)
            self.line.send(b"late")
            self.clock.advance(0)
        self.pipe.drain()
        self.assertEqual(self.pipe.written, b"bye")

    def test_nothing_is_sent_and_no_feed_followed_after_close(self) -> None:
        feed = Feed(self.turn)
        self.line.follow(feed)
        self.line.send(b"one")
        feed.add(b"two")
        self.line.close()
        self.assertEqual(feed.lines, {})
        feed.add(b"three")
        self.clock.advance(0)
        self.assertEqual(self.pipe.written, b"")

    def test_close_leaves_no_timer(self) -> None:
        self.get_stuck(b"x")
        self.line.close()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_a_transport_that_stops_asking_gets_nothing_more(self) -> None:
        self.get_stuck(b"x")
        self.line.stop_sending()
        self.pass_time(20)
        self.assertEqual((self.reasons, self.pipe.written), ([], b""))


class PieceByPiece(SynchronousTestCase):
    """The output of a client that takes what it reads at once for one message."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.pipe = Pipe()
        self.reasons: list[str] = []
        self.writes: list[bytes] = []
        write = self.pipe.write

        def noted(data: bytes) -> None:
            self.writes.append(data)
            write(data)

        self.patch(self.pipe, "write", noted)
        self.turn = Turn(self.clock)
        self.line = line_over(self.pipe, self.turn, self.reasons)

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.line.send_single(piece)
        self.clock.advance(0)

    def test_each_is_a_write_and_what_is_around_it_is_joined(self) -> None:
        """Whether it comes by the line itself or by a feed; and in the next turn, too."""
        feed = Feed(self.turn)
        self.line.follow(feed)
        for send in (self.line.send, feed.add):
            self.writes.clear()
            for piece in (b"one ", b"two "):
                send(piece)
            for piece in (b"single ", b"another "):
                self.line.send_single(piece)
            for piece in (b"three ", b"four"):
                send(piece)
            self.clock.advance(0)
            self.assertEqual(self.writes, [b"one two ", b"single ", b"another ", b"three four"])

    def test_one_that_is_sent_while_others_are_written_comes_later(self) -> None:
        write = self.pipe.write

        def answer(data: bytes) -> None:
            write(data)
            if data == b"one\n":
                self.line.send_single(b"three\n")

        self.pipe.write = answer  # type: ignore[method-assign]
        self.send(b"one\n", b"two\n")
        self.clock.advance(0)
        self.assertEqual(self.writes, [b"one\n", b"two\n", b"three\n"])

    def test_nothing_is_lost_or_mixed_up_in_a_jam(self) -> None:
        self.pipe.is_stuck = True
        pieces = [f"{number}\n".encode() for number in range(50)]
        for number in range(0, 50, 10):
            self.send(*pieces[number : number + 10])
        self.assertEqual(self.pipe.written, b"")
        self.pipe.is_stuck = False
        self.pipe.drain()
        self.writes.clear()
        self.send(b"last\n", b"of all\n")
        self.assertEqual(self.pipe.written, b"".join(pieces) + b"last\nof all\n")
        self.assertEqual(self.writes, [b"last\n", b"of all\n"])

    def test_a_large_one_is_cut(self) -> None:
        self.send(b"x" * (PIECE + 1), b"y")
        self.assertEqual([len(data) for data in self.writes], [PIECE, 1, 1])

    def test_a_client_that_takes_nothing_is_given_up_once(self) -> None:
        """However many pieces are still to come in the same turn, nothing is kept of them."""
        self.pipe.is_stuck = True
        self.send(*[b"x" * 1024] * 64 * 20)
        self.assertEqual(self.reasons, ["over 64 KiB of output were waiting"])
        self.assertEqual((self.clock.getDelayedCalls(), self.line.next_piece()), ([], b""))
