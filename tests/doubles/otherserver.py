"""A TileNet server by somebody else: it says what a test tells it to, one client at a time."""

from __future__ import annotations

import re
import socket
import threading
from types import TracebackType

from tests.doubles.processes import PATIENCE

OPENING = (
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE server SYSTEM "http://putable.com/TileNet/TileNet1.0.dtd">'
    '<server version="1.1" group="Müller &amp; Søn" name="Brettspiele" status="{status}">'
)


class OtherServer:
    """Listens on a free port, speaks first, and keeps what it was told."""

    def __init__(self, first_words: str = OPENING.format(status="open")) -> None:
        self.told = ""
        self._first_words = first_words
        self._news = threading.Condition()
        self._client: socket.socket | None = None
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> OtherServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with client:
                client.sendall(self._first_words.encode())
                with self._news:
                    self._client = client
                    self._news.notify_all()
                self._listen_to(client)

    def _listen_to(self, client: socket.socket) -> None:
        try:
            while data := client.recv(65536):
                with self._news:
                    self.told += data.decode()
                    self._news.notify_all()
        except OSError:
            return

    def hears(self, pattern: str) -> re.Match[str]:
        """Wait until the client has said it; what came before it is not looked at again."""
        found: list[re.Match[str] | None] = []

        def is_there() -> bool:
            found[:] = [re.search(pattern, self.told)]
            return found[0] is not None

        with self._news:
            assert self._news.wait_for(is_there, PATIENCE), f"no {pattern!r} in {self.told!r}"
            match = found[0]
            assert match is not None
            self.told = self.told[match.end() :]
        return match

    def says(self, *tags: str) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self._client is not None, PATIENCE)
            assert self._client is not None
            self._client.sendall("\n".join(tags).encode())

    def hang_up(self) -> None:
        with self._news:
            client, self._client = self._client, None
        if client is not None:
            try:
                client.shutdown(socket.SHUT_RDWR)
            except OSError:
                return
