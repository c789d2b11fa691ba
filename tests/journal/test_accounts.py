"""After a crash, accounts are compared with the database: it may be a backup, and accounts may be gone from it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import MemoryStore
from tests.journal.running import Running
from tilenet.store import database
from tilenet.world.players.player import Player


class AfterACrash(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))

    def start(self, names: dict[int, str], seed: int) -> Running:
        """A server whose database has these accounts."""
        self.store = MemoryStore(Clock())
        cursor = self.store.connection.cursor()
        for number, name in names.items():
            database.create_account(cursor, name, "", 10, 0.0)
            cursor.execute("UPDATE account SET id = ?, password = ? WHERE name = ?", (number, "plain:sesame", name))
        server = Running(self.folder, seed, accounts=self.store.accounts)
        self.store.accounts.start(server.world, names)
        server.recovery.run()
        server.end_turn()
        return server

    def create(self, server: Running, name: str) -> Player:
        arrived: list[Player] = []
        server.world.login(name, "sesame", address="127.0.0.1").addCallback(arrived.append)
        for _ in range(20):
            self.store.hashing.go_on()
            self.store.thread.go_on()
        (player,) = arrived
        return player

    def killed(self) -> Player:
        """ann has account 1, sits at noughts, and has points."""
        server = self.start({}, 1)
        ann = self.create(server, "ann")
        self.assertEqual(ann.id, "account-1")
        server.attach(ann)
        server.world.place(ann)
        server.world.send_to(ann, "noughts")
        server.world.send_to(server.join("bob"), "noughts")
        server.world.award(ann, 4)
        server.world.resume_token(ann)
        server.end_turn()
        return ann

    def test_an_account_that_is_there_has_its_seat(self) -> None:
        self.killed()
        server = self.start({1: "ann"}, 2)
        ann = server.world.known("account-1")
        assert ann.room is not None
        self.assertEqual((ann.name, ann.points, ann.room.name), ("ann", 14, "noughts"))

    def test_an_account_that_was_renamed_before_the_crash_has_its_seat(self) -> None:
        """The journal has the old name first, and the database the new one."""
        ann = self.killed()
        server = self.start({1: "ann"}, 2)
        server.world.known("account-1").account.name = "anna"
        server.world.logout(server.world.known("account-1"))
        server.end_turn()
        self.store.connection.execute("UPDATE account SET name = 'anna', key = 'anna'")
        anna = self.create(server, "anna")
        server.attach(anna)
        server.world.place(anna)
        server.world.send_to(anna, "noughts")
        server.end_turn()
        again = self.start({1: "anna"}, 3)
        found = again.world.known(ann.id)
        assert found.room is not None
        self.assertEqual((found.name, found.account_id, found.room.name), ("anna", 1, "noughts"))

    def test_nobody_gets_what_an_account_had_that_is_gone(self) -> None:
        """Neither its number, nor its seat, points and name: the game goes on without it."""
        for names in ({}, {1: "zed"}):
            self.killed()
            server = self.start(names, 2)
            self.assertEqual([one.name for one in server.world.players.values()], ["bob"])
            room = server.rooms["noughts"]
            self.assertEqual([one.name for one in room.members.values()], ["bob"])
            zed = self.create(server, "zed")
            self.assertEqual((zed.id, zed.points, zed.room), (f"account-{1 if names else 2}", 10, None))
            server.advance(1)
            again = self.start(names or {2: "zed"}, 3)
            self.assertEqual([one.name for one in again.rooms["noughts"].members.values()], ["bob"])
            for path in self.folder.iterdir():
                path.unlink()
