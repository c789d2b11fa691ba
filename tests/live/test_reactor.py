"""The whole way on the live reactor, in one process: our client's link, real sockets, the world, and a game's timer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest_twisted
from twisted.internet import reactor as installed_reactor
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol, serverFromString

from tests.doubles.processes import LOCAL, PATIENCE
from tilenet.catalogue import GamePlugin
from tilenet.clients.link import End, Link
from tilenet.doors.gate import Gate
from tilenet.doors.tilenet import TileNetDoor
from tilenet.game import HELP, HOME, Events, Game, Player, Scene, Tile, TileId, help_tile, home_tile
from tilenet.limits import Limits
from tilenet.wire.messages import AGENT, TOKEN, LoggedIn, ServerOpen
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

reactor: Any = installed_reactor


class Bell(Game):
    """A bell that rings a moment after somebody has clicked it."""

    title, about, help = "Bell", "A bell.", ("Click the bell.",)

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.word = "Bell"

    def scene(self) -> Scene:
        return Scene((3, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "bell": Tile(2, 0, self.word)})

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.deadline = now + 0.05
        return ()

    def tick(self, now: float) -> Events:
        self.deadline, self.word = None, "Ding"
        return ()


class Guest:
    """Somebody with our client's link, who waits for what it shows."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.link = Link(self, reactor)
        self.end: End | None = None
        self._look: Callable[[], None] = lambda: None

    def opened(self, server: ServerOpen) -> None:
        self.link.login(self.name, "")

    def answered(self, answer: LoggedIn) -> None:
        pass

    def model_changed(self) -> None:
        self._look()

    def ended(self, end: End, why: str) -> None:
        self.end = end
        self._look()

    def names(self) -> list[str]:
        """Of all people and tiles in the room."""
        return [thing.name for kind in (AGENT, TOKEN) for thing in self.link.model.here(kind)]

    async def click(self, name: str) -> None:
        await self.until(lambda: name in self.names())
        self.link.click(next(tile for tile in self.link.model.here(TOKEN) if tile.name == name))

    async def until(self, is_so: Callable[[], bool]) -> None:
        done: Deferred[None] = Deferred().addTimeout(PATIENCE, reactor)
        self._look = lambda: done.callback(None) if is_so() and not done.called else None
        self._look()
        await done
        self._look = lambda: None


@asynccontextmanager
async def a_server() -> AsyncIterator[Callable[[str], Any]]:
    limits = Limits(seat_seconds=0)
    gate = Gate(World(reactor, Random(1), [GamePlugin("bell", Bell)], limits, Guests()), reactor, limits)
    port = await serverFromString(reactor, LOCAL).listen(TileNetDoor(gate))

    async def come(name: str) -> Guest:
        guest = Guest(name)
        await connectProtocol(TCP4ClientEndpoint(reactor, "127.0.0.1", port.getHost().port), guest.link)
        await guest.click("Bell")
        return guest

    try:
        yield come
    finally:
        await gate.close("The test is over.").addTimeout(PATIENCE, reactor)
        await port.stopListening()


@pytest_twisted.ensureDeferred  # type: ignore[untyped-decorator]
async def test_two_are_in_one_room_a_timer_rings_for_both_and_one_sees_the_other_vanish() -> None:
    async with a_server() as come:
        ann, bob = await come("ann"), await come("bob")
        await ann.until(lambda: "bob" in ann.names())
        await ann.click("Bell")
        for guest in (ann, bob):
            await guest.until(lambda guest=guest: "Ding" in guest.names())
        bob.link.abort()
        await ann.until(lambda: "bob" not in ann.names())
    await ann.until(lambda: ann.end is End.LOGGED_OUT)
