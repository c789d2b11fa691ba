"""Programs that speak the old protocols of Tombala, Memory and Dancing: they cannot come back, and only make work."""

from __future__ import annotations

import json
import re
import struct
import time
from collections.abc import Callable
from random import Random

from tilenet.clients.torture.socketlink import SocketLink

PAUSE = 0.1  # seconds between two messages
MOST_READ = 1 << 16
PLAY = struct.Struct("<3i")
DIMENSION = 4  # bytes


class Program:
    """One connection of a program that says something now and then, whatever is answered."""

    def __init__(self, door: str, ports: dict[str, int], number: int, dice: Random) -> None:
        self.link = SocketLink(ports[door])
        self.number = number
        self.dice = dice
        self.said = 0
        self.heard = b""  # the end of it
        self._next = 0.0

    def read(self) -> None:
        self.heard = (self.heard + self.link.receive())[-MOST_READ:]

    def act(self) -> None:
        now = time.monotonic()
        if not self.link.is_lost and now >= self._next:
            self._next = now + self.dice.expovariate(1 / PAUSE)
            data = self.message()
            if data:
                self.said += 1
                self.link.send(data)

    def message(self) -> bytes:
        """What is said next; nothing, if it is not the time for it."""
        raise NotImplementedError


class TombalaProgram(Program):
    """Makes rooms, joins them, and asks for the next number."""

    def __init__(self, ports: dict[str, int], number: int, dice: Random) -> None:
        super().__init__("Tombala", ports, number, dice)

    def message(self) -> bytes:
        room = f"hut{self.dice.randrange(3)}"
        if not self.said:
            return self._ask("CLOGIN", username=f"tombala-{self.number}-{self.dice.randrange(10**6)}")
        return self.dice.choice(
            [
                self._ask("CHBEAT"),
                self._ask("CCROOM", roomname=room, countdown=2),
                self._ask("CJROOM", roomname=room),
                self._ask("CNNMBR"),
                self._ask("CCINKO", total=1),
                self._ask("CQROOM") if self.dice.random() < 0.2 else self._ask("CNNMBR"),
            ]
        )

    def _ask(self, header: str, **fields: object) -> bytes:
        return f"{header}:{json.dumps({'seq': self.said, **fields})}\n".encode()


class MemoryProgram(Program):
    """Picks cards at random."""

    def __init__(self, ports: dict[str, int], number: int, dice: Random) -> None:
        super().__init__("Memory", ports, number, dice)
        self._dimension = 0

    def read(self) -> None:
        super().read()
        if not self._dimension and len(self.heard) >= DIMENSION:
            self._dimension = int.from_bytes(self.heard[:DIMENSION], "little")

    def message(self) -> bytes:
        if not self._dimension or len(self.heard) == DIMENSION:
            return b""
        dim = self._dimension
        return PLAY.pack(self.dice.randrange(1 << 30), self.dice.randrange(dim), self.dice.randrange(dim))


class DancingProgram(Program):
    """Waits for a match, places one star, or does a step that moves nobody, and gives up."""

    def __init__(self, ports: dict[str, int], number: int, dice: Random) -> None:
        super().__init__("Dancing", ports, number, dice)

    def message(self) -> bytes:
        if not self.said:
            return f"dancer-{self.number}-{self.dice.randrange(10**6)}&".encode()
        if not re.search(rb"Dancer positions", self.heard) or self.dice.random() < 0.9:
            return b""
        return b"0 0&" if self.dice.random() < 0.5 else b"0&"


PROGRAMS: tuple[Callable[[dict[str, int], int, Random], Program], ...] = (
    TombalaProgram,
    TombalaProgram,
    MemoryProgram,
    DancingProgram,
    DancingProgram,
)
