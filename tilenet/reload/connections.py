"""Connections that go on when the server is reloaded: those of programs that could not come back by themselves.

Each is noted as JSON: its descriptor, its door, its peer, what it was not sent yet, and its session.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Mapping
from typing import Any

from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory
from twisted.logger import Logger

from tilenet.doors.door import Connection, Door
from tilenet.doors.session import Session

log = Logger()


def note_connections(sessions: Iterable[Session], names: Mapping[Door, str]) -> list[dict[str, Any]]:
    """Note all connections that another process can go on with. `names` are those of the doors' plugins."""
    noted = []
    for session in sessions:
        one = _note(session, names)
        if one is not None:
            noted.append(one)
    return noted


def _note(session: Session, names: Mapping[Door, str]) -> dict[str, Any] | None:
    try:
        rest = session.line.rest()
        state = session.state() if rest is not None and session.door in names else None
    except Exception:
        log.failure("The connection of {client} cannot be handed over", client=session.line.peer)
        return None
    if rest is None or state is None:
        return None
    return {
        "descriptor": rest.descriptor,
        "door": names[session.door],
        "peer": session.line.peer,
        "unsent": rest.unsent.hex(),
        "session": state,
    }


class Resumed(Connection):
    """A connection that was made in the program before this one."""

    def __init__(self, door: Door, noted: Mapping[str, Any]) -> None:
        super().__init__(door, noted["peer"], bytes.fromhex(noted["unsent"]))
        self._noted = noted

    def begin(self, session: Session) -> None:
        try:
            session.restore(self._noted["session"])
        except Exception:
            self.log.failure("The connection of {client} cannot go on", client=session.line.peer)
            session.drop("it cannot go on with the new code")


class _Adopting(Factory):
    noisy = False

    def __init__(self, connection: Resumed) -> None:
        self._connection = connection

    def buildProtocol(self, addr: IAddress | None) -> Resumed:
        return self._connection


def resume_connections(reactor: Any, noted: Iterable[Mapping[str, Any]], doors: Mapping[str, Door]) -> int:
    """Go on with all connections that were noted; returns how many do."""
    count = 0
    for one in noted:
        door = doors.get(one["door"])
        if door is None:
            log.warn("There is no door {door} any more for {client}", door=one["door"], client=one["peer"])
        else:
            count += _resume(reactor, one, door)
        os.close(one["descriptor"])  # the reactor has a copy
    return count


def _resume(reactor: Any, noted: Mapping[str, Any], door: Door) -> bool:
    connection = Resumed(door, noted)
    try:
        with socket.socket(fileno=os.dup(noted["descriptor"])) as own:
            family = own.family
        reactor.adoptStreamConnection(noted["descriptor"], family, _Adopting(connection))
    except Exception:  # the peer has gone just now, for instance
        log.failure("The connection of {client} cannot go on", client=noted["peer"])
        return False
    return connection.session is not None and not connection.session.has_ended
