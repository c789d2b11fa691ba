"""Model clients at blocking sockets, which walk about on a server and look at what it shows."""

from __future__ import annotations

import socket
import ssl
import struct
import time
from collections.abc import Callable

from tests.doubles.browser import TEXT, Frames, frame, handshake
from tests.doubles.model import ModelClient, click, login, opening
from tests.doubles.processes import PATIENCE

SMALL = 16 * 1024  # bytes: a receive buffer that is soon full (with less, the kernel itself is very slow)


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


class Phone:
    """A blocking socket at a server's port. A test reads from it until something is so; `hear` is given what comes."""

    def __init__(self, port: int, receive_buffer: int | None = None, tls: ssl.SSLContext | None = None) -> None:
        self.is_over = False
        self.raw = bytearray()
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

    def hear(self, data: bytes) -> None:
        """Take what has come."""
        raise NotImplementedError

    def send(self, *data: bytes) -> None:
        self.socket.sendall(b"".join(data))

    def until(self, what: str, is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Read until it is so."""
        deadline = time.monotonic() + seconds
        while not is_so():
            assert not self.is_over, f"{what}: the connection was closed before, after {self.raw[-300:]!r}"
            left = deadline - time.monotonic()
            assert left > 0, f"{what}: not within {seconds} s, but {self.raw[-300:]!r}"
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                continue
            self.is_over = not data
            self.raw += data
            self.hear(data)

    def until_over(self) -> None:
        """Read until the server has closed its side."""
        self.until("the end of the connection", lambda: self.is_over)

    def reset(self) -> None:
        """Be gone without a goodbye, as a machine that was switched off and on."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def close(self) -> None:
        self.socket.close()


class Caller(Phone):
    """A model client at a blocking socket."""

    def __init__(self, port: int, receive_buffer: int | None = None, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(port, receive_buffer, tls)
        self.screen = Screen()

    def hear(self, data: bytes) -> None:
        self.screen.show(data)

    def login(self, name: str, password: str = "", room: str = "Home") -> None:
        """Log in, and see Home, or the room in which a seat was held."""
        self.until("<server>", lambda: self.screen.model.status is not None)
        self.send(opening(), login(name, password))
        self.until(room, lambda: self.screen.room == room)

    def walk(self, title: str) -> None:
        """Click the tile of a room, and see the room."""
        self.send(click(self.screen.token(title)))
        self.until(title, lambda: self.screen.room == title)


class BrowserCaller(Caller):
    """A model client that came through the door for browsers."""

    def __init__(self, port: int, receive_buffer: int | None = None, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(port, receive_buffer, tls)
        self._frames = Frames()
        self.socket.sendall(handshake())

    def hear(self, data: bytes) -> None:
        self.screen.show(b"".join(text for opcode, text in self._frames.feed(data) if opcode == TEXT))

    def send(self, *data: bytes) -> None:
        super().send(frame(b"".join(data)))


class Callers:
    """Makes model clients; whoever made it closes them all."""

    def __init__(self) -> None:
        self._made: list[Caller] = []

    def __call__(self, port: int, receive_buffer: int | None = None, tls: ssl.SSLContext | None = None) -> Caller:
        caller = Caller(port, receive_buffer, tls)
        self._made.append(caller)
        return caller

    def close(self) -> None:
        for caller in self._made:
            caller.close()

    def join(self, port: int, name: str, receive_buffer: int | None = None, password: str = "") -> Caller:
        """A caller that is logged in."""
        caller = self(port, receive_buffer)
        caller.login(name, password)
        return caller
