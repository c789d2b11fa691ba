"""Plays a transcript: a text of what people do, and after each act, indented, every line that anybody is sent.

ann logs in as NAME     a TileNet client, which may go on with a password: `ann logs in as ann, sesame`
bela connects to Tombala    a client that speaks Tombala's own protocol
ann sends LINE          any line, through either door
ann clicks NAME         the tile of that name, or `cell 1 2`; `presses` for keys
ann says TEXT           to the room; `says TEXT to bob` to somebody in it
ann is lost             the connection breaks
2 s pass

`python -m tests.transcripts.play` writes the answers anew: read the difference before you commit it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from twisted.internet.task import Clock

from tests.doubles.harness import Client, Server
from tests.doubles.model import click, press, say
from tests.doubles.pipe import Caller
from tests.doubles.store import MemoryStore
from tilenet.catalogue import installed_games
from tilenet.doors.door import Door
from tilenet.games.tombala.door import TombalaDoor

FOLDER = Path(__file__).parent
NOON = datetime(2026, 1, 1, 12)
ROOMS = ("noughts", "tombala", "tombala-room")


class Stagehand:
    """One transcript on its way."""

    def __init__(self) -> None:
        store = MemoryStore(Clock())
        games = [game for game in installed_games() if game.name in ROOMS]
        self.server = Server(games, "open", store.accounts, store.clock, seat_seconds=60)
        store.accounts.start(self.server.world, {})
        self.tombala: Door = TombalaDoor(
            self.server.gate, lambda: NOON + timedelta(seconds=self.server.clock.seconds())
        )
        self.callers: dict[str, Caller] = {}
        self.clients: dict[str, Client] = {}  # those of them that speak TileNet
        self.seen: dict[str, int] = {}

    def do(self, act: str) -> None:
        for pattern, method in ACTS:
            if found := re.fullmatch(pattern, act):
                method(self, *found.groups())
                self.server.settle()
                return
        raise ValueError(f"nobody knows how to do this: {act}")

    def log_in(self, name: str, user: str, password: str | None) -> None:
        client = self.callers[name] = self.clients[name] = self.server.connect()
        client.login(user, password or "")

    def connect(self, name: str) -> None:
        caller = self.callers[name] = Caller(self.server, self.tombala, "192.0.2.9")
        self.server.others = [*self.server.others, caller]

    def send(self, name: str, line: str) -> None:
        self.callers[name].send(f"{line}\n".encode())

    def click(self, name: str, what: str) -> None:
        cell = re.fullmatch(r"cell (\d+) (\d+)", what)
        grid = self.clients[name].model.grid()
        objid = grid[int(cell[1]), int(cell[2])] if cell else self._find(name, what)
        self.send(name, click(objid).decode())

    def press(self, name: str, what: str) -> None:
        self.send(name, press(self._find(name, what)).decode())

    def say(self, name: str, text: str, to: str | None) -> None:
        self.send(name, say(self._find(name, to) if to else self.clients[name].model.current or "", text).decode())

    def lose(self, name: str) -> None:
        self.callers[name].lose()

    def wait(self, seconds: str) -> None:
        self.server.advance(float(seconds))

    def _find(self, name: str, what: str) -> str:
        """The objid of a tile, key or agent in the room, by its name."""
        model = self.clients[name].model
        return next(o for o in sorted(model.members_sets()) if model.objects[o]["name"] == what)

    def news(self) -> Iterator[str]:
        """What everybody was sent since the last time."""
        for name, caller in self.callers.items():
            for line in caller.raw[self.seen.get(name, 0) :].decode().splitlines():
                yield f"    {name} < {line}"
            self.seen[name] = len(caller.raw)


ACTS: list[tuple[str, Callable[..., None]]] = [
    (r"(\w+) logs in as (\w+)(?:, (\w+))?", Stagehand.log_in),
    (r"(\w+) connects to Tombala", Stagehand.connect),
    (r"(\w+) sends (.*)", Stagehand.send),
    (r"(\w+) clicks (.*)", Stagehand.click),
    (r"(\w+) presses (.*)", Stagehand.press),
    (r"(\w+) says (.*?)(?: to (\w+))?", Stagehand.say),
    (r"(\w+) is lost", Stagehand.lose),
    (r"([\d.]+) s pass(?:es)?", Stagehand.wait),
]


def played(text: str) -> str:
    """The transcript with the answers of this server."""
    hand, lines = Stagehand(), []
    for line in text.splitlines():
        if line.startswith("    "):
            continue
        lines.append(line)
        if line and not line.startswith("#"):
            hand.do(line)
            lines += hand.news()
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for path in FOLDER.glob("*.txt"):
        path.write_text(played(path.read_text(encoding="utf-8")), encoding="utf-8")
