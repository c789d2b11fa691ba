"""The server of a scenario: started, asked what it holds, and measured from outside."""

import json
import os
import re
import select
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.bench import BenchError
from tests.bench.processes import Processes, resident_bytes

LOCAL = "tcp:0:interface=127.0.0.1"
TILENET = re.compile(r"serving TileNet on 127\.0\.0\.1:(\d+)")
DOORS = {
    "--tombala": "Tombala",
    "--dancing": "Dancing",
    "--ssh": "ssh",
}  # the options of other doors, and their names in the log
GUESTS = ("Server", "Player", "Room", "Game")  # classes: Twisted's name for a connection, and three of our own
SERVE = ("serve", "--data", "none", "--seat-seconds", "2")  # seats are held, but not for so long that it shows
PATIENCE = 60.0  # seconds for an answer: a busy server may take some
A_MOMENT = 1.1  # seconds, in which Home is drawn again
SETTLING = 15.0  # seconds for a server to become as it was before a crowd


@dataclass(frozen=True)
class Count:
    """What a server holds, and its reactor turns since the last count."""

    objects: Counter[str]
    timers: int
    memory: int  # resident bytes
    turns: int
    slow: int
    longest: float

    def beyond(self, other: "Count") -> Counter[str]:
        """Return how many objects more than there are held here, by class; none that are not more."""
        return self.objects - other.objects

    def guests(self) -> int:
        """Return how many connections, players, rooms and games there are."""
        return sum(self.objects[kind] for kind in GUESTS)


class Server:
    """One running server."""

    def __init__(self, processes: Processes, folder: Path, options: tuple[str, ...]) -> None:
        self._folder = processes.folder
        self._answers, answers = os.pipe()
        try:
            arguments = ["-m", "tests.bench.watched", str(answers), *SERVE, "--listen", LOCAL, *options]
            self._server = processes.serve("server", arguments, _ready(options), folder, pass_fds=(answers,))
        except BaseException:
            os.close(self._answers)
            raise
        finally:
            os.close(answers)
        found = TILENET.search(self.log())
        assert found is not None
        self.port, self.door = int(found[1]), self._server.port  # that of TileNet, and that of another protocol
        self.turns, self.slow, self.longest = 0, 0, 0.0  # of all reactor turns from the first count to the last
        self.first = self.last = self._ask()

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        return self._server.process

    def log(self) -> str:
        """Return all that the server has written."""
        return (self._folder / "server.log").read_text(errors="replace")

    def count(self) -> Count:
        """Let the server count what it holds; that takes it a moment, in which it serves nobody."""
        self.last = self._ask()
        self.turns += self.last.turns
        self.slow += self.last.slow
        self.longest = max(self.longest, self.last.longest)
        return self.last

    def forget_turns(self) -> None:
        """Leave all reactor turns until now out of the result: they belong to what comes before the load."""
        self._ask()
        self.turns, self.slow, self.longest = 0, 0, 0.0

    def rest(self) -> Count:
        """Count until nothing changes any more, or until that takes too long."""
        deadline = time.monotonic() + SETTLING
        now = self.count()
        while time.monotonic() < deadline:
            time.sleep(A_MOMENT)
            before, now = now, self.count()
            if now.objects == before.objects:
                break
        return now

    def settle(self) -> Count:
        """Count until there are no more guests and timers than at first, or until that takes too long."""
        deadline = time.monotonic() + SETTLING
        while True:
            now = self.count()
            is_settled = now.guests() <= self.first.guests() and now.timers <= self.first.timers
            if is_settled or time.monotonic() > deadline:
                return now
            time.sleep(0.5)

    def peak(self) -> int:
        """Return the most resident memory that the server ever had, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    def close(self) -> None:
        """Let go of what is open on this side; the process that started it ends it."""
        os.close(self._answers)

    def _ask(self) -> Count:
        if self.process.poll() is not None:
            raise BenchError(f"the server has ended: {self._last_words()}")
        self.process.send_signal(signal.SIGUSR1)
        told = json.loads(self._read_line())
        objects = Counter(told.pop("objects"))
        return Count(objects=objects, memory=resident_bytes(self.process.pid), **told)

    def _read_line(self) -> bytes:
        line = b""
        deadline = time.monotonic() + PATIENCE
        while not line.endswith(b"\n"):
            readable, _, _ = select.select([self._answers], [], [], max(0.0, deadline - time.monotonic()))
            piece = os.read(self._answers, 65536) if readable else b""
            if not piece:
                why = "has ended" if readable else f"did not answer within {PATIENCE:.0f} s"
                raise BenchError(f"the server {why}: {self._last_words()}")
            line += piece
        return line

    def _last_words(self) -> str:
        return (self.log().strip().splitlines() or ["it said nothing"])[-1].strip()


def _ready(options: tuple[str, ...]) -> re.Pattern[str]:
    """What the log says when all doors are open; its group is the port of the other door, if there is one."""
    for option, name in DOORS.items():
        if option in options:
            return re.compile(rf"(?s)(?=.*serving TileNet on).*serving {name} on 127\.0\.0\.1:(\d+)")
    return TILENET
