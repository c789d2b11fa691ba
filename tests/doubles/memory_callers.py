"""Players of Memory's own protocol at blocking sockets, who take each message with one read, as published ones do."""

from __future__ import annotations

import time

from tests.doubles.callers import Calls, Phone
from tests.doubles.memory_clients import ENDGAME, PLACE, RESPONSE, play, read_board, read_endgame, read_response
from tests.doubles.memory_model import Message
from tests.doubles.processes import PATIENCE, Process


class MemoryCaller(Phone):
    """A player who knows what comes next, and reads exactly that."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.dim = 0
        self.ids = 0

    def read(self, size: int, seconds: float = PATIENCE) -> bytes:
        """Read once; there is all of it, or the connection is at its end."""
        self.socket.settimeout(seconds)
        data = self.socket.recv(size)
        assert len(data) in (0, size), f"{len(data)} bytes of {size}"
        self.is_over = not data
        self.raw += data
        return data

    def hear(self, data: bytes) -> None:
        raise AssertionError(f"nobody expects {data!r}")

    def dimension(self) -> int:
        self.dim = int.from_bytes(self.read(4), "little")
        return self.dim

    def board(self) -> Message:
        return read_board(self.read(PLACE * self.dim * self.dim), self.dim)

    def response(self) -> Message:
        return read_response(self.read(RESPONSE))

    def endgame(self) -> Message:
        return read_endgame(self.read(ENDGAME))

    def pick(self, x: int, y: int) -> None:
        self.ids += 1
        self.send(play(self.ids, x, y))

    def quit(self) -> None:
        self.send(play(0, -1, -1))

    def is_silent_for(self, seconds: float) -> bool:
        """Whether nothing comes."""
        before = time.monotonic()
        try:
            self.read(1, seconds)
        except TimeoutError:
            return time.monotonic() - before >= seconds
        return False


class MemoryCallers(Calls[MemoryCaller]):
    """Makes such players."""

    def __init__(self) -> None:
        super().__init__(MemoryCaller)

    def in_a_game(self, port: int, number: int = 2) -> list[MemoryCaller]:
        """Players who have been given the board; nobody else is there."""
        found = [self(port) for _ in range(number)]
        for caller in found:
            caller.dimension()
        for caller in found:
            caller.board()
        return found


def memory_ports(server: Process, number: int = 1) -> list[int]:
    """The ports for Memory's protocol named in the log, once it has this many such lines."""
    found = server.log.wait_for(r" is serving Memory on 127\.0\.0\.1:(\d+)\b", number)
    return [int(line[1]) for line in found]
