"""Lines for tests: peers in memory, peers that take nothing, and transports over real sockets."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from twisted.internet.task import Clock

from tests.doubles.pipe import Pipe
from tilenet.limits import Limits
from tilenet.lines.backlogs import Backlogs
from tilenet.lines.feed import Feed
from tilenet.lines.line import Line
from tilenet.lines.memory import MemoryLine, MemorySender
from tilenet.turns.turn import Turn

LIMITS = Limits(output_kib=64, stall_seconds=15)


class Peer:
    """Somebody at the end of a line, with what they were sent and what they ought to have been sent."""

    def __init__(self, turn: Turn) -> None:
        self.line = MemoryLine(turn, self.take)
        self.writes: list[bytes] = []
        self.expected: list[bytes] = []
        self.singles: list[bytes] = []
        self.feed: Feed | None = None

    def take(self, data: bytes) -> None:
        self.writes.append(data)

    @property
    def received(self) -> bytes:
        return b"".join(self.writes)


class StuckSender(MemorySender):
    """Sends to a peer that takes nothing."""

    def __init__(self) -> None:
        super().__init__(bytes)

    def send(self, data: bytes) -> int:
        return 0


def stuck_line(turn: Turn, too_slow: Callable[[str], None], backlogs: Backlogs | None = None) -> Line:
    """A line to a peer that takes nothing."""
    return Line(StuckSender(), "peer", turn, LIMITS, too_slow, backlogs=backlogs)


class Reactor(Clock):
    """A clock on which what is called later than now never happens in the same turn, as in a real reactor."""

    def turn(self) -> None:
        due = [call for call in self.calls if call.getTime() <= self.rightNow]
        for call in due:
            self.calls.remove(call)
            call.called = 1
            call.func(*call.args, **call.kw)


class SocketTransport(Pipe):
    """A transport over a real socket, which keeps what is left to it, and asks for a first piece at once."""

    def __init__(self, handle: socket.socket) -> None:
        super().__init__()
        self.pieces: list[bytes] = []
        self.closed_half = False
        self._handle = handle

    def getHandle(self) -> socket.socket:
        return self._handle

    def write(self, data: bytes) -> None:
        self.pieces.append(data)

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        self.is_stuck = True  # until the test says otherwise
        super().registerProducer(producer, streaming)
        if not streaming:
            producer.resumeProducing()

    def take_all(self) -> None:
        """Take everything that waits."""
        while self._producer is not None:
            self.take()

    def loseWriteConnection(self) -> None:
        self.closed_half = True


class SocketPair:
    """Two connected sockets: a line's transport is over the near one, and a test reads from the far one."""

    def __init__(self, add_cleanup: Callable[..., object]) -> None:
        self.near, self.far = socket.socketpair()
        for end in (self.near, self.far):
            end.setblocking(False)
            add_cleanup(end.close)
        self.transport = SocketTransport(self.near)

    def fill(self) -> None:
        """Let the near end take no more."""
        try:
            while True:
                self.near.send(b"." * 4096)
        except BlockingIOError:
            pass

    def read(self) -> bytes:
        """All that has arrived at the far end."""
        found = b""
        try:
            while data := self.far.recv(1 << 20):
                found += data
        except BlockingIOError:
            pass
        return found
