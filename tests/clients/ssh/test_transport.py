"""An ssh connection and those who would misuse it: each of them harms nobody but themselves."""

from __future__ import annotations

import gc
import struct
from weakref import ref

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.conch.ssh.common import NS, getNS
from twisted.internet.address import IPv4Address
from twisted.logger import Logger
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.pipe import Caller
from tests.doubles.ssh_callers import DISCONNECT, KEXINIT, SERVICE_REQUEST, SshCaller
from tilenet.clients.ssh.door import SshDoor
from tilenet.clients.ssh.transport import MOST_UNREAD, PARTING
from tilenet.doors.session import Session

HALF = 30  # of a key: the packet's number


class TransportTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server(seat_seconds=60)
        self.door = SshDoor(self.server.gate)

    def connect(self) -> SshCaller:
        return SshCaller(self.server, self.door)

    def raw(self) -> Caller:
        """A client that speaks nothing."""
        caller = Caller(self.server, self.door, "127.0.0.1")
        self.server.others = [*self.server.others, caller]
        self.server.settle()
        return caller

    def assert_nothing_is_left(self) -> None:
        self.server.settle()
        self.assertEqual(len(self.server.gate.sessions), 0)
        self.assertEqual(self.flushLoggedErrors(), [])


class Algorithms(TransportTestCase):
    def test_only_strong_ones_are_offered(self) -> None:
        (payload, *_) = self.connect().payloads(KEXINIT)
        exchanges, keys, *others = (names.split(b",") for names in getNS(payload[16:], 10)[:8])
        self.assertLessEqual(
            {*exchanges},
            {b"mlkem768x25519-sha256", b"curve25519-sha256", b"curve25519-sha256@libssh.org", b"ext-info-s"},
        )
        self.assertIn(b"curve25519-sha256", exchanges)
        self.assertEqual(keys, [b"ssh-ed25519"])
        for names, count in (
            ([b"aes256-ctr", b"aes192-ctr", b"aes128-ctr"], 2),
            ([b"hmac-sha2-512", b"hmac-sha2-256"], 2),
            ([b"none"], 2),  # no compression: a few bytes could become very many
        ):
            for _ in range(count):
                self.assertEqual(others.pop(0), names)

    def test_a_client_that_has_only_weak_ones_is_told_so(self) -> None:
        caller = self.connect()
        caller.client.supportedCiphers = [b"aes128-cbc"]
        caller.client.sendKexInit()
        caller.pump()
        self.assertEqual(caller.heard()[-1], DISCONNECT)

    def test_clients_learn_which_signatures_are_taken_and_nothing_of_versions(self) -> None:
        taken = self.connect().client.peerExtensions[b"server-sig-algs"].split(b",")
        self.assertIn(b"rsa-sha2-512", taken)
        self.assertNotIn(b"ssh-rsa", taken)
        self.assertTrue(self.raw().raw.startswith(b"SSH-2.0-tilenet\r\n"))


class AConnectionThatIsLost(TransportTestCase):
    def test_before_the_login_is_freed_without_the_collector(self) -> None:
        """Otherwise strangers who repeat it fill the memory, because the collector seldom looks at what is old."""
        self.patch(Session, "log", Logger(observer=lambda event: None))  # type: ignore[arg-type]
        gc.collect()
        gc.disable()
        self.addCleanup(gc.enable)
        for connect in (
            self.raw,
            self.connect,
            lambda: self.connect().ask("ann"),
            lambda: self.connect().ask("ann").answer(),
        ):
            caller: Caller = connect()
            connection = ref(caller.protocol)
            caller.hang_up()
            caller.pipe.unregisterProducer()  # as sockets do
            self.server.others = []
            del caller.protocol
            self.server.clock.advance(100)
            self.assertIsNone(connection())


class Nonsense(TransportTestCase):
    def test_another_version_or_one_without_an_end(self) -> None:
        for pieces in ([b"SSH-1.5-old\r\n"], [b"x" * 1024] * 5):
            caller = self.raw()
            for piece in pieces:
                if caller.is_open:
                    caller.send(piece)
            self.assertFalse(caller.is_open, pieces[0])
            self.assert_nothing_is_left()

    def test_an_endless_packet(self) -> None:
        caller = self.raw()
        caller.send(b"SSH-2.0-x\r\n", struct.pack(">L", 2**20 - 4), bytes(4000))
        self.assertTrue(caller.is_open)
        for _ in range(MOST_UNREAD // 4096 + 1):
            if caller.is_open:
                self.server.clock.advance(1)
                caller.send(bytes(4096))
        self.assertFalse(caller.is_open)
        self.assert_nothing_is_left()

    def test_nobody_logs_in_before_there_are_keys(self) -> None:
        """Anybody on the way could have said it, and let somebody play under a name that is not theirs."""
        for service in (NS(b"ssh-userauth"), NS(b"ssh-connection")):
            caller = self.raw()
            payload = bytes([SERVICE_REQUEST]) + service
            padding = -(len(payload) + 5) % 8 + 8
            head = struct.pack(">LB", len(payload) + padding + 1, padding)
            caller.send(b"SSH-2.0-x\r\n", head + payload + bytes(padding))
            self.assertFalse(caller.is_open)
            self.assert_nothing_is_left()

    def test_packets_that_make_no_sense(self) -> None:
        """Each ends that connection, without a traceback."""
        for number, payload in (
            *((20, b""), (20, bytes(200)), (30, b"short"), (21, b"data"), (1, b""), (3, b""), (4, b"")),
            *((7, b"\xff" * 8), (50, b"\0\0\0\xff"), (5, b"\xff\xff\xff\xff")),
            *((number, NS(bytes(32))) for number in (30, 32, 34)),  # halves of keys would cost as much as an exchange
        ):
            caller = self.connect().begin()
            caller.say(number, payload)
            self.assertFalse(caller.is_open, (number, payload))
            self.assert_nothing_is_left()

    def test_packets_that_make_no_sense_in_a_game(self) -> None:
        witness = self.server.join("witness")
        for number, payload in (
            *((90, b""), (81, b""), (93, bytes(4))),
            *((98, bytes(4) + b"\xff" * 8), (94, bytes(4) + b"\xff" * 4)),
            (98, bytes(4) + NS(b"window-change") + b"\1" + b"xx"),
        ):
            caller = self.connect().play()
            caller.say(number, payload)
            self.assertFalse(caller.is_open and number != 98, (number, payload))
            caller.hang_up()
            self.assertTrue(witness.is_open)
            self.assertEqual(self.flushLoggedErrors(), [])

    def test_half_of_a_key_that_comes_again(self) -> None:
        caller = self.connect()
        send, halves = caller.client.sendPacket, []

        def watched(number: int, payload: bytes) -> None:
            if number == HALF:
                halves.append(payload)
            send(number, payload)

        self.patch(caller.client, "sendPacket", watched)
        caller.client.sendKexInit()
        caller.pump()
        caller.say(HALF, *halves)
        self.assertFalse(caller.is_open)
        self.assert_nothing_is_left()

    @settings(max_examples=50, deadline=None)
    @given(st.lists(st.tuples(st.integers(1, 110), st.binary(max_size=40)), max_size=6))
    def test_any_packets_at_all(self, packets: list[tuple[int, bytes]]) -> None:
        caller = self.connect().play()
        for number, payload in packets:
            if caller.is_open:
                caller.client.sendPacket(number, payload)
                try:
                    caller.pump()
                except Exception as error:  # conch's client may not bear the answer: it is not on trial
                    self.assertNotIn("tilenet", str(error))
                    break
        caller.hang_up()
        self.assertEqual(self.flushLoggedErrors(), [])
        self.assertEqual(len(self.server.gate.sessions), 0)


class Silence(TransportTestCase):
    def test_before_and_in_the_middle_of_the_key_exchange(self) -> None:
        """As of somebody who speaks another protocol."""
        for said in (b"SSH-2.0-x\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
            caller = self.raw()
            caller.send(said)
            self.server.clock.advance(30)
            self.server.settle()
            self.assertFalse(caller.is_open)
            self.assert_nothing_is_left()

    def test_in_the_middle_of_another_key_exchange(self) -> None:
        caller = self.connect().play()
        caller.client.sendKexInit()
        self.patch(caller.client, "dispatchMessage", lambda number, payload: None)
        caller.pump()
        self.assertTrue(caller.is_open)
        self.server.clock.advance(30)
        self.server.settle()
        self.assertTrue(caller.pipe.was_aborted)

    def test_of_somebody_who_was_told_to_go(self) -> None:
        caller = self.connect()
        self.patch(caller.pipe, "loseConnection", lambda: None)  # never reads, so never closes
        caller.protocol.sendDisconnect(11, b"Go.")
        caller.protocol.sendDisconnect(11, b"Go.")
        self.assertFalse(caller.pipe.was_aborted)
        self.assertEqual(caller.pump().heard(DISCONNECT), [DISCONNECT])  # it is told so once
        self.server.clock.advance(PARTING)
        self.assertTrue(caller.pipe.was_aborted)


class Counting(TransportTestCase):
    def test_a_connection_counts_once(self) -> None:
        callers = [self.connect(), self.connect().begin(), self.connect().log_in(), self.connect().play()]
        self.assertEqual(len(self.server.gate.sessions), len(callers))
        self.assertEqual(len(self.server.gate.waiting), 3)
        for caller in callers:
            caller.hang_up()
        self.assertEqual((len(self.server.gate.sessions), len(self.server.gate.waiting)), (0, 0))

    def test_a_full_server_hangs_up_at_once(self) -> None:
        server = Server(max_connections=1)
        server.join("ann")
        protocol = SshDoor(server.gate).buildProtocol(IPv4Address("TCP", "192.0.2.1", 1))
        self.assertEqual(type(protocol).__name__, "Busy")
