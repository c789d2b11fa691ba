"""Addresses of replays, as people copy them; and why nothing could be fetched, in plain words."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from http.client import BadStatusLine, InvalidURL, RemoteDisconnected
from typing import Any
from urllib.error import HTTPError, URLError

from twisted.trial.unittest import SynchronousTestCase

from tilenet.replays import fetching
from tilenet.replays.fetching import NotFetched, address_of, fetched

LINKS: Mapping[str, str] = {
    "http://localhost:8080/#/replays/set-abcdefgh": "http://localhost:8080/replays/set-abcdefgh.jsonl.gz",
    "http://localhost:8080#/replays/set-abcdefgh": "http://localhost:8080/replays/set-abcdefgh.jsonl.gz",
    "https://example.org/games/?x=1#/Replays/SET-abcdefgh/": "https://example.org/games/replays/set-abcdefgh.jsonl.gz",
    "https://example.org/replays/set-abcdefgh.jsonl.gz": "https://example.org/replays/set-abcdefgh.jsonl.gz",
}

REFUSED = ConnectionRefusedError(111, "Connection refused")

#: What goes wrong, and how it is said.
WORDS: list[tuple[Exception, str]] = [
    (URLError(REFUSED), "connection refused"),
    (ConnectionResetError(104, "Connection reset by peer"), "connection reset by peer"),
    (URLError(socket.gaierror(-2, "Name or service not known")), "there is no server of that name"),
    (URLError(TimeoutError("timed out")), "the server does not answer"),
    (TimeoutError("timed out"), "the server does not answer"),
    (
        URLError(ssl.SSLError(1, "WRONG_VERSION_NUMBER")),
        "the server does not answer as it should; is it http or https?",
    ),
    (RemoteDisconnected("Remote end closed"), "the server does not answer as it should; is it http or https?"),
    (BadStatusLine("\x1b[2J"), "the answer of the server is damaged"),
    (URLError("no host given"), "it is not an address"),
    (InvalidURL("nonnumeric port"), "it is not an address"),
    (HTTPError("", 404, "Not Found", None, None), "the server has no such replay, or not for everybody"),  # type: ignore[arg-type]
    (HTTPError("", 503, "Busy", None, None), "the server is busy; try again soon"),  # type: ignore[arg-type]
    (HTTPError("", 500, "\x1b[2J", None, None), "the server answers with error 500"),  # type: ignore[arg-type]
]


class Fetching(SynchronousTestCase):
    def test_a_link_that_browsers_copy_stands_for_the_file(self) -> None:
        for link, address in LINKS.items():
            self.assertEqual(address_of(link), address)

    def test_a_link_to_something_else_is_refused(self) -> None:
        for link in ("http://localhost/#/set", "http://localhost/#/replays", "http://localhost/#/replays/..%2f..%2fx"):
            with self.assertRaisesRegex(NotFetched, "it is the address of a room, and not of a replay"):
                address_of(link)

    def test_what_goes_wrong_is_said_in_plain_words(self) -> None:
        for error, words in WORDS:

            class Opener:
                def open(self, address: str, timeout: float, error: Exception = error) -> Any:
                    raise error

            def opener(*_: object, made: type[Opener] = Opener) -> Opener:
                return made()

            self.patch(fetching, "build_opener", opener)
            with self.assertRaises(NotFetched) as raised:
                fetched("http://localhost/x")
            self.assertEqual(str(raised.exception), words)
