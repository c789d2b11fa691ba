"""Links to tables as QR codes, to show across a room: GET /qr/NAME.svg?at=PAGE, where the page says where it is.

The server may not know by what address people reach it, but the page does. Only links to the host that the request
itself is for are drawn, and to the address that the server goes by: so nobody gets codes here that lead elsewhere.
"""

from __future__ import annotations

import re
from io import BytesIO
from urllib.parse import urlsplit

import segno

from tilenet.doors.gate import Gate
from tilenet.doors.handshake import address_of
from tilenet.doors.webchannel import WebRequest
from tilenet.limits import Bucket, Buckets, origin_of

FOLDER = b"/qr/"
KIND = "image/svg+xml"
CACHE = "private, max-age=86400"  # a link always looks the same; nobody else's cache need know who is invited
PER_SECOND, BURST = 1, 20  # codes from one address; this machine is exempt
ALL_PER_SECOND, ALL_BURST = 4, 20  # codes that are made, for all: each takes this process some hundredths of a second
KEPT = 256  # codes that need not be made again
QUIET = 4  # modules around a code, as readers want it

_PATH = re.compile(rb"/qr/([a-z0-9-]{1,64})\.svg")
_HOST = re.compile(r"[a-z0-9.:\[\]-]{1,260}")
_FOLDER = re.compile(r"/(?:[\w.~-]{1,40}/){0,4}", re.ASCII)  # of the page
LONGEST = 160  # characters of a link: a longer one takes much longer to draw, and is hard to read for a camera


class NoCode(Exception):
    """No code is drawn; the text says why."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class InvitationCodes:
    """Draws them, not too many for one address."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._drawn = Buckets(PER_SECOND, BURST, gate.clock.seconds)
        self._made = Bucket(ALL_PER_SECOND, ALL_BURST, gate.clock.seconds)
        self._kept: dict[str, bytes] = {}  # by the link; those asked for longest ago come first

    def draw(self, request: WebRequest) -> bytes:
        """The code that was asked for. Raises NoCode."""
        link = _link(request, self._gate.world.building.links.web)
        if link is None or len(link) > LONGEST:
            raise NoCode(404, "There is no such code.")
        origin = origin_of(address_of(request.requestHeaders, request.channel.host, self._gate.proxies))
        if origin and self._drawn.of(origin).take():
            raise NoCode(429, "Too many codes. Try again soon.")
        code = self._kept.pop(link, None)
        if code is None:
            if self._made.take():
                raise NoCode(429, "Too many codes. Try again soon.")
            code = _code(link)
        self._kept[link] = code
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return code


def _link(request: WebRequest, ours: str) -> str | None:
    """The link that a code is for: the page's address, and what comes behind `#/`."""
    found = _PATH.fullmatch(request.path)
    pages, hosts = request.args.get(b"at", []), request.requestHeaders.getRawHeaders(b"Host", [])
    if found is None or len(pages) != 1 or len(hosts) != 1:
        return None
    if ours and pages[0] == ours.encode():
        return f"{ours}#/{found[1].decode()}"
    host = hosts[0].decode("latin-1").lower()
    try:
        scheme, place, path, query, fragment = urlsplit(pages[0].decode("ascii"))
    except ValueError:
        return None
    is_ours = scheme in ("http", "https") and place.lower() == host and _HOST.fullmatch(host) is not None
    if not is_ours or not _FOLDER.fullmatch(path) or query or fragment:
        return None
    return f"{scheme}://{host}{path}#/{found[1].decode()}"


def _code(link: str) -> bytes:
    out = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(out, kind="svg", border=QUIET, light="#fff", omitsize=True, xmldecl=False, nl=False)
    return out.getvalue()
