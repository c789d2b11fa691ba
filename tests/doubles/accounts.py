"""A server with accounts, whose store is real, but in memory."""

from __future__ import annotations

from typing import ClassVar

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.store import MemoryStore
from tests.world.players.test_absent import Diary
from tilenet.catalogue import GamePlugin


class AccountsTestCase(SynchronousTestCase):
    games: ClassVar = [GamePlugin("diary", Diary)]

    def setUp(self) -> None:
        self.start()

    def start(self) -> None:
        self.store = MemoryStore(Clock())
        self.server = Server(self.games, accounts=self.store.accounts, clock=self.store.clock, seat_seconds=120)
        self.store.accounts.start(self.server.world, [])

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
