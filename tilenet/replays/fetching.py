"""Fetching a recording from the server that keeps it, by an address that somebody has copied."""

from __future__ import annotations

import socket
import ssl
from http.client import HTTPException, InvalidURL, RemoteDisconnected
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from tilenet.replays.recording import LARGEST, SUFFIX
from tilenet.replays.shelf import is_id
from tilenet.text import plain

SECONDS = 20.0  # for which a server may be silent
SCHEMES = ("http", "https")


class NotFetched(Exception):
    """There is nothing at this address; the text says why, as the end of a sentence."""


def is_address(text: str) -> bool:
    return text.startswith(tuple(f"{scheme}://" for scheme in SCHEMES))


def address_of(link: str) -> str:
    """The address of the file; a link to a replay, as browsers copy it, stands for that. Raises NotFetched."""
    try:
        scheme, host, path, _, fragment = urlsplit(link)
    except ValueError:
        raise NotFetched("it is not an address") from None
    if not fragment:
        return link
    match [part for part in unquote(fragment).lower().split("/") if part]:
        case ["replays", id] if is_id(id):
            folder = path[: path.rfind("/") + 1] or "/"
            return urlunsplit((scheme, host, f"{folder}replays/{id}{SUFFIX}", "", ""))
    raise NotFetched("it is the address of a room, and not of a replay")


def fetched(link: str) -> bytes:
    """What is at this address. Raises NotFetched."""
    address = address_of(link)
    try:
        with build_opener(_SameKind).open(address, timeout=SECONDS) as answer:
            data: bytes = answer.read(LARGEST + 1)
    except HTTPError as error:
        with error:
            raise NotFetched(_refusal(error.code)) from None
    except (OSError, HTTPException, ValueError) as error:
        raise NotFetched(_why(error)) from None
    if len(data) > LARGEST:
        raise NotFetched(f"it has more than {LARGEST // 2**20} MiB")
    return data


class _SameKind(HTTPRedirectHandler):
    """Follows a redirection only to another place in the web."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        if urlsplit(newurl).scheme not in SCHEMES:
            raise NotFetched("the server leads elsewhere")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _refusal(code: int) -> str:
    match code:
        case 301 | 302 | 303 | 307 | 308:
            return "the server leads elsewhere"
        case 404:
            return "the server has no such replay, or not for everybody"
        case 503:
            return "the server is busy; try again soon"
    return f"the server answers with error {code}"


def _why(error: Exception) -> str:
    """In plain words."""
    match error:
        case URLError(reason=Exception() as reason):
            return _why(reason)
        case TimeoutError():
            return "the server does not answer"
        case socket.gaierror():
            return "there is no server of that name"
        case ssl.SSLCertVerificationError(verify_message=message):
            return f"the certificate of the server is not valid: {plain(message)}"
        case ssl.SSLError() | RemoteDisconnected():
            return "the server does not answer as it should; is it http or https?"
        case OSError(strerror=str(text)):
            return plain(text[:1].lower() + text[1:])
        case InvalidURL() | ValueError() | URLError():
            return "it is not an address"
    return "the answer of the server is damaged"
