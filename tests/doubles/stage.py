"""A server on the live reactor, with a game that counts, and model clients that are visitors there."""

from __future__ import annotations

import re
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from twisted.internet import reactor as installed_reactor
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol, serverFromString, wrapClientTLS
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.ssl import Certificate, optionsForClientTLS
from twisted.python.failure import Failure

from tests.doubles.browser import TEXT, Frames, frame, handshake
from tests.doubles.callers import Screen
from tests.doubles.certificates import ssl_endpoint
from tests.doubles.model import Illegal, click, login, opening
from tests.doubles.processes import LOCAL, PATIENCE
from tilenet.catalogue import GamePlugin
from tilenet.doors.gate import Gate
from tilenet.doors.session import Session
from tilenet.doors.tilenet import TileNetDoor
from tilenet.doors.web import WebDoor
from tilenet.game import HELP, HOME, Events, Game, Player, Scene, Tile, TileId, help_tile, home_tile
from tilenet.limits import Limits
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

NO_RATE = {"commands_per_second": 1e9, "command_burst": 1e9, "speech_per_second": 1e9, "speech_burst": 1e9}

reactor: Any = installed_reactor


class Counter(Game):
    """A lamp that shows how often it was clicked, at such length that much of it does not fit into a socket."""

    title = "Counter"
    about = "A lamp that counts."
    help = ("Click the lamp.",)

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.count = 0

    def scene(self) -> Scene:
        lamp = Tile(2, 1, f"{self.count} {'.' * 100}", "A lamp")
        return Scene((3, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "lamp": lamp})

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.count += tile == "lamp"
        return ()


class Visitor(Protocol):
    """A model client on the reactor."""

    def __init__(self) -> None:
        self.screen = Screen()
        self.lost: Failure | None = None
        self.wrong: Illegal | None = None
        self._waiting: list[tuple[Callable[[], bool], Deferred[None]]] = []

    def dataReceived(self, data: bytes) -> None:
        try:
            self.screen.show(data)
        except Illegal as error:
            self.wrong = error
            self.wire.abortConnection()
        self._look()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self.lost = reason
        self._look()

    def _look(self) -> None:
        for entry in list(self._waiting):
            is_so, done = entry
            if is_so() or self.lost is not None:
                self._waiting.remove(entry)
                if not done.called:
                    done.callback(None)

    @property
    def wire(self) -> Any:
        return self.transport

    def send(self, *data: bytes) -> None:
        self.wire.write(b"".join(data))

    async def until(self, what: str, is_so: Callable[[], bool]) -> None:
        """Wait until it is so."""
        if not is_so():
            done: Deferred[None] = Deferred()
            self._waiting.append((is_so, done))
            done.addTimeout(PATIENCE, reactor)
            await done
        if self.wrong is not None:
            raise self.wrong
        assert is_so(), f"{what}: the connection was lost before: {self.lost}"

    @property
    def numbers(self) -> list[int]:
        """All that the counting lamp has shown, in order."""
        return [int(number) for number in re.findall(rb' name="(\d+) \.+"', bytes(self.screen.raw))]

    @property
    def count(self) -> int:
        """What the counting lamp shows now; -1 if there is none."""
        objid = self.screen.model.grid().get((2, 1))
        return -1 if objid is None else int(str(self.screen.model.objects[objid]["name"]).split()[0])


class BrowsingVisitor(Visitor):
    """A model client on the reactor that came through the door for browsers."""

    def __init__(self) -> None:
        super().__init__()
        self.frames = Frames()

    def connectionMade(self) -> None:
        self.wire.write(handshake())

    def dataReceived(self, data: bytes) -> None:
        texts = [text for opcode, text in self.frames.feed(data) if opcode == TEXT]
        super().dataReceived(b"".join(texts))

    def send(self, *data: bytes) -> None:
        super().send(frame(b"".join(data)))


class Stage:
    """A server on the live reactor, and its visitors."""

    def __init__(self, tls: Path | None, limits: Mapping[str, float], *, for_browsers: bool = False) -> None:
        made = Limits(**{"seat_seconds": 0.0, **limits})  # type: ignore[arg-type]  # who is lost leaves at once
        world = World(reactor, Random(1), [GamePlugin("counter", Counter)], made, Guests())
        self.gate = Gate(world, reactor, made, name="live", group="testers")
        self.door: Any = WebDoor(self.gate) if for_browsers else TileNetDoor(self.gate)
        self._visitor = BrowsingVisitor if for_browsers else Visitor
        self.visitors: list[Visitor] = []
        self._tls = tls
        self.port: Any = None

    async def open(self) -> None:
        text = LOCAL if self._tls is None else ssl_endpoint(self._tls)
        self.port = await serverFromString(reactor, text).listen(self.door)

    async def visit(self, receive_buffer: int | None = None) -> Visitor:
        """A visitor who has seen the server's opening."""
        endpoint: Any = TCP4ClientEndpoint(reactor, "127.0.0.1", self.port.getHost().port, timeout=PATIENCE)
        if self._tls is not None:
            trusted = Certificate.loadPEM(self._tls.read_bytes())
            endpoint = wrapClientTLS(optionsForClientTLS("localhost", trusted), endpoint)
        visitor: Visitor = await connectProtocol(endpoint, self._visitor())
        self.visitors.append(visitor)
        if receive_buffer is not None:
            visitor.wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await visitor.until("<server>", lambda: visitor.screen.model.status is not None)
        return visitor

    async def count(self, name: str, receive_buffer: int | None = None) -> Visitor:
        """A visitor who is in the room of the counting lamp."""
        visitor = await self.visit(receive_buffer)
        visitor.send(opening(), login(name))
        await visitor.until("Home", lambda: visitor.screen.room == "Home")
        visitor.send(click(visitor.screen.token("Counter")))
        await visitor.until("Counter", lambda: visitor.screen.room == "Counter")
        return visitor

    def session(self, visitor: Visitor) -> Session:
        """The server's end of it."""
        agent = visitor.screen.agent
        found = next(s for s in self.gate.sessions if s.player is not None and s.player.objid == agent)
        assert isinstance(found, Session)
        return found

    async def close(self) -> None:
        for visitor in self.visitors:
            if visitor.lost is None:
                visitor.wire.abortConnection()
                await visitor.until("the end of the connection", lambda v=visitor: v.lost is not None)  # type: ignore[misc]
        await self.gate.close("The test is over.").addTimeout(PATIENCE, reactor)
        await self.port.stopListening()


@asynccontextmanager
async def stage(tls: Path | None = None, **limits: float) -> AsyncIterator[Stage]:
    """A server on a free port, over TLS if there is a certificate for it."""
    async with _opened(Stage(tls, limits)) as made:
        yield made


@asynccontextmanager
async def browser_stage(tls: Path | None = None, **limits: float) -> AsyncIterator[Stage]:
    """The same, with the door for browsers."""
    async with _opened(Stage(tls, limits, for_browsers=True)) as made:
        yield made


@asynccontextmanager
async def _opened(made: Stage) -> AsyncIterator[Stage]:
    await made.open()
    try:
        yield made
    finally:
        await made.close()
