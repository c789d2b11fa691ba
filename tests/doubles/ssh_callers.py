"""Ssh clients in memory: conch does the cryptography, and the test says every packet after that."""

from __future__ import annotations

import struct
from typing import Any

import pyte
from twisted.conch.ssh.common import NS, getNS
from twisted.conch.ssh.keys import Key
from twisted.conch.ssh.transport import SSHClientTransport
from twisted.internet.defer import Deferred, succeed
from twisted.logger import Logger

from tests.doubles.harness import Server
from tests.doubles.pipe import Caller
from tilenet.clients.ssh.door import SshDoor
from tilenet.clients.ssh.hostkey import new_key

(
    DISCONNECT,
    SERVICE_REQUEST,
    SERVICE_ACCEPT,
    KEXINIT,
    AUTH_REQUEST,
    AUTH_FAILURE,
    AUTH_SUCCESS,
    BANNER,
    PK_OK,
    ANSWER,
    GLOBAL_REQUEST,
    REQUEST_FAILURE,
    OPEN,
    OPENED,
    NOT_OPENED,
    ADJUST,
    DATA,
    EOF,
    CLOSE,
    REQUEST,
    SUCCESS,
    FAILURE,
) = 1, 5, 6, 20, 50, 51, 52, 53, 60, 61, 80, 82, 90, 91, 92, 93, 94, 96, 97, 98, 99, 100
WINDOW = 2**20


class _Wire:
    """The client's end of the connection."""

    def __init__(self) -> None:
        self.unsent = b""

    def write(self, data: bytes) -> None:
        self.unsent += data

    def loseConnection(self) -> None:
        """The test decides when the client hangs up."""


class _Client(SSHClientTransport):
    _log = Logger(observer=lambda event: None)  # type: ignore[arg-type]

    def __init__(self, caller: SshCaller) -> None:
        self._caller = caller
        self.is_secure = False

    def verifyHostKey(self, pubKey: bytes, fingerprint: bytes) -> Deferred[int]:
        self._caller.host_key = pubKey
        return succeed(1)

    def connectionSecure(self) -> None:
        self.is_secure = True

    def dispatchMessage(self, messageNum: int, payload: bytes) -> None:
        self._caller.packets.append((messageNum, payload))
        if messageNum == DATA:
            self._caller.show(getNS(payload[4:])[0])
        if 2 <= messageNum < 50 and messageNum != SERVICE_ACCEPT:
            super().dispatchMessage(messageNum, payload)


class SshCaller(Caller):
    """Somebody with an ssh client, and a terminal of 80 x 25 that pyte draws."""

    def __init__(self, server: Server, door: SshDoor, address: str = "127.0.0.1") -> None:
        self.packets: list[tuple[int, bytes]] = []
        self.host_key = b""
        self.output = b""
        self.size = 80, 25
        self.terminal = pyte.Screen(*self.size)
        self._stream = pyte.ByteStream(self.terminal)
        self.wire = _Wire()
        self.client = _Client(self)
        super().__init__(server, door, address)
        server.others = [*server.others, self]
        self.client.makeConnection(self.wire)
        self.pump()

    def read(self, data: bytes) -> None:
        self.client.dataReceived(data)

    def pump(self) -> SshCaller:
        """Let everything arrive, without letting time pass."""
        for _ in range(200):
            unsent, self.wire.unsent = self.wire.unsent, b""
            if unsent and self.is_open:
                self.protocol.dataReceived(unsent)
            self._server.settle()
            if not self.wire.unsent and not self.pipe.written:
                return self
        raise AssertionError("it never comes to rest")

    def advance(self, seconds: float) -> SshCaller:
        self._server.clock.advance(seconds)
        return self.pump()

    def say(self, number: int, *payload: bytes) -> SshCaller:
        """Send a packet, and see what comes of it."""
        self.client.sendPacket(number, b"".join(payload))
        return self.pump()

    def heard(self, *numbers: int) -> list[int]:
        """The packets that have come since this was asked last: all, or of those numbers."""
        found = [number for number, _ in self.packets if not numbers or number in numbers]
        self.packets.clear()
        return found

    def payloads(self, number: int) -> list[bytes]:
        return [payload for one, payload in self.packets if one == number]

    # Logging in

    def begin(self) -> SshCaller:
        self.say(SERVICE_REQUEST, NS(b"ssh-userauth"))
        self.packets.clear()
        return self

    def ask(self, name: str, method: bytes = b"keyboard-interactive", rest: bytes | None = None) -> SshCaller:
        rest = NS(b"") * 2 if rest is None else rest
        return self.say(AUTH_REQUEST, NS(name.encode()), NS(b"ssh-connection"), NS(method), rest)

    def answer(self, *answers: str) -> SshCaller:
        return self.say(ANSWER, struct.pack(">L", len(answers)), *(NS(text.encode()) for text in answers))

    def offer(self, name: str, key: Key, kind: bytes = b"ssh-ed25519") -> SshCaller:
        """Ask whether a key would be taken."""
        return self.ask(name, b"publickey", b"\0" + NS(kind) + NS(key.blob()))

    def prove(self, name: str, key: Key, kind: bytes = b"ssh-ed25519", signed: str | None = None) -> SshCaller:
        """Sign with a key: what is to be signed, or the same for another name."""
        head = bytes([AUTH_REQUEST]) + NS((signed or name).encode()) + NS(b"ssh-connection") + NS(b"publickey")
        head += b"\1" + NS(kind) + NS(key.blob())
        session = self.client.sessionID
        assert session is not None
        signature = key.sign(NS(session) + head, signatureType=kind)
        return self.ask(name, b"publickey", b"\1" + NS(kind) + NS(key.blob()) + NS(signature))

    def log_in(self, name: str = "ann") -> SshCaller:
        """As OpenSSH does it without a key: `none` is refused, and then there is no question."""
        return self.begin().ask(name, b"none", b"").ask(name).answer()

    # The terminal

    def open(self, window: int = WINDOW, longest: int = 32768, kind: bytes = b"session") -> SshCaller:
        return self.say(OPEN, NS(kind), struct.pack(">3L", 7, window, longest))

    def request(self, name: bytes, rest: bytes = b"") -> SshCaller:
        return self.say(REQUEST, struct.pack(">L", 0), NS(name), b"\1", rest)

    def set(self, **variables: str) -> SshCaller:
        for name, value in variables.items():
            self.request(b"env", NS(name.encode()) + NS(value.encode()))
        return self

    def pty(self, term: str = "xterm-256color", columns: int = 80, rows: int = 25) -> SshCaller:
        return self.request(b"pty-req", NS(term.encode()) + struct.pack(">4L", columns, rows, 0, 0) + NS(b""))

    def resize(self, columns: int, rows: int) -> SshCaller:
        if columns <= 300 and rows <= 100:
            self.terminal.resize(rows, columns)
        return self.request(b"window-change", struct.pack(">4L", columns, rows, 0, 0))

    def shell(self) -> SshCaller:
        """Ask for a shell, and let the terminal say nothing about itself."""
        return self.request(b"shell").advance(1)

    def play(self, name: str = "ann", **pty: Any) -> SshCaller:
        return self.log_in(name).open().pty(**pty).shell()

    def type(self, text: str | bytes) -> SshCaller:
        data = text.encode() if isinstance(text, str) else text
        return self.say(DATA, struct.pack(">L", 0), NS(data))

    def show(self, data: bytes) -> None:
        self.output += data
        self._stream.feed(data)

    def take(self, bytes_more: int) -> SshCaller:
        """The terminal takes so much more output."""
        return self.say(ADJUST, struct.pack(">2L", 0, bytes_more))

    @property
    def screen(self) -> str:
        return "\n".join(self.terminal.display)

    @property
    def status(self) -> int | None:
        """The exit status, if there was one."""
        for payload in self.payloads(REQUEST):
            name, rest = getNS(payload[4:])
            if name == b"exit-status":
                return int.from_bytes(rest[1:5], "big")
        return None


def a_key() -> Key:
    return new_key()
