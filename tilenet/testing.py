"""A table to try a game at, in memory: the real room and world around it, a clock that tests turn, and no sockets.

table = Table(Noughts)
ann, bob = table.enter("ann"), table.enter("bob")
ann.click((1, 1))
assert bob.tile((1, 1)).name == "X"
table.advance(60)
assert "bob has thought for too long." in ann.heard
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from twisted.internet.task import Clock
from twisted.logger import capturedLogs
from twisted.python.failure import Failure

from tilenet.accounts import Guests
from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.game import Event, Game, Image, KeyId, TileId
from tilenet.grammar import SERVER
from tilenet.limits import Limits
from tilenet.messages import Fault, Hear, ServerOpen
from tilenet.player import Player
from tilenet.room import Room
from tilenet.wire import Decoder, opening
from tilenet.world import World


class Seen(NamedTuple):
    """A tile or key as one player sees it."""

    name: str
    text: str
    enabled: bool
    fg: str | None
    bg: str | None
    image: Image | None


class Seat:
    """A player at the table, and what that player has heard."""

    sees = True

    def __init__(self, table: Table) -> None:
        self.heard: list[str] = []
        self.happened_here: list[Event] = []
        self.player: Player  # set by the table
        self._table = table
        self._decoder = Decoder(SERVER, 2**20)
        self._decoder.feed(opening(ServerOpen("testing", "table", "open")) + b'<logged-in message="" objid="a1"/>')

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def points(self) -> int:
        return self.player.points

    @property
    def is_at_the_table(self) -> bool:
        return self.player.room is self._table.room

    @property
    def headline(self) -> str:
        """The room's line of text."""
        return self._table.room.members[self.player.objid].picture.face.text or ""

    def tile(self, id: TileId) -> Seen:
        """A tile or key, as this player sees it; KeyError if it is not there."""
        assert self.is_at_the_table, f"{self.name} is not at the table"
        picture = self._table.room.members[self.player.objid].picture
        face = picture.faces[self._table.room.objid_of(id)]
        image = None if face.image is None else face.image.image
        return Seen(face.name or "", face.text or "", bool(face.energy), face.fgcolor, face.bgcolor, image)

    key = tile

    def click(self, tile: TileId) -> None:
        """Click a tile; it has to be enabled."""
        assert self.tile(tile).enabled, f"{self.name} cannot click {tile!r}: it is disabled"
        with self._table.nothing_fails():
            self._table.room.click(self.player, self._table.room.objid_of(tile))

    def press(self, key: KeyId) -> None:
        """Press a key; it has to be enabled."""
        assert self.key(key).enabled, f"{self.name} cannot press {key!r}: it is disabled"
        with self._table.nothing_fails():
            self._table.room.press(self.player, self._table.room.objid_of(key))

    def say(self, text: str, to: TileId | KeyId | None = None) -> None:
        room = self._table.room
        with self._table.nothing_fails():
            room.say(self.player, room.objid if to is None else room.objid_of(to), text)

    def leave(self) -> None:
        """Be gone from the world."""
        with self._table.nothing_fails():
            self._table.world.logout(self.player)

    # What a door does

    def send(self, data: bytes) -> None:
        for message in self._decoder.feed(data):
            assert not isinstance(message, Fault), message.reason
            if isinstance(message, Hear):
                self.heard.append(message.message)

    def happened(self, event: Event) -> None:
        self.happened_here.append(event)


class Table:
    """A room with one game. What the game raises, the test gets."""

    def __init__(self, game: type[Game] | IGamePlugin, seed: int = 0) -> None:
        plugin = GamePlugin("game", game) if isinstance(game, type) else game
        self.clock = Clock()
        with self.nothing_fails():
            self.world = World(self.clock, Random(seed), [plugin], Limits(speech_burst=1000), Guests())
        self.room: Room = self.world.rooms[plugin.name]

    @property
    def game(self) -> Game:
        return self.room.game

    def enter(self, name: str) -> Seat:
        seat = Seat(self)
        with self.nothing_fails():
            arrived: list[Player | Failure] = []
            self.world.login(name, "", "127.0.0.1", seat).addBoth(arrived.append)
            assert isinstance(arrived[0], Player), arrived[0].getErrorMessage()
            seat.player = arrived[0]
            self.world.place(seat.player)
            self.world.send_to(seat.player, self.room.name)
        return seat

    def advance(self, seconds: float) -> None:
        with self.nothing_fails():
            self.clock.advance(seconds)

    @contextmanager
    def nothing_fails(self) -> Iterator[None]:
        with capturedLogs() as events:
            yield
        for event in events:
            if "log_failure" in event:
                event["log_failure"].raiseException()
