"""The game in the document about Tombala's protocol: a server sends what stands there, line by line."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.tombala_clients import TombalaServer
from tests.doubles.tombala_shortgame import Other, ShortGame, Somebody
from tilenet.games.tombala.door import TombalaDoor

PAGE = Path(__file__).parents[3] / "docs" / "tombala.md"
NOON = datetime(2026, 1, 10, 12, 0, 0, 250000)


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
