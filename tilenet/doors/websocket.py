"""TileNet 1.0 over WebSocket, as browsers speak it: the same document as on TCP, in text messages.

-> text       a part of the client's document, cut anywhere
<- text       whole tags: all that one turn of the reactor has for this client
<- text       a line break, when there was nothing else for a while: so proxies and scripts see that the server is there
-> ping       answered, and paid for like a command
-> close      the connection is lost; the seat is held, as on TCP
<- close      always the last frame, with a code that says why
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from tilenet.doors.session import WRONG, Dialect, Session
from tilenet.doors.throttle import EMPTY_READ
from tilenet.doors.tilenet import TileNetDialect, TileNetDoor
from tilenet.lines.frames import (
    FAILED,
    GOING_AWAY,
    NORMAL,
    TRY_LATER,
    Close,
    FrameReader,
    Ping,
    Pong,
    Text,
    Violation,
    close_frame,
    pong_frame,
    text_frame,
)
from tilenet.lines.websocket import WEBSOCKETS, FrameLine
from tilenet.wire.messages import Logout

HEARTBEAT = 20.0  # seconds in which every client is sent something


class FrameDialect(Dialect[Any]):
    """What clients over WebSocket have in common, whatever their messages say."""

    line: FrameLine

    def __init__(self, session: Session, *args: Any) -> None:
        super().__init__(session, *args)
        self._reader = FrameReader()

    def decode(self, data: bytes) -> Iterable[Any]:
        messages: list[Any] = []
        for piece in self._reader.feed(data):
            if isinstance(piece, Text):
                found = self.read(piece)
                messages += found
                if not found:  # work all the same
                    self.session.spend(EMPTY_READ if piece.data else 1)
            else:
                messages.append(piece)
        return messages

    @abstractmethod
    def read(self, piece: Text) -> list[Any]:
        """The messages that a piece of text completes."""

    @abstractmethod
    def obey(self, message: Any) -> None:
        """Do what such a message says."""

    def handle(self, message: Any) -> None:
        match message:
            case Ping(data):
                self.line.put(pong_frame(data))
            case Pong():
                pass
            case Close(code):
                self.line.close_code = code
                self.session.hung_up()
            case Violation(code, reason):
                self.line.close_code = code
                self.session.end(f"Error: {reason}.")
            case _:
                self.obey(message)

    def farewell(self, reason: str) -> bytes:
        if reason == WRONG:
            self.line.close_code = FAILED
        elif self.session.gate.status == "closed":
            self.line.close_code = GOING_AWAY
        return super().farewell(reason)


class WebSocketDialect(FrameDialect, TileNetDialect):
    """A browser that speaks TileNet."""

    def greet(self) -> None:
        super().greet()
        self.session.later(HEARTBEAT / 2, self._beat)

    def _beat(self) -> None:
        """Send something to a client that got nothing since the last beat: so it gets something every two beats."""
        if self.line.is_quiet:
            self.line.send(b"\n")
        self.line.is_quiet = True
        self.session.later(HEARTBEAT / 2, self._beat)

    def read(self, piece: Text) -> list[Any]:
        return [*TileNetDialect.decode(self, piece.data)]

    def obey(self, message: Any) -> None:
        if isinstance(message, Logout):
            self.line.close_code = NORMAL
        TileNetDialect.handle(self, message)


class WebSocketDoor(TileNetDoor):
    """The door for browsers that speak TileNet. Connections come to it after a handshake; see `web`."""

    lines = WEBSOCKETS

    def dialect(self, session: Session) -> WebSocketDialect:
        return WebSocketDialect(session, self.gate)

    def busy(self) -> bytes:
        return text_frame(super().busy()) + close_frame(TRY_LATER)
