"""What an ssh client can have: one terminal with one game in it, and nothing else."""

from __future__ import annotations

import struct

from twisted.conch.ssh.common import NS
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.ssh_callers import (
    ADJUST,
    CLOSE,
    DATA,
    EOF,
    FAILURE,
    GLOBAL_REQUEST,
    NOT_OPENED,
    OPENED,
    REQUEST,
    REQUEST_FAILURE,
    SUCCESS,
    SshCaller,
)
from tilenet.clients.ssh.channel import Channel
from tilenet.clients.ssh.door import SshDoor
from tilenet.clients.ssh.screen import RemoteScreen, Terminal
from tilenet.clients.ssh.transport import SshTransport
from tilenet.clients.ssh.visit import Visit
from tilenet.doors.gate import Gate


class WatchedDoor(SshDoor):
    """A door that notes which terminals it is asked to play on."""

    def __init__(self, gate: Gate) -> None:
        super().__init__(gate)
        self.terminals: list[Terminal] = []
        self.joined: list[str] = []

    def visit(self, transport: SshTransport, channel: Channel, terminal: Terminal, join: str = "") -> Visit:
        self.terminals.append(terminal)
        self.joined.append(join)
        return super().visit(transport, channel, terminal, join)


class ChannelTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server(seat_seconds=60)
        self.door = WatchedDoor(self.server.gate)
        self.caller = SshCaller(self.server, self.door).log_in()
        self.caller.heard()

    def terminal(self) -> Terminal:
        """What the server knows of the terminal when there is a shell."""
        self.caller.shell()
        return self.door.terminals.pop()


class Opening(ChannelTestCase):
    def test_one_channel_can_be_opened_and_no_second_one(self) -> None:
        """Not even after the first is closed."""
        self.caller.open().open()
        self.assertEqual(self.caller.heard(), [OPENED, NOT_OPENED])
        self.caller.say(CLOSE, bytes(4))
        self.assertEqual(self.caller.open().heard(OPENED, NOT_OPENED), [])
        self.assertFalse(self.caller.is_open)

    def test_no_other_kind_can_be_opened(self) -> None:
        for kind in (b"direct-tcpip", b"x11", b"forwarded-tcpip", b"auth-agent@openssh.com", b"tun@openssh.com", b""):
            self.caller.open(kind=kind)
            self.assertEqual(self.caller.heard(), [NOT_OPENED], kind)
        self.assertEqual(self.flushLoggedErrors(), [])

    def test_a_client_that_takes_hardly_a_byte_at_once_is_refused(self) -> None:
        for longest in (0, 1, 1023):
            self.caller.open(longest=longest)
            self.assertEqual(self.caller.heard(), [NOT_OPENED], longest)

    def test_ports_are_not_forwarded(self) -> None:
        self.caller.say(GLOBAL_REQUEST, NS(b"tcpip-forward"), b"\1", NS(b""), struct.pack(">L", 8080))
        self.assertEqual(self.caller.heard(), [REQUEST_FAILURE])


class Asking(ChannelTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.caller.open()
        self.caller.heard()

    def test_everything_but_a_shell_is_refused(self) -> None:
        self.caller.pty()
        self.caller.heard()
        for name, rest in (
            (b"exec", NS(b"ls -l")),
            (b"exec", NS(b"\xff")),
            (b"exec", NS(b"")),
            (b"subsystem", NS(b"sftp")),
            (b"x11-req", b"\0" + NS(b"") * 2 + bytes(4)),
            (b"auth-agent-req@openssh.com", b""),
            (b"signal", NS(b"KILL")),
            (b"break", bytes(4)),
            (b"dataReceived", b""),
            (b"\xff\xfe", b""),
            (b"", b""),
        ):
            self.caller.request(name, rest)
            self.assertEqual(self.caller.heard(), [FAILURE], name)
        self.assertEqual(dict(self.server.world.players), {})

    def test_there_is_one_terminal_and_one_shell(self) -> None:
        self.caller.pty().pty().shell().request(b"shell")
        self.assertEqual(self.caller.heard(SUCCESS, FAILURE), [SUCCESS, FAILURE, SUCCESS, FAILURE])
        self.assertEqual(len(self.server.world.players), 1)

    def test_a_command_is_the_code_of_a_table(self) -> None:
        self.caller.pty().request(b"exec", NS(b"Amber-Otter-Nine ")).request(b"exec", NS(b"set")).request(b"shell")
        self.assertEqual(self.caller.heard(SUCCESS, FAILURE), [SUCCESS, SUCCESS, FAILURE, FAILURE])
        self.assertEqual(self.door.joined, ["amber-otter-nine"])

    def test_a_code_without_a_terminal_is_not_enough(self) -> None:
        self.caller.request(b"exec", NS(b"amber-otter-nine"))
        self.assertIn(b"use ssh -t", self.caller.output)
        self.assertEqual((self.caller.status, self.door.joined), (1, []))

    def test_without_a_terminal_there_is_a_word_and_a_status(self) -> None:
        self.caller.request(b"shell")
        self.assertIn(b"needs a terminal", self.caller.output)
        self.assertEqual(self.caller.status, 1)
        self.assertEqual(self.caller.heard()[-3:], [EOF, CLOSE, SUCCESS])

    def test_a_few_variables_are_taken_and_no_others_nor_long_ones(self) -> None:
        """And a flood of them is kept nowhere."""
        self.caller.pty().set(COLORTERM="truecolor", LANG="C", NO_COLOR="1", LC_ALL="C", LC_CTYPE="C")
        self.assertEqual(self.caller.heard(SUCCESS, FAILURE), [SUCCESS] * 6)
        self.caller.set(PATH="/", TERMINFO="/tmp", HOME="/", LD_PRELOAD="x", LANG="x" * 65, LC_PAPER="A4")
        self.caller.request(b"env", NS(b"LANG") + NS(b"\xff"))
        self.assertEqual(self.caller.heard(SUCCESS, FAILURE), [FAILURE] * 7)
        for number in range(100):
            self.caller.set(LANG=str(number), **{f"LC_{number}": "x"})
        taken = {"COLORTERM": "truecolor", "LANG": "99", "NO_COLOR": "1", "LC_ALL": "C", "LC_CTYPE": "C"}
        self.assertEqual(self.terminal().environment, taken)

    def test_the_name_of_a_terminal_is_a_name(self) -> None:
        for term, known in (("xterm-256color", "xterm-256color"), ("../../etc/passwd", ""), ("x" * 65, ""), ("ä", "")):
            self.caller = SshCaller(self.server, self.door).log_in().open().pty(term)
            self.assertEqual(self.terminal().term, known)

    def test_a_terminal_of_any_size_is_bounded(self) -> None:
        self.caller.pty().resize(2**32 - 1, 0)
        self.assertEqual(self.terminal()[1:3], (300, 24))

    def test_what_is_typed_before_there_is_a_shell_is_dropped(self) -> None:
        for _ in range(20):
            self.caller.type(b"x" * 1024)
        self.assertTrue(self.caller.is_open)
        self.caller.pty().shell()
        self.assertNotIn("xxx", self.caller.screen)

    def test_more_than_the_window_ends_the_connection(self) -> None:
        self.caller.type(b"x" * (8 * 1024 + 1))
        self.assertFalse(self.caller.is_open)


class Playing(ChannelTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.caller.open().pty().shell()

    def test_a_resize_is_drawn(self) -> None:
        self.caller.resize(100, 30)
        self.assertIn("Home", self.caller.terminal.display[0])
        self.assertIn("leave", self.caller.terminal.display[29])

    def test_a_flood_of_resizes_costs_as_much_as_one(self) -> None:
        drawn: list[object] = []
        self.patch(RemoteScreen, "draw_screen", lambda *args: drawn.append(args))
        for number in range(50):
            self.caller.client.sendPacket(
                REQUEST, bytes(4) + NS(b"window-change") + b"\0" + struct.pack(">4L", 80 + number, 25, 0, 0)
            )
        self.caller.pump()
        self.assertEqual(len(drawn), 1)

    def test_the_end_of_input_is_leaving(self) -> None:
        self.caller.say(EOF, bytes(4))
        self.assertEqual(self.caller.status, 0)
        self.assertEqual(dict(self.server.world.players), {})

    def test_a_channel_that_is_closed_is_a_lost_connection(self) -> None:
        """The seat is held, as for everybody."""
        self.caller.say(CLOSE, bytes(4))
        self.assertFalse(self.caller.is_open)
        (player,) = self.server.world.players.values()
        self.assertTrue(player.is_away)

    def test_words_about_a_channel_that_is_gone_are_overheard(self) -> None:
        self.caller.type("\x1b[21~")
        self.assertEqual(self.caller.status, 0)
        for number in (ADJUST, DATA, EOF, REQUEST):
            self.caller.client.sendPacket(number, struct.pack(">L", 5) + bytes(8))
        self.caller.pump()
        self.assertEqual(self.flushLoggedErrors(), [])
