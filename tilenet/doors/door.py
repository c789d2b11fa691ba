"""Doors: what accepts the connections of one protocol, as long as there is room for them behind the gate."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import count
from typing import Any, ClassVar

from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.doors.arrivals import Reception
from tilenet.doors.gate import Gate
from tilenet.doors.session import Dialect, Session
from tilenet.lines.framing import Framing
from tilenet.lines.line import Line
from tilenet.lines.tcp import KeepAlive, say_and_close, sender_to

LINGERING = 64  # connections that were told "busy" and may take a second to read it


class Connection(Protocol):
    """Ties a transport to a line and a session. Twisted talks to nothing else here."""

    log = Logger()
    session: Session | None = None  # there is none if the door has failed to make it

    def __init__(self, door: Door, host: str, preface: bytes = b"") -> None:
        """`preface` is the end of what was spoken on this connection before, and goes out first."""
        self._door = door
        self._host = host
        self._preface = preface

    def connectionMade(self) -> None:
        door, gate = self._door, self._door.gate
        self._line = Line(
            sender_to(self.transport, door.keepalive.spread(next(door.numbers))),
            self._host,
            gate.world.turn,
            gate.limits,
            self._too_slow,
            backlogs=gate.backlogs,
            framing=None if door.framing is None else door.framing(),
        )
        if self._preface:
            self._line.begin_with(self._preface)
        try:
            self.session = Session(gate, self._line, self._door)
        except Exception:
            self.log.failure("The door of {client} failed", client=self._host)
            self._line.finish(gate.limits.closing_seconds)
            return
        gate.came(self.session, self._host)
        self.begin(self.session)

    def begin(self, session: Session) -> None:
        """The session begins: some log in at once, and many can come in one turn."""
        self._door.gate.world.turn.do(session.start, self._door)

    def dataReceived(self, data: bytes) -> None:
        if self.session is not None:
            self.session.received(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._line.close()
        if self.session is not None:
            self.session.lost()
            self.session = None
        del self._line  # it refers to us

    def _too_slow(self, reason: str) -> None:
        if self.session is not None:
            self.session.drop(reason)


class Busy(Protocol):
    """A connection that is not let in: it is told so, and closed."""

    def __init__(self, door: Door, words: bytes, seconds: float = 1) -> None:
        """It has so many seconds to take what it was sent."""
        self._door = door
        self._words = words
        self._seconds = seconds

    def connectionMade(self) -> None:
        transport: Any = self.transport
        self._door.lingering.add(self)
        say_and_close(transport, self._words, linger=len(self._door.lingering) <= LINGERING)
        self._end = self._door.gate.clock.callLater(self._seconds, transport.abortConnection)

    def connectionLost(self, reason: object = None) -> None:
        self._door.lingering.discard(self)
        if self._end.active():
            self._end.cancel()


class Unready(Exception):
    """A door cannot be opened; the text says why."""


class Door(Factory, ABC):
    """A way into the world, by one protocol."""

    noisy = False

    #: How what is said is packed into the bytes of a connection, if not as it is.
    framing: ClassVar[type[Framing] | None] = None

    #: Seconds from connecting to a login, and how many clients of this kind of door may be connected without having
    #: logged in, in all and from one address. If None, the server's limits hold; clients of all doors without a
    #: `max_waiting` of their own count together.
    login_seconds: float | None = None
    max_waiting: int | None = None
    max_waiting_per_address: int | None = None

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.lingering: set[Busy] = set()
        self.numbers = count()  # of connections

    @abstractmethod
    def dialect(self, session: Session) -> Dialect[Any]:
        """Make the dialect for a new connection."""

    def begin(self) -> None:
        """The server starts: the door is made, and privileges are dropped. May fail with Unready."""

    def invitation(self, host: str, port: str) -> str:
        """What somebody at a shell types to come in here, if that is of use."""
        return ""

    def busy(self) -> bytes:
        """What a client is told if there is no room for it."""
        return b""

    @property
    def keepalive(self) -> KeepAlive:
        """How soon a client that has vanished is noticed."""
        return KeepAlive.of(self.gate.limits)

    def buildProtocol(self, addr: IAddress | None) -> Any:
        """What `admit` says; if that is None, Twisted closes the connection, and nothing is made for it."""
        host = getattr(addr, "host", None) or "local"
        return self.admit(host)

    def admit(self, host: str, preface: bytes = b"") -> Protocol | None:
        """What is spoken with somebody from there: the protocol of this door, that there is no room, or nothing."""
        match self.gate.receive(host, self):
            case Reception.LET_IN:
                return self.connection(host, preface)
            case Reception.TELL_BUSY:
                return Busy(self, preface + self.busy())
        return None

    def connection(self, host: str, preface: bytes) -> Protocol:
        """The protocol of this door, for one client."""
        return Connection(self, host, preface)
