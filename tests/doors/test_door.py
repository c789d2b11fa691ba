"""The door: whom it lets in, whom it turns away, and how it closes."""

from __future__ import annotations

import socket
from collections import Counter
from typing import Any

from twisted.internet.address import UNIXAddress
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server, tags
from tests.doubles.model import login, opening
from tests.doubles.pipe import Pipe
from tilenet.doors import door
from tilenet.doors.door import LINGERING, Door
from tilenet.doors.gate import Gate
from tilenet.doors.session import Session
from tilenet.doors.tilenet import TileNetDialect
from tilenet.lines.sender import Sender
from tilenet.lines.tcp import KeepAlive, sender_to


class ABusyDoor(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server(max_connections=1)
        self.first = self.server.join("ann")

    def test_sends_a_whole_document_with_group_and_name_and_closes(self) -> None:
        """c8.8: <server ... status="busy"></server>, and nothing in it."""
        turned_away = self.server.connect()
        model = turned_away.model
        self.assertEqual((model.status, model.group, model.name), ("busy", "testers", "test server"))
        self.assertEqual([tag for tag, _ in tags(turned_away.raw)], ["server"])
        self.assertTrue(turned_away.raw.endswith(b"</server>\n"))
        self.assertFalse(turned_away.pipe.is_open)

    def test_cuts_off_a_client_that_does_not_close(self) -> None:
        turned_away = self.server.connect("192.0.2.9")
        protocol = self.server.door.buildProtocol(None)
        turned_away.pipe.is_open = True
        protocol.makeConnection(turned_away.pipe)
        turned_away.pipe.was_aborted = False
        self.server.clock.advance(1)
        self.assertTrue(turned_away.pipe.was_aborted)

    def test_is_no_concern_of_those_inside_and_leaves_nothing_behind(self) -> None:
        self.first.raw = b""
        before = self.server.clock.getDelayedCalls()
        self.server.connect()
        self.assertEqual((self.server.door.lingering, self.server.clock.getDelayedCalls()), (set(), before))
        self.server.advance(2)
        self.assertEqual(self.first.raw, b"")

    def test_opens_again_and_who_was_turned_away_takes_no_room(self) -> None:
        for _ in range(5):
            self.server.connect()
        self.first.lose()
        self.assertEqual(self.server.connect().model.status, "open")

    def test_lets_only_so_many_linger(self) -> None:
        """Those who are turned away after them have no time to read why."""
        may_linger: list[bool] = []
        self.patch(door, "say_and_close", lambda transport, data, *, linger: may_linger.append(linger))
        for _ in range(LINGERING + 2):
            self.server.connect()
        self.assertEqual(may_linger, [True] * LINGERING + [False] * 2)


class AnOpenDoor(SynchronousTestCase):
    def test_lets_in_over_a_unix_socket(self) -> None:
        server = Server(max_per_address=1)
        protocols = [server.door.buildProtocol(UNIXAddress("")) for _ in range(3)]
        for protocol in protocols:
            protocol.makeConnection(Pipe())
        self.assertEqual(len(server.gate.sessions), len(protocols))

    def test_counts_nobody_before_the_connection_is_made(self) -> None:
        server = Server(max_connections=1)
        protocol = server.door.buildProtocol(None)
        self.assertEqual(len(server.gate.sessions), 0)
        protocol.makeConnection(Pipe())
        self.assertEqual(len(server.gate.sessions), 1)
        self.assertEqual(server.connect().model.status, "busy")

    def test_the_name_is_this_machines_unless_there_is_another(self) -> None:
        server = Server()
        gate = Gate(server.world, server.clock, server.limits)
        self.assertEqual((gate.name, gate.group), (socket.gethostname(), "tilenet"))


class Quiet(Door):
    """A door that does no more than it must."""

    def dialect(self, session: Session) -> TileNetDialect:
        return TileNetDialect(session, self.gate)


class ADoorOfAnotherProtocol(SynchronousTestCase):
    def test_has_to_say_how_its_clients_are_spoken_to(self) -> None:
        self.assertRaises(TypeError, Door, Server().gate)

    def test_need_not_say_that_it_is_busy(self) -> None:
        pipe = Pipe()
        Quiet(Server(max_connections=0).gate).buildProtocol(None).makeConnection(pipe)
        self.assertEqual((pipe.written, pipe.is_open), (b"", False))

    def test_notices_clients_that_have_vanished_as_soon_as_all_doors_do(self) -> None:
        server = Server(keepalive_idle=41, keepalive_interval=7, keepalive_count=5, user_timeout=83)
        self.assertEqual(Quiet(server.gate).keepalive, (41, 7, 5, 83))

    def test_does_not_probe_all_of_them_at_the_same_moment(self) -> None:
        server = Server()
        given: list[KeepAlive] = []

        def note(transport: Any, keepalive: KeepAlive) -> Sender:
            given.append(keepalive)
            return sender_to(transport, keepalive)

        self.patch(door, "sender_to", note)
        for _ in range(130):
            server.connect()
        self.assertEqual({keepalive[1:] for keepalive in given}, {(10, 3, 70)})
        self.assertEqual(Counter(keepalive.idle for keepalive in given), dict.fromkeys(range(24, 37), 10))


class ADoorThatCloses(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()

    def close(self) -> list[object]:
        """Close it; the list has something in it when everybody is gone."""
        gone: list[object] = []
        self.server.gate.close("The server is stopping.").addCallback(gone.append)
        self.server.settle()
        return gone

    def test_everybody_is_told_why_and_it_is_done_when_they_are_gone(self) -> None:
        """c8.6: the server may log a client out on its own, with a reason; c8.1: no logged-out without a logged-in."""
        ann, waiting = self.server.join("ann"), self.server.connect()
        self.assertEqual(self.close(), [None])
        self.assertEqual((ann.model.logged_out, ann.model.closed), ("The server is stopping.", True))
        self.assertEqual((waiting.model.logged_out, waiting.model.closed), (None, True))
        self.assertEqual((self.server.gate.sessions, self.server.world.players), ({}, {}))

    def test_it_is_done_at_once_with_nobody_there_and_says_closed_from_then_on(self) -> None:
        """c8.8: closed in an administrative mode, in which nobody can log in."""
        self.assertEqual(self.close(), [None])
        client = self.server.connect()
        self.assertEqual(client.model.status, "closed")
        client.send(opening(), login("ann"), login("ann"))
        self.assertIsNone(client.model.agent)

    def test_nobody_can_hold_it_up_for_long(self) -> None:
        self.server.join("ann").pipe.is_stuck = True
        gone = self.close()
        self.assertEqual(gone, [])
        self.server.advance(3.5)
        self.assertEqual(gone, [None])


class Stopping(SynchronousTestCase):
    def test_nobody_is_told_who_else_goes(self) -> None:
        """All go at once: telling each of them of all the others would take too long where there are many."""
        server = Server()
        people = [server.join(f"p{number}") for number in range(20)]
        for person in people:
            person.raw = b""
        server.gate.close("The server is stopping.")
        server.settle()
        for person in people:
            self.assertEqual(person.raw, b'<logged-out message="The server is stopping."/>\n</server>\n')
            self.assertTrue(person.model.closed)
