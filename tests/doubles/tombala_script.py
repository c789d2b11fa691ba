"""A scripted server of Tombala's own protocol: it hears what a bot asks, and says what a test tells it to."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.doubles.processes import PATIENCE
from tests.doubles.tombala_clients import request
from tilenet.clients.samples import tombalajson
from tilenet.clients.samples.tombalajson import JsonBot

# Alone, and without any package that was installed: it needs nothing else.
BOT = [sys.executable, "-I", "-S", str(Path(tombalajson.__file__).resolve())]

CARD = [[1, 12, 23, 34, 45], [2, 13, 24, 56, 67], [3, 14, 25, 78, 90]]
MISSES = [number for number in range(1, 91) if not any(number in row for row in CARD)]


def room(name: str, seconds: float = 60.0, *users: str) -> dict[str, object]:
    """A room in a list of rooms, whose game starts in this many seconds, or has started if negative."""
    start = datetime.now() + timedelta(seconds=seconds)
    return {"roomname": name, "startTime": start.strftime("%Y-%m-%d %H:%M:%S.%f"), "userlist": users}


class Visit:
    """The server's end of a connection: a test says what is expected, and what is answered."""

    def __init__(self, wire: socket.socket) -> None:
        wire.settimeout(PATIENCE)
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.wire = wire
        self.in_pieces = False
        self._lines = wire.makefile("rb")
        self._seqs: set[int] = set()
        self.seq = 0

    def hear(self) -> tuple[str, dict[str, Any]]:
        """The next request, without its seq. Heartbeats come at any time, if a test takes long."""
        heard = self.hear_any()
        while heard[0] == "CHBEAT":
            self.send(self.success())
            heard = self.hear_any()
        return heard

    def hear_any(self) -> tuple[str, dict[str, Any]]:
        """The same, or a heartbeat."""
        line = self._lines.readline()
        assert line.endswith(b"\n"), f"{line!r} instead of a request"
        header, colon, text = line.decode().partition(":")
        body = json.loads(text)
        assert len(header) == 6 and colon and isinstance(body, dict)
        self.seq = body.pop("seq")
        assert isinstance(self.seq, int) and self.seq not in self._seqs
        self._seqs.add(self.seq)
        return header, body

    def expect(self, header: str, **body: object) -> None:
        assert self.hear() == (header, body)

    def success(self, **body: object) -> bytes:
        return request("SSUCCS", seq=self.seq, **(body or {"message": "So be it."}))

    def error(self) -> bytes:
        return request("SERROR", seq=self.seq, message="No such thing!")

    def send(self, *data: bytes) -> None:
        """Send it at once, or byte by byte."""
        whole = b"".join(data)
        for piece in [whole[i : i + 1] for i in range(len(whole))] if self.in_pieces else [whole]:
            self.wire.sendall(piece)

    def until_over(self) -> None:
        """The bot closes the connection, and does not say anything before."""
        assert self._lines.read() == b""

    def close(self) -> None:
        self._lines.close()
        self.wire.close()

    # What most tests begin with

    def log_in(self, name: str = "bot") -> None:
        self.expect("CLOGIN", username=name)
        self.send(self.success(message=f"Welcome {name}!"))

    def join(self, name: str = "den", user: str = "bot") -> None:
        """Let the bot find a room, and join it."""
        self.expect("CLROOM")
        self.send(self.success(rooms=[room(name, 60, "ann")]))
        self.expect("CJROOM", roomname=name)
        self.send(request("BUSRLS", userlist=["ann", user]), self.success(message=f"Joined {name} successfully!"))

    def deal(self, number: int) -> None:
        """Start the game."""
        users = request("BUSRLS", userlist=["ann", "bot"])
        self.send(users, request("BGCARD", gamecard=CARD), request("BNUMBR", number=number))

    def call(self, number: int) -> None:
        """Let the bot proceed, and call the next number: the answer comes after it."""
        self.expect("CNNMBR")
        self.send(request("BNUMBR", number=number), self.success())

    def lose(self, winner: str = "ann") -> None:
        """Let somebody else win."""
        self.expect("CNNMBR")
        self.send(self.success(), request("BCINKO", username=winner, total=3))

    def play_and_lose(self, winner: str = "ann") -> None:
        """A game of one number, which somebody else wins."""
        self.deal(MISSES[0])
        self.lose(winner)

    def claimed(self, total: int, name: str = "bot") -> None:
        """The bot claims a row, and rightly so."""
        self.expect("CCINKO", total=total)
        self.send(request("BCINKO", username=name, total=total), self.success(message="Congratulations!"))


class ScriptedServer:
    """Waits for bots on a free port."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(PATIENCE)
        self._visits: list[Visit] = []
        self.port: int = self._socket.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"

    def accept(self) -> Visit:
        visit = Visit(self._socket.accept()[0])
        self._visits.append(visit)
        return visit

    def play(self, room: str = "den", user: str = "bot") -> Visit:
        """The next bot, once it has joined a room."""
        visit = self.accept()
        visit.log_in(user)
        visit.join(room, user)
        return visit

    def close(self) -> None:
        self._socket.close()
        for visit in self._visits:
            visit.close()


@contextmanager
def thread(bot: JsonBot) -> Iterator[Future[list[str | None]]]:
    """Run a bot in this process, beside the test, until the test is over."""
    loop = asyncio.new_event_loop()
    task = loop.create_task(bot.run())
    try:
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(loop.run_until_complete, task)
            try:
                yield future
            finally:
                loop.call_soon_threadsafe(task.cancel)
    finally:
        loop.close()
