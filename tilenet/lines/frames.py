"""WebSocket frames (RFC 6455), both ways and without a socket: wsproto reads them, and writing one is a short header.

What a client has sent may be cut anywhere: pieces of a message are passed on as they come, so nothing is gathered here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import pack
from typing import TypeAlias

from wsproto.frame_protocol import CloseReason, FrameProtocol, Opcode, ParseFailed

from tilenet.lines.framing import NORMAL, UNSUPPORTED, Violation

_TEXT, _CLOSE, _PONG = 0x81, 0x88, 0x8A  # each is a whole message
_SHORT = tuple(bytes((_TEXT, size)) for size in range(126))


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of a message; the last one of it, or not."""

    data: bytes
    is_last: bool


@dataclass(frozen=True, slots=True)
class Ping:
    data: bytes


@dataclass(frozen=True, slots=True)
class Pong:
    """An answer that nobody has asked for."""


@dataclass(frozen=True, slots=True)
class Close:
    """The other side closes, with this code. Nothing comes after it."""

    code: int


Piece: TypeAlias = Text | Ping | Pong | Close | Violation


def text_frame(data: bytes) -> bytes:
    """A whole message of text. This is done for every delivery to every client."""
    size = len(data)
    if size < 126:
        return _SHORT[size] + data
    return (pack("!BBH", _TEXT, 126, size) if size < 65536 else pack("!BBQ", _TEXT, 127, size)) + data


def frame_each_line(data: bytes) -> bytes:
    """A message for each line, without the line break."""
    return b"".join(map(text_frame, data.splitlines()))


def pong_frame(data: bytes) -> bytes:
    return bytes((_PONG, len(data))) + data


def close_frame(code: int) -> bytes:
    return pack("!BBH", _CLOSE, 2, code)


class FrameReader:
    """Reads the frames of a client."""

    __slots__ = ("_is_done", "_protocol")

    def __init__(self) -> None:
        self._protocol = FrameProtocol(client=False, extensions=[])
        self._is_done = False

    def feed(self, data: bytes) -> Iterator[Piece]:
        """What these bytes bring."""
        if self._is_done:
            return
        self._protocol.receive_bytes(data)
        try:
            for frame in self._protocol.received_frames():
                piece = _piece(frame.opcode, frame.payload, frame.message_finished)
                yield piece
                if isinstance(piece, Close | Violation):
                    self._is_done = True
                    return
        except ParseFailed as error:
            self._is_done = True
            yield Violation(int(error.code), "not a WebSocket frame of a client")


def _piece(opcode: Opcode, payload: object, is_last: bool) -> Piece:
    match opcode, payload:
        case Opcode.TEXT, str(text):
            return Text(text.encode(), is_last)
        case Opcode.PING, bytes(data):
            return Ping(data)
        case Opcode.CLOSE, (int(code), _):
            return Close(NORMAL if code == CloseReason.NO_STATUS_RCVD else int(code))
        case Opcode.BINARY, _:
            return Violation(UNSUPPORTED, "a binary message")
    return Pong()
