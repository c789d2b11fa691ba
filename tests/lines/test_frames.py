"""WebSocket frames: what is written, and what is read of a client's."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase
from wsproto.frame_protocol import FrameProtocol

from tests.doubles.browser import BINARY, CLOSE, PING, PONG, TEXT, frame
from tilenet.lines.frames import Close, FrameReader, Ping, Pong, Text, close_frame, pong_frame, text_frame
from tilenet.lines.framing import Violation


class Written(SynchronousTestCase):
    def test_a_header_is_as_short_as_it_can_be(self) -> None:
        for size, header in (
            (0, b"\x81\x00"),
            (125, b"\x81\x7d"),
            (126, b"\x81\x7e\x00\x7e"),
            (65535, b"\x81\x7e\xff\xff"),
            (65536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
        ):
            data = b"x" * size
            self.assertEqual(text_frame(data), header + data)

    def test_another_reader_understands_it(self) -> None:
        reader = FrameProtocol(client=True, extensions=[])
        reader.receive_bytes(text_frame("ä".encode()) + pong_frame(b"hi") + close_frame(1013))
        found = [(frame.opcode, frame.payload) for frame in reader.received_frames()]
        self.assertEqual(found, [(TEXT, "ä"), (PONG, b"hi"), (CLOSE, (1013, ""))])


class Read(SynchronousTestCase):
    def read(self, *data: bytes) -> list[object]:
        reader = FrameReader()
        return [piece for some in data for piece in reader.feed(some)]

    def test_pieces_are_passed_on_as_they_come(self) -> None:
        whole = frame(b"abcdef")
        self.assertEqual(self.read(whole[:3], whole[3:9], whole[9:]), [Text(b"abc", False), Text(b"def", True)])

    def test_half_a_character_waits_for_the_other_half(self) -> None:
        self.assertEqual(self.read(frame(b"\xe2", fin=False)), [Text(b"", False)])
        found = self.read(frame(b"\xe2", fin=False) + frame(b"\x82\xac", 0))
        self.assertEqual(found, [Text(b"", False), Text("€".encode(), True)])

    def test_control_frames(self) -> None:
        self.assertEqual(self.read(frame(b"hi", PING), frame(b"hi", PONG)), [Ping(b"hi"), Pong()])
        self.assertEqual(self.read(frame(b"\x03\xe9bye", CLOSE)), [Close(1001)])
        self.assertEqual(self.read(frame(b"", CLOSE)), [Close(1000)])

    def test_nothing_comes_after_the_end(self) -> None:
        for end in (frame(b"", CLOSE), frame(b"", BINARY), frame(b"", mask=b"")):
            [last] = self.read(end + frame(b"x"), frame(b"x"))
            self.assertIsInstance(last, Close | Violation)
