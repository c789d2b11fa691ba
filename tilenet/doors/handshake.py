"""The opening handshake of WebSocket (RFC 6455), and who may open one: whose page it is, by what name it reached this
server, and where the user is."""

from __future__ import annotations

import ipaddress
from base64 import b64decode
from collections.abc import Container, Sequence
from urllib.parse import urlsplit

from twisted.web.http_headers import Headers
from wsproto.utilities import generate_accept_token

VERSION = b"13"


def wants_upgrade(headers: Headers) -> bool:
    return b"websocket" in _words(headers, b"Upgrade") and b"upgrade" in _words(headers, b"Connection")


def takes_gzip(headers: Headers) -> bool:
    return b"gzip" in _words(headers, b"Accept-Encoding")


def answer(headers: Headers) -> bytes | None:
    """The answer to a valid handshake, which accepts no extension and no subprotocol; None if it is not valid."""
    keys = headers.getRawHeaders(b"Sec-WebSocket-Key", [])
    if len(keys) != 1 or not _is_key(keys[0]):
        return None
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
        + generate_accept_token(keys[0])
        + b"\r\n\r\n"
    )


def has_version(headers: Headers) -> bool:
    return headers.getRawHeaders(b"Sec-WebSocket-Version", []) == [VERSION]


def is_welcome(headers: Headers, origins: Container[str]) -> bool:
    """Whether the page that opens the connection is of this host, or of one of these; other programs have no page."""
    given = headers.getRawHeaders("Origin", [])
    if not given:
        return True
    if len(given) > 1:
        return False
    origin = given[0].lower()
    hosts = [host.lower() for host in headers.getRawHeaders("Host", [])]
    return origin in origins or (
        len(hosts) == 1 and origin.startswith(("http://", "https://")) and _host(origin) == hosts[0]
    )


def strange_host(headers: Headers, hosts: Container[str]) -> str | None:
    """The name that a request is for, if it is neither an address, nor localhost, nor one of these.

    The owner of any name can let it lead to this machine, and then a page of theirs counts as a page of this server
    (DNS rebinding). Nobody can do that with an address. Requests without a `Host` do not come from browsers.
    """
    for host in headers.getRawHeaders(b"Host", []):
        name = _name(host.decode("latin-1"))
        if name != "localhost" and name not in hosts and not _is_address(name):
            return name
    return None


def is_loopback(address: str) -> bool:
    """Whether this is an address that only this machine can reach, also if it is an IPv4 address in IPv6's notation."""
    if not _is_address(address):
        return False
    found = ipaddress.ip_address(address)
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback


def address_of(headers: Headers, peer: str, proxies: Container[str]) -> str:
    """Where a user is: a proxy that is trusted says whom it speaks for, and nobody else is believed."""
    address = peer
    for entry in reversed(",".join(headers.getRawHeaders("X-Forwarded-For", [])).split(",")):
        if address not in proxies:
            break
        try:
            address = str(ipaddress.ip_address(entry.strip()))
        except ValueError:
            break
    return address


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _name(host: str) -> str:
    """A `Host` without the port."""
    host = host.strip().lower()
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return name.removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_key(key: bytes) -> bool:
    try:
        return len(b64decode(key, validate=True)) == 16
    except ValueError:
        return False


def _words(headers: Headers, name: bytes) -> Sequence[bytes]:
    return [word.strip().lower() for value in headers.getRawHeaders(name, []) for word in value.split(b",")]
