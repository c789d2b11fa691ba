"""The two references: bare Twisted broadcasters that send ready bytes to everybody in a room.

`python -m tilenet.clients.bench.reference write|send [BYTES]` prints its port on the first line. A client's first
line names its room and is answered by `<joined/>`; every later line makes one broadcast of BYTES bytes to that room.
"""

import sys
from collections.abc import Callable
from typing import cast

from twisted.internet import reactor
from twisted.internet.interfaces import IListeningPort, IReactorCore, IReactorTCP, ITCPTransport
from twisted.internet.protocol import Protocol, ServerFactory

JOINED = b"<joined/>"
SHORTEST = len(b'<set objid="t3" name=""/>')

Sender = Callable[[bytes], object]


def message(size: int) -> bytes:
    """Return a `set` of one token of `size` bytes, as the server under test sends for one act."""
    return b'<set objid="t3" name="' + b"1" * max(0, size - SHORTEST) + b'"/>'


class Broadcaster(Protocol):
    """One client of a reference: its room is a list of functions that each send to one client."""

    room: list[Sender] | None = None
    sender: Sender

    def __init__(self, rooms: dict[bytes, list[Sender]], direct: bool, act: bytes) -> None:
        self.rooms = rooms
        self.direct = direct
        self.act = act

    def connectionMade(self) -> None:
        """Send small things at once, as any server of this kind must."""
        transport = cast(ITCPTransport, self.transport)
        transport.setTcpNoDelay(True)
        self.sender = transport.getHandle().send if self.direct else transport.write  # type: ignore[attr-defined]

    def dataReceived(self, data: bytes) -> None:
        """Broadcast once for every line."""
        room = self.room
        if room is None:
            name, _, data = data.partition(b"\n")
            room = self.room = self.rooms.setdefault(name, [])
            room.append(self.sender)
            self.sender(JOINED)
        act = self.act
        for _ in range(data.count(b"\n")):
            for send in room:
                send(act)

    def connectionLost(self, reason: object = None) -> None:
        """Leave the room."""
        if self.room is not None:
            self.room.remove(self.sender)


class Broadcasters(ServerFactory):
    """The rooms of one reference server."""

    noisy = False

    def __init__(self, direct: bool, size: int) -> None:
        self.rooms: dict[bytes, list[Sender]] = {}
        self.direct = direct
        self.act = message(size)

    def buildProtocol(self, addr: object) -> Broadcaster:
        """Make the protocol of one client."""
        return Broadcaster(self.rooms, self.direct, self.act)


def main(argv: list[str]) -> int:
    """Serve until told to end."""
    if not argv or argv[0] not in ("write", "send"):
        print("usage: reference write|send [BYTES]", file=sys.stderr)
        return 2
    factory = Broadcasters(argv[0] == "send", int(argv[1]) if len(argv) > 1 else SHORTEST + 3)
    port: IListeningPort = cast(IReactorTCP, reactor).listenTCP(0, factory, backlog=1024, interface="127.0.0.1")
    print(port.getHost().port, flush=True)  # type: ignore[attr-defined]
    cast(IReactorCore, reactor).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
