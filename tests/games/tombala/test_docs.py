"""The game in the document about Tombala's protocol: a server sends what stands there, line by line."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.tombala_clients import TombalaServer, request
from tilenet.games.tombala.door import TombalaDoor
from tilenet.games.tombala.game import TombalaGame

PAGE = Path(__file__).parents[3] / "docs" / "tombala.md"
NOON = datetime(2026, 1, 10, 12, 0, 0, 250000)
CHANCE = 1798  # the seed of a short game


class ShortGame(TombalaGame):
    def __init__(self, random: Random, **setup: Any) -> None:
        super().__init__(Random(CHANCE), **setup)


def replay(asked: list[str]) -> list[str]:
    """What ann asks (C) and is told (S), in order. bob comes into her room, and plays."""
    server = TombalaServer(room=ShortGame, command_burst=1000)
    server.tombala = TombalaDoor(server.gate, lambda: NOON)
    ann, bob = server.dial(), server.enter("bob")
    lines: list[str] = []

    def listen() -> None:
        for _ in range(5):
            told, ann.raw = ann.raw.decode(), b""
            lines.extend(f"S: {line}" for line in told.splitlines())
            if bob.told("BNUMBR"):
                bob.forget()
                if bob.game.rows > bob.game.total("bob"):
                    bob.send(request("CCINKO", seq=2, total=bob.game.rows))
                bob.send(request("CNNMBR", seq=3))

    for line in asked:
        lines.append(f"C: {line}")
        ann.send(f"{line}\n".encode())
        if line.startswith("CLROOM"):
            bob.send(request("CJROOM", seq=4, roomname="room1"))
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
