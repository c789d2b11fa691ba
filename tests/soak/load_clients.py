"""A crowd that keeps a server busy within its limits, all in one process; then it prints a line of JSON.

`python -m tests.soak.load_clients submit|walk|click|tables|deaf|stall|idle PORT CLIENTS RATE SECONDS`: so many
clients press Submit in the room of Set, walk from Home into a room and back, click in all rooms, make large tables of
Dancing, walk without ever reading what they are sent, or do nothing at all; each of them RATE times a second. `stall`
is the same as `deaf`, but tells how many seconds later they were dropped.
"""

import json
import re
import resource
import select
import socket
import sys
import time
from collections.abc import Callable, Sequence

from tests.bench import BenchError
from tests.bench.member import OPENING

PATIENCE = 60.0  # seconds for a client to be where it begins
AT_ONCE = 10  # logins under way
MATRIX = b'<set objid="m'
TOKEN_BEGINS = b'<set objid="t'
TOKEN = re.compile(rb'<set objid="(t\d+)"[^<>]* name="([^"]*)"')
ROOMS = (b"PairPanicking", b"Set", b"Noughts and crosses", b"Tombala")
HARMLESS = (b"Scoring", b"Keys", b"Help")  # tiles that do something, and nothing to others
DANCING, TABLE, LOBBY = b"Dancing", b"New 30 x 30", b"Lobby"
SET, KEYS, SUBMIT, HOME, LAMP = b"Set", b"Keys", b"Submit", b"Home", b"Lamp 1"
SMALL_BUFFER = 4096  # bytes that the system holds for a client that does not read
LEARNING = 6  # walks after which a deaf client knows its way


class LoadClient:
    """One client: it knows the tokens of every matrix that it was shown, by name."""

    def __init__(self, number: int, port: int, name: str = "h", password: str = "", address: str = "127.0.0.1") -> None:
        self.number = number
        self.link = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
        self.link.setblocking(False)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.link.send(OPENING + f'<login user="{name}{number}" password="{password}"/>'.encode())
        self.tokens: dict[bytes, dict[bytes, bytes]] = {}
        self.matrix = b""
        self.acts = 0
        self.arrivals = 0  # how often another matrix was shown
        self.is_lost = False  # whether the server has closed the connection
        self._rest = b""

    def read(self) -> None:
        """Take what has come. Tags of one turn come together, a matrix before what is in it."""
        try:
            data = self.link.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.is_lost = True
            return
        whole, end, self._rest = (self._rest + data).rpartition(b">")
        first, *others = (whole + end).split(MATRIX)
        self.learn(first)
        for piece in others:
            number, _, rest = piece.partition(b'"')
            self.arrivals += number != self.matrix
            self.matrix = number
            self.learn(rest)

    def learn(self, piece: bytes) -> None:
        """Most of what comes is about agents, and is not looked at: others wait if this process is slow."""
        if TOKEN_BEGINS in piece:
            here = self.tokens.setdefault(self.matrix, {})
            here.update((name, token) for token, name in TOKEN.findall(piece))

    def click(self, *names: bytes) -> bool:
        """Click the first token of these names that is in the present matrix."""
        here = self.tokens.get(self.matrix, {})
        return any(self.send(here[name]) for name in names if name in here)

    def send(self, token: bytes) -> bool:
        """Click a token."""
        self._command(b'<cmd type="click" objid="%s"/>' % token)
        return True

    def say(self, text: bytes) -> None:
        """Say something to everybody in the present matrix."""
        self._command(b'<cmd type="say" objid="m%s" text="%s"/>' % (self.matrix, text))

    def _command(self, tag: bytes) -> None:
        try:
            self.link.send(tag)
        except OSError:
            self.is_lost = True
        self.acts += 1

    # What they do

    def submit(self) -> None:
        """Walk into the room of Set, ask for other keys once, and then press Submit for ever."""
        if not self.click(SUBMIT):
            self.click(SET)
        elif self.acts == 2:
            self.click(KEYS)

    def walk(self) -> None:
        """Walk out of a room, or into one."""
        if not self.click(HOME):
            self.click(ROOMS[(self.number + self.acts) % len(ROOMS)])

    def click_about(self) -> None:
        """Walk into a room, and click there."""
        if HOME not in self.tokens.get(self.matrix, {}):
            self.click(ROOMS[self.number % len(ROOMS)])
        else:
            self.click(*HARMLESS)

    def make_tables(self) -> None:
        """Make a large table of Dancing, and leave it."""
        self.click(TABLE, LOBBY, DANCING)

    def walk_deaf(self) -> None:
        """Walk to and fro between two rooms, without a look at what comes."""
        if self.acts < LEARNING:
            self.read()
            if not self.click(HOME):
                self.click(LAMP)
        else:
            ways = [here[name] for here in self.tokens.values() for name in (LAMP, HOME) if name in here]
            self.send(ways[self.acts % len(ways)])


DOES: dict[str, Callable[[LoadClient], None]] = {
    "submit": LoadClient.submit,
    "walk": LoadClient.walk,
    "click": LoadClient.click_about,
    "tables": LoadClient.make_tables,
    "deaf": LoadClient.walk_deaf,
    "idle": lambda client: None,
}


class LoadClients:
    """All of them, and which of them has something to read."""

    def __init__(self) -> None:
        self.people: list[LoadClient] = []
        self._epoll = select.epoll()
        self._by_descriptor: dict[int, LoadClient] = {}

    def add(self, one: LoadClient) -> None:
        self.people.append(one)
        self._by_descriptor[one.link.fileno()] = one
        self._epoll.register(one.link.fileno(), select.EPOLLIN)

    def remove(self, one: LoadClient) -> None:
        self.people.remove(one)
        del self._by_descriptor[one.link.fileno()]
        self._epoll.unregister(one.link.fileno())
        one.link.close()

    def gather(self, clients: int, port: int, addresses: Sequence[str] = ("127.0.0.1",)) -> None:
        """Log everybody in, a few at a time, from these addresses in turn."""
        deadline = time.monotonic() + PATIENCE
        while len(self.people) < clients or not all(one.matrix for one in self.people):
            if time.monotonic() > deadline:
                raise BenchError(f"not everybody was logged in within {PATIENCE:.0f} s")
            while len(self.people) < clients and sum(not one.matrix for one in self.people[-AT_ONCE:]) < AT_ONCE:
                number = len(self.people) + 1
                self.add(LoadClient(number, port, address=addresses[number % len(addresses)]))
            self.read(0.1)

    def read(self, seconds: float) -> None:
        """Let those read for whom something has come."""
        for descriptor, _ in self._epoll.poll(seconds):
            one = self._by_descriptor[descriptor]
            one.read()
            if one.is_lost:
                self._epoll.unregister(descriptor)

    def act(self, does: str, rate: float, seconds: float) -> None:
        """Let everybody act at their rate, spread evenly over time."""
        act = DOES[does]
        began = time.monotonic()
        done = 0
        while (passed := time.monotonic() - began) < seconds:
            due = int(passed * rate * len(self.people))
            for number in range(done, due):
                one = self.people[number % len(self.people)]
                if not one.is_lost:
                    act(one)
            done = due
            if does == "deaf":
                time.sleep(0.002)
            else:
                self.read(0.002 if rate else 0.1)


def stall(crowd: LoadClients, rate: float, seconds: float) -> dict[str, float]:
    """Let everybody walk, and nobody read any more; tell after how many seconds they are dropped."""
    dropped: list[float] = []
    watched = select.epoll()
    for one in crowd.people:
        one.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        watched.register(one.link.fileno(), select.EPOLLRDHUP)
    crowd.act("deaf", rate, LEARNING / rate)
    began = time.monotonic()
    while len(dropped) < len(crowd.people) and time.monotonic() - began < seconds:
        crowd.act("deaf", rate, 1 / rate)
        for descriptor, _ in watched.poll(0):
            watched.unregister(descriptor)
            dropped.append(time.monotonic() - began)
    return {"dropped": len(dropped), "first": min(dropped, default=0.0), "last": max(dropped, default=seconds)}


def main(argv: list[str]) -> int:
    """Do it, and tell how often everybody acted."""
    does, port, clients, rate, seconds = argv[0], int(argv[1]), int(argv[2]), float(argv[3]), float(argv[4])
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    crowd = LoadClients()
    people = crowd.people
    try:
        crowd.gather(clients, port)
        if does == "stall":
            print(json.dumps(stall(crowd, rate, seconds)))
            return 0
        if does == "deaf":
            for one in people:
                one.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        before = sum(one.acts for one in people), sum(one.arrivals for one in people)
        crowd.act(does, rate, seconds)
    except (BenchError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    told = {
        "acts": sum(one.acts for one in people) - before[0],
        "arrivals": sum(one.arrivals for one in people) - before[1],
        "lost": sum(one.is_lost for one in people),
    }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
