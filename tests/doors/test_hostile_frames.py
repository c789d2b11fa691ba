"""Frames that mean no good: each ends its own connection, with the right code, and nobody else notices."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import BINARY, CLOSE, MASK, PING, PONG, TEXT, Browser, frame
from tests.doubles.harness import Lamp, Server
from tests.doubles.model import login, opening
from tilenet.catalogue import GamePlugin

DOCUMENT = opening() + login("eve")
NO_CODES = (b"x", b"\x00\x00", b"\x03\xed", b"\x03\xee", b"\x03\xf7", b"\x0b\xb7", b"\xff\xff")


class Hostile(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([GamePlugin("lamp", Lamp)])
        self.ann = self.server.join("ann")
        self.bob = Browser(self.server)
        self.bob.login("bob")

    def ends(self, code: int, *data: bytes, seconds: float = 0, is_logged_in: bool = True, what: str = "") -> Browser:
        """These bytes end the connection with this code; the others are as they were."""
        eve = Browser(self.server)
        if is_logged_in:
            eve.login("eve")
        eve.send_raw(*data)
        self.server.advance(seconds)
        self.assertEqual((eve.wire.code, eve.is_open), (code, False), what)
        self.assertNotIn("eve", [player.name for player in self.server.world.players.values()])
        for person, lamp in ((self.ann, "off"), (self.bob, "on")):
            person.click("Lamp")
            person.click(lamp)
            person.click("Home")
            self.assertTrue(person.is_open)
        self.server.check()
        self.server.advance(5)
        return eve

    def test_frames_that_are_against_the_protocol(self) -> None:
        for what, data in (
            ("unmasked", frame(b"<!-- -->", mask=b"")),
            *(("a reserved bit", frame(b"<!-- -->", rsv=rsv)) for rsv in (1, 2, 4, 7)),
            *(("a reserved opcode", frame(b"", opcode)) for opcode in (3, 7, 0xB, 0xF)),
            *(("a length of 2^63 and more", frame(b"x", size=size)) for size in (2**63, 2**64 - 1)),
            ("a length in too many bytes", b"\x81\xfe\x00\x05" + MASK + b"hello"),
            ("a length in far too many bytes", b"\x81\xff" + (5).to_bytes(8) + MASK + b"hello"),
            *(("a long control frame", frame(b"\x03\xe8" + b"x" * 124, opcode)) for opcode in (PING, PONG, CLOSE)),
            ("a control frame in fragments", frame(b"", PING, fin=False)),
            ("a fragment of nothing", frame(b" ", 0)),
            ("a message within a message", frame(b" ", fin=False) + frame(b" ")),
            *(("a close frame that makes no sense", frame(code, CLOSE)) for code in NO_CODES),
        ):
            self.ends(1002, data, what=what)

    def test_the_longest_legal_length(self) -> None:
        """Nothing is gathered: what has come of it is read as it comes, and a tag has its limit."""
        eve = self.ends(1008, frame(b"<xrequest options='" + b"x" * 10_000, size=2**63 - 1))
        self.assertEqual(eve.model.logged_out, "Error: a tag longer than 8192 bytes.")

    def test_a_flood_of_frames_that_say_nothing(self) -> None:
        """A ping costs as much as a command."""
        for what, data, is_logged_in in (
            ("empty fragments", frame(b"", TEXT, fin=False) + frame(b"", 0, fin=False) * 10_000, True),
            ("empty messages", frame(b"") * 10_000, True),
            ("the same before a login", frame(b"") * 10_000, False),
            ("pings", frame(b"x" * 125, PING) * 300, True),
            ("pongs", frame(b"", PONG) * 300, True),
        ):
            eve = self.ends(1008, data, seconds=10.5, is_logged_in=is_logged_in, what=what)
            self.assertEqual(eve.model.logged_out, "Too many commands." if is_logged_in else None, what)
            self.assertLess(len([opcode for opcode, _ in eve.wire.frames if opcode == PONG]), 40 + 20 * 11)

    def test_bad_utf_8_and_binary_frames(self) -> None:
        for bad in (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"<!-- \xe2\x82"):
            self.ends(1007, frame(bad), what=repr(bad))
        self.ends(1007, frame(b"\xe2\x82", fin=False), frame(b"", 0))
        self.ends(1007, frame(b"\x03\xe8\xff", CLOSE))
        self.ends(1003, frame(b"<!-- -->", BINARY))
        self.ends(1003, frame(b"", BINARY, fin=False))

    def test_a_close_frame_without_a_code_is_fine(self) -> None:
        self.ends(1000, frame(b"", CLOSE))

    def test_what_comes_after_a_close_or_an_error_is_not_read(self) -> None:
        self.ends(1000, frame(b"\x03\xe8", CLOSE), frame(b"\xff"), frame(b"", BINARY), b"\xff" * 1000)
        self.ends(1003, frame(b"", BINARY), frame(b"\xff"), frame(b"", CLOSE))

    def test_what_came_before_an_error_counts(self) -> None:
        eve = self.ends(1002, frame(DOCUMENT), frame(b"", rsv=1), is_logged_in=False)
        self.assertIsNotNone(eve.model.agent)

    def test_a_close_that_is_never_answered(self) -> None:
        """The line is cut after a moment, also if the client takes nothing."""
        eve = Browser(self.server)
        eve.login("eve")
        eve.pipe.is_stuck = True
        self.server.gate.close("The server is stopping.")
        self.server.advance(2.75)
        self.assertTrue(eve.is_open)
        self.server.advance(0.5)
        self.assertTrue(eve.pipe.was_aborted)

    def test_a_client_that_talks_on_after_the_end(self) -> None:
        eve = Browser(self.server)
        eve.login("eve")
        eve.pipe.is_stuck = True
        eve.send_raw(frame(b"", BINARY))
        eve.send_raw(b"x" * 70_000)
        self.assertTrue(eve.pipe.was_aborted)
