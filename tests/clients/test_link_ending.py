"""How a client's connection ends: by whom, for which reason, and that it ends once."""

from __future__ import annotations

from functools import partial

from twisted.internet.error import ConnectionLost

from tests.doubles.link import CHANGED, END, HELLO, IN, NOT_IN, OPEN, OUT, ROOM, Connection, LinkTestCase
from tilenet.clients.link import PARTING, SILENCE, End
from tilenet.clients.model import Thing
from tilenet.wire.codec import encode, opening
from tilenet.wire.messages import ClientOpen, Closed, Logout, Set


class Ending(LinkTestCase):
    def test_a_logout_ends_the_document_and_the_server_s_answer_closes(self) -> None:
        """[c8.6] logout and </client>, once; then logged-out and </server>, in one piece or in two."""
        self.enter()
        for _ in range(3):
            self.link.leave()
        self.assertEqual(self.sent[2:], [Logout(), Closed()])
        self.feed(OUT)
        self.assertEqual((self.pipe.is_open, self.ends), (True, []))
        self.feed(END)
        self.assertEqual((self.pipe.is_open, self.pipe.was_aborted), (False, False))
        self.assert_ended(End.LEFT, "")
        self.assertEqual(self.link.model.last_words, "Bye.")

    def test_news_may_come_before_the_answer_to_a_logout(self) -> None:
        """[c8.6] they were on their way: nobody is told any more, and the answer is still read."""
        self.enter()
        self.link.leave()
        before = len(self.connection.caller.calls)
        self.feed(HELLO)
        self.feed(HELLO, OUT, END)
        self.assertEqual((len(self.connection.caller.calls), self.pipe.is_open), (before, False))
        self.assert_ended(End.LEFT, "")

    def test_a_server_that_does_not_answer_a_logout_is_left_after_a_while(self) -> None:
        for answer in (b"", HELLO, OUT, b"<logged-out"):
            connection = Connection().enter()
            connection.link.leave()
            connection.clock.advance(PARTING - 0.1)
            connection.feed(answer)
            self.assertEqual((connection.pipe.is_open, connection.ends), (True, []))
            connection.clock.advance(0.1)
            self.assertTrue(connection.pipe.was_aborted)
            connection.lose()
            self.assertEqual(connection.ends, [(End.LEFT, "")])
            connection.check()

    def test_nonsense_or_a_lost_connection_after_a_logout_is_no_matter(self) -> None:
        for said in (b"", b"<nonsense/>"):
            connection = Connection().enter()
            connection.link.leave()
            connection.feed(said)
            self.assertIs(connection.pipe.is_open, not said)
            connection.lose(ConnectionLost)
            self.assertEqual(connection.ends, [(End.LEFT, "")])
            connection.check()

    def test_nothing_is_sent_after_the_end_of_the_document(self) -> None:
        """[c3.1] </client> is the last of it: no act is said to have been sent, and no whisper is noted."""
        self.enter()
        self.link.leave()
        written = self.pipe.written
        self.connection.caller.calls.clear()
        self.assertIs(self.link.click(self.connection.thing("t1")), False)
        self.assertIs(self.link.press(self.connection.thing("k1")), False)
        self.link.say(self.connection.thing("a2"), "(psst)")
        self.link.login("ann", "")
        self.assertEqual((self.pipe.written, self.connection.caller.calls), (written, []))
        self.assertEqual(self.link.model.lines_heard, 0)

    def test_leaving_before_a_login_hangs_up(self) -> None:
        """[c3.1] a document without a login has no legal end; what the server says then is nobody's."""
        for heard, rest in ((b"", OPEN), (OPEN[:40], OPEN[40:]), (OPEN, b""), (OPEN, IN + ROOM)):
            connection = Connection()
            connection.feed(heard)
            if rest == IN + ROOM:
                connection.link.login("ann", "")
            written, calls = connection.pipe.written, [*connection.calls]
            connection.link.leave()
            connection.feed(rest)
            self.assertEqual((connection.pipe.written, connection.pipe.is_open), (written, False))
            connection.lose()
            self.assertEqual(connection.calls, [*calls, ("ended", End.LEFT, "")])
            connection.check()

    def test_hanging_up_takes_no_longer_than_a_while(self) -> None:
        """A transport that cannot get rid of its last bytes is aborted."""
        for hang_up in (lambda c: c.feed(b"SSH-2.0\r\n"), lambda c: c.link.leave(), lambda c: c.clock.advance(SILENCE)):
            connection = Connection()
            hang_up(connection)
            connection.clock.advance(PARTING - 0.1)
            self.assertEqual((connection.pipe.is_open, connection.pipe.was_aborted), (False, False))
            connection.clock.advance(0.1)
            self.assertTrue(connection.pipe.was_aborted)
            connection.lose()
            connection.check()

    def test_an_abort_is_at_once(self) -> None:
        for prepare in (lambda c: None, lambda c: c.feed(OPEN), lambda c: c.link.leave(), lambda c: c.enter()):
            connection = Connection()
            prepare(connection)
            written, calls = connection.pipe.written, [*connection.calls]
            connection.link.abort()
            self.assertTrue(connection.pipe.was_aborted)
            connection.feed(OPEN, IN, ROOM)
            connection.link.login("ann", "")
            connection.link.say(Thing("m1"), "hello")
            for tile in connection.link.model.grid().values():
                self.assertFalse(connection.link.click(tile))
            connection.link.leave()
            self.assertEqual((connection.calls, connection.pipe.written), (calls, written))
            connection.lose()
            self.assertEqual(connection.ends, [(End.LEFT, "")])
            connection.check()

    def test_the_server_may_log_the_client_out(self) -> None:
        """[c8.6] with a reason; then it ends its document, and we hang up. Its last words to the room are told."""
        self.enter()
        self.connection.caller.calls.clear()
        self.feed(HELLO, OUT)
        self.assertIs(self.link.click(self.connection.thing("t1")), False)
        self.link.leave()
        self.feed(END)
        self.assertEqual((self.connection.calls, self.link.model.lines_heard), ([CHANGED], 1))
        self.assertEqual((self.pipe.is_open, len(self.sent)), (False, 2))
        self.assert_ended(End.LOGGED_OUT, "Bye.")

    def test_a_server_that_logs_out_and_does_not_hang_up_is_left_after_a_while(self) -> None:
        """[c8.6] it owes us </server>."""
        self.enter(OUT)
        self.clock.advance(PARTING - 0.1)
        self.assertTrue(self.pipe.is_open)
        self.clock.advance(0.1)
        self.assertTrue(self.pipe.was_aborted)
        self.assert_ended(End.LOGGED_OUT, "Bye.")

    def test_a_logged_out_after_failed_logins_says_why(self) -> None:
        """[c8.6] there were too many tries, say."""
        self.feed(OPEN)
        self.link.login("ann", "")
        self.feed(NOT_IN, OUT, END)
        self.assertFalse(self.pipe.is_open)
        self.assert_ended(End.LOGGED_OUT, "Bye.")

    def test_a_document_that_ends_without_a_login_is_a_lost_connection(self) -> None:
        """[c3.1] a server's document may be empty."""
        self.feed(OPEN, END)
        self.assertFalse(self.pipe.is_open)
        self.assert_ended(End.LOST, "the server has ended the session")

    def test_a_connection_may_be_lost(self) -> None:
        for feed in ([OPEN], [OPEN, IN, ROOM], [OPEN, IN, ROOM, HELLO[:5]]):
            connection = Connection()
            connection.caller.does["opened"] = partial(connection.link.login, "ann", "")
            connection.feed(*feed)
            connection.lose(ConnectionLost)
            self.assertEqual(connection.ends, [(End.LOST, "the connection was lost")])
            written = connection.pipe.written
            for thing in connection.link.model.agents():
                connection.link.say(thing, "(psst)")
            self.assertFalse(any(map(connection.link.click, connection.link.model.grid().values())))
            self.assertEqual((connection.pipe.written, len(connection.link.model.heard)), (written, 0))
            connection.check()

    def test_how_long_is_too_long(self) -> None:
        """For a user who waits, in seconds."""
        self.assertEqual((SILENCE, PARTING), (10, 2))

    def test_a_server_that_is_silent_is_none(self) -> None:
        """[c3.2.2.2] it sends everything up to <server> at once."""
        for said in (b"", OPEN[:60], b"\xef\xbb", b"<"):
            for waits in (False, True):
                connection = Connection()
                connection.feed(said)
                connection.clock.advance(SILENCE - 0.1)
                self.assertTrue(connection.pipe.is_open)
                if waits:
                    connection.clock.advance(0.1)
                    self.assertFalse(connection.pipe.is_open)
                connection.lose()
                end = (End.SILENT, "it sent nothing") if waits else (End.FOREIGN, "it closed the connection at once")
                self.assertEqual((connection.ends, connection.pipe.written), ([end], b""))
                connection.check()

    def test_a_server_that_has_spoken_may_be_silent(self) -> None:
        """[c8.8] a user may take long to log in, and a game to begin."""
        self.feed(OPEN)
        self.clock.advance(100 * SILENCE)
        self.assertTrue(self.pipe.is_open)
        self.link.login("ann", "")
        self.feed(IN, ROOM)
        self.clock.advance(100 * SILENCE)
        self.assertEqual((self.pipe.is_open, self.ends), (True, []))

    def test_what_is_no_tilenet_server_is_told_at_once(self) -> None:
        """[c3.1.2.1] whatever it says, nothing is sent to it, and the reason can be read."""
        for said in (
            *(b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n", b"220 mail.example.org ESMTP\r\n"),
            *(b"\x15\x03\x01\x00\x02\x02\x50", b"\x00" * 10, b"\x1b[2J\x1b]0;title\x07"),
            *(b"\xff\xfe<\x00?\x00x\x00m\x00l\x00", b'{"jsonrpc": "2.0"}\n'),
            *(b"<html><body>hello", b"<!DOCTYPE html>\n<html>"),
            b"<?xml version='1.0'?><stream:stream xmlns='jabber:client'>",
            opening(ClientOpen()),
            OPEN.replace(b'version="1.1"', b'version="1.0"'),
            OPEN.replace(b'status="open"', b'status="ready"'),
        ):
            connection = Connection()
            connection.feed(said)
            self.assertFalse(connection.pipe.is_open, said)
            connection.lose()
            ((end, why),) = connection.ends
            self.assertEqual((end, connection.pipe.written), (End.FOREIGN, b""), said)
            self.assertTrue(why and why.isprintable() and len(why) < 120, why)
            self.assertEqual(len(connection.calls), 1)
            connection.check()

    def test_a_server_that_breaks_the_protocol_is_left(self) -> None:
        """[c1.3.6, c2.2.2] with a reason: a parse error, an unknown tag or attribute, an order, a value, an object."""
        for wrong in (
            *(b"<nonsense/>", b"text", b"<set>", b'<set objid="t1" colour="red"/>', b'<set objid="T1"/>'),
            *(b'<set objid="t1" x="01"/>', b'<hear from="a1" to="a1"/>', b'<logged-in message="again" objid="a1"/>'),
            *(b"</server>", b"</client>", b"<!DOCTYPE server>", b'<set objid="t1" image="i9"/>'),
            *(b'<set objid="t1" x="9" y="9"/>', b'<set objid="t1" y="-1"/>', b'<set objid="m1" x="1"/>'),
            *(b'<hear from="i1" to="a1" message="x"/>', b"\xff"),
        ):
            connection = Connection().enter()
            written = connection.pipe.written
            connection.feed(HELLO + wrong + HELLO)
            self.assertFalse(connection.pipe.is_open, wrong)
            self.assertEqual(connection.link.model.lines_heard, 1, wrong)
            self.assertIs(connection.link.click(connection.thing("t1")), False)
            connection.link.leave()
            connection.lose()
            ((end, why),) = connection.ends
            self.assertEqual((end, connection.pipe.written), (End.WRONG, written), wrong)
            self.assertTrue(why and why.isprintable(), why)
            connection.check()

    def test_a_large_image_is_read_and_one_without_end_is_wrong(self) -> None:
        """A tag may be long, for images come in one; but not longer than any memory."""
        self.enter(encode(Set("i1", x=1024, y=1024, text="00" * 2**20)))
        self.assertEqual(len(self.link.model.things["i1"].text), 2**21)
        self.feed(b'<set objid="i2" text="')
        for _ in range(5):
            self.feed(b"0" * 2**20)
        self.assertFalse(self.pipe.is_open)
        self.assertIn("a tag longer than", self.assert_ended(End.WRONG))
