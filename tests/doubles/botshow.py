"""Bots on a whole server in memory: the pool, the wires between it and the server, and what was heard of it."""

from __future__ import annotations

from random import Random
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.error import ConnectionDone, ConnectionRefusedError
from twisted.python.failure import Failure

from tests.doubles.harness import Server
from tests.doubles.pipe import Pipe
from tilenet.catalogue import GamePlugin
from tilenet.clients.address import Address
from tilenet.clients.bots.bot import MakeBot, maker
from tilenet.clients.bots.botpool import BotPool, Output
from tilenet.clients.bots.pairpanickingbot import PairPanickingBot
from tilenet.clients.link import Link
from tilenet.world.players.accounts import Accounts

WHERE = "localhost:44455"


class Wire:
    """A connection of a link to a server, or to something else that has said its words."""

    def __init__(self, link: Link, far: Any, words: bytes = b"") -> None:
        self.link = link
        self.near, self.there = Pipe(), Pipe()
        self.far: Any = far
        self._is_lost = False
        link.makeConnection(self.near)
        if far is not None:
            far.makeConnection(self.there)
        self.there.written += words

    def carry(self) -> bool:
        """Let both sides have what the other wrote; whether there was anything."""
        up = self.near.pop()
        down = self.there.pop()
        if up and self.far is not None:
            self.far.dataReceived(up)
        if down:
            self.link.dataReceived(down)
        if not (self.near.is_open and self.there.is_open):
            self.lose()
        return bool(up or down)

    def lose(self) -> None:
        if not self._is_lost:
            self._is_lost = True
            self.near.is_open = self.there.is_open = False
            for end in (self.far, self.link):
                if end is not None:
                    end.connectionLost(Failure(ConnectionDone()))


class Ear:
    """A far end that only listens."""

    def __init__(self, heard: list[bytes]) -> None:
        self.dataReceived = heard.append

    def connectionLost(self, reason: Failure) -> None:
        """Nothing is to be done."""


class Show:
    """A pool, the server that it is on, and what was heard of it."""

    def __init__(
        self,
        *games: GamePlugin,
        make_bot: MakeBot | None = None,
        seed: int = 1,
        accounts: Accounts | None = None,
        seat_seconds: float = 0.0,
    ) -> None:
        self.server = Server(games, accounts=accounts, seat_seconds=seat_seconds)
        self.clock = self.server.clock
        self.words: bytes | None = None  # of what is there in the place of a server
        self.is_down = self.is_slow = False
        self.wires: list[Wire] = []
        self.dials: list[float] = []
        self.said: list[str] = []
        self.complaints: list[str] = []
        self.done: list[int] = []
        output = Output(self.said.append, self.complaints.append, self.done.append)
        self.pool = BotPool(self.clock, Address(), self.dial, make_bot or maker(PairPanickingBot), Random(seed), output)

    def start(self, *names: str) -> Show:
        self.pool.start(names or ["bot"])
        self.settle()
        return self

    def dial(self, link: Link) -> Deferred[Any]:
        self.dials.append(self.clock.seconds())
        if self.is_slow:
            return Deferred()
        if self.is_down:
            return fail(ConnectionRefusedError("refused"))
        door: Any = self.server.door
        far = door.buildProtocol(IPv4Address("TCP", "127.0.0.1", 40000)) if self.words is None else None
        self.wires.append(Wire(link, far, self.words or b""))
        return succeed(link)

    def settle(self) -> None:
        """Let everything that was written arrive."""
        for _ in range(100):
            self.server.settle()
            if not sum(wire.carry() for wire in self.wires):
                return
        raise AssertionError("they never stop talking")

    def advance(self, seconds: float, step: float = 0.125) -> None:
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            self.settle()

    @property
    def names(self) -> list[str]:
        """Who is on the server."""
        return sorted(player.name for player in self.server.world.players.values())

    @property
    def in_the_room(self) -> list[str]:
        return sorted(player.name for player in self.server.world.rooms["pairs"].members.values())
