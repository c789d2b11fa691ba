"""Lines over WebSocket: whole frames, in order, whatever the peer takes; and the handshake is answered first."""

from __future__ import annotations

import socket

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import CLOSE, PONG, TEXT, Frames
from tests.doubles.pipe import Pipe
from tests.lines.test_tcp import LIMITS, Asking
from tilenet.lines.frames import pong_frame
from tilenet.lines.websocket import WebSocketLine, WebSocketStreamLine
from tilenet.turns.turn import Feed, Turn

ANSWER = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


class OnASocket(SynchronousTestCase):
    def setUp(self) -> None:
        self.near, self.far = socket.socketpair()
        for end in (self.near, self.far):
            end.setblocking(False)
            self.addCleanup(end.close)
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.reasons: list[str] = []
        self.transport = Asking(self.near)
        self.line = WebSocketLine(self.transport, "peer", self.turn, LIMITS, self.clock, self.reasons.append)

    def begin(self) -> None:
        self.line.begin_with(ANSWER)
        self.transport.take()

    def read(self) -> bytes:
        try:
            return self.far.recv(1 << 20)
        except BlockingIOError:
            return b""

    def frames(self, *data: bytes) -> list[tuple[int, bytes]]:
        """What a browser makes of this, after the answer."""
        found = Frames()
        return found.feed(ANSWER + b"".join(data))

    def test_nothing_overtakes_the_answer(self) -> None:
        """It goes through the transport, which may have something to send from before; a frame would be faster."""
        self.line.begin_with(ANSWER)
        self.line.send(b"one")
        self.clock.advance(0)
        self.assertEqual((self.read(), self.transport.pieces), (b"", [ANSWER]))
        self.transport.take()
        self.assertEqual(self.frames(*self.transport.pieces[1:]), [(TEXT, b"one")])

    def test_frames_go_directly_on_the_socket_once_the_answer_is_gone(self) -> None:
        self.begin()
        self.line.send(b"one")
        self.clock.advance(0)
        self.assertEqual((self.frames(self.read()), self.transport.pieces), ([(TEXT, b"one")], [ANSWER]))
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_one_turn_is_one_frame(self) -> None:
        self.begin()
        feed = Feed(self.turn)
        self.line.follow(feed)
        feed.add(b"one ")
        self.line.send(b"two ")
        feed.add(b"three")
        self.clock.advance(0)
        self.assertEqual(self.frames(self.read()), [(TEXT, b"one two three")])

    def test_what_waits_is_made_of_whole_frames(self) -> None:
        self.begin()
        self.transport.pieces.clear()
        data = b"x" * 400_000
        self.line._limit = 1 << 20
        self.line.send(data)
        self.clock.advance(0)
        arrived = b""
        while more := self.read():
            arrived += more
        self.assertLess(len(arrived), len(data))
        self.line.put(pong_frame(b"hi"))
        self.line.send(b"end")
        self.clock.advance(0)
        while self.transport._producer is not None:
            self.transport.take()
        found = self.frames(arrived, *self.transport.pieces)
        self.assertEqual([(opcode, len(data)) for opcode, data in found], [(TEXT, 400_000), (PONG, 2), (TEXT, 3)])

    def test_a_close_frame_is_the_last(self) -> None:
        self.begin()
        self.line.close_code = 1000
        self.line.send(b"bye")
        self.line.finish(5)
        self.assertEqual(self.frames(self.read()), [(TEXT, b"bye"), (CLOSE, b"\x03\xe8")])
        self.assertTrue(self.transport.closed_half)
        self.line.put(pong_frame(b""))
        self.line.finish(5)
        self.assertEqual(self.read(), b"")

    def test_somebody_notices_that_nothing_was_sent(self) -> None:
        self.begin()
        self.line.is_quiet = True
        self.clock.advance(0)
        self.assertTrue(self.line.is_quiet)
        self.line.send(b"one")
        self.clock.advance(0)
        self.assertFalse(self.line.is_quiet)


class OverAnotherTransport(SynchronousTestCase):
    def test_frames_follow_the_answer(self) -> None:
        clock, pipe = Clock(), Pipe()
        line = WebSocketStreamLine(pipe, "peer", Turn(clock), LIMITS, clock, print)
        line.begin_with(ANSWER)
        line.send(b"one")
        line.finish(5)
        self.assertEqual(Frames().feed(pipe.written), [(TEXT, b"one"), (CLOSE, b"\x03\xf0")])
        self.assertFalse(pipe.is_open)
