"""What an ssh client can have once it is logged in: one channel, with one terminal and one shell, which is the game.

-> pty-req, env, shell      in any order, shell last
-> exec                     instead of shell: the code of a table, or the address of a room, to begin at
-> data, window-change      what is typed, and how large the terminal is now
<- data, exit-status, close
Other commands, subsystems, forwarding and everything else are refused.
"""

from __future__ import annotations

import re
import struct
from typing import Any

from twisted.conch.ssh.channel import SSHChannel
from twisted.conch.ssh.common import NS, getNS
from twisted.conch.ssh.connection import (
    MSG_CHANNEL_DATA,
    MSG_CHANNEL_FAILURE,
    MSG_CHANNEL_OPEN_FAILURE,
    MSG_CHANNEL_WINDOW_ADJUST,
    OPEN_ADMINISTRATIVELY_PROHIBITED,
    SSHConnection,
)

from tilenet.clients.ssh.screen import Terminal
from tilenet.clients.ssh.transport import SshTransport
from tilenet.clients.ssh.visit import Visit
from tilenet.internals import Silent

WINDOW = 8 * 1024  # bytes that a client may send before it has to wait
LEAST_PACKET = 1024  # bytes that a client has to take at once
LONGEST_VALUE = 64  # bytes of a variable, or of the terminal's name
VARIABLES = re.compile(rb"COLORTERM|NO_COLOR|LANG|LC_ALL|LC_CTYPE|LC_MESSAGES|TILENET_BELL")
TERMS = re.compile(rb"[A-Za-z0-9+._-]*")
WAYS = re.compile(rb"[A-Za-z0-9-]{1,64}")  # codes and addresses
NO_TERMINAL = b"This is a game, and needs a terminal: use ssh -t.\r\n"


class Channels(Silent, SSHConnection):
    """All channels of a connection, which is one."""

    transport: SshTransport

    def __init__(self) -> None:
        super().__init__()
        self._was_opened = False

    def ssh_CHANNEL_OPEN(self, packet: bytes) -> None:
        kind, rest = getNS(packet)
        number, _, longest = struct.unpack(">3L", rest[:12])
        if self._was_opened or kind != b"session" or longest < LEAST_PACKET:
            self.transport.sendPacket(
                MSG_CHANNEL_OPEN_FAILURE,
                struct.pack(">2L", number, OPEN_ADMINISTRATIVELY_PROHIBITED)
                + NS(b"Only one terminal per connection.")
                + NS(b""),
            )
            return
        self._was_opened = True
        super().ssh_CHANNEL_OPEN(packet)

    def getChannel(self, channelType: bytes, windowSize: int, maxPacket: int, data: bytes) -> Channel:
        return Channel(WINDOW, WINDOW, windowSize, maxPacket, self, data)

    def gotGlobalRequest(self, requestType: bytes, data: bytes) -> int:
        return 0

    def packetReceived(self, messageNum: int, packet: bytes) -> Any:
        """A client may still talk of a channel that we have closed a moment ago."""
        if MSG_CHANNEL_WINDOW_ADJUST <= messageNum <= MSG_CHANNEL_FAILURE:
            channel = self.channels.get(int.from_bytes(packet[:4], "big"))
            if channel is None:
                return None
            if messageNum == MSG_CHANNEL_DATA and int.from_bytes(packet[4:8], "big") > channel.localWindowLeft:
                return self.transport.fail()
        return super().packetReceived(messageNum, packet)


class Channel(Silent, SSHChannel):
    """The one channel of a connection."""

    name = b"session"
    conn: Channels

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._terminal: Terminal | None = None
        self._variables: dict[str, str] = {}
        self._visit: Visit | None = None

    # What the client asks for

    def requestReceived(self, requestType: bytes, data: bytes) -> bool:
        match requestType:
            case b"pty-req" if self._terminal is None:
                return self._have_terminal(data)
            case b"env" if self._visit is None:
                return self._set_variable(data)
            case b"window-change" if self._terminal is not None:
                self._resize(*struct.unpack(">2L", data[:8]))
                return True
            case b"shell" if self._visit is None:
                return self._start()
            case b"exec" if self._visit is None and WAYS.fullmatch(way := getNS(data)[0].strip()):
                return self._start(way.decode().lower())
        return False

    def _have_terminal(self, data: bytes) -> bool:
        term, rest = getNS(data)
        if len(term) > LONGEST_VALUE or TERMS.fullmatch(term) is None:
            term = b""
        self._terminal = Terminal(term.decode()).resized(*struct.unpack(">2L", rest[:8]))
        return True

    def _set_variable(self, data: bytes) -> bool:
        name, value, _ = getNS(data, 2)
        if VARIABLES.fullmatch(name) is None or len(value) > LONGEST_VALUE or not value.isascii():
            return False
        self._variables[name.decode()] = value.decode()
        return True

    def _resize(self, columns: int, rows: int) -> None:
        assert self._terminal is not None
        self._terminal = self._terminal.resized(columns, rows)
        if self._visit is not None:
            self._visit.resize(self._terminal.columns, self._terminal.rows)

    def _start(self, join: str = "") -> bool:
        if self._terminal is None:
            self.write(NO_TERMINAL)
            self.exit(1)
            return True
        transport = self.conn.transport
        self._visit = transport.visit = transport.door.visit(
            transport, self, self._terminal._replace(environment=self._variables), join
        )
        self._visit.start()
        return True

    def dataReceived(self, data: bytes) -> None:
        if self._visit is not None:
            self._visit.type(data)

    def extReceived(self, dataType: int, data: bytes) -> None:
        """Nobody types there."""

    def eofReceived(self) -> None:
        """The client has nothing more to type."""
        if self._visit is not None:
            self._visit.leave()

    def closeReceived(self) -> None:
        """The client has gone without a word; the seat is held, as for everybody."""
        super().closeReceived()
        self.conn.transport.say_goodbye("The terminal is closed.")

    def closed(self) -> None:
        self.conn.transport.say_goodbye("Goodbye.")

    def hold(self, is_held: bool) -> None:
        self.conn.transport.hold_typing(is_held)

    # Output

    @property
    def is_output_waiting(self) -> bool:
        return bool(self.buf) or self.conn.transport.is_output_waiting

    def addWindowBytes(self, data: int) -> None:
        super().addWindowBytes(data)
        if not self.buf:
            self.conn.transport.output_went()

    def exit(self, status: int) -> None:
        """Nothing more comes: close, after everything that was written."""
        self.conn.sendRequest(self, b"exit-status", struct.pack(">L", status))
        self.conn.sendEOF(self)
        self.loseConnection()
