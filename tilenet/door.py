"""The TileNet door: accepts connections as long as there is room for them, and knows all sessions."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress, IReactorTime
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.tcp import Server
from twisted.logger import Logger

from tilenet.grammar import SERVER
from tilenet.limits import Bucket, Limits
from tilenet.messages import ServerOpen, Status
from tilenet.outbox import Turn
from tilenet.session import Session
from tilenet.wire import closing, opening
from tilenet.world import World

LINGERING = 64  # connections that were told "busy" and may take a second to read it


class Busy(Protocol):
    """A connection that there is no room for: it is told so in a whole document, and closed [c8.8]."""

    def __init__(self, door: TileNetDoor) -> None:
        self._door = door

    def connectionMade(self) -> None:
        transport: Any = self.transport
        transport.write(opening(ServerOpen(self._door.group, self._door.name, "busy")) + closing(SERVER))
        self._door.lingering.add(self)
        if len(self._door.lingering) > LINGERING or not isinstance(transport, Server):
            transport.loseConnection()
        else:
            transport.loseWriteConnection()
        self._end = self._door.clock.callLater(1, transport.abortConnection)

    def connectionLost(self, reason: object = None) -> None:
        self._door.lingering.discard(self)
        if self._end.active():
            self._end.cancel()


class TileNetDoor(Factory):
    """All that is connected by TileNet."""

    noisy = False
    log = Logger()

    def __init__(
        self, world: World, clock: IReactorTime, limits: Limits, name: str, group: str, status: Status = "open"
    ) -> None:
        self.world = world
        self.clock = clock
        self.limits = limits
        self.name = name
        self.group = group
        self.status = status
        self.turn = Turn(clock)
        self.sessions: dict[Session, str] = {}  # and where they are counted
        self.waiting: set[Session] = set()  # not logged in
        self.lingering: set[Busy] = set()
        self._origins: Counter[str] = Counter()
        self._complaints = Bucket(1, 10, clock.seconds)
        self._emptied: Deferred[None] | None = None

    def buildProtocol(self, addr: IAddress | None) -> Protocol:
        host = getattr(addr, "host", None) or "local"
        origin = _origin(host)
        reason = self._no_room(origin)
        if reason:
            if not self._complaints.wait():  # a flood of connections shall not be a flood of lines
                self._complaints.spend()
                self.log.warn("Busy to {client}: {reason}", client=host, reason=reason)
            return Busy(self)
        session = Session(self, host)
        self.sessions[session] = origin
        self.waiting.add(session)
        self._origins[origin] += 1
        return session

    def logged_in(self, session: Session) -> None:
        self.waiting.discard(session)

    def gone(self, session: Session) -> None:
        """A connection has closed."""
        self.waiting.discard(session)
        origin = self.sessions.pop(session)
        self._origins[origin] -= 1
        if not self._origins[origin]:
            del self._origins[origin]
        if not self.sessions and self._emptied is not None:
            emptied, self._emptied = self._emptied, None
            emptied.callback(None)

    def close(self, reason: str) -> Deferred[None]:
        """Log everybody out. Fires when all are gone, which is soon, whatever they do."""
        self.status = "closed"
        self.world.close()
        emptied = self._emptied = Deferred()
        if not self.sessions:
            self._emptied = None
            emptied.callback(None)
        for session in list(self.sessions):
            session.end(reason)
        return emptied

    def _no_room(self, origin: str) -> str:
        """Why there is no room for one more, or nothing."""
        limits = self.limits
        if len(self.sessions) >= limits.max_connections:
            return f"{limits.max_connections} are connected"
        if origin and self._origins[origin] >= limits.max_per_address:
            return f"{limits.max_per_address} are connected from there"
        if len(self.waiting) >= limits.max_waiting:
            return f"{limits.max_waiting} have not logged in yet"
        return ""


def _origin(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 site; nothing for this machine itself."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return "" if address.is_loopback else str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return "" if address.is_loopback else str(address)
