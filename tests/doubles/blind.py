"""Clients of a protocol that shows nothing, and their doors."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.doubles.harness import Server
from tests.doubles.pipe import Caller
from tilenet.doors.door import Connection, Door
from tilenet.doors.gate import Gate
from tilenet.doors.session import Dialect, Session
from tilenet.game import Event
from tilenet.world.players.admission import Naming
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player


class Blind(Dialect[str]):
    """A client of a protocol in which a line is a name to log in by, and nothing is ever said but at the end."""

    naming = Naming.EXACT

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.refusals: list[str] = []
        self.events: list[Event] = []

    def decode(self, data: bytes) -> Iterable[str]:
        return data.decode().splitlines()

    def handle(self, message: str) -> None:
        self.session.login(message, "")

    def client(self) -> Client:
        return self.session.new_client(listener=self.events.append)

    def welcome(self, player: Player) -> None:
        pass

    def refuse(self, reason: str) -> None:
        self.refusals.append(reason)

    def farewell(self, reason: str) -> bytes:
        return f"bye: {reason}\n".encode()


class BlindDoor(Door):
    def dialect(self, session: Session) -> Blind:
        return Blind(session)

    def busy(self) -> bytes:
        return b"full\n"


class PatientDoor(BlindDoor):
    """One where people may take their time, but not too many of them."""

    login_seconds = 60.0
    max_waiting = 3
    max_waiting_per_address = 3


class BlindClient(Caller):
    """A client at such a door; what it is told stays in the pipe."""

    def __init__(
        self,
        server: Server,
        name: str | None = None,
        address: str = "127.0.0.1",
        door: Callable[[Gate], Door] = BlindDoor,
    ) -> None:
        super().__init__(server, door(server.gate), address)
        if name is not None:
            self.login(name)

    @property
    def is_in(self) -> bool:
        return isinstance(self.protocol, Connection)

    @property
    def session(self) -> Session:
        assert isinstance(self.protocol, Connection) and self.protocol.session is not None
        return self.protocol.session

    @property
    def dialect(self) -> Blind:
        assert isinstance(self.session.dialect, Blind)
        return self.session.dialect

    @property
    def player(self) -> Player:
        assert self.session.player is not None
        return self.session.player

    def login(self, name: str) -> None:
        self.send(name.encode(), b"\n")
