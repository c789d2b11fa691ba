"""The game in the document about Tombala's protocol: a server sends what stands there, line by line."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.pipe import Pipe
from tests.doubles.tombala_clients import TombalaServer
from tilenet.games.tombala.door import TombalaDoor
from tilenet.games.tombala.game import TombalaGame

PAGE = Path(__file__).parents[3] / "docs" / "tombala.md"
CHANCE = 1798  # the seed of a short game
NOON = datetime(2026, 1, 10, 12, 0, 0, 250000)


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


def replay(asked: list[str]) -> list[str]:
    """What ann asks (C) and is told (S), in order. bob comes into her room, and plays."""
    server = TombalaServer(room=ShortGame, command_burst=1000)
    door = TombalaDoor(server.gate, lambda: NOON)
    ann, bob = Somebody(server, door), Other(server, door)
    lines: list[str] = []

    def listen() -> None:
        for _ in range(5):
            lines.extend(f"S: {line}" for line in ann.told())
            bob.play()

    for line in asked:
        lines.append(f"C: {line}")
        ann.send(line)
        if line.startswith("CLROOM"):
            bob.send('CJROOM:{"seq": 4, "roomname": "room1"}')
        if line.startswith("CJROOM"):
            listen()
            server.advance(10)
        listen()
    return lines


class TheGameInTheDocument(SynchronousTestCase):
    def test_is_what_a_server_sends(self) -> None:
        (block,) = re.findall(r"```tombala\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        told = [line.partition("  #")[0] for line in block.splitlines() if line and not line.startswith("#")]
        self.assertEqual(told, replay([line[3:] for line in told if line.startswith("C: ")]))
