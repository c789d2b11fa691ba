"""TileNet 1.0 over WebSocket, as browsers speak it: the same document as on TCP, in text messages.

-> text       a part of the client's document, cut anywhere
<- text       whole tags: all that one turn of the reactor has for this client
<- text       a line break, when there was nothing else for a while: so proxies and scripts see that the server is there
-> ping       answered, and paid for like a command
-> close      the connection is lost; the seat is held, as on TCP
<- close      always the last frame, with a code that says why
"""

from __future__ import annotations

from tilenet.doors.session import Session
from tilenet.doors.tilenet import TileNetDialect, TileNetDoor
from tilenet.lines.frames import close_frame, text_frame
from tilenet.lines.framing import TRY_LATER
from tilenet.lines.websocket import TextFraming

HEARTBEAT = 5.0  # seconds in which every client is sent something: the page worries after 10


class WebSocketDialect(TileNetDialect):
    """A browser that speaks TileNet. It is sent something now and then, so that it knows that the server is there."""

    __slots__ = ()

    def greet(self) -> None:
        super().greet()
        self.session.later(HEARTBEAT / 2, self._beat)

    def _beat(self) -> None:
        """Send something to a client that got nothing since the last beat: so it gets something every two beats."""
        if self.line.is_quiet:
            self.line.send(b"\n")
        self.line.is_quiet = True
        self.session.later(HEARTBEAT / 2, self._beat)


class WebSocketDoor(TileNetDoor):
    """The door for browsers that speak TileNet. Connections come to it after a handshake; see `web`."""

    framing = TextFraming

    def dialect(self, session: Session) -> WebSocketDialect:
        return WebSocketDialect(session, self.gate)

    def busy(self) -> bytes:
        return text_frame(super().busy()) + close_frame(TRY_LATER)
