"""Nothing of a large board waits for the garbage collector: it stops everybody, for longer the more there is."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tilenet.catalogue import installed_games
from tilenet.world.rooms.room import Room
from tilenet.world.screens.pictures import Face

KEPT = {Face, Room}  # classes; tiles can be shared


def at_dancing(client: Client) -> None:
    client.click("New 30 x 30")
    client.click("Dance")
    client.click("Lobby")


def at_tombala(client: Client) -> None:
    client.click("New room")
    client.click("Home")
    client.click("Tombala")


class Garbage(SynchronousTestCase):
    def setUp(self) -> None:
        games = [game for game in installed_games() if game.name.startswith(("dancing", "tombala"))]
        self.server = Server(games, command_burst=10**6, max_connections=100)
        self.addCleanup(gc.enable)

    def count(self) -> Counter[str]:
        return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in KEPT)

    def check(self, title: str, visit: Callable[[Client], None]) -> None:
        ann = self.server.join("ann")
        ann.click(title)
        visit(ann)
        self.server.advance(120)
        gc.collect()
        gc.disable()
        before = self.count()
        for _ in range(3):
            visit(ann)
            self.server.advance(120)
        self.assertEqual(self.count(), before)

    def test_tables_of_dancing(self) -> None:
        self.check("Dancing", at_dancing)

    def test_rooms_of_tombala(self) -> None:
        self.check("Tombala", at_tombala)
