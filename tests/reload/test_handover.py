"""What one program leaves to the next in the same process: a note, sockets that listen, and a way to be asked."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from twisted.internet.defer import Deferred
from twisted.internet.protocol import Factory, Protocol
from twisted.scripts._twistd_unix import ServerOptions
from twisted.trial.unittest import SynchronousTestCase

from tilenet.reload import control
from tilenet.reload.handover import VARIABLE, HandOver, handed_over, take
from tilenet.reload.ports import Inherited
from tilenet.reload.program import this_program


class HandOvers(SynchronousTestCase):
    def setUp(self) -> None:
        pair = socket.socketpair()
        for one in pair:
            self.addCleanup(one.close)
        lock, self.control = (one.fileno() for one in pair)
        self.left = HandOver(
            lock, self.control, 12.5, 3.0, "its.pid", [("tilenet", "tcp:0", lock)], [{"descriptor": lock}], [lock]
        )

    def test_the_next_program_finds_all_of_it(self) -> None:
        environment: dict[str, str] = {}
        with handed_over(self.left, environment):
            self.assertTrue(os.get_inheritable(self.control))
            copied = {VARIABLE: self.copy(environment[VARIABLE])}
            self.assertEqual(take(copied), self.left)
            self.assertEqual(copied, {})
            self.assertFalse(os.get_inheritable(self.control))

    def copy(self, variable: str) -> str:
        """The note is read once, and closed."""
        process, _, number = variable.partition(":")
        return f"{process}:{os.dup(int(number))}"

    def test_if_there_is_none_all_is_as_before(self) -> None:
        environment: dict[str, str] = {}
        with handed_over(self.left, environment):
            pass
        self.assertEqual(environment, {})
        self.assertFalse(os.get_inheritable(self.control))

    def test_what_is_for_another_process_or_makes_no_sense_is_left_alone(self) -> None:
        for text in ("", "1:2", f"{os.getpid()}:", f"{os.getpid()}:x", "nonsense"):
            self.assertIsNone(take({VARIABLE: text}))
        self.assertIsNone(take({}))


class FakeReactor:
    """Says what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def listenTCP(self, port: int, factory: Factory, backlog: int = 50, interface: str = "") -> str:
        self.asked.append(("listen", port, interface))
        return "new"

    def adoptStreamPort(self, descriptor: int, family: int, factory: Factory) -> str:
        os.fstat(descriptor)
        self.asked.append(("adopt", descriptor, family))
        return "adopted"


class Ports(SynchronousTestCase):
    def setUp(self) -> None:
        self.reactor = FakeReactor()
        self.descriptors = [self.listening() for _ in range(2)]
        given = [("tilenet", "tcp:44456", self.descriptors[0]), ("web", "systemd:domain=INET:index=0", 0)]
        given[1] = (*given[1][:2], self.descriptors[1])
        self.inherited = Inherited(self.reactor, given)

    def listening(self) -> int:
        with socket.create_server(("127.0.0.1", 0)) as made:
            return os.dup(made.fileno())

    def listen(self, door: str, endpoint: str) -> object:
        waiting: Deferred[Any] = self.inherited.listen(door, endpoint, Factory.forProtocol(Protocol))
        return self.successResultOf(waiting)

    def test_an_endpoint_goes_on_listening(self) -> None:
        self.assertEqual(self.listen("tilenet", "tcp:44456"), "adopted")
        self.assertEqual(self.reactor.asked, [("adopt", self.descriptors[0], socket.AF_INET)])
        self.assertRaises(OSError, os.fstat, self.descriptors[0])

    def test_one_of_systemd_too_whatever_its_number_means_by_now(self) -> None:
        self.assertEqual(self.listen("web", "systemd:domain=INET:index=0"), "adopted")

    def test_others_begin_to(self) -> None:
        self.assertEqual(self.listen("tombala", "tcp:44456:interface=127.0.0.1"), "new")
        self.assertEqual(self.reactor.asked, [("listen", 44456, "127.0.0.1")])

    def test_what_listens_already_is_tried_first(self) -> None:
        self.assertEqual(self.inherited.first("tilenet", ["tcp:44455", "tcp:44456"]), ["tcp:44456", "tcp:44455"])
        self.assertEqual(self.inherited.first("memory", ["tcp:44455", "tcp:44456"]), ["tcp:44455", "tcp:44456"])

    def test_what_nobody_asks_for_is_closed(self) -> None:
        self.inherited.close()
        for descriptor in self.descriptors:
            self.assertRaises(OSError, os.fstat, descriptor)


class Programs(SynchronousTestCase):
    def program(self, *given: str) -> tuple[str, ...]:
        """The command with which a program goes on that was started like this."""
        twistd = ServerOptions()
        with (
            patch.object(sys, "argv", ["twistd", *given]),
            patch.object(sys, "orig_argv", ["python3", "-X", "dev", "twistd", *given]),
        ):
            twistd.parseOptions([*given])
            made = this_program(twistd, "its.log")
        assert made.command[:4] == (sys.executable, "-X", "dev", "twistd")
        assert made.options == ("--name", "tilenet")
        return made.command[4:]

    def test_a_daemon_goes_on_in_the_foreground(self) -> None:
        stays = ("--nodaemon", "--pidfile=", "--logfile=its.log")
        self.assertEqual(
            self.program("--umask", "077", "tilenet", "--name", "tilenet"),
            ("--umask", "077", *stays, "tilenet", "--name", "tilenet"),
        )

    def test_any_other_as_it_was_started(self) -> None:
        given = ("-n", "--pidfile=", "tilenet", "--name", "tilenet")
        self.assertEqual(self.program(*given), given)


class ControlSockets(SynchronousTestCase):
    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / ("deep" * 20) / ("deeper" * 20)
        self.folder.mkdir(parents=True)

    def listen(self) -> socket.socket:
        made = control.listen_in(self.folder)
        self.addCleanup(made.close)
        return made

    def test_its_owner_can_connect_however_long_the_name_of_the_folder_is(self) -> None:
        self.listen()
        self.assertEqual((self.folder / control.NAME).stat().st_mode & 0o777, 0o600)
        control.connect_to(self.folder).close()

    def test_one_that_was_left_behind_is_no_trap(self) -> None:
        self.assertRaises(FileNotFoundError, control.connect_to, self.folder)
        self.listen().close()
        self.assertRaises(ConnectionRefusedError, control.connect_to, self.folder)
        self.listen()
        control.connect_to(self.folder).close()

    def test_something_else_in_its_place_is_not_believed(self) -> None:
        (self.folder / control.NAME).write_text("")
        self.assertRaises(PermissionError, control.connect_to, self.folder)

    def test_who_has_asked_the_program_before_is_answered(self) -> None:
        ours, theirs = socket.socketpair()
        self.addCleanup(ours.close)
        control.answer([theirs.detach()], "Reloaded\n.", is_done=True)
        self.assertEqual(ours.recv(100), b"+ Reloaded\\n.\n")
