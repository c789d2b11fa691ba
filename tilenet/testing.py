"""A table for testing a game in memory: the real room and world, a clock that the test advances, and no sockets.

table = Table(Noughts)
ann, bob = table.enter("ann"), table.enter("bob")
ann.click(("cell", 1, 1))
assert bob.tile(("cell", 1, 1)).name == "X"
table.advance(60)
assert "bob ran out of time." in ann.heard

And `check_repeatable` finds out whether a game does the same again, when the same is done: so that it can be saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from twisted.internet.task import Clock
from twisted.logger import capturedLogs
from twisted.python.failure import Failure

from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.game import Event, Game, Image, KeyId, TileId
from tilenet.limits import Limits
from tilenet.lines.memory import MemoryLine
from tilenet.rehearsal.repeating import NotRepeatable as NotRepeatable
from tilenet.rehearsal.repeating import Understudy as Understudy
from tilenet.rehearsal.repeating import check_repeatable as check_repeatable
from tilenet.wire.codec import Decoder, opening
from tilenet.wire.format import XML
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import Fault, Hear, ServerOpen
from tilenet.world.players.accounts import Guests, Played
from tilenet.world.players.client import Client, Screen
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Click, Press, Request, Speech
from tilenet.world.rooms.room import Room
from tilenet.world.screens.facts import own_facts, public_facts
from tilenet.world.screens.pictures import Picture
from tilenet.world.world import World

READ_LATELY = 50  # pieces of output that a table remembers


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

    def __init__(self, table: Table, receive: Callable[[bytes], object]) -> None:
        self.heard: list[str] = []
        self.happened_here: list[Event] = []  # events that the game defines, as this player received them
        self.player: Player  # set by the table
        self._table = table
        self._receive = receive
        self._decoder = Decoder(SERVER, 2**20)
        self._decoder.feed(opening(ServerOpen("testing", "table", "open")) + b'<logged-in message="" objid="a1"/>')
        screen = Screen(MemoryLine(table.world.turn, self._received), XML, table.world.is_online)
        self.client = Client("127.0.0.1", screen, lambda event: self.happened_here.append(event))

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
        return self._picture.face.text or ""

    def tile(self, id: TileId) -> Seen:
        """A tile or key, as this player sees it; KeyError if it is not there."""
        assert self.is_at_the_table, f"{self.name} is not at the table"
        face = self._picture.faces[self._table.room.objid_of(id)]
        image = None if face.image is None else face.image.image
        return Seen(face.name or "", face.text or "", bool(face.energy), face.fgcolor, face.bgcolor, image)

    key = tile

    @property
    def facts(self) -> dict[str, Any]:
        """What the game tells everybody as data, as clients and programs get it."""
        return public_facts(self._table.game)

    @property
    def own(self) -> dict[str, Any]:
        """What the game tells this player besides."""
        return own_facts(self._table.game, self.player)

    @property
    def legal(self) -> list[str]:
        """The roles of what this player can use now with an effect."""
        return self._table.room.legal(self.player)

    @property
    def _picture(self) -> Picture:
        return self._table.room.audience.picture_of(self.player.objid)

    def click(self, tile: TileId) -> None:
        """Click a tile; it has to be enabled."""
        assert self.tile(tile).enabled, f"{self.name} cannot click {tile!r}: it is disabled"
        with self._table.nothing_fails():
            self._table.room.act(self.player, Click(self._table.room.objid_of(tile)))

    def press(self, key: KeyId) -> None:
        """Press a key; it has to be enabled."""
        assert self.key(key).enabled, f"{self.name} cannot press {key!r}: it is disabled"
        with self._table.nothing_fails():
            self._table.room.act(self.player, Press(self._table.room.objid_of(key)))

    def say(self, text: str, to: TileId | KeyId | None = None) -> None:
        room = self._table.room
        with self._table.nothing_fails():
            room.act(self.player, Speech(room.objid if to is None else room.objid_of(to), text))

    def ask(self, request: object) -> None:
        """Ask the game for something, as a door of another protocol does; the answers are in `happened_here`."""
        with self._table.nothing_fails():
            self._table.room.act(self.player, Request(request))

    def leave(self) -> None:
        """Leave the world."""
        with self._table.nothing_fails():
            self._table.world.logout(self.player)

    def _received(self, data: bytes) -> None:
        self._receive(data)
        self.heard += self._table.heard_in(data, self._decoder)


class Notes(Guests):
    """Everybody is a guest, and results are noted."""

    def __init__(self) -> None:
        self.played: list[Played] = []

    def record(self, played: Played) -> None:
        self.played.append(played)


class Table:
    """A room with one game. If the game raises an exception, the test gets it."""

    def __init__(self, game: type[Game] | IGamePlugin, seed: int = 0, others: Iterable[IGamePlugin] = ()) -> None:
        """`others` are games that this one can open rooms for."""
        plugin = GamePlugin("game", game) if isinstance(game, type) else game
        self.clock = Clock()
        notes = Notes()
        self.results = notes.played  # of the games that were played here, in order
        with self.nothing_fails():
            self.world = World(self.clock, Random(seed), [plugin, *others], Limits(speech_burst=1000), notes)
        self.room: Room = self.world.rooms[plugin.name]
        self._heard_in: dict[bytes, list[str]] = {}  # what was read lately: most of it comes to everybody

    @property
    def game(self) -> Game:
        return self.room.game

    def enter(self, name: str, receive: Callable[[bytes], object] = len) -> Seat:
        """Somebody comes in; `receive` is called with all that a TileNet client is sent after the login."""
        seat = Seat(self, receive)
        with self.nothing_fails():
            arrived: list[Player | Failure] = []
            self.world.login(name, "").addBoth(arrived.append)
            assert isinstance(arrived[0], Player), arrived[0].getErrorMessage()
            seat.player = arrived[0]
            self.world.attach(seat.player, seat.client)
            self.world.place(seat.player)
            self.world.send_to(seat.player, self.room.name)
        return seat

    def advance(self, seconds: float) -> None:
        with self.nothing_fails():
            self.clock.advance(seconds)

    def heard_in(self, data: bytes, decoder: Decoder) -> list[str]:
        """What somebody hears by these bytes, which must be legal; the same between messages is read only once."""
        was_between = decoder.is_between
        if was_between and (known := self._heard_in.get(data)) is not None:
            return known
        heard: list[str] = []
        for message in decoder.feed(data):
            assert not isinstance(message, Fault), message.reason
            if isinstance(message, Hear):
                heard.append(message.message)
        if was_between and decoder.is_between:
            if len(self._heard_in) >= READ_LATELY:
                self._heard_in.clear()
            self._heard_in[data] = heard
        return heard

    @contextmanager
    def nothing_fails(self) -> Iterator[None]:
        """Send everybody their output, and raise again what the game has raised in here."""
        with capturedLogs() as events:
            yield
            if hasattr(self, "world"):
                self.world.turn.flush()
        for event in events:
            if "log_failure" in event:
                event["log_failure"].raiseException()
