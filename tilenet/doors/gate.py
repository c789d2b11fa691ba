"""The gate that all doors lead through: who is connected, whether there is room for one more, and closing down."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.limits import Limits, origin_of
from tilenet.lines.backlogs import Backlogs
from tilenet.wire.messages import Status
from tilenet.world.world import World

if TYPE_CHECKING:
    from tilenet.doors.door import Door
    from tilenet.doors.session import Session


class Visits:
    """Connections over which browsers load the page. They are not players, and have their own limit."""

    log = Logger()

    def __init__(self, limits: Limits, proxies: Container[str]) -> None:
        self._limits = limits
        self._proxies = proxies
        self._count = 0
        self._origins: Counter[str] = Counter()

    def is_full(self, host: str) -> bool:
        """Whether there is no room for one more from there."""
        reason = ""
        if self._count >= self._limits.max_visits:
            reason = f"{self._count} browsers are loading the page"
        elif self._origins[self._origin(host)] >= self._limits.max_per_address:
            reason = f"{self._limits.max_per_address} browsers are loading the page from there"
        if reason:
            self.log.warn("Turned away {client}: {reason}", client=host, reason=reason)
        return bool(reason)

    def came(self, host: str) -> None:
        self._count += 1
        if origin := self._origin(host):
            self._origins[origin] += 1

    def gone(self, host: str) -> None:
        self._count -= 1
        if origin := self._origin(host):
            self._origins[origin] -= 1
            if not self._origins[origin]:
                del self._origins[origin]

    def _origin(self, host: str) -> str:
        return "" if host in self._proxies else origin_of(host)


class Gate:
    """All sessions of a server, whatever their clients speak: the limits count for all of them together."""

    log = Logger()

    def __init__(
        self,
        world: World,
        clock: IReactorTime,
        limits: Limits,
        status: Status = "open",
        *,
        name: str | None = None,
        group: str = "tilenet",
        origins: Container[str] = (),
        proxies: Container[str] = (),
        host_key: Path | None = None,
    ) -> None:
        """Clients see the name and the group before they log in.

        `origins` are the sites whose pages may open WebSockets here, and `proxies` the addresses of those that are
        believed when they say whom they speak for. `host_key` is the file by which ssh clients know this server again,
        if it is to be kept.
        """
        self.host_key = host_key
        self.origins = origins
        self.proxies = proxies
        self.visits = Visits(limits, proxies)
        self.name = name or socket.gethostname()
        self.group = group
        self.world = world
        self.clock = clock
        self.limits = limits
        self.status = status
        self.backlogs = Backlogs(limits.output_total_mib * 2**20)
        self.sessions: dict[Session, str] = {}  # and where they are counted
        self.waiting: set[Session] = set()  # not logged in
        self._origins: Counter[str] = Counter()
        self._emptied: Deferred[None] | None = None

    def is_full(self, host: str, door: Door) -> bool:
        """Whether there is no room for one more from there at this door."""
        reason = self._no_room(origin_of(host), door)
        if reason:
            self.log.warn("Turned away {client}: {reason}", client=host, reason=reason)
        return bool(reason)

    def came(self, session: Session, host: str) -> None:
        """A connection is made."""
        origin = origin_of(host)
        self.sessions[session] = origin
        self.waiting.add(session)
        self._origins[origin] += 1

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
            try:
                session.end(reason)
            except Exception:
                self.log.failure("The session of {client} cannot be ended", client=session.line.peer)
        return emptied

    def _no_room(self, origin: str, door: Door) -> str:
        """Why there is no room for one more, or nothing."""
        limits = self.limits
        if len(self.sessions) >= limits.max_connections:
            return f"{limits.max_connections} clients are connected"
        if origin and self._origins[origin] >= limits.max_per_address:
            return f"{limits.max_per_address} clients are connected from there"
        if door.max_waiting is None:
            max_waiting = limits.max_waiting
            waiting = sum(session.door.max_waiting is None for session in self.waiting)
        else:
            max_waiting = door.max_waiting
            waiting = sum(type(session.door) is type(door) for session in self.waiting)
        return f"{max_waiting} clients have not logged in yet" if waiting >= max_waiting else ""
