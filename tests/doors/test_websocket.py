"""TileNet over WebSocket: the same session as on TCP, over another line."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import CLOSE, PING, PONG, TEXT, Browser, frame
from tests.doubles.harness import Lamp, Server
from tests.doubles.model import login, logout, opening
from tilenet.catalogue import GamePlugin
from tilenet.doors.tilenet import TileNetDialect

LAMP = GamePlugin("lamp", Lamp)


class ABrowser(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([LAMP])
        self.ann = Browser(self.server)

    def test_is_greeted_in_a_message(self) -> None:
        self.assertEqual((self.ann.model.status, self.ann.model.name), ("open", "test server"))
        self.assertEqual(len(self.ann.wire.frames), 1)

    def test_logs_in_walks_and_clicks_at_the_same_lamp_as_others(self) -> None:
        """And is shown byte for byte what a client on TCP is."""
        bob = self.server.join("bob")
        self.ann.login("ann")
        for person in (self.ann, bob):
            person.click("Lamp")
        self.ann.click("off")
        self.assertEqual(bob.token("on"), self.ann.token("on"))
        self.ann.wire.frames.clear()
        bob.raw = b""
        bob.say("hello")
        self.assertIn("hello", self.ann.heard)
        self.assertEqual(b"".join(self.ann.wire.texts), bob.raw)
        self.server.check()

    def test_gets_long_messages_whole(self) -> None:
        """A length of 7 bits, of 16, and of 64."""
        self.ann.login("ann")
        for size in (1, 125, 126, 65535, 65536, 100_000):
            self.ann.wire.frames.clear()
            [session] = [one for one in self.server.gate.sessions if one.player is not None]
            session.line.send(b" " * size)
            self.server.settle()
            self.assertEqual([len(text) for text in self.ann.wire.texts], [size])

    def test_logs_out(self) -> None:
        self.ann.login("ann")
        self.ann.send(logout())
        self.assertEqual((self.ann.model.logged_out, self.ann.model.closed), ("You have logged out.", True))
        self.assertEqual((self.ann.wire.code, self.ann.is_open), (1000, False))
        self.assertEqual(self.server.world.players, {})

    def test_logs_out_and_closes_in_one_breath(self) -> None:
        self.ann.login("ann")
        self.ann.send_raw(frame(logout()), frame(b"\x03\xe8", CLOSE))
        self.assertEqual((self.ann.model.logged_out, self.ann.wire.code), ("You have logged out.", 1000))

    def test_is_told_whose_fault_the_end_is(self) -> None:
        bob = Browser(self.server)
        bob.login("bob").send(b"<cmd/>")
        self.assertEqual((bob.model.logged_out, bob.wire.code), ("Error: <cmd> without type.", 1008))
        cid = Browser(self.server)
        cid.login("cid")
        self.patch(TileNetDialect, "handle", lambda dialect, message: 1 / 0)
        self.ann.login("ann")
        self.assertEqual((self.ann.wire.code, len(self.flushLoggedErrors(ZeroDivisionError))), (1011, 1))
        self.server.gate.close("The server is stopping.")
        self.server.settle()
        self.assertEqual((cid.model.logged_out, cid.wire.code), ("The server is stopping.", 1001))


class WhenItIsFull(SynchronousTestCase):
    def test_the_upgrade_is_accepted_and_busy_said(self) -> None:
        """Scripts cannot see an HTTP status: so it is a WebSocket that says so."""
        ann = Browser(Server(max_connections=0))
        self.assertEqual(ann.status, "HTTP/1.1 101 Switching Protocols")
        self.assertEqual((ann.model.status, ann.wire.code, ann.is_open), ("busy", 1013, False))
        self.assertTrue(ann.wire.texts[0].endswith(b"</server>\n"))


class ASeat(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([LAMP], seat_seconds=60)
        self.ann = Browser(self.server)
        self.ann.login("ann", "secret").click("Lamp")

    def is_there(self) -> bool:
        return bool(self.server.world.players)

    def test_is_held_when_the_tab_is_closed(self) -> None:
        self.ann.send_raw(frame(b"\x03\xe9", CLOSE))
        self.assertEqual((self.ann.wire.code, self.ann.is_open), (1001, False))
        self.assertTrue(self.is_there())
        self.server.advance(61, 1)
        self.assertFalse(self.is_there())

    def test_is_held_when_the_connection_is_lost_and_not_for_who_logs_out(self) -> None:
        self.ann.hang_up()
        self.assertTrue(self.is_there())
        again = Browser(self.server)
        again.login("ann", "secret").send(logout())
        self.assertFalse(self.is_there())


class TheHeartbeat(SynchronousTestCase):
    """The page tells its user after 10 s without one."""

    def setUp(self) -> None:
        self.server = Server([LAMP])
        self.ann = Browser(self.server)
        self.ann.login("ann")
        self.server.advance(2.25)
        self.ann.wire.frames.clear()

    def test_is_a_legal_line_break_every_5_s(self) -> None:
        self.server.advance(15.5, 0.25)
        self.assertEqual(self.ann.wire.texts, [b"\n"] * 3)
        self.ann.click("Lamp")
        self.assertEqual(self.ann.room, "Lamp")

    def test_is_for_those_who_get_nothing_else(self) -> None:
        bob = self.server.join("bob")
        for _ in range(8):
            self.ann.wire.frames.clear()
            self.server.advance(2.25, 0.25)
            bob.say("hello")
            self.assertNotIn(b"\n", self.ann.wire.texts)
            self.assertTrue(self.ann.wire.texts)


class Pings(SynchronousTestCase):
    def test_are_answered_even_between_the_fragments_of_a_message(self) -> None:
        ann = Browser(Server())
        document = opening() + login("ann")
        ann.send_raw(frame(b"are you there", PING), frame(document[:60], fin=False), frame(b"", PING))
        self.assertEqual(ann.wire.frames[1:], [(PONG, b"are you there"), (PONG, b"")])
        ann.send_raw(frame(document[60:], 0, fin=False), frame(b"", 0))
        self.assertIsNotNone(ann.model.agent)


class Documents(SynchronousTestCase):
    """One document, cut into messages, frames and reads anywhere."""

    @settings(max_examples=50, deadline=None)
    @given(st.data())
    def test_may_be_cut_anywhere(self, data: st.DataObject) -> None:
        server = Server([LAMP], commands_per_second=1e6, command_burst=1_000_000)
        document = (opening() + login("änn") + b"<xrequest>\xe2\x82\xac &lt; \xf0\x9f\x8e\xb2</xrequest>\n").decode()
        ann = Browser(server)
        cuts = sorted(data.draw(st.sets(st.integers(1, len(document) - 1), max_size=20)))
        wire = b""
        for begin, end in zip([0, *cuts], [*cuts, len(document)], strict=True):
            message = document[begin:end].encode()
            inner = sorted(data.draw(st.sets(st.integers(0, len(message)), max_size=3)))
            pieces = [message[a:b] for a, b in zip([0, *inner], [*inner, len(message)], strict=True)]
            for number, piece in enumerate(pieces):
                wire += frame(piece, 0 if number else TEXT, fin=number == len(pieces) - 1)
        reads = sorted(data.draw(st.sets(st.integers(1, len(wire) - 1), max_size=20)))
        for begin, end in zip([0, *reads], [*reads, len(wire)], strict=True):
            ann.send_raw(wire[begin:end])
        self.assertEqual(ann.model.objects[ann.agent]["name"], "änn")
        ann.click("Lamp")
        self.assertEqual(ann.room, "Lamp")
