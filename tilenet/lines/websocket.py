"""WebSocket below a session: text becomes frames and frames become text; pings and closes are signals.

A frame is made when output is sent, before any of it can wait: so what waits is always made of whole frames, and
frames of another kind can follow it at any time.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilenet.lines.frames import Close, FrameReader, Ping, Text, close_frame, frame_each_line, pong_frame, text_frame
from tilenet.lines.framing import Answer, Closed, Framing, Signal, Violation


class TextFraming(Framing):
    """What is flushed at once is one message; a peer's messages are parts of one long text."""

    __slots__ = ("_reader", "frame")

    def __init__(self) -> None:
        self.frame = text_frame
        self._reader = FrameReader()

    def read(self, data: bytes) -> Iterator[bytes | Signal]:
        for piece in self._reader.feed(data):
            match piece:
                case Text():
                    yield self._text(piece)
                case Violation():
                    yield piece
                case Close(code):
                    yield Closed(code)
                case Ping(payload):
                    yield Answer(pong_frame(payload))
                case _:
                    yield Answer()

    def _text(self, piece: Text) -> bytes:
        return piece.data

    def close(self, code: int) -> bytes:
        return close_frame(code)


class LineFraming(TextFraming):
    """Each line of text is a message, without the line break; a line break within a peer's message is read as a tab."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.frame = frame_each_line

    def _text(self, piece: Text) -> bytes:
        text = piece.data.replace(b"\n", b"\t")
        return text + b"\n" if piece.is_last else text
