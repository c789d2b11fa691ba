"""What `tilenet.internals` assumes of Twisted and Linux: here a new version that works differently is noticed."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from twisted.conch.ssh.channel import SSHChannel
from twisted.conch.ssh.connection import SSHConnection
from twisted.conch.ssh.factory import SSHFactory
from twisted.conch.ssh.service import SSHService
from twisted.conch.ssh.transport import SSHServerTransport
from twisted.internet.epollreactor import EPollReactor
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.ssl import CertificateOptions
from twisted.internet.testing import StringTransport
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.modules import MODULES
from tilenet import internals
from tilenet.internals import acknowledged, stuck_seconds

PATIENCE = 30.0


class Listener(Protocol):
    """Notes what was read at a time."""

    def __init__(self, read: list[bytes]) -> None:
        self.read = read

    def dataReceived(self, data: bytes) -> None:
        self.read.append(data)


class TheReactor(SynchronousTestCase):
    """One of our own, which is not that of the tests."""

    def setUp(self) -> None:
        self.reactor: Any = EPollReactor()
        self.addCleanup(self.close)
        self.read: list[bytes] = []
        self.port = self.reactor.listenTCP(0, Factory.forProtocol(lambda: Listener(self.read)), interface="127.0.0.1")

    def close(self) -> None:
        lost = Failure(ConnectionLost())
        for one in [*self.reactor.removeAll(), *self.reactor._internalReaders]:
            one.connectionLost(lost)
        self.reactor._poller.close()

    def connect(self, *said: bytes) -> None:
        """Connect a client for each of these, which says it."""
        for one in said:
            client = socket.create_connection(("127.0.0.1", self.port.getHost().port), PATIENCE)
            self.addCleanup(client.close)
            client.sendall(one)

    def connections(self) -> list[Any]:
        return [one for one in self.reactor.getReaders() if hasattr(one, "protocol")]

    def turn_until(self, is_done: Callable[[], bool]) -> None:
        deadline = monotonic() + PATIENCE
        while not is_done():
            self.assertLess(monotonic(), deadline)
            self.reactor.iterate(0.01)

    def test_output_that_was_not_sent_is_known_until_the_connection_is_being_closed(self) -> None:
        self.connect(b"x")
        self.port.doRead()
        (connection,) = self.connections()
        self.assertEqual(internals.unsent(connection), b"")
        much = bytes(range(256)) * 40_000
        connection.write(much)
        connection.doWrite()
        connection.write(b"more")
        left = internals.unsent(connection) or b""
        self.assertLess(len(left), len(much))
        self.assertTrue((much + b"more").endswith(left))
        connection.loseWriteConnection()
        self.assertIsNone(internals.unsent(connection))

    def test_a_port_that_listens_already_goes_on(self) -> None:
        """Of TCP, by what Twisted promises; of a UNIX socket, with its mode and its lock."""
        descriptor = internals.descriptor_of(self.port)
        port = self.reactor.adoptStreamPort(descriptor, socket.AF_INET, Factory.forProtocol(lambda: Listener([])))
        self.assertEqual(port.getHost(), self.port.getHost())
        with TemporaryDirectory() as folder:
            path = f"{folder}/socket"
            first = self.reactor.listenUNIX(path, Factory(), mode=0o600, wantPID=True)
            second = internals.adopt_unix_port(
                self.reactor, internals.descriptor_of(first), path, Factory(), 50, 0o600, True
            )
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            self.reactor.removeReader(first)
            first.socket.close()
            second.connectionLost(Failure(ConnectionDone()))
            self.assertEqual(os.listdir(folder), [])
            self.reactor.removeReader(second)

    def test_the_flags_of_the_interpreter_are_known(self) -> None:
        program = "from tilenet.internals import interpreter_flags; print(interpreter_flags())"
        done = subprocess.run(
            [sys.executable, "-O", "-X", "dev", "-c", program], capture_output=True, text=True, timeout=20, check=True
        )
        self.assertLessEqual({"'-O'", "'-X'", "'dev'"}, {*done.stdout.strip("[]\n").split(", ")})

    def test_each_turn_begins_with_what_wraps_turns(self) -> None:
        turns: list[str] = []

        def wrap(run: Callable[[], None]) -> Callable[[], None]:
            def turn() -> None:
                turns.append("begins")
                run()
                turns.append("timers have run")

            return turn

        internals.wrap_turns(self.reactor, wrap)
        self.reactor.callLater(0, turns.append, "timer")
        self.reactor.callLater(0.02, self.reactor.stop)
        self.reactor.run(installSignalHandlers=False)
        self.assertEqual(turns[:3], ["begins", "timer", "timers have run"])
        self.assertGreater(turns.count("begins"), 1)

    def replace_polling(self) -> None:
        def make(poll: internals.Poll, serve: internals.Serve) -> Callable[[float | None], None]:
            def serve_ready(timeout: float | None) -> None:
                for event in poll(timeout):
                    self.asked.append(len(self.read))
                    serve(*event)

            return serve_ready

        self.asked: list[int] = []  # how much was read before each socket was served
        self.assertTrue(internals.replace_polling(self.reactor, make))

    def test_all_sockets_that_are_ready_are_served_one_by_one_by_what_replaces_polling(self) -> None:
        self.replace_polling()
        self.connect(*[b"x"] * 20)
        self.port.numberAccepts = 20
        self.port.doRead()
        self.reactor.iterate(PATIENCE)
        self.assertEqual(self.asked, [*range(20)])
        self.assertFalse(internals.replace_polling(object(), lambda *_: self.fail()), "another reactor")

    def test_a_connection_that_fails_while_it_is_closed_is_logged_and_others_are_served(self) -> None:
        self.replace_polling()
        self.connect(b"one", b"two")
        self.port.doRead()
        failing, _ = self.connections()
        self.addCleanup(failing.socket.close)
        failing.readConnectionLost = failing.connectionLost = lambda reason: 1 / 0
        failing.socket.shutdown(socket.SHUT_RDWR)
        self.turn_until(lambda: self.read == [b"one", b"two"] and bool(self.flushLoggedErrors(ZeroDivisionError)))

    def test_a_port_accepts_no_more_in_one_turn_than_it_may(self) -> None:
        self.connect(*[b""] * 5)
        internals.limit_accepts(self.port, 3)
        self.port.doRead()
        self.assertEqual(len(self.connections()), 3)
        internals.limit_accepts(self.port, 1)
        self.port.doRead()
        self.assertEqual(len(self.connections()), 4)

    def test_a_port_that_accepts_few_is_left_alone(self) -> None:
        self.connect(b"")
        self.port.doRead()
        before = vars(self.port).copy()
        internals.limit_accepts(self.port, 25)
        self.assertEqual(vars(self.port), before)

    def test_a_port_has_as_long_a_queue_as_it_is_given(self) -> None:
        internals.lengthen_queue(self.port, 100)
        info = self.port.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32)
        self.assertEqual(int.from_bytes(info[28:], sys.byteorder), 100)

    def test_a_port_with_tls_hangs_up_if_there_is_no_protocol_for_a_connection(self) -> None:
        let_in: list[Protocol | None] = [None, Protocol()]
        factory = Factory()
        factory.buildProtocol = lambda addr: let_in.pop(0)  # type: ignore[method-assign]
        tls = self.reactor.listenSSL(0, factory, CertificateOptions(), interface="127.0.0.1")
        internals.hang_up_before_tls(tls)
        self.port, plain = tls, self.port
        self.connect(b"", b"")
        tls.doRead()
        self.assertEqual((len(self.connections()), let_in), (1, []))
        internals.hang_up_before_tls(plain)  # which does so anyway

    def test_a_connection_reads_no_more_at_a_time_than_it_may(self) -> None:
        self.connect(b"x" * 25)
        self.port.doRead()
        for connection in self.connections():
            internals.set_read_size(connection, 10)
        self.turn_until(lambda: sum(map(len, self.read)) == 25)
        self.assertEqual(max(map(len, self.read)), 10)

    def test_timers_fire_on_time_though_the_clock_was_put_back(self) -> None:
        """Those that were set before as well as those that are set after that."""
        back = 0.0
        fired: list[str] = []
        self.reactor.seconds = lambda: time.time() - back
        self.reactor.callLater(0.01, fired.append, "before")
        internals.use_monotonic_time(self.reactor)
        self.reactor.callLater(0.01, fired.append, "after")
        back = 3600.0
        self.turn_until(lambda: len(fired) == 2)

    def test_a_reactor_that_is_stopping_may_be_told_to_stop_again(self) -> None:
        internals.allow_stopping_twice(self.reactor)
        stops: list[str] = []

        def interrupt() -> None:
            for _ in range(2):
                self.reactor.sigInt(2, None)
            self.reactor.stop()
            self.reactor.stop()
            stops.append("told twice")

        self.reactor.callWhenRunning(interrupt)
        self.reactor.run(installSignalHandlers=False)
        self.assertEqual(stops, ["told twice"])
        self.assertEqual(self.flushLoggedErrors(), [])


class WhatThePeerHasTaken(SynchronousTestCase):
    """This tells a slow client from one that is stuck, whatever transport is on top of the socket."""

    def setUp(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.client = socket.create_connection(listening.getsockname(), PATIENCE)
            self.server, _ = listening.accept()
        self.addCleanup(self.client.close)
        self.addCleanup(self.server.close)

    def test_it_grows_by_what_is_taken(self) -> None:
        before = acknowledged(self.server)
        self.server.sendall(b"x" * 1000)
        self.client.recv(1000)
        deadline = monotonic() + PATIENCE
        while acknowledged(self.server) - before < 1000:
            self.assertLess(monotonic(), deadline)
        self.assertEqual(acknowledged(self.server) - before, 1000)
        quiet = monotonic() + 0.05
        while monotonic() < quiet:
            self.assertEqual(stuck_seconds(self.server), 0, "there is nothing to send")

    def test_how_long_it_has_had_no_room_is_known(self) -> None:
        deadline = monotonic() + PATIENCE
        self.server.setblocking(False)
        sent = 0
        self.assertEqual(stuck_seconds(self.server), 0)
        with self.assertRaises(BlockingIOError):
            while True:
                sent += self.server.send(b"." * 4096)
        while stuck_seconds(self.server) < 0.05:
            self.assertLess(monotonic(), deadline)
        while sent:
            sent -= len(self.client.recv(65536))
        while stuck_seconds(self.server):
            self.assertLess(monotonic(), deadline)

    def test_a_closed_socket_has_taken_nothing(self) -> None:
        self.server.close()
        self.assertEqual((acknowledged(self.server), stuck_seconds(self.server)), (0, 0))


class Conch(SynchronousTestCase):
    def test_its_parts_log_to_what_silent_replaces(self) -> None:
        for part in (SSHServerTransport, SSHService, SSHConnection, SSHChannel):
            self.assertIsInstance(part._log, Logger)
            self.assertIsInstance(internals.Silent._log, Logger)

    def test_it_exchanges_keys_from_the_first_offer_on(self) -> None:
        transport = SSHServerTransport()
        self.assertFalse(internals.is_exchanging_keys(transport))
        transport.factory = SSHFactory()
        transport.makeConnection(StringTransport())
        self.assertTrue(internals.is_exchanging_keys(transport))


class OnlyThere(SynchronousTestCase):
    def test_no_other_file_uses_internals(self) -> None:
        wanted = re.compile(
            rb"\b(_poller|_selectables|_doReadOrWrite|doIteration|runUntilCurrent|numberAccepts|bufferSize|TCP_INFO|_keyExchangeState|_newKeys|_openFile)\b"
            rb"|reactor\.(seconds|stop) ="
        )
        using = {name for name, path in MODULES.items() if wanted.search(path.read_bytes())}
        self.assertEqual(using, {"tilenet.internals"})
