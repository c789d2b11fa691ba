"""One connection over which a browser asks for files, one request after the other, within bounds."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from twisted.internet.interfaces import IDelayedCall
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel
from twisted.web.server import Request

from tilenet.doors.door import Busy
from tilenet.lines.tcp import KeepAlive, set_options

if TYPE_CHECKING:
    from tilenet.doors.web import WebDoor

HEADER_BYTES = 8192  # of one request
MOST_REQUESTS = 100  # over one connection

#: Scripts, styles and connections are of this server alone; nothing is inline, and nobody else can show the page. No
#: script, of a plugin or of ours, can make markup out of text.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",  # that is: ask whether it has changed; of files, `pagefiles` says more
}


class WebRequest(Request):
    """A request without a body: nothing here takes one."""

    channel: Channel
    is_gone = False  # whether the browser has hung up

    def connectionLost(self, reason: Failure) -> None:
        self.is_gone = True
        super().connectionLost(reason)

    def gotLength(self, length: int | None) -> None:
        super().gotLength(0)
        if length != 0:
            self.requestHeaders.removeHeader(b"Expect")
            self.channel.refuse("413 Content Too Large")

    def process(self) -> None:
        self.channel.serve(self)

    def answer(self) -> None:
        """Answer it now."""
        if self.is_gone or self not in self.channel.requests:
            return  # the browser is gone, or was refused
        for name, value in HEADERS.items():
            self.setHeader(name, value)
        self.channel.requests_left -= 1
        if not self.channel.requests_left:
            self.setHeader("Connection", "close")
            self.channel.persistent = False
        super().process()  # that is: render


class Channel(HTTPChannel):
    """A connection over which a browser asks for files, until it opens a WebSocket or has been idle for too long."""

    site: WebDoor
    host: str
    requests_left = MOST_REQUESTS
    _header_bytes = 0
    _has_begun = False  # whether something of the next request has come
    _is_counted = False
    _held: WebRequest | None = None  # a request that waits until the browser has taken the answers before it
    _stalled: IDelayedCall | None = None  # while it takes none: the end of the connection

    MAX_LENGTH = HEADER_BYTES

    def connectionMade(self) -> None:
        gate = self.site.gate
        self._is_counted = True
        gate.visits.came(self, self.host)
        with suppress(OSError):  # the browser is gone already, and the reactor is about to say so
            set_options(self.transport, KeepAlive.of(gate.limits))
        super().connectionMade()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._leave()
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:
        # Not as the base class does: there each byte gives a slow client another 15 s.
        self._has_begun = True
        super(HTTPChannel, self).dataReceived(data)

    def serve(self, request: WebRequest) -> None:
        """Answer a request when its turn comes: many can come at once, and rooms need the server's time, too."""
        if self._stalled is not None:
            self._held = request
        else:
            self.site.gate.world.turn.do(request.answer, self.site)

    def pauseProducing(self) -> None:
        """The browser does not take its answers as fast as they come."""
        super().pauseProducing()
        if self._stalled is None and self._is_counted:
            transport: Any = self.transport
            seconds = self.site.gate.limits.stall_seconds
            self._stalled = self.site.gate.clock.callLater(seconds, transport.abortConnection)

    def resumeProducing(self) -> None:
        super().resumeProducing()
        self._take_on()
        held, self._held = self._held, None
        if held is not None:
            self.serve(held)

    def _take_on(self) -> None:
        """The browser takes its answers again, or is gone."""
        if self._stalled is not None and self._stalled.active():
            self._stalled.cancel()
        self._stalled = None

    def requestDone(self, request: Request) -> None:
        self._has_begun = False
        super().requestDone(request)

    def lineReceived(self, line: bytes) -> None:
        self._header_bytes = self._header_bytes + len(line) if line else 0
        if self._header_bytes > HEADER_BYTES:
            self.refuse("431 Request Header Fields Too Large")
        else:
            super().lineReceived(line)

    def lineLengthExceeded(self, line: bytes) -> None:
        self.refuse("431 Request Header Fields Too Large")

    def timeoutConnection(self) -> None:
        self.refuse("408 Request Timeout" if self._has_begun else "")

    def make_room(self) -> None:
        """Another browser needs the place. This one has a moment to take what it was sent."""
        self.hand_over(Busy(self.site.tilenet, b"", self.site.gate.limits.closing_seconds))

    def refuse(self, status: str) -> None:
        """Say no, if there is something to answer, and close."""
        self.hand_over(Busy(self.site.tilenet, short_answer(status) if status else b""))

    def hand_over(self, protocol: Protocol) -> None:
        """HTTP is over on this connection: from now on it is another protocol's."""
        transport: Any = self.transport
        self._leave()
        self.setTimeout(None)
        transport.unregisterProducer()
        self.requests.clear()
        self.setRawMode()
        self.dataReceived = self.rawDataReceived = protocol.dataReceived  # type: ignore[method-assign]
        self.connectionLost = protocol.connectionLost  # type: ignore[method-assign]
        protocol.makeConnection(transport)

    def _leave(self) -> None:
        self._take_on()
        self._held = None
        if self._is_counted:
            self._is_counted = False
            self.site.gate.visits.gone(self)


def short_answer(status: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode()
