"""A server of Tombala's own protocol with one room, which plays whole games with many clients in one loop."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

from tests.doubles.tombala_clients import request


class Table:
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
