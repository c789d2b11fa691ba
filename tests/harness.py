"""A whole server in memory: the real door, sessions and world, on a clock that tests turn, with model clients at it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from xml.sax.saxutils import unescape

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from tests.model import ModelClient, click, login, opening, press, say
from tilenet.accounts import Accounts, Guests
from tilenet.catalogue import GamePlugin
from tilenet.door import TileNetDoor
from tilenet.game import (
    HELP,
    HOME,
    NO_VIEW,
    Event,
    Events,
    Game,
    Image,
    Key,
    KeyId,
    Player,
    Scene,
    Tile,
    TileId,
    View,
    help_tile,
    home_tile,
)
from tilenet.gate import Gate
from tilenet.limits import Limits
from tilenet.messages import Status
from tilenet.world import World


class Pipe:
    """A transport that keeps what is written, and takes no more than it is let."""

    def __init__(self) -> None:
        self.written = b""
        self.is_open = True
        self.is_reading = True
        self.was_aborted = False
        self.is_stuck = False
        self._producer: Any = None
        self._is_streaming = False
        self._held = b""  # what was written while it was stuck

    def write(self, data: bytes) -> None:
        assert self.is_open
        if self.is_stuck and self._is_streaming:
            self._held += data
            self._producer.pauseProducing()
        else:
            self.written += data

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        assert self._producer is None
        self._producer = producer
        self._is_streaming = streaming
        if not streaming:
            self.drain()

    def unregisterProducer(self) -> None:
        self._producer = None
        self._is_streaming = False

    def take(self) -> None:
        """Take one piece of what is waiting."""
        self.written += self._held
        self._held = b""
        if self._producer is not None:
            self._producer.resumeProducing()

    def drain(self) -> None:
        """Take all that is waiting, unless stuck."""
        if self._is_streaming and not self.is_stuck:
            self.take()
        while self._producer is not None and not self._is_streaming and not self.is_stuck:
            self.take()

    def pauseProducing(self) -> None:
        self.is_reading = False

    def resumeProducing(self) -> None:
        self.is_reading = True

    def loseConnection(self) -> None:
        self.is_open = False

    def abortConnection(self) -> None:
        self.is_open = False
        self.was_aborted = True


class Client:
    """A model client connected to the server in memory."""

    def __init__(self, server: Server, address: str) -> None:
        self.model = ModelClient()
        self.pipe = Pipe()
        self.raw = b""
        self._server = server
        self._is_lost = False
        self.protocol: Any = server.door.buildProtocol(IPv4Address("TCP", address, 40000))
        self.protocol.makeConnection(self.pipe)

    def send(self, *data: bytes) -> None:
        """Let the server have these bytes, in one piece, and let everybody see what comes of it."""
        self.protocol.dataReceived(b"".join(data))
        self._server.settle()

    def settle(self) -> None:
        data, self.pipe.written = self.pipe.written, b""
        self.raw += data
        self.model.feed(data)
        if not self.pipe.is_open:
            self.lose()

    def lose(self) -> None:
        """The connection is gone."""
        if not self._is_lost:
            self._is_lost = True
            self.pipe.is_open = False
            self.protocol.connectionLost(Failure(ConnectionDone()))

    # What a player does

    def login(self, name: str = "ann", password: str = "") -> Client:
        self.send(opening(), login(name, password))
        return self

    def token(self, name: str) -> str:
        """The token of that name in the current matrix."""
        return next(o for o in self.model.grid().values() if self.model.objects[o]["name"] == name)

    def click(self, name: str) -> None:
        self.send(click(self.token(name)))

    def press(self, name: str) -> None:
        found = [o for o in self.model.members_sets() if o[0] == "k" and self.model.objects[o]["name"] == name]
        self.send(press(found[0]))

    def say(self, text: str, to: str | None = None) -> None:
        self.send(say(to or self.model.current or "", text))

    @property
    def agent(self) -> str:
        assert self.model.agent is not None
        return self.model.agent

    @property
    def heard(self) -> list[str]:
        """What was heard since this was asked last, without who and to whom."""
        heard = [message for _, _, message in self.model.heard]
        self.model.heard.clear()
        return heard

    @property
    def room(self) -> str:
        """The title of the current matrix."""
        return str(self.model.objects[self.model.current or ""]["name"])


class Server:
    """A server with some games, and its clients."""

    def __init__(
        self,
        games: Sequence[GamePlugin] = (),
        status: Status = "open",
        accounts: Accounts | None = None,
        **limits: float,
    ) -> None:
        self.clock = Clock()
        self.limits = Limits(**limits)
        self.world = World(self.clock, Random(1), games, self.limits, accounts or Guests())
        self.gate = Gate(self.world, self.clock, self.limits, status)
        self.door = TileNetDoor(self.gate, "test server", "testers")
        self.clients: list[Client] = []

    def connect(self, address: str = "127.0.0.1") -> Client:
        client = Client(self, address)
        self.clients.append(client)
        self.settle()
        return client

    def join(self, name: str) -> Client:
        """A new client that is logged in."""
        return self.connect().login(name)

    def settle(self) -> None:
        """Let the turn of the reactor end, so that all that was gathered is delivered."""
        self.clock.advance(0)
        for client in self.clients:
            client.settle()

    def check(self) -> None:
        """Everybody who is logged in sees their room exactly as it is, and was told nothing twice."""
        for client in self.clients:
            player = self.world.players.get(client.model.agent or "")
            if player is None or player.room is None:
                continue
            client.model.check_settled()
            assert client.model.redundant == [], client.model.redundant
            assert client.model.current == player.room.objid
            picture = player.room.members[player.objid].picture
            seen = client.model.members_single()
            assert seen == client.model.members_sets()
            assert seen == {*picture.faces, *player.room.members}, seen ^ {*picture.faces, *player.room.members}
            for objid, face in [(picture.matrix, picture.face), *picture.faces.items()]:
                for key, value in face._replace(image=face.image and face.image.objid)._asdict().items():
                    shown = client.model.objects[objid].get(key)
                    assert shown == value or (key == "image" and value is None and shown == "i1"), (objid, key, shown)

    def advance(self, seconds: float, step: float = 0.25) -> None:
        """Let time pass, in small steps."""
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            self.settle()


class Lamp(Game):
    """The smallest room to click in: a lamp that goes on and off, for all to see."""

    title = "Lamp"
    about = "A lamp."
    help = ("Click the lamp.",)

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.is_on = False

    def scene(self) -> Scene:
        lamp = Tile(2, 1, "on" if self.is_on else "off", "A lamp")
        return Scene((3, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "lamp": lamp}, text="A room with a lamp")

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if tile == "lamp":
            self.is_on = not self.is_on
        return ()


class Rang(Event):
    """An event of a game's own."""


Act = Exception | list[Event] | Callable[..., Events]


class Stage(Game):
    """A room that shows and does what a test tells it to: `acts` says what a method does, `calls` which were called."""

    title = "Stage"
    about = "A stage."
    help = ("Look at the stage.", "Clap.")

    def __init__(self, **acts: Act) -> None:
        super().__init__(Random(0))
        self.acts: dict[str, Act] = dict(acts)
        self.calls: list[tuple[Any, ...]] = []
        self.size = (4, 3)
        self.tiles: dict[TileId, Tile] = {"prop": Tile(0, 1, "prop", "A prop")}
        self.keys: dict[KeyId, Key] = {}
        self.text = "A stage"
        self.fg, self.bg = "ff000000", "ffffffff"
        self.image: Image | None = None
        self.views: dict[str, View] = {}  # by the player's name

    def _do(self, method: str, *args: Any) -> Events:
        self.calls.append((method, *args))
        act = self.acts.get(method, [])
        if isinstance(act, Exception):
            raise act
        return act(*args) if callable(act) else act

    def called(self, method: str) -> list[tuple[Any, ...]]:
        """The arguments of all calls of that method."""
        return [args for name, *args in self.calls if name == method]

    def scene(self) -> Scene:
        self._do("scene")
        tiles = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), **self.tiles}
        return Scene(self.size, tiles, self.keys, self.text, self.fg, self.bg, self.image)

    def view(self, player: Player) -> View:
        self._do("view", player.name)
        return self.views.get(player.name, NO_VIEW)

    def enter(self, player: Player, now: float) -> Events:
        return self._do("enter", player)

    def leave(self, player: Player, now: float) -> Events:
        return self._do("leave", player)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        return self._do("click", player, tile)

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        return self._do("press", player, key)

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        self._do("say", player, text, to)
        return super().say(player, text, to, now)

    def tick(self, now: float) -> Events:
        self.deadline = None
        return self._do("tick", now)


def stage(*games: Stage, name: str = "stage") -> GamePlugin:
    """A plugin whose room has these games, one after the other, and then new ones."""
    prepared = list(games)
    return GamePlugin(name, Stage, lambda random: prepared.pop(0) if prepared else Stage())


def tags(raw: bytes) -> list[tuple[str, dict[str, str]]]:
    """The tags in what a server wrote, with their attributes."""
    found = re.findall(r"<([a-z-]+)((?: [a-z]+=\"[^\"]*\")*)/?>", raw.decode())
    return [
        (tag, {key: unescape(value, {"&quot;": '"'}) for key, value in re.findall(r' ([a-z]+)="([^"]*)"', rest)})
        for tag, rest in found
    ]


def sets(raw: bytes) -> list[dict[str, str]]:
    """The attributes of the `set` tags in what a server wrote."""
    return [attributes for tag, attributes in tags(raw) if tag == "set"]
