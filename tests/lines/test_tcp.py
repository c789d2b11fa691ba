"""Lines over real sockets: what is sent directly, what is left to the transport, and which options are set."""

from __future__ import annotations

import socket
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.protocol import Protocol
from twisted.internet.task import Clock
from twisted.internet.tcp import Server
from twisted.internet.testing import MemoryReactor
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.lines import LIMITS, SocketPair
from tests.doubles.pipe import Pipe
from tilenet.limits import Limits
from tilenet.lines import tcp
from tilenet.lines.feed import Feed
from tilenet.lines.line import PIECE, WATCH_SECONDS, Line
from tilenet.lines.sender import Sender
from tilenet.lines.tcp import (
    READ_BYTES,
    KeepAlive,
    SocketSender,
    StreamSender,
    connection_under,
    say_and_close,
    sender_to,
)
from tilenet.turns.turn import Turn


class Over(Protocol):
    """A protocol on top of a transport, as TLS is."""


class Socket(SynchronousTestCase):
    def setUp(self) -> None:
        self.pair = SocketPair(self.addCleanup)
        self.transport, self.read = self.pair.transport, self.pair.read
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.reasons: list[str] = []
        self.line = Line(SocketSender(self.transport), "peer", self.turn, LIMITS, self.reasons.append)

    def send(self, data: bytes) -> None:
        self.line.send(data)
        self.clock.advance(0)

    def fill(self) -> bytes:
        """Send more than the socket takes, and less than may wait; what arrives of it."""
        self.pair.fill()
        self.send(b"waiting ")
        return self.read()

    def test_the_transport_has_nothing_to_do(self) -> None:
        """Nor with what comes by a feed."""
        self.send(b"one ")
        feed = Feed(self.turn)
        self.line.follow(feed)
        feed.add(b"two ")
        feed.add(b"three")
        self.clock.advance(0)
        self.assertEqual((self.read(), self.transport.pieces), (b"one two three", []))

    def test_what_the_socket_does_not_take_is_left_to_the_transport(self) -> None:
        self.assertNotIn(b"waiting", self.fill())
        self.assertEqual(self.transport.pieces, [b"waiting "])

    def test_what_comes_later_waits_behind_it_and_the_transport_gets_it_in_pieces(self) -> None:
        """Though the socket would take it, which is used again after the jam."""
        self.fill()
        self.send(b"x" * 2 * PIECE)
        self.assertEqual(self.read(), b"")
        self.transport.take_all()
        self.assertEqual([len(piece) for piece in self.transport.pieces], [len("waiting "), PIECE, PIECE])
        self.transport.pieces.clear()
        self.send(b"again")
        self.assertEqual((self.read(), self.transport.pieces), (b"again", []))
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_a_part_that_is_taken_is_not_sent_again(self) -> None:
        data = bytes(range(256)) * 1024
        self.send(data)
        arrived = self.read()
        self.assertLess(len(arrived), len(data))
        self.transport.take_all()
        self.assertEqual(arrived + b"".join(self.transport.pieces), data)

    def test_a_connection_that_is_gone_is_the_reactors_affair(self) -> None:
        self.pair.far.close()
        self.send(b"one")
        self.send(b"two")
        self.assertEqual((self.reasons, self.flushLoggedErrors()), ([], []))

    def test_nothing_is_sent_after_close(self) -> None:
        self.line.close()
        self.send(b"late")
        self.assertEqual(self.read(), b"")

    def test_only_our_half_is_closed_at_the_end(self) -> None:
        """A close with input unread would be a reset, and take the last words with it."""
        self.line.send(b"bye")
        self.line.finish(5)
        self.assertEqual((self.read(), self.transport.closed_half, self.transport.is_open), (b"bye", True, True))

    def test_the_end_waits_for_a_jam(self) -> None:
        self.fill()
        self.line.send(b"bye")
        self.line.finish(5)
        self.assertFalse(self.transport.closed_half)
        for _ in range(2):
            self.transport.take()
        self.assertEqual(b"".join(self.transport.pieces), b"waiting bye")
        self.assertTrue(self.transport.closed_half)


class APeerThatTakesNothing(SynchronousTestCase):
    """It is given up 15 s after it took its last byte, or up to a second later; even if the system has hidden that."""

    def setUp(self) -> None:
        self.pair = SocketPair(self.addCleanup)
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.given_up: list[float] = []
        self.acknowledged = 0
        self.last_sent: float | None = None  # when the system could send something last; None: just now
        self.patch(tcp, "acknowledged", lambda connection: self.acknowledged)
        self.patch(tcp, "stuck_seconds", lambda connection: self.stuck_seconds)
        self.line = Line(SocketSender(self.pair.transport), "peer", self.turn, LIMITS, self.note)

    @property
    def stuck_seconds(self) -> float:
        return 0.0 if self.last_sent is None else self.clock.seconds() - self.last_sent

    def note(self, reason: str) -> None:
        self.assertEqual(reason, "no output was taken for 15 s")
        self.given_up.append(self.clock.seconds())

    def refuse(self) -> None:
        """The system takes no more."""
        self.pair.fill()
        self.line.send(b"waiting")
        self.clock.advance(0)

    def advance_to(self, seconds: float) -> None:
        while self.clock.seconds() < seconds:
            self.clock.advance(min(0.05, seconds - self.clock.seconds()))

    def test_from_the_moment_when_it_refuses(self) -> None:
        """The transport asks for the first piece at once: nobody has taken anything by that."""
        self.refuse()
        self.advance_to(14.9)
        self.assertEqual(self.given_up, [])
        self.advance_to(15.2)
        self.assertEqual(len(self.given_up), 1)

    def test_from_the_moment_when_the_system_could_send_something_last(self) -> None:
        """The system takes output for a while after the peer has stopped to."""
        for refused in (0.9, 4.0, 9.3, 14.9, 18.5):
            self.setUp()
            self.advance_to(refused)
            self.last_sent = 0.7
            self.refuse()
            self.advance_to(30)
            (given_up,) = self.given_up
            self.assertGreaterEqual(given_up, 15.7)
            self.assertLessEqual(given_up, max(15.7, refused) + WATCH_SECONDS + 0.05)
            self.assertLess(given_up, 20)

    def test_not_before_15_seconds_after_its_last_byte(self) -> None:
        for taken in (0.3, 1.0, 7.5, 10.3):
            self.setUp()
            self.refuse()
            self.advance_to(taken)
            self.acknowledged += 1
            self.last_sent = 0.0  # a byte is not enough room for anything
            self.advance_to(40)
            (given_up,) = self.given_up
            self.assertGreaterEqual(given_up, taken + 15)
            self.assertLessEqual(given_up, taken + 15 + WATCH_SECONDS + 0.05)

    def test_a_peer_that_takes_something_now_and_then_is_not(self) -> None:
        self.refuse()
        self.last_sent = 0.0
        for seconds in range(10, 100, 10):
            self.advance_to(seconds)
            self.acknowledged += 1
            self.last_sent = seconds
        self.assertEqual(self.given_up, [])

    def test_a_peer_that_has_been_idle_is_not(self) -> None:
        """What the system has sent long ago says nothing if it has nothing to send."""
        self.advance_to(100)
        self.refuse()
        self.advance_to(114)
        self.assertEqual(self.given_up, [])

    def test_a_connection_that_is_gone_is_not_watched(self) -> None:
        self.patch(self.pair.transport, "registerProducer", lambda producer, streaming: producer.stopProducing())
        self.refuse()
        self.assertEqual(self.clock.getDelayedCalls(), [])


class Connected(SynchronousTestCase):
    """Two ends of a TCP connection; the server's is Twisted's own transport."""

    def setUp(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.client = socket.create_connection(listening.getsockname())
            self.server, self.address = listening.accept()
        self.addCleanup(self.client.close)
        self.addCleanup(self.server.close)
        self.clock = Clock()

    def connection(self, tls: bool = False) -> Any:
        made: Any = Server(self.server, Protocol(), self.address, None, 1, MemoryReactor())  # type: ignore[arg-type]
        if tls:
            made.TLS, made.protocol = True, Pipe()
        return made

    def sender(self, transport: Any, keepalive: KeepAlive | None = None) -> Sender:
        return sender_to(transport, keepalive or KeepAlive.of(LIMITS))


class TheSenderToATransport(Connected):
    def test_only_a_plain_connection_is_sent_to_directly(self) -> None:
        for transport, kind in (
            (self.connection(), SocketSender),
            (self.connection(tls=True), StreamSender),
            (Pipe(), StreamSender),
        ):
            self.assertIsInstance(self.sender(transport), kind)

    def test_the_connection_is_found_under_what_is_on_top_of_it(self) -> None:
        under, over, top = self.connection(), Over(), Over()
        over.transport, top.transport = under, over  # type: ignore[assignment]
        self.assertIs(connection_under(top), under)
        self.assertIs(connection_under(under), under)
        self.assertIsNone(connection_under(Pipe()))

    def test_a_peer_that_has_vanished_is_noticed_and_small_writes_go_out_at_once(self) -> None:
        connection = self.connection()
        self.sender(connection, KeepAlive(idle=7, interval=3, probes=4, user_timeout=2.5))
        self.assertTrue(self.server.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE))
        self.assertTrue(self.server.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        self.assertEqual(connection.bufferSize, READ_BYTES)  # input comes in small pieces
        for option, value in (
            ("TCP_KEEPIDLE", 7),
            ("TCP_KEEPINTVL", 3),
            ("TCP_KEEPCNT", 4),
            ("TCP_USER_TIMEOUT", 2500),
        ):
            if hasattr(socket, option):
                self.assertEqual(self.server.getsockopt(socket.IPPROTO_TCP, getattr(socket, option)), value, option)

    def test_a_peer_that_is_gone_already_is_no_error(self) -> None:
        connection = self.connection()
        self.server.close()
        self.assertIsInstance(self.sender(connection), SocketSender)


class ProbesOfManyConnections(SynchronousTestCase):
    """The idle time before the first is spread."""

    def idle(self, keepalive: KeepAlive) -> list[int]:
        """Of a hundred connections, one after the other."""
        return [keepalive.spread(number).idle for number in range(100)]

    def test_each_connection_has_another_than_the_one_before(self) -> None:
        idle = self.idle(KeepAlive.of(Limits()))
        self.assertTrue(all(one != other for one, other in pairwise(idle)), idle)
        self.assertEqual({*idle}, {*range(24, 37)})

    def test_no_more_than_the_user_timeout_or_the_system_allows_and_nothing_else_is(self) -> None:
        for timeout, most in ((61, 31), (60.5, 31), (63, 33)):
            self.assertEqual({*self.idle(KeepAlive(30, 10, 3, timeout))}, {*range(24, most)})
        self.assertEqual(max(KeepAlive(32767, 1, 1, 10**6).spread(number).idle for number in range(14000)), 32767)
        self.assertEqual({KeepAlive(30, 10, 3, 70).spread(number)[1:] for number in range(100)}, {(10, 3, 70)})

    @settings(deadline=None, max_examples=200)
    @given(st.integers(1, 200), st.integers(1, 50), st.integers(1, 10), st.floats(0.01, 100), st.integers(0, 1000))
    def test_a_lost_probe_is_never_fatal(self, idle: int, interval: int, probes: int, more: float, number: int) -> None:
        usual = KeepAlive(idle, interval, probes, idle + probes * interval + more)
        spread = usual.spread(number)
        self.assertLess(spread.seconds, spread.user_timeout)
        self.assertTrue(spread.idle >= 1 and 0.8 * idle - 1 < spread.idle <= 1.2 * idle, spread)


class LastWords(SynchronousTestCase):
    """For a client that gets no line."""

    def test_they_are_written_before_the_end(self) -> None:
        pipe = Pipe()
        say_and_close(pipe, b"full", linger=True)
        self.assertEqual((pipe.written, pipe.is_open), (b"full", False))

    def test_without_any_the_end_is_at_once(self) -> None:
        pipe = Pipe()
        self.patch(pipe, "write", None)
        say_and_close(pipe, b"", linger=False)
        self.assertTrue(pipe.was_aborted)
