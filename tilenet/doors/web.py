"""The door for browsers: the page that they play with, and the WebSockets that it opens.

GET /            the page
GET /v/          the files that it needs, by paths that change with them (`pagefiles`); they are at /, too
GET /replays/    the files of finished games that everybody may see (`replayfiles`)
GET /tables/     what somebody who has a table's code may know before the login
GET /qr/         links as QR codes (`invitationcodes`)
GET /plugins/    the files of skins that come with games; /plugins.json says which module draws which kind of room
GET /tilenet     a WebSocket that carries TileNet 1.0 (`websocket`)
GET /            as a WebSocket, TileNet in JSON, as another kind of client speaks it (`jsondoor`)
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from twisted.internet.interfaces import IAddress
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.http import CACHED
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Site

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
from tilenet.doors.invitationcodes import CACHE, KIND, InvitationCodes, NoCode
from tilenet.doors.invitationcodes import FOLDER as CODES
from tilenet.doors.jsondoor import JsonDoor
from tilenet.doors.pagefiles import PageFiles
from tilenet.doors.replayfiles import FOLDER, NotSent, ReplayFiles
from tilenet.doors.session import LOGGED
from tilenet.doors.webchannel import Channel, WebRequest, short_answer
from tilenet.doors.websocket import WebSocketDoor
from tilenet.text import plain
from tilenet.world.rooms.host import TooOften

TIMEOUT = 15  # seconds from connecting, or from an answer, to the next whole request
METHODS = b"GET", b"HEAD"
TABLES = b"/tables/"


class Page(Resource):
    """All that there is to ask for: files, and WebSockets."""

    log = Logger()
    isLeaf = True
    is_for_this_machine = False  # whether only browsers on this machine can reach it

    def __init__(self, gate: Gate, doors: dict[bytes, Door]) -> None:
        super().__init__()
        self._gate = gate
        self._doors = doors
        self._replays = ReplayFiles(gate)
        self._codes = InvitationCodes(gate)
        self._files = PageFiles(gate.world.building.games)

    def render(self, request: WebRequest) -> bytes | int:
        body = self._answer(request)
        if request.method != b"HEAD" or not isinstance(body, bytes) or not body:
            return body
        request.setHeader("Content-Length", str(len(body)))
        request.finish()  # Twisted would leave out the body, too, but with a line in the log
        return NOT_DONE_YET

    def _answer(self, request: WebRequest) -> bytes | int:
        if self.is_for_this_machine and (host := strange_host(request.requestHeaders, self._gate.hosts)) is not None:
            return self._misdirected(request, host)
        if request.method not in METHODS:
            request.setHeader("Allow", b", ".join(METHODS))
            return _text(request, 405, "There is nothing to change here.")
        if request.method == b"GET" and request.path in self._doors and wants_upgrade(request.requestHeaders):
            return self._open(request, self._doors[request.path])
        if request.path.startswith(FOLDER):
            return self._replay(request)
        if request.path.startswith(TABLES):
            return self._table(request)
        if request.path.startswith(CODES):
            return self._code(request)
        found = self._files.find(request.path)
        if found is None:
            if request.path in self._doors:
                request.setHeader("Upgrade", "websocket")
                return _text(request, 426, "This is a WebSocket.")
            return _text(request, 404, "There is no such page.")
        file, cache = found
        request.setHeader("Cache-Control", cache)
        is_packed = takes_gzip(request.requestHeaders)
        request.setHeader("Vary", "Accept-Encoding")
        if request.setETag(file.packed_etag if is_packed else file.etag) is CACHED:
            return b""
        request.setHeader("Content-Type", file.kind)
        if not is_packed:
            return file.content
        request.setHeader("Content-Encoding", "gzip")
        return file.packed

    def _code(self, request: WebRequest) -> bytes:
        try:
            code = self._codes.draw(request)
        except NoCode as error:
            return _text(request, error.code, str(error))
        request.setHeader("Content-Type", KIND)
        request.setHeader("Cache-Control", CACHE)
        return code

    def _table(self, request: WebRequest) -> bytes:
        """Who invites to what: for the page, before somebody who has followed a link logs in."""
        address = address_of(request.requestHeaders, request.channel.host, self._gate.proxies)
        request.setHeader("Cache-Control", "no-store")
        try:
            found = self._gate.world.table_about(request.path.removeprefix(TABLES).decode("latin-1"), address)
        except TooOften as error:
            request.setHeader("Retry-After", str(error.seconds))
            return _text(request, 429, "Too many wrong codes. Try again later.")
        if found is None:
            return _text(request, 404, "There is no table with that code, or it has closed.")
        request.setHeader("Content-Type", "application/json")
        return json.dumps(found).encode()

    def _replay(self, request: WebRequest) -> bytes | int:
        """A file that is sent when it has been read."""
        try:
            read = self._replays.read(request)
        except NotSent as error:
            return _text(request, error.code, str(error))
        read.addCallbacks(partial(self._send, request), partial(self._do_not_send, request))
        return NOT_DONE_YET

    def _send(self, request: WebRequest, data: bytes) -> None:
        if not request.is_gone:
            request.setHeader("Content-Type", "application/gzip")
            self._finish(request, data)

    def _do_not_send(self, request: WebRequest, failure: Failure) -> None:
        error = failure.value
        if not request.is_gone:
            known = error if isinstance(error, NotSent) else NotSent(500, "It cannot be read.")
            self._finish(request, _text(request, known.code, str(known)))

    def _finish(self, request: WebRequest, body: bytes) -> None:
        request.setHeader("Content-Length", str(len(body)))
        if request.method != b"HEAD":
            request.write(body)
        request.finish()

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
                return Busy(self.tilenet, short_answer("503 Service Unavailable"))
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
