"""A connection that never waits, plain or as a WebSocket: what a simulated client sends, and what has come."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT = 1
CHUNK = 1 << 18
END_OF_HEAD = b"\r\n\r\n"


class SocketLink:
    """A plain TCP connection to this machine."""

    def __init__(self, port: int) -> None:
        self.is_lost = False
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._unsent = b""
        try:
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.is_lost = True
        self.socket.setblocking(False)

    @property
    def has_unsent(self) -> bool:
        return bool(self._unsent)

    def send(self, data: bytes) -> None:
        self._unsent += data
        self.flush()

    def flush(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[self.socket.send(self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self.is_lost = True

    def receive(self) -> bytes:
        """What has come since the last time. When there is nothing more and never will be, the link is lost."""
        found = []
        while True:
            try:
                data = self.socket.recv(CHUNK)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            if not data:
                self.is_lost = True
                break
            found.append(data)
        return b"".join(found)

    def close(self) -> None:
        self.is_lost = True
        self.socket.close()


class WebSocketLink(SocketLink):
    """A WebSocket, as browsers open it."""

    def __init__(self, port: int, path: str) -> None:
        super().__init__(port)
        self._rest = b""
        self._early: list[bytes] = []
        self._is_open = False
        super().send(HANDSHAKE.format(path=path, port=port).encode())

    def send(self, data: bytes) -> None:
        if self._is_open:
            super().send(_frame(data))
        else:
            self._early.append(data)  # before the answer to the handshake, nothing may be sent

    def receive(self) -> bytes:
        self._rest += super().receive()
        if not self._is_open:
            head, end, rest = self._rest.partition(END_OF_HEAD)
            self._is_open = bool(end)
            self._rest = rest if end else head
            if end and self._early:
                self.send(b"".join(self._early))
        return b"".join(self._texts()) if self._is_open else b""

    def _texts(self) -> Iterator[bytes]:
        """The data of the text frames that have come completely."""
        while len(self._rest) >= 2:
            first, size = self._rest[0], self._rest[1]
            at = {126: 4, 127: 10}.get(size, 2)
            if len(self._rest) < at:
                return
            size = int.from_bytes(self._rest[2:at]) if at > 2 else size
            if len(self._rest) < at + size:
                return
            data, self._rest = self._rest[at : at + size], self._rest[at + size :]
            if first & 0xF == TEXT:
                yield data


def _frame(data: bytes) -> bytes:
    """A text frame, masked with zeros."""
    size = len(data)
    if size < 126:
        return struct.pack("!BB4x", 0x81, 0x80 | size) + data
    return struct.pack("!BBH4x", 0x81, 0x80 | 126, size) + data
