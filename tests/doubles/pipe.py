"""A connection in memory: the transport at the server's end of it, and a caller at the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IPushProducer
from twisted.python.failure import Failure
from zope.interface import implementer

if TYPE_CHECKING:
    from tests.doubles.harness import Server


@implementer(IPushProducer)  # as sockets are: so HTTP asks to be told when it is stuck
class Pipe:
    """A transport that keeps what is written, and takes no more than it is let."""

    def __init__(self) -> None:
        self.written = b""
        self.is_open = True
        self.is_reading = True
        self.was_aborted = False
        self.is_stuck = False
        self._producer: Any = None
        self._is_streaming = False
        self._held = b""  # what was written while it was stuck

    def write(self, data: bytes) -> None:
        assert self.is_open
        if self.is_stuck and self._is_streaming:
            self._held += data
            self._producer.pauseProducing()
        else:
            self.written += data

    def pop(self) -> bytes:
        """What was written since this was asked last."""
        data, self.written = self.written, b""
        return data

    @property
    def disconnecting(self) -> bool:
        return not self.is_open

    def writeSequence(self, pieces: Iterable[bytes]) -> None:
        self.write(b"".join(pieces))

    def getPeer(self) -> IPv4Address:
        return IPv4Address("TCP", "127.0.0.1", 40000)

    getHost = getPeer

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        assert self._producer is None
        self._producer = producer
        self._is_streaming = streaming
        if not streaming:
            self.drain()

    def unregisterProducer(self) -> None:
        self._producer = None
        self._is_streaming = False

    def take(self) -> None:
        """Take one piece of what is waiting."""
        self.written += self._held
        self._held = b""
        if self._producer is not None:
            self._producer.resumeProducing()

    def drain(self) -> None:
        """Take all that is waiting, unless stuck."""
        if self._is_streaming and not self.is_stuck:
            self.take()
        while self._producer is not None and not self._is_streaming and not self.is_stuck:
            self.take()

    def stopProducing(self) -> None:
        self.loseConnection()

    def pauseProducing(self) -> None:
        self.is_reading = False

    def resumeProducing(self) -> None:
        self.is_reading = True

    def loseConnection(self) -> None:
        self.is_open = False

    def abortConnection(self) -> None:
        self.is_open = False
        self.was_aborted = True


class LoggingPipe(Pipe):
    """A transport that remembers what was written at once."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.was_stuck = False

    def write(self, data: bytes) -> None:
        self.was_stuck = self.was_stuck or self.is_stuck
        if not self.was_stuck:
            self.writes.append(data)
        super().write(data)


class Caller:
    """A client of any protocol, connected to the server in memory. Subclasses read what it is sent."""

    def __init__(self, server: Server, door: Any, address: str) -> None:
        self.pipe = LoggingPipe()
        self.raw = b""
        self.is_lost = False
        self._server = server
        built: Any = door.buildProtocol(IPv4Address("TCP", address, 40000))
        self.protocol = built
        self.protocol.makeConnection(self.pipe)

    def send(self, *data: bytes) -> None:
        """Let the server have these bytes, in one piece, and let everybody see what comes of it."""
        self.protocol.dataReceived(b"".join(data))
        self._server.settle()

    def settle(self) -> None:
        data = self.pipe.pop()
        self.raw += data
        self.read(data)
        if not self.pipe.is_open:
            self.lose()

    def read(self, data: bytes) -> None:
        """This has come from the server."""

    def lose(self) -> None:
        """The connection is gone."""
        if not self.is_lost:
            self.is_lost = True
            self.pipe.is_open = False
            self.protocol.connectionLost(Failure(ConnectionDone()))

    def hang_up(self) -> None:
        """Close the connection, and let everybody know."""
        self.lose()
        self._server.settle()

    @property
    def is_open(self) -> bool:
        return self.pipe.is_open
