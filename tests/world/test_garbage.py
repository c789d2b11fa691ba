"""Nothing of a client who has left or of a large board waits for the garbage collector, which stops everybody."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from unittest.mock import Mock

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.model import login, opening, say
from tests.doubles.pipe import Caller
from tilenet.catalogue import installed_doors, installed_games
from tilenet.doors.session import Dialect, Session
from tilenet.lines.line import Line
from tilenet.wire.codec import Decoder
from tilenet.world.rooms.room import Room
from tilenet.world.screens.pictures import Face

KEPT = {Face, Room}  # classes; tiles can be shared
CLIENTS = (Session, Dialect, Line, Decoder, Caller)  # what there is for each connection
FIRST_WORDS = {"dancing": b"ann&", "tombala": b'{"type": "CLOGIN", "seq": 1, "body": {"username": "ann"}}\n'}


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

    def test_clients_of_every_door(self) -> None:
        server = Server(installed_games())
        doors = {"tilenet": server.door, **{plugin.name: plugin.make(server.gate) for plugin in installed_doors()}}
        del doors["ssh"]  # where a terminal client is a web of widgets; few come that way
        words = {"tilenet": opening() + login("ann"), **FIRST_WORDS}
        self.patch(Session, "log", Mock())  # the events of a log refer to what they come from
        gc.disable()
        before = self.clients()
        for name, door in doors.items():
            caller = Caller(server, door, "127.0.0.1")
            caller.send(words.get(name, b""))
            caller.hang_up()
            del caller
            self.assertEqual(self.clients() - before, Counter(), f"left of a client at the door {name}")

    def test_a_client_who_had_to_wait(self) -> None:
        """The timer that has made it wait refers to its inbox, even when it is over."""
        server = Server()
        self.patch(Session, "log", Mock())
        gc.disable()
        before = self.clients()
        caller = Caller(server, server.door, "127.0.0.1")
        caller.send(opening(), login("ann"), say("a1", "hello") * (server.gate.limits.command_burst + 5))
        server.advance(5)
        caller.hang_up()
        del caller
        self.assertEqual(self.clients() - before, Counter())

    def test_a_client_who_was_cut_off(self) -> None:
        server = Server()
        self.patch(Session, "log", Mock())
        gc.disable()
        before = self.clients()
        caller = Caller(server, server.door, "127.0.0.1")
        server.advance(server.gate.limits.login_seconds)
        server.advance(server.gate.limits.closing_seconds)  # in which it does not close
        self.assertTrue(caller.pipe.was_aborted)
        caller.hang_up()
        del caller
        self.assertEqual(self.clients() - before, Counter())

    def clients(self) -> Counter[str]:
        return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, CLIENTS))
