"""How the published clients of Tombala read: up to 1024 bytes at once, in which every message has to be whole."""

from __future__ import annotations

import json
from typing import Any

from tests.doubles.tombala_clients import JsonClient

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
