"""A crowd of guests whose server is reloaded: they come back by themselves; then a line of JSON is printed.

`python -m tests.soak.reloaded PORT PID DATA PEOPLE RELOADS JITTER`: so many guests come in. Then the server with this
data folder is reloaded so often. Whoever is lost connects again after a random part of the jitter (seconds).
"""

import json
import math
import random
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial

from tests.bench import BenchError
from tests.bench.member import OPENING
from tests.bench.processes import cpu_seconds

HOST = "127.0.0.1"
AT_ONCE = 100  # who log in at the same time at first
SETTLED = 2.0  # seconds from one reload to the next
PATIENCE = 120.0
BOARD = b'<set objid="m'
RELOAD = [sys.executable, "-m", "tilenet", "reload", "--data"]


class Guest:
    """One of them, over one connection after the other."""

    def __init__(self, port: int, number: int, selector: selectors.BaseSelector) -> None:
        self.refused = 0  # how often nobody listened
        self.farewells = 0
        self.is_back = False
        self.due = math.inf  # when to connect, if there is no connection
        self._port = port
        self._name = f"g{number}"
        self._selector = selector
        self._link: socket.socket | None = None
        self._read = b""

    def connect(self) -> None:
        self._link = link = socket.socket()
        self._read = b""
        try:
            link.connect((HOST, self._port))
        except OSError:
            self.refused += 1
            self._end()
            return
        link.setblocking(False)
        self._selector.register(link, selectors.EVENT_READ, self)
        link.send(OPENING + f'<login user="{self._name}" password=""/>'.encode())

    @property
    def is_connected(self) -> bool:
        return self._link is not None

    def read(self) -> bool:
        """Take what has come; whether the connection was lost."""
        assert self._link is not None
        try:
            data = self._link.recv(1 << 18)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        self.farewells += b"<logged-out" in data
        if not data:
            self._selector.unregister(self._link)
            self._end()
            return True
        if not self.is_back:
            self._read += data
            self.is_back = b"<logged-in" in self._read and BOARD in self._read
        return False

    def _end(self) -> None:
        assert self._link is not None
        self._link.close()
        self._link = None
        self.is_back = False


class Guests:
    def __init__(self, port: int, pid: int, people: int, jitter: float) -> None:
        self.selector = selectors.DefaultSelector()
        self.all = [Guest(port, number, self.selector) for number in range(people)]
        self.first_loss = 0.0
        self.back: list[float] = []  # seconds from the first loss until each was back
        self._jitter = jitter
        self._pid = pid
        self._cpu_before = 0.0
        self.cpu_up = self.cpu = 0.0  # seconds of the server's CPU time until the first, and until all were back

    def come(self) -> None:
        """All of them come in, not all at once."""
        for begin in range(0, len(self.all), AT_ONCE):
            some = self.all[begin : begin + AT_ONCE]
            for one in some:
                one.due = 0.0
            self.until(partial(_are_back, some))

    def until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > deadline:
                raise BenchError(f"{sum(not one.is_back for one in self.all)} guests are not back")
            self.step()

    def step(self) -> None:
        now = time.monotonic()
        for one in self.all:
            if not one.is_connected and one.due <= now:
                one.connect()
        for key, _ in self.selector.select(0.005):
            one = key.data
            was_back = one.is_back
            if one.read():
                now = time.monotonic()
                if not self.first_loss:
                    self.first_loss, self._cpu_before = now, cpu_seconds(self._pid)
                one.due = now + random.uniform(0, self._jitter)
            elif one.is_back and not was_back and self.first_loss:
                self.back.append(time.monotonic() - self.first_loss)
                self.cpu = cpu_seconds(self._pid) - self._cpu_before
                if len(self.back) == 1:
                    self.cpu_up = self.cpu

    def reload(self, data: str) -> str:
        self.first_loss, self.back = 0.0, []
        command = subprocess.Popen([*RELOAD, data], stdout=subprocess.PIPE, text=True)
        self.until(lambda: command.poll() is not None and len(self.back) == len(self.all))
        said, _ = command.communicate()
        if command.returncode:
            raise BenchError("the server was not reloaded")
        return said.strip()


def _are_back(guests: Iterable[Guest]) -> bool:
    return all(one.is_back for one in guests)


def _is_past(moment: float) -> bool:
    return time.monotonic() > moment


def main(argv: list[str]) -> None:
    port, pid, people, reloads = (int(argv[at]) for at in (0, 1, 3, 4))
    data, jitter = argv[2], float(argv[5])
    guests = Guests(port, pid, people, jitter)
    guests.come()
    told = []
    for _ in range(reloads):
        end = time.monotonic() + SETTLED
        guests.until(partial(_is_past, end))
        said = guests.reload(data)
        back = sorted(guests.back)
        times = {"first": back[0], "median": back[len(back) // 2], "last": back[-1]}
        told.append({"said": said, **times, "cpu_up": guests.cpu_up, "cpu": guests.cpu})
    refused, farewells = sum(one.refused for one in guests.all), sum(one.farewells for one in guests.all)
    print(json.dumps({"reloads": told, "refused": refused, "farewells": farewells}))


if __name__ == "__main__":
    main(sys.argv[1:])
