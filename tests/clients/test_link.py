"""What a client's connection sends and when, which calls it makes, and that it matters not how bytes are cut."""

from __future__ import annotations

import socket
from functools import partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.internet.tcp import Connection as TcpConnection
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.link import CHANGED, END, HELLO, IN, NOT_IN, OPEN, OUT, ROOM, Connection, LinkTestCase, LinkUser
from tilenet.clients.link import KEEPALIVE, LONGEST_TOKEN, End, Link
from tilenet.clients.model import Thing
from tilenet.wire.codec import encode, opening
from tilenet.wire.messages import (
    ClientOpen,
    Closed,
    Cmd,
    LoggedIn,
    Login,
    Logout,
    Message,
    ServerOpen,
    Set,
    Status,
    Xrequest,
    Xresponse,
)


class Opening(LinkTestCase):
    def test_a_server_that_has_vanished_will_be_noticed_by_tcp(self) -> None:
        with socket.socket() as handle:
            reactor: Any = Clock()
            link = Link(LinkUser(), reactor)
            link.makeConnection(TcpConnection(handle, link, reactor))
            self.assertTrue(handle.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE))
            self.assertTrue(handle.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            found = {name: handle.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in KEEPALIVE}
            self.assertEqual(found, KEEPALIVE)

    def test_nothing_is_sent_before_the_server_has_spoken(self) -> None:
        """[c3.2.2.2] the server speaks first: not even half of its tag will do."""
        self.link.login("ann", "secret")
        self.feed(OPEN[:-2])
        self.link.login("ann", "secret")
        self.assertEqual((self.pipe.written, self.connection.calls), (b"", []))

    def test_the_opening_is_sent_at_once_when_the_server_is_open(self) -> None:
        """[c3.1, c8.8] declaration, DOCTYPE and <client>, and no more."""
        self.feed(OPEN)
        self.assertEqual(self.pipe.written, opening(ClientOpen()))
        self.assertEqual(self.connection.calls, [("opened", ServerOpen("testers", "test server", "open"))])

    def test_nothing_is_sent_to_a_server_that_is_not_open(self) -> None:
        """[c8.8] to busy a client sends no document, and to closed it should not log in, whatever comes then."""
        statuses: list[Status] = ["busy", "closed"]
        for status in statuses:
            for at_once, later in ((b"", b""), (END, b""), (IN + ROOM, b""), (b"", IN + ROOM)):
                connection = Connection()
                connection.caller.does["ended"] = partial(connection.link.login, "ann", "secret")
                connection.feed(opening(ServerOpen("g", "n", status)), at_once)
                connection.feed(later)
                connection.link.login("ann", "secret")
                self.assertEqual((connection.pipe.written, connection.pipe.is_open), (b"", False))
                connection.lose()
                self.assertEqual(connection.calls, [("ended", End.NOT_OPEN, f"the server is {status}")])
                self.assertIsNone(connection.link.model.me)
                connection.check()

    def test_a_login_waits_for_its_answer_and_can_be_tried_again_if_it_failed(self) -> None:
        """[c8.4] it is sent from within the call that says that the server is open; the answer says why it failed."""
        self.connection.caller.does["opened"] = lambda: self.link.login("ann", 's<&"e')
        self.feed(OPEN)
        for number in range(3):
            self.link.login("ann", "too early")
            self.feed(NOT_IN)
            self.link.login("ann", str(number))
        self.assertEqual(self.sent, [ClientOpen(), *(Login("ann", password) for password in ('s<&"e', *"012"))])
        self.assertEqual(self.connection.calls[1:], [("answered", LoggedIn("Wrong password."))] * 3)

    def test_nothing_but_logins_is_sent_before_one_succeeds(self) -> None:
        """[c8.4] whatever the caller asks for."""
        self.feed(OPEN)
        for answer in (b"", NOT_IN):
            self.link.say(Thing("m1"), "hello")
            self.link.model.things["t1"] = self.link.model.things["k1"] = Thing("t1")
            self.assertFalse(self.link.click(Thing("t1")) or self.link.press(Thing("k1")))
            self.link.login("ann", "")
            self.feed(answer)
        self.assertEqual(self.sent, [ClientOpen(), Login("ann", "")])
        self.assertEqual(self.link.model.lines_heard, 0)

    def test_no_login_is_sent_after_one_that_succeeded(self) -> None:
        """[c3.1] it would be out of order."""
        self.enter()
        self.link.login("bob", "")
        self.assertEqual(self.sent, [ClientOpen(), Login("ann", "secret")])

    def test_one_login_has_one_answer(self) -> None:
        """[c8.4] login is answered by logged-in, once: or else what we send next would be out of order."""
        for answers in ([], [NOT_IN]):
            connection = Connection()
            connection.feed(OPEN)
            for answer in answers:
                connection.link.login("ann", "")
                connection.feed(answer)
            connection.feed(IN)
            connection.lose()
            ((end, why),) = connection.ends
            self.assertEqual((end, "<logged-in>" in why), (End.WRONG, True))
            self.assertEqual([call[0] for call in connection.calls], ["opened", *["answered"] * len(answers), "ended"])
            connection.check()

    def test_the_caller_is_told_who_it_is_and_then_of_news(self) -> None:
        """[c8.4] the answer comes first, then the room."""
        self.feed(OPEN)
        self.link.login("ann", "")
        self.feed(IN)
        self.feed(ROOM)
        self.assertEqual(self.connection.calls[1:], [("answered", LoggedIn("Welcome.", "a1")), CHANGED])
        self.assertEqual([thing.objid for thing in self.link.model.agents()], ["a2", "a1"])

    def test_bytes_that_complete_no_tag_are_no_news_and_several_at_once_are_told_once(self) -> None:
        self.enter()
        before = len(self.connection.caller.calls)
        self.feed(HELLO[:-3])
        self.assertEqual(len(self.connection.caller.calls), before)
        self.feed(HELLO[-3:] + HELLO * 9)
        self.assertEqual(self.connection.caller.calls[before:], [CHANGED])
        self.assertEqual(self.link.model.lines_heard, 10)


class Bots(LinkTestCase):
    def test_a_client_can_say_that_it_is_a_program_and_ask_for_points_facts_and_a_resume_token(self) -> None:
        """c6: an xrequest, which servers of every make read; not before the login, where it would be illegal."""
        self.open()
        self.link.declare_bot()
        self.link.ask_for_points()
        self.link.ask_for_facts()
        self.assertEqual(self.sent, [ClientOpen()])
        self.link.login("ann", "")
        self.feed(IN, ROOM)
        self.link.declare_bot()
        self.link.ask_for_points()
        self.link.ask_for_language("tr")
        self.link.ask_for_facts()
        self.link.ask_for_token()
        wanted = ("bot", "points", "language tr", "facts", "resume")
        self.assertEqual(self.sent[2:], [Xrequest("", option) for option in wanted])
        for token in ("abc", "x" * (LONGEST_TOKEN + 1)):
            self.feed(encode(Xresponse(token, "resume")), encode(Xresponse("no", "else")))
            self.assertEqual(self.link.token, "abc")
        self.assertIn(b'<xrequest options="bot"></xrequest>', self.pipe.written)


class Acting(LinkTestCase):
    def acts(self) -> list[Message]:
        """What was sent after the login."""
        return self.sent[2:]

    def test_a_click_names_a_token_and_a_press_a_key_and_what_is_held_down(self) -> None:
        """[c8.2] modifiers are Java's bits."""
        self.enter()
        self.assertTrue(self.link.click(self.connection.thing("t1")))
        self.assertTrue(self.link.press(self.connection.thing("k1")))
        self.assertTrue(self.link.press(self.connection.thing("k1"), 11))
        self.assertEqual(self.acts(), [Cmd("click", "t1"), Cmd("press", "k1"), Cmd("press", "k1", 11)])

    def test_what_is_disabled_or_not_here_is_not_sent_nor_anything_without_energy(self) -> None:
        """[c8.2] what counts is what is known now, not what the caller saw before; the audience cannot act."""
        for news in (
            [Set("t1", 0), Set("k1", 0)],
            [Set("t1", x=-1), Set("k1", x=-1)],
            [Set("m2", x=2, y=2), Set("a1")],
            [Set("a1", 0)],
            [Set("a1", -1)],
        ):
            connection = Connection().enter()
            tile, key, disabled = (connection.thing(objid) for objid in ("t1", "k1", "t2"))
            self.assertIs(connection.link.click(disabled), False)
            connection.feed(*map(encode, news))
            self.assertIs(connection.link.click(tile), False, news)
            self.assertIs(connection.link.press(key), False, news)
            self.assertEqual(len(connection.sent), 2, news)

    def test_a_say_names_a_matrix_an_agent_a_token_or_a_key(self) -> None:
        """[c8.2] its text arrives as it was said; and the audience may speak, for energy counts for acts alone."""
        self.enter(encode(Set("a1", 0)))
        words = '&amp; & &lt; are "ugly" > \' ü 世'
        for objid in ("m1", "a2", "t1", "k1", "t2"):
            self.link.say(self.connection.thing(objid), words)
        self.assertEqual(self.acts(), [Cmd("say", objid, text=words) for objid in ("m1", "a2", "t1", "k1", "t2")])

    def test_a_whisper_is_noted_here(self) -> None:
        """[c8.2] heard by the target alone, so the server does not send it back; to note it, it is trimmed first."""
        self.enter()
        self.connection.caller.calls.clear()
        self.link.say(self.connection.thing("a2"), "  (psst) ")
        self.assertEqual(self.acts(), [Cmd("say", "a2", text="  (psst) ")])
        line = self.link.model.heard[-1]
        self.assertEqual((line.speaker, line.listener, line.message, line.is_by_me), ("ann", "bob", "(psst)", True))
        self.assertEqual((self.link.model.lines_heard, self.connection.caller.calls), (1, [CHANGED]))
        self.connection.caller.calls.clear()

    def test_nothing_else_is_noted_here(self) -> None:
        """[c8.2] all else is heard from the server, by the speaker too."""
        self.enter()
        self.connection.caller.calls.clear()
        for text in ("hello", "(half", "half)", ""):
            self.link.say(self.connection.thing("a2"), text)
        for objid in ("m1", "t1", "k1", "a1"):  # a1 is oneself
            self.link.say(self.connection.thing(objid), "(psst)")
        self.assertEqual((self.link.model.lines_heard, self.connection.caller.calls), (0, []))
        self.assertEqual(len(self.acts()), 8)

    @settings(max_examples=60, deadline=None)
    @given(st.text(), st.text(), st.text(), st.integers(0, 2**31 - 1))
    def test_whatever_is_said_is_legal(self, user: str, password: str, words: str, modifiers: int) -> None:
        """[c3.3] any text can be a name, a password or speech, and spoils nothing around it."""
        connection = Connection()
        connection.feed(OPEN)
        connection.link.login(user, password)
        connection.feed(IN, ROOM)
        connection.link.say(connection.thing("m1"), words)
        connection.link.press(connection.thing("k1"), modifiers)
        connection.link.leave()
        self.assertEqual([type(message) for message in connection.sent], [ClientOpen, Login, Cmd, Cmd, Logout, Closed])
        connection.lose()
        connection.check()


#: What a server sends, and how that ends.
DOCUMENTS = {
    "a session": (OPEN + NOT_IN + IN + ROOM + HELLO + encode(Xresponse("x")) + HELLO + OUT + END, End.LOGGED_OUT),
    "too many tries": (OPEN + NOT_IN + NOT_IN + OUT + END, End.LOGGED_OUT),
    "an unknown tag": (OPEN + IN + ROOM + HELLO + b"<nonsense/>" + HELLO + OUT + END, End.WRONG),
    "an illegal set": (OPEN + IN + ROOM + b'<set objid="t1" x="9"/>' + HELLO + OUT + END, End.WRONG),
    "no XML": (OPEN + IN + ROOM + b"<<" + HELLO, End.WRONG),
    "an answer to nothing": (OPEN + IN + IN + ROOM, End.WRONG),
    "an early end": (OPEN + NOT_IN + END + IN, End.WRONG),
    "no session": (OPEN + END + IN + ROOM, End.LOST),
    "busy": (opening(ServerOpen("g", "n", "busy")) + NOT_IN + IN + ROOM + END, End.NOT_OPEN),
    "closed": (opening(ServerOpen("g", "n", "closed")) + END, End.NOT_OPEN),
    "a foreign server": (b"SSH-2.0-OpenSSH_9.6\r\n" + OPEN + IN, End.FOREIGN),
    "a web server": (b"<html>\n" + OPEN + IN, End.FOREIGN),
    "nothing": (b"", End.FOREIGN),
    "half": (OPEN + IN + ROOM[:70], End.LOST),
}
BYTES = [data for data, _ in DOCUMENTS.values()]


class Pieces(SynchronousTestCase):
    def result(self, *pieces: bytes) -> tuple[Any, ...]:
        """All that comes of these bytes, for a caller that logs in whenever it can."""
        connection = Connection()
        connection.caller.does["opened"] = lambda: connection.link.login("ann", "secret")
        connection.caller.does["answered"] = lambda: connection.link.login("ann", "again")
        for piece in pieces:
            connection.feed(piece)
        is_open = connection.pipe.is_open
        connection.lose()
        connection.check()
        model = connection.link.model
        return connection.calls, connection.pipe.written, is_open, model.things, list(model.heard), model.last_words

    def test_bytes_one_by_one(self) -> None:
        """[c3.2.4] a tag counts when it is there, however it came: the same calls, bytes sent, and model."""
        for name, (data, end) in DOCUMENTS.items():
            pieces = [data[at : at + 1] for at in range(len(data))]
            whole = self.result(data)
            self.assertEqual((self.result(*pieces), whole[0][-1][1]), (whole, end), name)

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.sampled_from([OPEN, IN, NOT_IN, ROOM, HELLO, OUT, END, b"x", b"<", b"<a/>"]), max_size=9))
    def test_any_order_of_tags_ends_once(self, pieces: list[bytes]) -> None:
        """[c1.3.6] whatever a server sends: one end, no timer left, and nothing illegal sent."""
        self.assertEqual(self.result(*pieces), self.result(b"".join(pieces)))

    @settings(max_examples=60, deadline=None)
    @given(st.sampled_from(BYTES), st.binary(max_size=30) | st.sampled_from(BYTES))
    def test_what_comes_after_the_end_changes_nothing(self, data: bytes, late: bytes) -> None:
        """When we have hung up, a transport may still deliver what was on its way."""
        before = self.result(data)
        if not before[2]:
            self.assertEqual(self.result(data, late), before)
