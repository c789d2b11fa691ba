"""The clients of one server: how they connect, fall quiet, act, and count what arrives at them.

Every end of a tag that arrives is one delivery: a `set` has exactly one, and the facts after it have one. Plain
non-blocking sockets and epoll, so that the crowd is faster than any server that it measures.
"""

import re
import select
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.bench import BenchError
from tests.bench.member import MEMBERS, Member

AT_ONCE = 48  # connections in the login phase; Twisted's accept queue has room for 50
PATIENCE = 60.0  # seconds without any login done, or for one act to arrive, before it counts as stuck
#: Of what an act brings to a client: a tag (the header of a frame may have a > in it), or the facts after it.
ENDS = {"browser": b"/>", "facts": b"</xresponse>"}
HEARTBEAT = b"\x81\x01\n"  # what browsers get when there is nothing else
FACTS = rb"<xresponse[^<>]*>[^<>]*</xresponse>\s*"
SEEN = re.compile(rb'(?s:\x81.)?<set objid="t\d+"[^<>]* name="\d*"[^<>]*>\s*(?:' + FACTS + rb")?")


@dataclass
class Tally:
    """What arrived during a number of acts."""

    acts: int = 0
    deliveries: int = 0
    size: int = 0
    strays: int = 0
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)


class Group:
    """All clients of one server."""

    def __init__(self, name: str, kind: str, port: int) -> None:
        self.name = name
        self.kind = kind
        self.port = port
        self.epoll = select.epoll()
        self.sockets: dict[int, socket.socket] = {}
        self.members: dict[int, Member] = {}
        self.rooms: dict[int, list[int]] = {}  # the descriptors in each room, its actor first
        self.end = ENDS.get(kind, b">")
        self.buffer = bytearray(1 << 18)
        self.receivers: dict[int, Callable[[bytearray], int]] = {}

    def join(self, rooms: list[int]) -> None:
        """Connect one client for each number in `rooms`, and return when all are in their rooms."""
        first = len(self.members)
        queue = [MEMBERS[self.kind](f"b{first + number}", room) for number, room in enumerate(rooms, 1)]
        queue.reverse()
        busy = 0
        told = moved = time.monotonic()
        while queue or busy:
            while queue and busy < AT_ONCE:
                self.open(queue.pop())
                busy += 1
            for descriptor, _ in self.epoll.poll(1.0):
                size = self.receive(descriptor)
                member = self.members[descriptor]
                if member.ready:
                    continue
                answer = member.feed(bytes(self.buffer[:size]))
                if answer:
                    self.sockets[descriptor].send(answer)
                if member.ready:
                    busy -= 1
                    moved = time.monotonic()
                    self.rooms.setdefault(member.room, []).append(descriptor)
            now = time.monotonic()
            if now - moved > PATIENCE:
                raise BenchError(f"{self.name}: nobody more got into a room for {PATIENCE:.0f} s, {busy} waiting")
            if now - told > 5:
                told = now
                inside = len(self.members) - busy - first
                print(f"bench: {self.name}: {inside} of {len(rooms)} clients are in", file=sys.stderr, flush=True)

    def open(self, member: Member) -> None:
        """Connect one client."""
        try:
            link = socket.create_connection(("127.0.0.1", self.port), 10)
        except OSError as error:
            raise BenchError(f"{self.name}: cannot connect to port {self.port}: {error}") from error
        link.setblocking(False)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sockets[link.fileno()] = link
        self.members[link.fileno()] = member
        self.receivers[link.fileno()] = link.recv_into
        self.epoll.register(link.fileno(), select.EPOLLIN)
        hello = member.hello()
        if hello:
            link.send(hello)

    def receive(self, descriptor: int) -> int:
        """Read once into the buffer and return the number of bytes."""
        try:
            size = self.receivers[descriptor](self.buffer)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise BenchError(f"{self.name}: a connection broke: {error}") from error
        if size == 0:
            raise BenchError(f"{self.name}: the server closed a connection")
        return size

    def quiet(self, least: float, seconds: float, most: float) -> bool:
        """Read for `least` seconds and until nothing came for `seconds`; whether that was within `most` seconds."""
        began = last = time.monotonic()
        while True:
            now = time.monotonic()
            if now - last >= seconds and now - began >= least:
                return True
            if now - began >= most:
                return False
            if self.read(min(seconds, 0.25)):
                last = time.monotonic()

    def read(self, seconds: float) -> dict[int, bytes]:
        """Wait once for anything, and return what came to each client, except for heartbeats."""
        got = {found: bytes(self.buffer[: self.receive(found)]) for found, _ in self.epoll.poll(seconds)}
        return {found: rest for found, text in got.items() if (rest := text.replace(HEARTBEAT, b""))}

    def look(self, room: int) -> int:
        """Act once and check that all in the room, and nobody else, see the same `set`; return its size in bytes."""
        got = dict.fromkeys(self.rooms[room], b"")
        self.send(room, 1)
        deadline = time.monotonic() + PATIENCE
        while not all(self.end in text for text in got.values()):
            for descriptor, text in self.read(0.1).items():
                got[descriptor] = got.get(descriptor, b"") + text
            if time.monotonic() > deadline:
                raise BenchError(f"{self.name}: an act did not reach everybody in the room within {PATIENCE:.0f} s")
        for descriptor, text in self.read(0.1).items():
            got[descriptor] = got.get(descriptor, b"") + text
        texts = set(got.values())
        if len(texts) != 1 or len(got) != len(self.rooms[room]) or not SEEN.fullmatch(min(texts)):
            shown = " | ".join(text[:80].decode(errors="replace") for text in sorted(texts)[:3])
            raise BenchError(f"{self.name}: an act was not seen as one and the same set by all in the room: {shown}")
        return len(min(texts))

    def send(self, room: int, acts: int) -> None:
        """Let the room's actor act that many times in one write."""
        actor = self.rooms[room][0]
        self.sockets[actor].send(self.members[actor].act * acts)

    def act(self, rooms: list[int], in_flight: int, seconds: float) -> Tally:
        """Act for that long, going round the rooms; the next acts begin when the last have arrived everywhere."""
        tally = Tally()
        turn = 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            self.volley(rooms[turn % len(rooms)], in_flight, tally)
            turn += 1
        tally.seconds = time.perf_counter() - began
        for text in self.read(0.05).values():
            tally.strays += text.count(self.end)
        return tally

    def volley(self, room: int, acts: int, tally: Tally) -> None:
        """Act that many times at once and wait until everybody in the room has seen it."""
        inside = self.rooms[room]
        owed = dict.fromkeys(inside, acts)
        missing, size, strays = len(owed), 0, 0
        buffer, receivers, poll, clock = self.buffer, self.receivers, self.epoll.poll, time.perf_counter
        end = self.end
        began = clock()
        self.send(room, acts)
        while missing:
            events = poll(1.0, 4096)
            if not events and clock() - began > PATIENCE:
                raise BenchError(f"{self.name}: {missing} of {len(inside)} clients did not see {acts} act(s)")
            for descriptor, _ in events:
                got = receivers[descriptor](buffer)
                if not got:
                    raise BenchError(f"{self.name}: the server closed a connection")
                seen = buffer.count(end, 0, got)
                size += got
                left = owed.get(descriptor, 0)
                owed[descriptor] = left - seen
                if seen > left:
                    strays += seen - max(left, 0)
                if 0 < left <= seen:
                    missing -= 1
        tally.latencies.append(clock() - began)
        tally.acts += acts
        tally.deliveries += acts * len(inside)
        tally.size += size
        tally.strays += strays

    def close(self) -> None:
        """Close all connections."""
        for link in self.sockets.values():
            link.close()
        self.epoll.close()
