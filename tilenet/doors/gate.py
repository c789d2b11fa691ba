"""The gate that all doors lead through: who is connected, whether there is room for one more, and closing down."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Container
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.doors.arrivals import Arrivals, Reception
from tilenet.doors.waiting import Waiting
from tilenet.limits import Limits, origin_of
from tilenet.lines.backlogs import Backlogs
from tilenet.wire.messages import Status
from tilenet.world.world import World

if TYPE_CHECKING:
    from tilenet.doors.door import Door
    from tilenet.doors.session import Session

VISITS = 20  # connections that load the page, for each that plays: browsers open several, and cannot do without any
MADE_ROOM = "Others want to log in, and there was no place left. Connect again."


class Visit(Protocol):
    """One connection over which a browser loads the page."""

    def make_room(self) -> None:
        """Close it, because another needs the place."""


class Visits:
    """Connections over which browsers load the page. They are not players, and have their own places.

    If all of these are taken, the address with the most loses its oldest. A browser opens another when it needs one.
    """

    def __init__(self, limits: Limits, proxies: Container[str], seconds: Callable[[], float]) -> None:
        self._proxies = proxies
        self._arrivals = Arrivals(limits, seconds, VISITS)
        self._here: Waiting[Visit] = Waiting(limits.max_visits, limits.max_visits)

    def receive(self, host: str) -> Reception:
        """A browser connects: whether it does not come too fast."""
        return self._arrivals.receive(host, self._origin(host), lambda: "")

    def came(self, visit: Visit, host: str) -> None:
        loser = self._here.add(visit, self._origin(host))
        if loser is not None:
            loser.make_room()

    def gone(self, visit: Visit) -> None:
        self._here.remove(visit)

    def __len__(self) -> int:
        return len(self._here)

    def _origin(self, host: str) -> str:
        return "" if host in self._proxies else origin_of(host)


class Replays(Protocol):
    """The finished games that a server keeps."""

    def file(self, id: str, most: int) -> Deferred[bytes]:
        """The file of one that everybody may see. Raises LookupError if there is none of at most so many bytes."""


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
        hosts: Container[str] = (),
        proxies: Container[str] = (),
        host_key: Path | None = None,
    ) -> None:
        """Clients see the name and the group before they log in.

        `origins` are the sites whose pages may open WebSockets here, `hosts` the names by which browsers may reach a
        server that listens for this machine alone, and `proxies` the addresses of those that are believed when they say
        whom they speak for. `host_key` is the file by which ssh clients know this server again, if it is to be kept.
        """
        self.host_key = host_key
        self.replays: Replays | None = None  # finished games, if any are kept
        self.origins = origins
        self.hosts = hosts
        self.proxies = proxies
        self._arrivals = Arrivals(limits, clock.seconds)
        self.visits = Visits(limits, proxies, clock.seconds)
        self.name = name or socket.gethostname()
        self.group = group
        self.world = world
        self.clock = clock
        self.limits = limits
        self.status = status
        self.backlogs = Backlogs(limits.output_total_mib * 2**20)
        self.sessions: dict[Session, str] = {}  # and where they are counted
        self.waiting: dict[Session, Waiting[Session]] = {}  # not logged in; all of one kind of door, or of most doors
        self._kinds: dict[type[Door] | None, Waiting[Session]] = {}
        self._leaving: dict[Session, None] = {}  # ended, and have a moment to take their last bytes; the oldest first
        self._origins: Counter[str] = Counter()
        self._emptied: Deferred[None] | None = None

    def receive(self, host: str, door: Door) -> Reception:
        """Somebody connects to this door: whether there is room for one more from there."""
        origin = origin_of(host)
        return self._arrivals.receive(host, origin, partial(self._no_room, origin, door))

    def came(self, session: Session, host: str) -> None:
        """A connection is made. If all places are taken, one that leaves or waits for a login makes room for it."""
        origin = origin_of(host)
        if self._is_full and self._leaving:
            self._cut(next(iter(self._leaving)))
        self.sessions[session] = origin
        self._origins[origin] += 1
        waiting = self.waiting[session] = self._waiting_at(session.door)
        loser = waiting.add(session, origin)
        if loser is not None:
            self._end(loser, MADE_ROOM)

    def sent_login(self, session: Session) -> None:
        """A login is being looked up: until it is answered, the connection keeps its place."""
        if session in self.waiting:
            self.waiting[session].expects_answer(session)

    def refused_login(self, session: Session) -> None:
        if session in self.waiting:
            self.waiting[session].is_silent(session)

    def waits_no_more(self, session: Session) -> None:
        """A session is logged in, or has ended."""
        waiting = self.waiting.pop(session, None)
        if waiting is not None:
            waiting.remove(session)

    def leaves(self, session: Session) -> None:
        """A session has ended, and its connection is about to close."""
        self.waits_no_more(session)
        self._leaving[session] = None

    def gone(self, session: Session) -> None:
        """A connection has closed."""
        self._leaving.pop(session, None)
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
            self._end(session, reason)
        return emptied

    def _end(self, session: Session, reason: str) -> None:
        try:
            session.end(reason)
        except Exception:
            self.log.failure("The session of {client} cannot be ended", client=session.line.peer)

    def _cut(self, session: Session) -> None:
        """Somebody else needs the place at once."""
        del self._leaving[session]
        session.line.abort()

    @property
    def _is_full(self) -> bool:
        """Bots in this process take nobody's place: they are no connections."""
        most = self.limits.max_connections
        return len(self.sessions) >= most and sum(bool(one.line.peer) for one in self.sessions) >= most

    def _no_room(self, origin: str, door: Door) -> str:
        """Why there is no room for one more, or nothing."""
        limits = self.limits
        if self._is_full and not self._leaving:
            return f"{limits.max_connections} clients are connected"
        if origin and self._origins[origin] >= limits.max_per_address:
            return f"{limits.max_per_address} clients are connected from there"
        return self._waiting_at(door).refusal(origin)

    def _waiting_at(self, door: Door) -> Waiting[Session]:
        """Who waits for a login at doors of this kind, or at all doors without a number of their own."""
        kind = None if door.max_waiting is None else type(door)
        if kind not in self._kinds:
            most, from_one = self.limits.max_waiting, self.limits.max_waiting_per_address
            if door.max_waiting is not None:
                most, from_one = door.max_waiting, door.max_waiting_per_address or from_one
            self._kinds[kind] = Waiting(most, from_one)
        return self._kinds[kind]
