"""A whole server in memory: the real door, sessions and world, on a clock that tests turn, with model clients at it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from xml.sax.saxutils import unescape

from twisted.internet.task import Clock

from tests.doubles.model import ModelClient, click, login, opening, press, say
from tests.doubles.pipe import Caller
from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.doors.gate import Gate
from tilenet.doors.tilenet import TileNetDoor
from tilenet.game import (
    HELP,
    HOME,
    NO_SUMMARY,
    NO_VIEW,
    Event,
    Events,
    Game,
    Image,
    Json,
    Key,
    KeyId,
    Open,
    Player,
    Private,
    Public,
    Scene,
    Summary,
    Tile,
    TileId,
    View,
    help_tile,
    home_tile,
)
from tilenet.limits import LIMITS, Limits
from tilenet.wire.messages import Status
from tilenet.world.home import Home
from tilenet.world.players.accounts import Accounts, Guests
from tilenet.world.world import World


class Client(Caller):
    """A model client connected to the server in memory."""

    def __init__(self, server: Server, address: str) -> None:
        self.model = ModelClient()
        super().__init__(server, server.door, address)

    def read(self, data: bytes) -> None:
        self.model.feed(data)

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
        games: Sequence[IGamePlugin] = (),
        status: Status = "open",
        accounts: Accounts | None = None,
        clock: Clock | None = None,
        shows_addresses: bool = True,
        seed: int = 1,
        **limits: float,
    ) -> None:
        self.clock = clock or Clock()
        read = {one.name: one.metadata["read"] for one in LIMITS}
        # Whoever is lost leaves at once, and many can come at the same time, unless a test wants it otherwise.
        given = {"seat_seconds": 0.0, "connection_burst": 1000, **limits}
        self.limits = Limits(**{name: read[name](value) for name, value in given.items()})
        accounts = accounts or Guests()
        self.world = World(self.clock, Random(seed), games, self.limits, accounts, shows_addresses=shows_addresses)
        self.gate = Gate(self.world, self.clock, self.limits, status, name="test server", group="testers")
        self.door = TileNetDoor(self.gate)
        self.clients: list[Client] = []
        self.others: Sequence[Caller] = []  # clients of another protocol

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
        lost = -1
        while lost != sum(other.is_lost for other in self.others):
            lost = sum(other.is_lost for other in self.others)
            self.clock.advance(0)
            for client in (*self.clients, *self.others):
                client.settle()

    def check(self) -> None:
        """Everybody who is logged in sees their room exactly as it is, and was told nothing twice."""
        for client in self.clients:
            player = self.world.players.get(client.model.agent or "")
            if player is None or player.client is None or player.room is None:
                continue
            client.model.check_settled()
            assert client.model.redundant == [], client.model.redundant
            assert client.model.current == player.room.objid
            picture = player.room.audience.picture_of(player.objid)
            seen = client.model.members_single()
            assert seen == client.model.members_sets()
            assert seen == {*picture.faces, *player.room.members}, seen ^ {*picture.faces, *player.room.members}
            for objid, face in [(picture.matrix, picture.face), *picture.faces.items()]:
                for key, value in {**face._asdict(), "image": face.image and face.image.objid}.items():
                    shown = client.model.objects[objid].get(key)
                    assert shown == value or (key == "image" and value is None and shown == "i1"), (objid, key, shown)

    def advance(self, seconds: float, step: float = 0.25) -> None:
        """Let time pass, in small steps."""
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            self.settle()

    def empty(self) -> None:
        """Everybody hangs up, and a while passes."""
        for client in (*self.clients, *self.others):
            client.lose()
        self.settle()
        self.advance(30, 1)

    def leftovers(self) -> dict[str, Sequence[object]]:
        """What is still there and should not be, once all are gone."""
        left: dict[str, Sequence[object]] = {
            "timers": [str(call) for call in self.clock.getDelayedCalls()],
            "sessions": [*self.gate.sessions],
            "waiting": [*self.gate.waiting],
            "players": [*self.world.players],
            "held seats": [f"{self.world.away}"] * bool(self.world.away),
            **self.own_leftovers(),
        }
        return {key: value for key, value in left.items() if value}

    def own_leftovers(self) -> dict[str, Sequence[object]]:
        """The same, of the games."""
        return {}


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


class Full(Home):
    """A Home that lets nobody in."""

    def admits(self, player: Player, now: float) -> str | None:
        return "Not today."


class Rang(Public):
    """An event of a game's own."""


@dataclass(frozen=True)
class Secret(Private):
    """An event of a game's own for some players only."""

    text: str


class Boom(Exception):
    """What a broken game raises."""


WENT_WRONG = "Something went wrong in this game. It starts again."


Act = Exception | list[Event] | Callable[..., Any]


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
        events: Events = act(*args) if callable(act) else act
        return events

    def called(self, method: str) -> list[list[Any]]:
        """The arguments of all calls of that method."""
        return [args for name, *args in self.calls if name == method]

    def scene(self) -> Scene:
        self._do("scene")
        tiles = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), **self.tiles}
        return Scene(self.size, tiles, self.keys, self.text, self.fg, self.bg, self.image)

    def view(self, player: Player) -> View:
        self._do("view", player.name)
        return self.views.get(player.name, NO_VIEW)

    def summary(self) -> Summary:
        act = self.acts.get("summary")
        summary: Summary = act() if callable(act) else NO_SUMMARY
        return summary

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

    def opened(self, opening: Open, room: str | None, now: float) -> Events:
        return self._do("opened", opening, room)

    def closed(self, room: str, now: float) -> Events:
        return self._do("closed", room)

    def tick(self, now: float) -> Events:
        self.deadline = None
        return self._do("tick", now)


class StagePlugin(GamePlugin):
    """A plugin whose rooms have these games, one after the other, and then those that `next_game` makes."""

    def __init__(self, name: str, *games: Game, is_at_home: bool = True) -> None:
        super().__init__(name, Stage, self._prepared, is_at_home=is_at_home)
        self.next_game: Callable[[], Game] = Stage
        self.games = list(games)
        self.setups: list[Mapping[str, Json]] = []  # with which they were made

    def _prepared(self, random: Random, **setup: Json) -> Game:
        self.setups.append(setup)
        return self.games.pop(0) if self.games else self.next_game()


def stage(*games: Game, name: str = "stage") -> StagePlugin:
    return StagePlugin(name, *games)


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
