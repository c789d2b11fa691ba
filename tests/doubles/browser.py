"""A browser at the server in memory: it opens WebSockets, and takes frames apart by a reader of its own (RFC 6455)."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from tests.doubles.harness import Client, Server
from tests.doubles.pipe import Caller
from tilenet.doors.web import WebDoor

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # the example of the RFC, and its answer
ACCEPT = b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
MASK = b"\x37\xfa\x21\x3d"


def frame(
    data: bytes = b"",
    opcode: int = TEXT,
    *,
    fin: bool = True,
    rsv: int = 0,
    mask: bytes = MASK,
    size: int | None = None,
) -> bytes:
    """A frame as clients send it; without a mask, as they may not."""
    size = len(data) if size is None else size
    masked = 0x80 if mask else 0
    first = fin << 7 | rsv << 4 | opcode
    if size < 126:
        head = struct.pack("!BB", first, masked | size)
    elif size < 65536:
        head = struct.pack("!BBH", first, masked | 126, size)
    else:
        head = struct.pack("!BBQ", first, masked | 127, size)
    return head + mask + bytes(byte ^ (mask[i % 4] if mask else 0) for i, byte in enumerate(data))


def handshake(
    path: str = "/tilenet", *more: str, host: str = "127.0.0.1:8080", version: str = "13", key: str = KEY
) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: keep-alive, Upgrade",
        f"Sec-WebSocket-Key: {key}",
        f"Sec-WebSocket-Version: {version}",
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


class Frames:
    """Takes apart what a server sends: the answer to the handshake, then frames."""

    def __init__(self) -> None:
        self.answer = b""
        self.frames: list[tuple[int, bytes]] = []  # opcode and data of each
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """The frames that these bytes complete."""
        self._rest += data
        if not self.answer:
            head, found, rest = self._rest.partition(b"\r\n\r\n")
            if not found:
                return []
            self.answer, self._rest = head, rest
        new = [*self._complete()] if self.answer.startswith(b"HTTP/1.1 101 ") else []
        self.frames += new
        return new

    def _complete(self) -> Iterable[tuple[int, bytes]]:
        while len(self._rest) >= 2:
            first, size = self._rest[0], self._rest[1]
            assert first & 0x80 and not first & 0x70 and not size & 0x80, "whole messages, without extensions or mask"
            at = 2
            if size >= 126:
                at = 4 if size == 126 else 10
                size = int.from_bytes(self._rest[2:at])
            if len(self._rest) < at + size:
                return
            data, self._rest = self._rest[at : at + size], self._rest[at + size :]
            yield first & 0xF, data

    @property
    def body(self) -> bytes:
        """What comes after the head of an answer that opens no WebSocket."""
        return self._rest

    @property
    def texts(self) -> list[bytes]:
        return [data for opcode, data in self.frames if opcode == TEXT]

    @property
    def code(self) -> int | None:
        """The code of the close frame, which is the last one; None if there is none yet."""
        codes = [int.from_bytes(data[:2]) for opcode, data in self.frames if opcode == CLOSE]
        assert len(codes) <= 1 and (not codes or self.frames[-1][0] == CLOSE), "a close frame is the last one"
        return codes[0] if codes else None


class Visitor(Caller):
    """A connection to the door for browsers, and what was answered."""

    def __init__(self, server: Server, *data: bytes, address: str = "127.0.0.1", door: WebDoor | None = None) -> None:
        super().__init__(server, door or WebDoor(server.gate), address)
        server.others = [*server.others, self]
        if data:
            self.send(*data)

    @property
    def status(self) -> str:
        """The first status line."""
        return self.raw.partition(b"\r\n")[0].decode()

    @property
    def code(self) -> int:
        return int(self.status.split()[1])

    @property
    def headers(self) -> dict[str, str]:
        head = self.raw.partition(b"\r\n\r\n")[0].decode()
        return {name.lower(): value for name, _, value in (line.partition(": ") for line in head.split("\r\n")[1:])}

    @property
    def body(self) -> bytes:
        return self.raw.partition(b"\r\n\r\n")[2]


def get(path: str = "/", *more: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1:8080", *more, "", ""]).encode()


class Browser(Client):
    """A model client that came through the door for browsers."""

    def __init__(self, server: Server, address: str = "127.0.0.1", opening: bytes | None = None) -> None:
        self.wire = Frames()
        tilenet, server.door = server.door, WebDoor(server.gate)  # type: ignore[assignment]
        super().__init__(server, address)
        server.door = tilenet
        server.clients.append(self)
        self.send_raw(handshake() if opening is None else opening)

    def read(self, data: bytes) -> None:
        for opcode, text in self.wire.feed(data):
            if opcode == TEXT:
                text.decode()
                self.model.feed(text)

    def send(self, *data: bytes) -> None:
        self.send_raw(frame(b"".join(data)))

    def send_raw(self, *data: bytes) -> None:
        super().send(*data)

    @property
    def status(self) -> str:
        """The status line of the answer to the handshake."""
        return self.wire.answer.partition(b"\r\n")[0].decode()
