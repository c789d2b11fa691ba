"""What one client of the crowd says until it stands in its room: to a TileNet server, or to a reference."""

import re
import struct
from typing import Protocol

from tests.bench import BenchError

TAG = re.compile(rb'<([a-z-]+)((?:\s+[\w-]+="[^"]*")*)\s*/?>')
ATTRIBUTE = re.compile(rb'([\w-]+)="([^"]*)"')
LAMP = re.compile(rb"\d{3}")
OPENING = (
    b'<?xml version="1.0" encoding="UTF-8"?>'
    b'<!DOCTYPE client SYSTEM "http://putable.com/TileNet/TileNet1.0.dtd">'
    b'<client version="1.1">'
)
HANDSHAKE = (
    b"GET /tilenet HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Member(Protocol):
    """A client until it is ready; then only `room` and `act` matter."""

    room: int
    ready: bool
    act: bytes

    def hello(self) -> bytes:
        """Return what it sends as soon as it is connected."""

    def feed(self, data: bytes) -> bytes:
        """Take what arrived and return the answer to it."""


class TileNetMember:
    """A player who logs in and enters the room `Lamp n`, or `Pairs n` for -n; one for room 0 stays at Home."""

    def __init__(self, user: str, room: int) -> None:
        self.user = user
        self.room = room
        self.ready = False
        self.act = b""
        self.text = b""
        self.wanted = (f"Lamp {room}" if room > 0 else f"Pairs {-room}").encode()
        self.home = b""  # the matrix it was put into first
        self.clicked = False
        self.inside = False

    def hello(self) -> bytes:
        """Say nothing: the server speaks first."""
        return b""

    def feed(self, data: bytes) -> bytes:
        """Follow the login, the click on the room's tile at Home and the room's first picture."""
        self.text += data
        answer, end = b"", 0
        for found in TAG.finditer(self.text):
            end = found.end()
            answer += self.tag(found[1], dict(ATTRIBUTE.findall(found[2])))
            if self.ready:
                break
        self.text = b"" if self.ready else self.text[end:]
        return answer

    def tag(self, name: bytes, values: dict[bytes, bytes]) -> bytes:
        """Take one tag of the server and return the answer to it."""
        if name == b"set":
            return self.picture(values.get(b"objid", b""), values.get(b"name", b""))
        if name == b"server":
            if values.get(b"status") != b"open":
                raise BenchError(f"the server is {values.get(b'status', b'not open').decode()}")
            return OPENING + f'<login user="{self.user}" password=""/>'.encode()
        if name == b"logged-out" or (name == b"logged-in" and b"objid" not in values):
            raise BenchError(f"the server refused {self.user}: {values.get(b'message', b'').decode()}")
        return b""

    def picture(self, objid: bytes, name: bytes) -> bytes:
        """Take one object of a picture, and click when it is the tile of the wanted room."""
        if objid.startswith(b"m"):
            self.home = self.home or objid
            self.inside = objid != self.home
            self.ready = self.room == 0
        elif objid.startswith(b"t"):
            if self.inside and self.room < 0:
                self.ready = True
            elif self.inside and LAMP.fullmatch(name):
                self.act = b'<cmd type="click" objid="%s"/>' % objid
                self.ready = True
            elif not self.clicked and name == self.wanted:
                self.clicked = True
                return b'<cmd type="click" objid="%s"/>' % objid
        return b""


class TakingMember(TileNetMember):
    """The same player, who wants facts."""

    def tag(self, name: bytes, values: dict[bytes, bytes]) -> bytes:
        """Do the same, and ask as soon as it is logged in."""
        answer = super().tag(name, values)
        return answer + b'<xrequest options="facts"/>' if name == b"logged-in" else answer


class BrowserMember(TileNetMember):
    """The same player over WebSocket. Between tags are headers of frames, which look like no tag."""

    def hello(self) -> bytes:
        """Open the WebSocket."""
        return HANDSHAKE

    def feed(self, data: bytes) -> bytes:
        """Do the same, and answer in a frame."""
        answer = super().feed(data)
        if self.act.startswith(b"<"):
            self.act = frame(self.act)
        return frame(answer) if answer else b""


def frame(text: bytes) -> bytes:
    """Return a frame as clients send it, with a mask that changes nothing."""
    size = struct.pack("!B", 0x80 | len(text)) if len(text) < 126 else struct.pack("!BH", 0x80 | 126, len(text))
    return b"\x81" + size + bytes(4) + text


class ReferenceMember:
    """A client of a reference: names its room and waits for the answer."""

    act = b"act\n"

    def __init__(self, user: str, room: int) -> None:
        self.room = room
        self.ready = False

    def hello(self) -> bytes:
        """Name the room."""
        return f"room {self.room}\n".encode()

    def feed(self, data: bytes) -> bytes:
        """Be ready with the first answer."""
        self.ready = b">" in data
        return b""


MEMBERS: dict[str, type[TileNetMember] | type[ReferenceMember]] = {
    "browser": BrowserMember,
    "facts": TakingMember,
    "tilenet": TileNetMember,
    "reference": ReferenceMember,
}
