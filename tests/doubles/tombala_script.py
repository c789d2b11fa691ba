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
from random import Random
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


class PatientTable:
    """A server with one room for this many players, which plays whole games and trusts nobody."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.claims: list[tuple[str, int]] = []
        self.is_open = False
        self.coming = self.most_coming = 0  # those who have not logged in
        self._random = Random(1)
        self._writers: dict[str, asyncio.StreamWriter] = {}  # who is in the room
        self._cards: dict[str, list[list[int]]] = {}
        self._totals: dict[str, int] = {}
        self._called: list[int] = []
        self._ready: set[str] = set()

    async def open(self) -> asyncio.Server:
        return await asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=self.seats)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name = ""
        self.coming += 1
        self.most_coming = max(self.coming, self.most_coming)
        while line := await reader.readline():
            header, _, text = line.decode().partition(":")
            body = json.loads(text)
            if header == "CLOGIN":
                name, is_right = body["username"], True
                self.coming -= 1
            else:
                is_right = self.act(name, writer, header, body)
            writer.write(request("SSUCCS" if is_right else "SERROR", seq=body["seq"], message="", rooms=[]))
            if header == "CJROOM" and len(self._writers) == self.seats and not self._called:
                self.deal()
        writer.close()

    def act(self, name: str, writer: asyncio.StreamWriter, header: str, body: dict[str, Any]) -> bool:
        if header == "CCROOM":
            was_open, self.is_open = self.is_open, True
            return not was_open
        if header == "CJROOM":
            if self.is_open and name not in self._writers and not self._called:
                self._writers[name] = writer
                return True
            return False
        if header == "CCINKO" and name in self._writers:
            return self.claim(name, body["total"])
        if header == "CNNMBR" and name in self._writers:
            assert name not in self._ready, "proceeds twice"
            self._ready.add(name)
            if len(self._ready) == self.seats:
                self.call()
            return True
        return False  # the game is over, and it does not know yet

    def deal(self) -> None:
        numbers = range(1, 91)
        for name, writer in self._writers.items():
            chosen = self._random.sample(numbers, 15)
            self._cards[name] = [sorted(chosen[i : i + 5]) for i in (0, 5, 10)]
            writer.write(request("BGCARD", gamecard=self._cards[name]))
        self.call()

    def call(self) -> None:
        self._ready.clear()
        self._called.append(self._random.choice([n for n in range(1, 91) if n not in self._called]))
        self.broadcast("BNUMBR", number=self._called[-1])

    def claim(self, name: str, total: int) -> bool:
        complete = sum(set(row) <= set(self._called) for row in self._cards[name])
        assert self._totals.get(name, 0) < total == complete, "a wrong claim"
        self._totals[name] = total
        self.claims.append((name, total))
        self.broadcast("BCINKO", username=name, total=total)
        if total == 3:
            self.is_open = False
            for rest in (self._writers, self._cards, self._totals, self._called, self._ready):
                rest.clear()
        return True

    def broadcast(self, header: str, **body: object) -> None:
        for writer in self._writers.values():
            writer.write(request(header, **body))
