"""A room of Tombala with cards and numbers that are known, and players in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.tombala_cards import CARD as ANN
from tests.doubles.tombala_clients import ROOM_PLUGIN
from tilenet.catalogue import GamePlugin
from tilenet.games.tombala import rules
from tilenet.games.tombala.events import Create
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.rooms import LOBBY, ROOM, in_order
from tilenet.games.tombala.rules import Card, Match
from tilenet.games.tombala.table import SEATS
from tilenet.testing import Seat, Table
from tilenet.world.rooms.acts import Act

BOB: Card = ((4, 12, 22, 32, 41), (5, 51, 61, 71, 81), (6, 13, 23, 33, 82))
CID: Card = ((7, 14, 24, 34, 42), (8, 52, 62, 72, 83), (9, 15, 25, 35, 84))
ORDER = [number for row in ANN for number in row]  # so ann has a cinko by 5, 10 and 15 numbers
NEXT, CINKO, AUTO, BACK = "next", "cinko", "auto", "lobby"
KEYS = [("key", id) for id in (NEXT, CINKO, AUTO, BACK)]


class Bag(Random):
    """Chance by which these numbers are drawn first."""

    def __init__(self, order: Sequence[int]) -> None:
        super().__init__(0)
        self.order = order

    def shuffle(self, x: list[int]) -> None:  # type: ignore[override]
        x[:] = [*(number for number in x if number not in self.order), *reversed(self.order)]


def cell(number: int, card: Card) -> tuple[str, int, int]:
    """The tile of a number on a card."""
    [row] = [row for row, numbers in enumerate(card) if number in numbers]
    return "card", row, min(number // 10, 8)


class RoomTestCase(SynchronousTestCase):
    """A room in which ann, bob and cid play, with cards and numbers that are known."""

    every: int | None = None

    def setUp(self) -> None:
        self.open(30, self.every)

    def open(self, countdown: int = 30, every: int | None = None, order: Sequence[int] = ORDER) -> None:
        cards = iter([ANN, BOB, CID, *[CID] * 30])
        self.patch(rules, "new_card", lambda random: next(cards))
        self.table = Table(GamePlugin(LOBBY, Lobby), others=[ROOM_PLUGIN])
        self.lobby = self.table.room
        maker = self.table.enter("maker")
        maker.ask(Create("room1", countdown))
        maker.leave()
        self.room = self.table.room = self.table.world.rooms[f"{ROOM}-1"]
        self.game.every = every
        self.game.random = Bag(order)
        self.everybody: list[Seat] = []

    @property
    def game(self) -> TombalaGame:
        assert isinstance(self.table.game, TombalaGame)
        return self.table.game

    @property
    def match(self) -> Match:
        assert self.game.match is not None
        return self.game.match

    def come(self, *names: str) -> list[Seat]:
        seats = [self.table.enter(name) for name in names]
        self.everybody += seats
        return seats

    def act(self, seat: Seat, act: Act) -> None:
        """Let somebody do something in the room where they are, whatever they see there."""
        assert seat.player.room is not None
        with self.table.nothing_fails():
            seat.player.room.act(seat.player, act)

    def forget(self) -> None:
        for seat in self.everybody:
            seat.heard.clear()
            seat.happened_here.clear()

    def heard(self) -> list[list[str]]:
        """What each has heard since this was asked last."""
        heard = [[*seat.heard] for seat in self.everybody]
        self.forget()
        return heard

    def players(self, seat: Seat) -> list[str]:
        return [name for number in range(SEATS) if (name := seat.tile(("seat", number)).name)]

    def marked(self, seat: Seat) -> list[int]:
        names = [seat.tile(("card", row, at)).name for row in range(3) for at in range(9)]
        return sorted(int(name[1:-1]) for name in names if name.startswith("("))

    def everything(self, *seats: Seat) -> None:
        for seat in seats or self.everybody:
            seat.click(NEXT)

    def draw(self, count: int) -> None:
        """Let this many numbers be drawn in all."""
        while len(self.match.drawn) < count:
            for seat in self.everybody:
                if seat.is_at_the_table and seat.tile(NEXT).enabled:
                    seat.click(NEXT)

    def mark(self, seat: Seat, card: Card, numbers: Collection[int]) -> None:
        for number in numbers:
            seat.click(cell(number, card))

    def listed(self) -> list[str]:
        """The names of the rooms, as players are told of them."""
        return [entry.name for entry in in_order(self.table.world.directory.listed_by(LOBBY))]

    def assert_open(self) -> None:
        self.assertIs(self.table.world.rooms.get(self.room.name), self.room)

    def assert_gone(self) -> None:
        self.assertNotIn(self.room.name, self.table.world.rooms)
        self.assertEqual(self.listed(), [])


class GameTestCase(RoomTestCase):
    """The game is on: the number 1 is drawn."""

    def setUp(self) -> None:
        super().setUp()
        self.begin()

    def begin(self) -> None:
        self.ann, self.bob, self.cid = self.come("ann", "bob", "cid")
        self.table.advance(30)
        self.table.advance(3)
        self.forget()

    def win(self) -> None:
        self.ann.click(AUTO)
        self.draw(15)
        self.forget()
        self.ann.click(CINKO)


class ServerTestCase(SynchronousTestCase):
    """A server, and clients in one room of it."""

    def serve(self, *names: str, button: str = "New room", countdown: int = 30) -> None:
        plugin = GamePlugin("tombala", Lobby).with_option("countdown", str(countdown))
        self.server = Server([plugin, ROOM_PLUGIN], command_burst=10**6, speech_burst=10**6)
        self.clients = [self.server.join(name) for name in names]
        for client in self.clients:
            client.click("Tombala")
            rooms = [name for name in self.names(client).values() if name.startswith("room1 (")]
            client.click(rooms[0] if client is not self.clients[0] else button)
        room = self.server.world.players[self.clients[0].agent].room
        assert room is not None and len(room.members) == len(names)
        self.room = room

    @property
    def game(self) -> TombalaGame:
        assert isinstance(self.room.game, TombalaGame)
        return self.room.game

    def begin(self) -> None:
        self.server.advance(30, step=1)
        self.server.advance(3, step=1)
        self.forget()

    def forget(self) -> None:
        for client in self.clients:
            client.raw = b""

    def names(self, client: Client) -> dict[tuple[int, int], str]:
        """The tiles' names by column and row."""
        return {at: str(client.model.objects[objid]["name"]) for at, objid in client.model.grid().items()}

    def enabled(self, client: Client) -> set[tuple[int, int]]:
        return {at for at, objid in client.model.grid().items() if client.model.objects[objid]["energy"]}
