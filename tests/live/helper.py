"""What live tests share: server processes that always end, and model clients at real sockets, blocking or not."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import IO, Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from twisted.internet import reactor as installed_reactor
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol, serverFromString, wrapClientTLS
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.ssl import Certificate, optionsForClientTLS
from twisted.python.failure import Failure

from tests.model import Illegal, ModelClient, click, login, opening
from tilenet.accounts import Guests
from tilenet.catalogue import GamePlugin
from tilenet.door import TileNetDoor
from tilenet.game import HELP, HOME, Events, Game, Player, Scene, Tile, TileId, help_tile, home_tile
from tilenet.gate import Gate
from tilenet.limits import Limits
from tilenet.session import Session
from tilenet.world import World

SERVE = [sys.executable, "-m", "tilenet", "serve"]
TWISTD = [str(Path(sys.executable).with_name("twistd")), "-n", "--pidfile=", "tilenet"]
LOCAL = "tcp:0:interface=127.0.0.1"
NO_RATE = {"commands_per_second": 1e9, "command_burst": 1e9, "speech_per_second": 1e9, "speech_burst": 1e9}

PATIENCE = 10.0  # seconds for anything to happen
SMALL = 16 * 1024  # bytes: a receive buffer that is soon full (with less, the kernel itself is very slow)

reactor: Any = installed_reactor


# Processes


class Lines:
    """The lines that a process writes to one of its streams, as they come."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.raw = b""
        self._stream = stream
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._stream:
            with self._news:
                self.raw += line
                self._news.notify_all()

    @property
    def text(self) -> str:
        return self.raw.decode()

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")[:-1]

    def wait_for(self, pattern: str, times: int = 1) -> list[re.Match[str]]:
        """Wait until the pattern was written so many times."""
        found: list[re.Match[str]] = []

        def is_there() -> bool:
            found[:] = re.finditer(pattern, self.text)
            return len(found) >= times

        with self._news:
            assert self._news.wait_for(is_there, PATIENCE), f"no {pattern!r} ({times} times) in {self.text!r}"
        return found

    def close(self) -> None:
        """Wait for the end, which comes with the end of the process."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the stream of a process that has ended is still open"
        self._stream.close()


class Process:
    """A process that writes a log to stdout."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str]) -> None:
        self._popen = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._popen.stdout is not None and self._popen.stderr is not None
        self.log = Lines(self._popen.stdout)
        self.errors = Lines(self._popen.stderr)

    @property
    def port(self) -> int:
        return self.ports(1)[0]

    def ports(self, number: int) -> list[int]:
        """The ports that so many lines of the log name."""
        found = self.log.wait_for(r" is serving on 127\.0\.0\.1:(\d+)\b", number)
        return [int(line[1]) for line in found]

    def send_signal(self, number: signal.Signals) -> None:
        self._popen.send_signal(number)

    def status(self, seconds: float = PATIENCE) -> int:
        """The exit status, once the process has ended and everything that it wrote is here."""
        status = self._popen.wait(seconds)
        self._close()
        return status

    def end(self) -> None:
        if self._popen.poll() is None:
            self._popen.kill()
            self._popen.wait(PATIENCE)
        self._close()

    def _close(self) -> None:
        self.log.close()
        self.errors.close()


class Start:
    """Starts processes in one folder; whoever made it ends them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: list[Process] = []

    def __call__(self, command: Sequence[str], *options: str, env: Mapping[str, str] | None = None) -> Process:
        process = Process([*command, *options], self.folder, env or {})
        self._started.append(process)
        return process

    def local(self, *options: str) -> Process:
        """A server on a free port."""
        return self(SERVE, "--listen", LOCAL, *options)

    def end(self) -> None:
        for process in self._started:
            process.end()


# What a model client shows, whatever it is connected by


class Screen:
    """A model client, and how a test finds its way in it."""

    def __init__(self) -> None:
        self.model = ModelClient()
        self.raw = bytearray()

    def show(self, data: bytes) -> None:
        self.raw += data
        self.model.feed(data)

    @property
    def agent(self) -> str:
        assert self.model.agent is not None
        return self.model.agent

    @property
    def room(self) -> str:
        """The title of the current matrix, once the client's own agent was shown in it."""
        if self.model.agent not in self.model.members_single():
            return ""
        return str(self.model.objects[self.model.current or ""]["name"])

    @property
    def texts(self) -> list[str]:
        return [message for _, _, message in self.model.heard]

    def token(self, name: str) -> str:
        return next(o for o in self.model.grid().values() if self.model.objects[o]["name"] == name)

    def mark(self, x: int, y: int) -> str:
        return str(self.model.objects[self.model.grid()[x, y]]["name"])

    def sees(self, other: Screen) -> bool:
        return other.agent in self.model.members_single()


class Caller:
    """A model client at a blocking socket."""

    def __init__(self, port: int, receive_buffer: int | None = None, tls: ssl.SSLContext | None = None) -> None:
        self.screen = Screen()
        self.is_over = False
        self.socket = socket.socket()
        try:
            self.socket.settimeout(PATIENCE)
            if receive_buffer is not None:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            self.socket.connect(("127.0.0.1", port))
            if tls is not None:
                self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        except BaseException:
            self.socket.close()
            raise

    def send(self, *data: bytes) -> None:
        self.socket.sendall(b"".join(data))

    def until(self, what: str, is_so: Callable[[], bool]) -> None:
        """Read until it is so."""
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert not self.is_over, f"{what}: the connection was closed before, after {self.screen.raw[-300:]!r}"
            left = deadline - time.monotonic()
            assert left > 0, f"{what}: not within {PATIENCE} s, but {self.screen.raw[-300:]!r}"
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                continue
            self.is_over = not data
            self.screen.show(data)

    def until_over(self) -> None:
        """Read until the server has closed its side."""
        self.until("the end of the connection", lambda: self.is_over)

    def login(self, name: str) -> None:
        """Log in, and see Home."""
        self.until("<server>", lambda: self.screen.model.status is not None)
        self.send(opening(), login(name))
        self.until("Home", lambda: self.screen.room == "Home")

    def walk(self, title: str) -> None:
        """Click the tile of a room, and see the room."""
        self.send(click(self.screen.token(title)))
        self.until(title, lambda: self.screen.room == title)

    def reset(self) -> None:
        """Be gone without a goodbye, as a machine that was switched off and on."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


class Callers:
    """Makes callers; whoever made it closes them all."""

    def __init__(self) -> None:
        self._made: list[Caller] = []

    def __call__(self, port: int, receive_buffer: int | None = None, tls: ssl.SSLContext | None = None) -> Caller:
        caller = Caller(port, receive_buffer, tls)
        self._made.append(caller)
        return caller

    def join(self, port: int, name: str, receive_buffer: int | None = None) -> Caller:
        """A caller that is logged in."""
        caller = self(port, receive_buffer)
        caller.login(name)
        return caller

    def close(self) -> None:
        for caller in self._made:
            caller.socket.close()


# The live reactor


class Counter(Game):
    """A lamp that shows how often it was clicked, at such length that much of it does not fit into a socket."""

    title = "Counter"
    about = "A lamp that counts."
    help = ("Click the lamp.",)

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.count = 0

    def scene(self) -> Scene:
        lamp = Tile(2, 1, f"{self.count} {'.' * 100}", "A lamp")
        return Scene((3, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "lamp": lamp})

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.count += tile == "lamp"
        return ()


class Visitor(Protocol):
    """A model client on the reactor."""

    def __init__(self) -> None:
        self.screen = Screen()
        self.lost: Failure | None = None
        self.wrong: Illegal | None = None
        self._waiting: list[tuple[Callable[[], bool], Deferred[None]]] = []

    def dataReceived(self, data: bytes) -> None:
        try:
            self.screen.show(data)
        except Illegal as error:
            self.wrong = error
            self.wire.abortConnection()
        self._look()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self.lost = reason
        self._look()

    def _look(self) -> None:
        for entry in list(self._waiting):
            is_so, done = entry
            if is_so() or self.lost is not None:
                self._waiting.remove(entry)
                if not done.called:
                    done.callback(None)

    @property
    def wire(self) -> Any:
        return self.transport

    def send(self, *data: bytes) -> None:
        self.wire.write(b"".join(data))

    async def until(self, what: str, is_so: Callable[[], bool]) -> None:
        """Wait until it is so."""
        if not is_so():
            done: Deferred[None] = Deferred()
            self._waiting.append((is_so, done))
            done.addTimeout(PATIENCE, reactor)
            await done
        if self.wrong is not None:
            raise self.wrong
        assert is_so(), f"{what}: the connection was lost before: {self.lost}"

    @property
    def numbers(self) -> list[int]:
        """All that the counting lamp has shown, in order."""
        return [int(number) for number in re.findall(rb' name="(\d+) \.+"', bytes(self.screen.raw))]

    @property
    def count(self) -> int:
        """What the counting lamp shows now; -1 where there is none."""
        objid = self.screen.model.grid().get((2, 1))
        return -1 if objid is None else int(str(self.screen.model.objects[objid]["name"]).split()[0])


class Stage:
    """A server on the live reactor, and its visitors."""

    def __init__(self, tls: Path | None, limits: Mapping[str, float]) -> None:
        made = Limits(**limits)
        world = World(reactor, Random(1), [GamePlugin("counter", Counter)], made, Guests())
        self.gate = Gate(world, reactor, made)
        self.door = TileNetDoor(self.gate, "live", "testers")
        self.visitors: list[Visitor] = []
        self._tls = tls
        self.port: Any = None

    async def open(self) -> None:
        text = LOCAL if self._tls is None else ssl_endpoint(self._tls)
        self.port = await serverFromString(reactor, text).listen(self.door)

    async def visit(self, receive_buffer: int | None = None) -> Visitor:
        """A visitor who has seen the server's opening."""
        endpoint: Any = TCP4ClientEndpoint(reactor, "127.0.0.1", self.port.getHost().port, timeout=PATIENCE)
        if self._tls is not None:
            trusted = Certificate.loadPEM(self._tls.read_bytes())
            endpoint = wrapClientTLS(optionsForClientTLS("localhost", trusted), endpoint)
        visitor: Visitor = await connectProtocol(endpoint, Visitor())
        self.visitors.append(visitor)
        if receive_buffer is not None:
            visitor.wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await visitor.until("<server>", lambda: visitor.screen.model.status is not None)
        return visitor

    async def count(self, name: str, receive_buffer: int | None = None) -> Visitor:
        """A visitor who is in the room of the counting lamp."""
        visitor = await self.visit(receive_buffer)
        visitor.send(opening(), login(name))
        await visitor.until("Home", lambda: visitor.screen.room == "Home")
        visitor.send(click(visitor.screen.token("Counter")))
        await visitor.until("Counter", lambda: visitor.screen.room == "Counter")
        return visitor

    def session(self, visitor: Visitor) -> Session:
        """The server's end of it."""
        agent = visitor.screen.agent
        return next(s for s in self.gate.sessions if s.player is not None and s.player.objid == agent)

    async def close(self) -> None:
        for visitor in self.visitors:
            if visitor.lost is None:
                visitor.wire.abortConnection()
                await visitor.until("the end of the connection", lambda v=visitor: v.lost is not None)  # type: ignore[misc]
        await self.gate.close("The test is over.").addTimeout(PATIENCE, reactor)
        await self.port.stopListening()


@asynccontextmanager
async def stage(tls: Path | None = None, **limits: float) -> AsyncIterator[Stage]:
    """A server on a free port, over TLS if there is a certificate for it."""
    made = Stage(tls, limits)
    await made.open()
    try:
        yield made
    finally:
        await made.close()


# Certificates


def make_certificate(path: Path) -> Path:
    """A file with a new key and its own certificate, for localhost."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    private = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(certificate.public_bytes(encoding) + private)
    return path


def ssl_endpoint(certificate: Path) -> str:
    return f"ssl:0:interface=127.0.0.1:privateKey={certificate}:certKey={certificate}"


def trusting(certificate: Path) -> ssl.SSLContext:
    """What a client needs that trusts this certificate only."""
    return ssl.create_default_context(cafile=str(certificate))
