"""The door for browsers: the page that they play with, and the WebSockets that it opens.

GET /            the page, and the files that it needs
GET /tilenet     a WebSocket that carries TileNet 1.0 (`websocket`)
GET /            as a WebSocket, TileNet in JSON, as another kind of client speaks it (`jsondoor`)
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from twisted.internet.interfaces import IAddress, IDelayedCall
from twisted.internet.protocol import Protocol, connectionDone
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.http import CACHED, HTTPChannel
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request, Site

from tilenet.doors.arrivals import Reception
from tilenet.doors.door import Busy, Door
from tilenet.doors.gate import Gate
from tilenet.doors.handshake import (
    VERSION,
    address_of,
    answer,
    has_version,
    is_loopback,
    is_welcome,
    strange_host,
    takes_gzip,
    wants_upgrade,
)
from tilenet.doors.jsondoor import JsonDoor
from tilenet.doors.pagefiles import page_files
from tilenet.doors.session import LOGGED
from tilenet.doors.websocket import WebSocketDoor
from tilenet.lines.tcp import KeepAlive, set_options
from tilenet.text import plain

TIMEOUT = 15  # seconds from connecting, or from an answer, to the next whole request
HEADER_BYTES = 8192  # of one request
METHODS = b"GET", b"HEAD"  # the same to us: Twisted leaves out what a HEAD is not to get
MOST_REQUESTS = 100  # over one connection

#: Scripts, styles and connections are of this server alone; nothing is inline, and nobody else can show the page.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",  # that is: ask whether it has changed
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
        gate.visits.came(self.host)
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

    def refuse(self, status: str) -> None:
        """Say no, if there is something to answer, and close."""
        self.hand_over(Busy(self.site.tilenet, _short_answer(status) if status else b""))

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
            self.site.gate.visits.gone(self.host)


def _short_answer(status: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode()


class Page(Resource):
    """All that there is to ask for: files, and WebSockets."""

    log = Logger()
    isLeaf = True
    is_for_this_machine = False  # whether only browsers on this machine can reach it

    def __init__(self, gate: Gate, doors: dict[bytes, Door]) -> None:
        super().__init__()
        self._gate = gate
        self._doors = doors
        self._files = page_files()

    def render(self, request: WebRequest) -> bytes | int:
        if self.is_for_this_machine and (host := strange_host(request.requestHeaders, self._gate.hosts)) is not None:
            return self._misdirected(request, host)
        if request.method not in METHODS:
            request.setHeader("Allow", b", ".join(METHODS))
            return _text(request, 405, "There is nothing to change here.")
        if request.method == b"GET" and request.path in self._doors and wants_upgrade(request.requestHeaders):
            return self._open(request, self._doors[request.path])
        file = self._files.get(request.path)
        if file is None:
            if request.path in self._doors:
                request.setHeader("Upgrade", "websocket")
                return _text(request, 426, "This is a WebSocket.")
            return _text(request, 404, "There is no such page.")
        is_packed = takes_gzip(request.requestHeaders)
        request.setHeader("Vary", "Accept-Encoding")
        if request.setETag(file.packed_etag if is_packed else file.etag) is CACHED:
            return b""
        request.setHeader("Content-Type", file.kind)
        if not is_packed:
            return file.content
        request.setHeader("Content-Encoding", "gzip")
        return file.packed

    def _misdirected(self, request: WebRequest, host: str) -> bytes:
        self.log.warn(
            "Refused a request from {client} for {host}; --web-host {host} would allow it",
            client=request.channel.host,
            host=plain(host[:LOGGED]),
        )
        return _text(request, 421, "This server does not go by that name. The option --web-host can give it one.")

    def _open(self, request: WebRequest, door: Door) -> bytes | int:
        headers = request.requestHeaders
        if not has_version(headers):
            request.setHeader("Sec-WebSocket-Version", VERSION)
            return _text(request, 426, "Only version 13 of WebSocket is spoken here.")
        if not is_welcome(headers, self._gate.origins):
            return _text(request, 403, "This page is not from this server.")
        preface = answer(headers)
        if preface is None or request.clientproto != b"HTTP/1.1":
            return _text(request, 400, "This is not a WebSocket handshake.")
        channel = request.channel
        protocol = door.admit(address_of(headers, channel.host, self._gate.proxies), preface)
        if protocol is None:
            return _text(request, 503, "Too many connections from there. Try again later.")
        channel.hand_over(protocol)
        return NOT_DONE_YET


_PHRASES = {421: b"Misdirected Request", 426: b"Upgrade Required"}  # those that Twisted does not know


def _text(request: WebRequest, code: int, text: str) -> bytes:
    request.setResponseCode(code, _PHRASES.get(code))
    request.setHeader("Content-Type", "text/plain; charset=utf-8")
    return f"{text}\n".encode()


class WebDoor(Site):
    """The door for browsers."""

    noisy = False
    protocol: Any = Channel
    schemes = "http", "https"

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.tilenet = WebSocketDoor(gate)
        self._page = Page(gate, {b"/tilenet": self.tilenet, b"/": JsonDoor(gate)})
        super().__init__(self._page, requestFactory=WebRequest, timeout=TIMEOUT, reactor=gate.clock)

    def buildProtocol(self, addr: IAddress | None) -> Any:
        host = getattr(addr, "host", None) or "local"
        match self.gate.visits.receive(host):
            case Reception.TELL_BUSY:
                return Busy(self.tilenet, _short_answer("503 Service Unavailable"))
            case Reception.HANG_UP:
                return None
        channel: Any = super().buildProtocol(addr)
        channel.host = host
        return channel

    def listens_on(self, address: str) -> None:
        """Browsers reach it at this address; at one of this machine alone, only by names that are known here."""
        self._page.is_for_this_machine = is_loopback(address)

    def startFactory(self) -> None:
        """There is no log of requests: nobody could fill it, and nobody would read it."""

    def stopFactory(self) -> None:
        """So there is none to close."""

    def log(self, request: object) -> None:
        """Nor to write to."""
