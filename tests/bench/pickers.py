"""Players of Memory's binary protocol: a crowd that picks at a steady rate, and one who notes when cards are hidden.

Everybody reads everything; only the first player looks at it. A wrong pair is to be hidden 2 s after it was seen, and a
first card without a second 5 s after. What is noted is by how much the news of it came later than that, or earlier.
"""

import heapq
import select
import socket
import time
from dataclasses import dataclass, field
from random import Random
from struct import Struct

from tests.bench import BenchError

DIMENSION, PLACE_SIZE = Struct("<i"), 20
PLAY, RESPONSE = Struct("<3i"), Struct("<i3i3i20x")  # texts and colours are not looked at
FIRST_PLAY, SECOND_WRONG, HIDE_FIRST, HIDE_BOTH, LEAVE = 1, -2, -3, -4, -6
FIRST_SHOWS, PAIR_SHOWS = 5.0, 2.0  # seconds
PUT_BACK = 4.0  # seconds; a first card that was hidden sooner was put back by its player
THINKING = 6.0  # seconds between two picks of a player who lets each first card time out
PATIENCE = 30.0  # seconds to connect, and to be given the board


@dataclass
class Tally:
    """What came of it."""

    picks: int = 0
    heard: int = 0  # responses, by the first player
    late: list[float] = field(default_factory=list)  # seconds, for each hide


class Witness:
    """Notes when cards are turned up, and how late they are hidden."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.rest = b""
        self.up: dict[tuple[int, ...], float] = {}  # since when: first cards, and wrong pairs

    def feed(self, data: bytes, now: float) -> None:
        """Take what has come, cut anywhere."""
        data = self.rest + data
        end = len(data) - len(data) % RESPONSE.size
        self.rest = data[end:]
        for code, _, x1, y1, _, x2, y2 in RESPONSE.iter_unpack(data[:end]):
            self.tally.heard += 1
            if code == FIRST_PLAY:
                self.up[x1, y1] = now
            elif code == SECOND_WRONG:
                self.up[x1, y1, x2, y2] = now
            elif code == HIDE_FIRST:
                shown = now - self.up.pop((x1, y1), now)
                if shown > PUT_BACK:
                    self.tally.late.append(shown - FIRST_SHOWS)
            elif code == HIDE_BOTH and (x1, y1, x2, y2) in self.up:
                self.tally.late.append(now - self.up.pop((x1, y1, x2, y2)) - PAIR_SHOWS)
            elif code == LEAVE:
                raise BenchError("a player of Memory was sent away")


class Pickers:
    """All of them, at one board. The first ones pick at a rate; the others think for so long that cards time out."""

    def __init__(self, port: int, players: int, thinkers: int, rate: float) -> None:
        self.every = [1 / rate] * players + [THINKING] * thinkers
        self.chance = Random(1)
        self.dim = 0
        self.sockets = [self._connect(port) for _ in self.every]
        for link in self.sockets:
            self._read(link, PLACE_SIZE * self.dim**2)

    def _connect(self, port: int) -> socket.socket:
        try:
            link = socket.create_connection(("127.0.0.1", port), PATIENCE)
        except OSError as error:
            raise BenchError(f"cannot connect to port {port}: {error}") from error
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        (self.dim,) = DIMENSION.unpack(self._read(link, DIMENSION.size))
        return link

    def _read(self, link: socket.socket, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = link.recv(size - len(data))
            if not more:
                raise BenchError("the server closed a connection")
            data += more
        return data

    def pick(self, seconds: float) -> Tally:
        """Pick for that long, at random."""
        tally = Tally()
        witness = Witness(tally)
        epoll, links, first = select.epoll(), {}, self.sockets[0].fileno()
        for link in self.sockets:
            link.setblocking(False)
            links[link.fileno()] = link
            epoll.register(link.fileno(), select.EPOLLIN)
        clock = time.perf_counter
        began = clock()
        due = [(began + every * number / len(self.every), number) for number, every in enumerate(self.every)]
        heapq.heapify(due)
        while clock() - began < seconds:
            while due[0][0] <= clock():
                at, number = due[0]
                self.sockets[number].send(PLAY.pack(tally.picks, *(self.chance.randrange(self.dim) for _ in "xy")))
                tally.picks += 1
                heapq.heapreplace(due, (at + self.every[number], number))
            found = [descriptor for descriptor, _ in epoll.poll(max(0.0, due[0][0] - clock()))]
            for descriptor in sorted(found, key=lambda one: one != first):
                data = links[descriptor].recv(65536)
                if not data:
                    raise BenchError("the server closed a connection")
                if descriptor == first:
                    witness.feed(data, clock())
        epoll.close()
        return tally

    def close(self) -> None:
        """Close all connections."""
        for link in self.sockets:
            link.close()


def pick(port: int, players: int, thinkers: int, rate: float, seconds: float) -> Tally:
    """Let a crowd come, pick for that long, and go."""
    pickers = Pickers(port, players, thinkers, rate)
    try:
        return pickers.pick(seconds)
    finally:
        pickers.close()
