"""The game in the document about Memory's protocol: a server sends what stands there, write by write.

In the document, S is a write of the server to us, C is what we send, O is what another player does or sends, and T is
time that passes, in seconds. A line with blanks in front goes on with what the line above began.
"""

from __future__ import annotations

import re
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.memory_cards import Stacked
from tests.doubles.memory_clients import BinaryClient, MemoryServer
from tilenet.games.memory.game import Memory

PAGE = Path(__file__).parents[3] / "docs" / "memory.md"
CARDS = ["aa", "ab", "ab", "aa"]


class Small(Memory):
    """The board of the document."""

    dim = 2


def steps(block: str) -> list[str]:
    """The lines of a transcript without comments, each in one piece and without blanks in its bytes."""
    lines = [line for line in block.splitlines() if line and not line.startswith("#")]
    joined = re.sub(r"\n +", " ", "\n".join(lines)).splitlines()
    return [line if line[0] in "OT" else line[:3] + line[3:].replace(" ", "") for line in joined]


def replay(asked: list[str]) -> list[str]:
    """Do what stands in a transcript, and put in what we are sent."""
    server = MemoryServer(Small, random=Stacked(CARDS))
    we = server.dial()
    others: list[BinaryClient] = []
    found: list[str] = []
    seen = 0

    def listen() -> None:
        nonlocal seen
        found.extend(f"S: {write.hex()}" for write in we.pipe.writes[seen:])
        seen = len(we.pipe.writes)

    listen()
    for line in asked:
        found.append(line)
        what, _, rest = line.partition(" ")
        if what == "C:":
            we.send(bytes.fromhex(rest))
        elif what == "T:":
            server.advance(float(rest))
        elif rest == "connects":
            others.append(server.dial())
        elif rest == "hangs up":
            others.pop().hang_up()
        else:
            others[-1].send(bytes.fromhex(rest))
        listen()
    assert not we.is_open, "the last thing is that we leave"
    return found


class TheGameInTheDocument(SynchronousTestCase):
    def test_is_what_a_server_sends(self) -> None:
        (block,) = re.findall(r"```memory\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        told = steps(block)
        self.assertGreater(len(told), 30)
        self.assertEqual(told, replay([line for line in told if not line.startswith("S:")]))

    def test_every_code_comes_up(self) -> None:
        (block,) = re.findall(r"```memory\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        writes = [bytes.fromhex(line[3:]) for line in steps(block) if line.startswith("S:")]
        codes = {int.from_bytes(data[:4], "little", signed=True) for data in writes if len(data) in (48, 56)}
        self.assertEqual(codes, {0, 1, 2, 3, -2, -3, -4, -5, -6, -7, -8})
