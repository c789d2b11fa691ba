"""Ssh clients that send far too much: they are read more slowly, and nobody else notices."""

from __future__ import annotations

from typing import Any

from twisted.conch.ssh.common import NS
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.ssh_callers import DATA, SshCaller
from tilenet.clients.ssh.door import SshDoor
from tilenet.clients.ssh.transport import EXCHANGES_AT_ONCE, SshTransport


class Floods(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server(seat_seconds=60)
        self.door = SshDoor(self.server.gate)
        self.caller = self.connect().play()

    def connect(self) -> SshCaller:
        return SshCaller(self.server, self.door)

    def test_of_anything_are_slowed_down(self) -> None:
        keys = bytes(4) + NS(b"x")
        for number, payload in ((DATA, keys), (2, NS(b"")), (80, NS(b"x") + b"\0"), (4, b"\0" + NS(b"") * 2)):
            caller = self.connect().play()
            for _ in range(1500):
                caller.client.sendPacket(number, payload)
            caller.pump()
            self.assertFalse(caller.pipe.is_reading, number)
            self.server.clock.advance(10)
            self.assertTrue(caller.pipe.is_reading and caller.is_open, number)

    def test_of_new_keys_are_ended(self) -> None:
        """Each exchange is expensive. One now and then is nothing special."""
        for _ in range(EXCHANGES_AT_ONCE - 1):
            self.caller.client.sendKexInit()
            self.caller.pump()
        self.assertTrue(self.caller.is_open)
        self.server.clock.advance(70)
        self.caller.client.sendKexInit()
        self.caller.pump()
        self.assertTrue(self.caller.is_open)
        for _ in range(2):
            if self.caller.is_open:
                self.caller.client.sendKexInit()
                self.caller.pump()
        self.assertFalse(self.caller.is_open)

    def test_of_pasted_text_are_slowed_down(self) -> None:
        """A megabyte would take minutes."""
        self.caller.type("\t").type("\x1b[200~")
        sent = 0
        while self.caller.pipe.is_reading and sent < 2**20:
            self.caller.type(b"spam " * 200)
            sent += 1000
        self.assertLess(sent, 2**15)
        self.assertTrue(self.caller.is_open)
        self.assertIn("spam", self.caller.screen)

    def test_of_short_packets_are_read_in_pieces(self) -> None:
        """Each is work, and hundreds can arrive at once."""
        turn: Any = self.server.world.turn
        for _ in range(500):
            self.caller.client.sendPacket(2, NS(b""))
        data, self.caller.wire.unsent = self.caller.wire.unsent, b""
        jobs: list[Any] = []
        self.patch(type(turn), "do", lambda turn, job, whose: jobs.append(job))
        seen: list[int] = []
        self.patch(SshTransport, "ssh_IGNORE", lambda transport, packet: seen.append(1))
        self.caller.protocol.dataReceived(data)
        for _ in range(100):
            if jobs:
                before = len(seen)
                jobs.pop()()
                self.assertLessEqual(len(seen) - before, 50)
        self.assertEqual(len(seen), 500)
        self.assertTrue(self.caller.pipe.is_reading)

    def test_nobody_is_read_who_has_typed_a_lot(self) -> None:
        """Not before it has all been taken in."""
        self.caller.client.sendPacket(DATA, bytes(4) + NS(b"x" * 2000))
        data, self.caller.wire.unsent = self.caller.wire.unsent, b""
        self.caller.protocol.dataReceived(data)
        self.assertFalse(self.caller.pipe.is_reading)
        self.server.settle()
        self.assertTrue(self.caller.pipe.is_reading)

    def test_while_the_server_is_busy_input_waits_its_turn(self) -> None:
        turn: Any = self.server.world.turn
        turn.begin(-1.0)  # this turn has lasted long
        self.caller.client.sendPacket(DATA, bytes(4) + NS(b"\t"))
        data, self.caller.wire.unsent = self.caller.wire.unsent, b""
        self.caller.protocol.dataReceived(data)
        self.assertFalse(self.caller.pipe.is_reading)
        self.server.clock.advance(0)
        self.assertTrue(self.caller.pipe.is_reading)
