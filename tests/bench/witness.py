"""A bystander: a client that clicks a lamp again and again, whatever else the server does, and times each answer.

`python -m tests.bench.witness PORT ROOM` prints `{}` when it is in the room `Lamp ROOM`. It ends with
the end of its input, and then prints `{"latencies": [...]}` in seconds, or `{"error": "why"}`.
"""

import gc
import json
import select
import socket
import sys
import time
from pathlib import Path
from typing import Any

from tests.bench import BenchError
from tests.bench.member import TileNetMember
from tests.bench.processes import Attendant, Processes

NAME = "witness"
PAUSE = 0.05  # seconds from an answer to the next click
PATIENCE = 60.0  # seconds without an answer, after which there will be none
MOST = 1_000_000  # clicks: a day's worth


class Bystander:
    """The client itself."""

    def __init__(self, port: int, room: int) -> None:
        self.link = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.member = TileNetMember(NAME, room)
        deadline = time.monotonic() + PATIENCE
        while not self.member.ready:
            if time.monotonic() > deadline:
                raise BenchError(f"the witness did not get into its room within {PATIENCE:.0f} s")
            self.link.sendall(self.member.feed(self.read()))

    def read(self) -> bytes:
        """Read what comes next."""
        try:
            data = self.link.recv(1 << 16)
        except TimeoutError:
            raise BenchError(f"the witness had no answer for {PATIENCE:.0f} s") from None
        if not data:
            raise BenchError("the server closed the connection of the witness")
        return data

    def click(self) -> float:
        """Click, and return the seconds until the lamp changes."""
        began = time.perf_counter()
        self.link.sendall(self.member.act)
        while b"<set " not in self.read():
            pass  # something else was sent; `read` is bounded
        return time.perf_counter() - began

    def watch(self) -> list[float]:
        """Click until the input ends, and return the seconds that each answer took."""
        taken: list[float] = []
        while len(taken) < MOST:
            taken.append(self.click())
            if select.select([sys.stdin], [], [], PAUSE)[0]:
                break
        self.link.sendall(b"<logout/></client>")  # no seat is held for the next one
        return taken


def main(argv: list[str]) -> int:
    """Watch, and print what was seen."""
    gc.disable()  # no pauses of its own
    try:
        bystander = Bystander(int(argv[0]), int(argv[1]))
        print(json.dumps({}), flush=True)
        answer: dict[str, Any] = {"latencies": bystander.watch()}
    except (BenchError, OSError) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
    return 0


class Witness:
    """The bystander's process, as a scenario sees it."""

    def __init__(self, processes: Processes, folder: Path, port: int, room: int) -> None:
        self._attendant = Attendant(processes, folder, "tests.bench.witness", port, room)

    def leave(self) -> list[float]:
        """Let it go, and return how many seconds each of its answers took."""
        latencies: list[float] = self._attendant.leave()["latencies"]
        return latencies


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
