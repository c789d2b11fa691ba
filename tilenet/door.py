"""Doors: what accepts connections of one protocol, as long as there is room for them behind the gate."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.tcp import Server

from tilenet.connection import Connection
from tilenet.gate import Gate
from tilenet.grammar import SERVER
from tilenet.messages import ServerOpen
from tilenet.session import Session
from tilenet.wire import closing, opening

LINGERING = 64  # connections that were told "busy" and may take a second to read it


class Busy(Protocol):
    """A connection that there is no room for: it is told so, and closed."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def connectionMade(self) -> None:
        transport: Any = self.transport
        transport.write(self._door.busy())
        self._door.lingering.add(self)
        if len(self._door.lingering) > LINGERING or not isinstance(transport, Server):
            transport.loseConnection()
        else:
            transport.loseWriteConnection()
        self._end = self._door.gate.clock.callLater(1, transport.abortConnection)

    def connectionLost(self, reason: object = None) -> None:
        self._door.lingering.discard(self)
        if self._end.active():
            self._end.cancel()


class Door(Factory, ABC):
    """A way into the world, by one protocol."""

    noisy = False
    speaks = "TileNet"

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.lingering: set[Busy] = set()

    @abstractmethod
    def connection(self, host: str) -> Connection:
        """Somebody has connected."""

    @abstractmethod
    def busy(self) -> bytes:
        """What those are told whom there is no room for."""

    def buildProtocol(self, addr: IAddress | None) -> Protocol:
        host = getattr(addr, "host", None) or "local"
        if self.gate.is_full(host):
            return Busy(self)
        connection = self.connection(host)
        self.gate.came(connection, host)
        return connection


class TileNetDoor(Door):
    """The door for those who speak TileNet."""

    def __init__(self, gate: Gate, name: str, group: str) -> None:
        super().__init__(gate)
        self.name = name
        self.group = group

    def connection(self, host: str) -> Session:
        return Session(self, host)

    def busy(self) -> bytes:
        """A whole document [c8.8]."""
        return opening(ServerOpen(self.group, self.name, "busy")) + closing(SERVER)
