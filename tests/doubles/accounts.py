"""A server with accounts, whose store is real, but in memory, and a game that notes who comes and goes."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.store import MemoryStore
from tilenet.catalogue import GamePlugin
from tilenet.game import HELP, HOME, Events, Game, Player, Say, Scene, Tile, View, help_tile, home_tile


class Diary(Game):
    """A game that notes what it is told, and shows each player a tile of their own."""

    title = "Diary"
    about = "Notes what happens."
    help = ("Watch.",)

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.notes: list[tuple[str, Player]] = []
        self.clicks: dict[Player, int] = {}

    def scene(self) -> Scene:
        return Scene((2, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "own": Tile(0, 1, "own 0")})

    def view(self, player: Player) -> View:
        return View({"own": Tile(0, 1, f"own {self.clicks.get(player, 0)}")})

    def click(self, player: Player, tile: object, now: float) -> Events:
        self.clicks[player] = self.clicks.get(player, 0) + 1
        return ()

    def note(self, what: str, player: Player) -> Events:
        self.notes.append((what, player))
        yield Say(f"{player.name}: {what}")

    def enter(self, player: Player, now: float) -> Events:
        return self.note("enter", player)

    def leave(self, player: Player, now: float) -> Events:
        return self.note("leave", player)

    def away(self, player: Player, now: float) -> Events:
        return self.note("away", player)

    def back(self, player: Player, now: float) -> Events:
        return self.note("back", player)


class AccountsTestCase(SynchronousTestCase):
    games: ClassVar = [GamePlugin("diary", Diary)]

    def setUp(self) -> None:
        self.start()

    def start(self) -> None:
        self.store = MemoryStore(Clock())
        self.server = Server(
            self.games,
            accounts=self.store.accounts,
            clock=self.store.clock,
            seat_seconds=120,
            max_waiting_per_address=64,
        )
        self.store.accounts.start(self.server.world, {})

    def come(self, name: str, password: str = "sesame", address: str = "192.0.2.1") -> Client:
        client = self.server.connect(address).login(name, password)
        if client.model.agent is not None and client.room == "Home":
            client.click("Diary")
        return client

    def names(self, client: Client) -> set[str]:
        return {str(client.model.objects[o]["name"]) for o in client.model.members_sets() if o[0] == "a"}

    @property
    def game(self) -> Diary:
        game = self.server.world.rooms["diary"].game
        assert isinstance(game, Diary)
        return game

    def notes(self) -> list[tuple[str, str]]:
        return [(what, player.name) for what, player in self.game.notes]
