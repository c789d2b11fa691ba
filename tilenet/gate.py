"""The gate that all doors lead through: who is connected, whether there is room for one more, and the end of all."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import TYPE_CHECKING

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.limits import Bucket, Limits
from tilenet.messages import Status
from tilenet.outbox import Turn
from tilenet.world import World

if TYPE_CHECKING:
    from tilenet.connection import Connection


class Gate:
    """All connections of a server, whatever they speak: the limits count for all of them together."""

    log = Logger()

    def __init__(self, world: World, clock: IReactorTime, limits: Limits, status: Status = "open") -> None:
        self.world = world
        self.clock = clock
        self.limits = limits
        self.status = status
        self.turn = Turn(clock)
        self.sessions: dict[Connection, str] = {}  # and where they are counted
        self.waiting: set[Connection] = set()  # not logged in
        self._origins: Counter[str] = Counter()
        self._complaints = Bucket(1, 10, clock.seconds)
        self._emptied: Deferred[None] | None = None

    def is_full(self, host: str) -> bool:
        """Whether there is no room for one more from there."""
        reason = self._no_room(_origin(host))
        if reason and not self._complaints.wait():  # a flood of connections shall not be a flood of lines
            self._complaints.spend()
            self.log.warn("Busy to {client}: {reason}", client=host, reason=reason)
        return bool(reason)

    def came(self, session: Connection, host: str) -> None:
        """A connection is made."""
        origin = _origin(host)
        self.sessions[session] = origin
        self.waiting.add(session)
        self._origins[origin] += 1

    def logged_in(self, session: Connection) -> None:
        self.waiting.discard(session)

    def gone(self, session: Connection) -> None:
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
