"""A short game of Tombala, which is always the same; somebody who asks line by line, and another who plays alone."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from twisted.internet.address import IPv4Address

from tests.doubles.harness import Server
from tests.doubles.pipe import Pipe
from tilenet.games.tombala.door import TombalaDoor
from tilenet.games.tombala.game import TombalaGame

CHANCE = 1798  # the seed of a short game


class ShortGame(TombalaGame):
    def __init__(self, random: Random, **setup: Any) -> None:
        super().__init__(Random(CHANCE), **setup)


class Somebody:
    """A client of the door, and what it was sent."""

    def __init__(self, server: Server, door: TombalaDoor) -> None:
        self.pipe = Pipe()
        self._server = server
        self._session: Any = door.buildProtocol(IPv4Address("TCP", "127.0.0.1", 40000))
        self._session.makeConnection(self.pipe)

    def send(self, line: str) -> None:
        self._session.dataReceived(line.encode() + b"\n")
        self._server.settle()

    def told(self) -> list[str]:
        lines = self.pipe.written.decode().splitlines()
        self.pipe.written = b""
        return lines


class Other(Somebody):
    """bob, who plays on by himself."""

    def __init__(self, server: Server, door: TombalaDoor) -> None:
        super().__init__(server, door)
        self._rows: list[set[int]] = []
        self._claimed = 0
        self.send('CLOGIN:{"seq": 1, "username": "bob"}')

    def play(self) -> None:
        """Take what has come: mark, claim, proceed."""
        for line in self.told():
            header, body = line[:6], json.loads(line[7:])
            if header == "BGCARD":
                self._rows = [set(row) for row in body["gamecard"]]
            elif header == "BNUMBR":
                for row in self._rows:
                    row.discard(body["number"])
                complete = sum(not row for row in self._rows)
                if complete > self._claimed:
                    self._claimed = complete
                    self.send(f'CCINKO:{{"seq": 2, "total": {complete}}}')
                self.send('CNNMBR:{"seq": 3}')
