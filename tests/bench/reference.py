"""The three references: bare Twisted broadcasters that send ready bytes to everybody in a room.

`python -m tests.bench.reference write|send|gather [BYTES]` prints its port on the first line. A client's
first line names its room and is answered by `<joined/>`; every later line makes one broadcast of BYTES bytes to that
room. None of them deals with a client that does not read: in the benchmark every client does.
"""

import sys
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from twisted.internet import reactor as installed_reactor
from twisted.internet.interfaces import IListeningPort, IReactorTime, ITCPTransport
from twisted.internet.protocol import Protocol, ServerFactory

JOINED = b"<joined/>"
SHORTEST = len(b'<set objid="t3" name=""/>')

reactor: Any = installed_reactor

Member = TypeVar("Member")  # what a room holds of each client
Send = Callable[[bytes], object]


def message(size: int) -> bytes:
    """Return a `set` of one token of `size` bytes, as the server under test sends for one act."""
    return b'<set objid="t3" name="' + b"1" * max(0, size - SHORTEST) + b'"/>'


class Broadcaster(Protocol, Generic[Member]):
    """One client of a reference, and the room it is in; subclasses say how an act reaches the room."""

    room: list[Member] | None = None
    member: Member

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall

    def connectionMade(self) -> None:
        """Send small things at once, as any server of this kind must."""
        transport = cast(ITCPTransport, self.transport)
        transport.setTcpNoDelay(True)
        self.member = self.make_member(transport)

    def dataReceived(self, data: bytes) -> None:
        """Join the room that the first line names, and broadcast once for every line after it."""
        if self.room is None:
            name, _, data = data.partition(b"\n")
            self.room = self.hall.rooms.setdefault(name, [])
            self.room.append(self.member)
            cast(ITCPTransport, self.transport).write(JOINED)
        if data:
            self.broadcast(self.room, data.count(b"\n"))

    def connectionLost(self, reason: object = None) -> None:
        """Leave the room."""
        if self.room is not None:
            self.room.remove(self.member)

    @abstractmethod
    def make_member(self, transport: Any) -> Member:
        """Return what the room holds of this client."""

    @abstractmethod
    def broadcast(self, room: list[Member], acts: int) -> None:
        """Send so many acts to everybody in the room."""


class Sender(Broadcaster[Send]):
    """(b): each act is one `send` on the socket of each client."""

    def make_member(self, transport: Any) -> Send:
        """Return the socket's own function."""
        send: Send = transport.getHandle().send
        return send

    def broadcast(self, room: list[Send], acts: int) -> None:
        """Send each act by itself."""
        act = self.hall.act
        for _ in range(acts):
            for send in room:
                send(act)


class Writer(Sender):
    """(a): each act is one `transport.write` for each client."""

    def make_member(self, transport: Any) -> Send:
        """Return the transport's own function."""
        write: Send = transport.write
        return write


class Pending:
    """What one client of (c) has yet to be sent, and its socket's `send`."""

    __slots__ = ("pieces", "send")

    def __init__(self, send: Send) -> None:
        self.pieces: list[bytes] = []
        self.send = send


class Gatherer(Broadcaster[Pending]):
    """(c): acts are gathered for each client, and what one reactor turn has gathered is one `send` on its socket."""

    def make_member(self, transport: Any) -> Pending:
        """Return an empty list of pieces beside the socket's own function."""
        return Pending(transport.getHandle().send)

    def broadcast(self, room: list[Pending], acts: int) -> None:
        """Append each act to the pieces of everybody in the room."""
        hall = self.hall
        act, waiting = hall.act, hall.waiting
        if not waiting:
            hall.clock.callLater(0, flush, waiting)
        for _ in range(acts):
            for client in room:
                pieces = client.pieces
                if not pieces:
                    waiting.append(client)
                pieces.append(act)


def flush(waiting: list[Pending]) -> None:
    """Send every waiting client its pieces, joined."""
    join = b"".join
    for client in waiting:
        pieces = client.pieces
        client.send(join(pieces))
        pieces.clear()
    waiting.clear()


KINDS: dict[str, type[Broadcaster[Any]]] = {"write": Writer, "send": Sender, "gather": Gatherer}


class Hall(ServerFactory):
    """The rooms of one reference server."""

    noisy = False

    def __init__(self, kind: str, size: int, clock: IReactorTime) -> None:
        self.kind = KINDS[kind]
        self.act = message(size)
        self.clock = clock
        self.rooms: dict[bytes, list[Any]] = {}
        self.waiting: list[Pending] = []  # the clients of (c) that have something to be sent

    def buildProtocol(self, addr: object) -> Broadcaster[Any]:
        """Make the protocol of one client."""
        return self.kind(self)


def main(argv: list[str]) -> int:
    """Serve until told to end."""
    if not argv or argv[0] not in KINDS:
        print(f"usage: reference {'|'.join(KINDS)} [BYTES]", file=sys.stderr)
        return 2
    hall = Hall(argv[0], int(argv[1]) if len(argv) > 1 else SHORTEST + 3, reactor)
    port: IListeningPort = reactor.listenTCP(0, hall, backlog=1024, interface="127.0.0.1")
    print(port.getHost().port, flush=True)  # type: ignore[attr-defined]
    reactor.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
