"""WebSocket below a session: whole frames, in order, whatever the peer takes; and what the peer sends, as text."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import BINARY, CLOSE, PING, PONG, TEXT, Frames, frame
from tests.doubles.lines import SocketPair
from tests.doubles.pipe import Pipe
from tilenet.limits import Limits
from tilenet.lines.feed import Feed
from tilenet.lines.frames import pong_frame
from tilenet.lines.framing import NORMAL, UNSUPPORTED, Answer, Closed, Framing, Violation
from tilenet.lines.line import Line
from tilenet.lines.sender import Sender
from tilenet.lines.tcp import SocketSender, StreamSender
from tilenet.lines.websocket import LineFraming, TextFraming
from tilenet.turns.turn import Turn

ANSWER = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


def framed_line(sender: Sender, turn: Turn, framing: Framing) -> Line:
    return Line(sender, "peer", turn, Limits(output_kib=1024), print, framing=framing)


class OnASocket(SynchronousTestCase):
    def setUp(self) -> None:
        self.pair = SocketPair(self.addCleanup)
        self.transport, self.read = self.pair.transport, self.pair.read
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.line = framed_line(SocketSender(self.transport), self.turn, TextFraming())

    def begin(self) -> None:
        self.line.begin_with(ANSWER)
        self.transport.take_all()

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

    def test_one_turn_is_one_frame_directly_on_the_socket(self) -> None:
        self.begin()
        feed = Feed(self.turn)
        self.line.follow(feed)
        feed.add(b"one ")
        self.line.send(b"two ")
        feed.add(b"three")
        self.clock.advance(0)
        self.assertEqual((self.frames(self.read()), self.transport.pieces), ([(TEXT, b"one two three")], [ANSWER]))
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_what_waits_is_made_of_whole_frames(self) -> None:
        self.begin()
        self.transport.pieces.clear()
        data = b"x" * 400_000
        self.line.send(data)
        self.clock.advance(0)
        arrived = self.read()
        self.assertLess(len(arrived), len(data))
        self.line.put(pong_frame(b"hi"))
        self.line.send(b"end")
        self.clock.advance(0)
        self.transport.take_all()
        found = self.frames(arrived, *self.transport.pieces)
        self.assertEqual([(opcode, len(data)) for opcode, data in found], [(TEXT, 400_000), (PONG, 2), (TEXT, 3)])

    def test_a_close_frame_is_the_last(self) -> None:
        self.begin()
        self.line.send(b"bye")
        self.line.finish(5, NORMAL)
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
        for framing, expected in (
            (TextFraming(), [(TEXT, b"one\ntwo\n"), (CLOSE, b"\x03\xf0")]),
            (LineFraming(), [(TEXT, b"one"), (TEXT, b"two"), (CLOSE, b"\x03\xf0")]),
        ):
            pipe = Pipe()
            line = framed_line(StreamSender(pipe), Turn(Clock()), framing)
            line.begin_with(ANSWER)
            line.send(b"one\ntwo\n")
            line.finish(5)
            self.assertEqual((Frames().feed(pipe.written), pipe.is_open), (expected, False))


class WhatThePeerSends(SynchronousTestCase):
    def test_text_and_signals_in_order(self) -> None:
        data = b"".join(
            (
                frame(b"a\nb"),
                frame(b"", fin=False),
                frame(b"c", 0),
                frame(b"hi", PING),
                frame(b"hi", PONG),
                frame(b"\x03\xe9", CLOSE),
                frame(b"late"),
            )
        )
        signals = [Answer(pong_frame(b"hi")), Answer(), Closed(1001)]
        self.assertEqual([*TextFraming().read(data)], [b"a\nb", b"", b"c", *signals])
        self.assertEqual([*LineFraming().read(data)], [b"a\tb\n", b"", b"c\n", *signals])

    def test_what_is_no_text_is_an_error(self) -> None:
        self.assertEqual([*TextFraming().read(frame(b"x", BINARY))], [Violation(UNSUPPORTED, "a binary message")])
