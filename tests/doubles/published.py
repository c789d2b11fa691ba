"""How the published clients of Tombala read: up to 1024 bytes at once, in which every message has to be whole."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from threading import Condition, Thread
from typing import Any

from tests.doubles.processes import PATIENCE
from tests.doubles.tombala_clients import JsonClient, request

AT_ONCE = 1024  # bytes


class PublishedReader:
    """Such a client's reader. It dies of half a message, and from then on nothing is shown to anybody."""

    def __init__(self) -> None:
        self.is_alive = True
        self.headers: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self.users: list[str] = []

    def take(self, data: bytes) -> None:
        """What one call of `recv` has given."""
        assert len(data) <= AT_ONCE
        for line in data.split(b"\n"):
            if line and self.is_alive:
                self._read(line)

    def _read(self, line: bytes) -> None:
        try:
            header, body = line[:6].decode(), json.loads(line[7:])
        except ValueError:
            self.is_alive = False
            return
        self.headers.append(header)
        if header in ("SSUCCS", "SERROR"):
            self.answers.append(body)
        elif header == "BUSRLS":
            self.users = body["userlist"]


class Slow:
    """A client in memory that reads as published ones do, every so many milliseconds, and misses nothing else."""

    def __init__(self, client: JsonClient, every: int, first: int) -> None:
        self.reader = PublishedReader()
        self._client = client
        self._every, self._due = every, first
        self._seen = len(client.raw)
        self.reader.users = client.game.users

    def pass_time(self, milliseconds: int) -> None:
        self._due -= milliseconds
        if self._due <= 0:
            self._due += self._every
            unread = self._client.raw[self._seen :]
            self.reader.take(unread[:AT_ONCE])
            self._seen += len(unread[:AT_ONCE])


class PublishedCaller:
    """Such a client at a real socket, with a thread for the reader, as the published ones have."""

    def __init__(self, port: int) -> None:
        self.reader = PublishedReader()
        self._changed = Condition()
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def ask(self, header: str, /, **body: object) -> dict[str, Any]:
        """Ask for something, and wait for the answer."""
        before = len(self.reader.answers)
        self._socket.sendall(request(header, seq=before, **body))
        self.until(f"an answer to {header}", lambda: len(self.reader.answers) > before)
        return self.reader.answers[before]

    def until(self, what: str, is_so: Callable[[], bool]) -> None:
        with self._changed:
            self._changed.wait_for(lambda: is_so() or not self.reader.is_alive, PATIENCE)
            assert self.reader.is_alive, f"{what}: the reader has died"
            assert is_so(), f"{what}: not within {PATIENCE} s, but {self.reader.users}"

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._socket.close()

    def _read(self) -> None:
        try:
            while data := self._socket.recv(AT_ONCE):
                with self._changed:
                    self.reader.take(data)
                    self._changed.notify_all()
        except OSError:
            pass  # it was closed
