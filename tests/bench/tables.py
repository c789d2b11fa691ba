"""Many tables with people who play: what a large server looks like to its journal."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count

from twisted.internet.base import DelayedCall
from twisted.internet.interfaces import IReactorTime
from zope.interface import implementer

from tilenet.catalogue import GamePlugin
from tilenet.game import Open
from tilenet.games.noughts import Noughts
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player
from tilenet.world.rooms.room import Room
from tilenet.world.world import World

SIZE = 10  # people at each table


def table_plugins() -> list[GamePlugin]:
    """Return the games of the benchmark's world."""
    return [GamePlugin("noughts", Noughts)]


@implementer(IReactorTime)
class Hands:
    """A clock that is moved by hand. Twisted's own sorts all its calls whenever there is another one."""

    def __init__(self, begins: float) -> None:
        self._now = begins
        self._calls: list[tuple[float, int, DelayedCall]] = []
        self._numbers = count()

    def seconds(self) -> float:
        return self._now

    def callLater(self, delay: float, callable: Callable[..., object], *args: object, **kw: object) -> DelayedCall:
        call = DelayedCall(self._now + delay, callable, args, kw, _ignore, _ignore, self.seconds)
        heappush(self._calls, (call.getTime(), next(self._numbers), call))
        return call

    def getDelayedCalls(self) -> Sequence[DelayedCall]:
        return [call for _, _, call in self._calls]

    def advance(self, seconds: float) -> None:
        """Make the calls that are due."""
        self._now += seconds
        while self._calls and self._calls[0][0] <= self._now:
            _, _, call = heappop(self._calls)
            if call.active():
                call.called = 1
                call.func(*call.args, **call.kw)


def _ignore(call: object) -> None:
    """Calls that were cancelled are found when their time has come."""


class Tables:
    """Tables of noughts and crosses. In each, two play and the others watch."""

    def __init__(self, world: World, rooms: int) -> None:
        self.world = world
        self.tables: list[Room] = []
        opener = world.rooms["noughts"]
        for number in range(rooms):
            name = world.open(Open("noughts", title=f"Table {number}"), opener)
            assert name is not None
            self.tables.append(world.rooms[name])
            for seat in range(SIZE):
                self._join(f"p{number}x{seat}", name)

    def _join(self, name: str, room: str) -> None:
        arrived: list[Player] = []
        self.world.login(name, "", address="127.0.0.1").addCallback(arrived.append)
        (player,) = arrived
        self.world.attach(player, Client("127.0.0.1"))
        player.holds_seat = True
        self.world.note(player)
        self.world.place(player, room)

    def act(self) -> None:
        """At each table somebody who can do something does it."""
        for room in self.tables:
            for player in room.members.values():
                ids = room.game.legal(player)
                if ids:
                    room.play(room.game.click, player, next(iter(ids)))
                    break
