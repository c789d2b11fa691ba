"""After a crash, accounts are compared with the database: it may be a backup, and accounts may be gone from it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import MemoryStore
from tests.journal.running import Running
from tilenet.store import database
from tilenet.store.database import NO_ORIGINS, Origins
from tilenet.world.players.player import Player


class AfterACrash(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))

    def start(self, names: dict[int, str], seed: int, origins: Origins = NO_ORIGINS) -> Running:
        """A server whose database has these accounts."""
        self.store = MemoryStore(Clock())
        cursor = self.store.connection.cursor()
        for number, name in names.items():
            database.create_account(cursor, name, "", 10, 0.0)
            cursor.execute("UPDATE account SET id = ?, password = ? WHERE name = ?", (number, "plain:sesame", name))
        server = Running(self.folder, seed, accounts=self.store.accounts)
        self.store.accounts.start(server.world, names, origins=origins)
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


class AGuestWhoHasMadeAnAccount(AfterACrash):
    def seated(self) -> tuple[Running, Player]:
        """A guest who sits at noughts, with points and a resume token."""
        server = self.start({}, 1)
        ann = server.join("ann")
        server.world.send_to(ann, "noughts")
        server.world.send_to(server.join("bob"), "noughts")
        server.world.award(ann, 4)
        self.token = server.world.resume_token(ann)
        server.end_turn()
        return server, ann

    def become_account(self, server: Running, guest: Player, **more: object) -> None:
        answers: list[Any] = []
        server.world.desk.ask(guest, {"do": "create", "new": "sesame", **more}).addCallback(answers.append)
        self.assertTrue(answers[0]["done"], answers)

    def assert_has_the_seat(self, server: Running, id: str, name: str = "ann", points: int = 14) -> None:
        found = server.world.known(id)
        self.assertIs(server.world.known("account-1"), found)
        assert found.room is not None
        self.assertEqual((found.name, found.account_id, found.points), (name, 1, points))
        self.assertEqual(found.room.name, "noughts")
        seats = server.rooms["noughts"].game.facts()["seats"]
        self.assertIn(found, [one["player"] for one in seats.values()])
        arrived: list[Player] = []
        server.world.login(name, self.token, address="192.0.2.7").addCallback(arrived.append)
        self.assertEqual(arrived, [found], "the token of the guest is the account's")

    def test_has_the_seat_and_the_account(self) -> None:
        server, ann = self.seated()
        self.become_account(server, ann)
        server.end_turn()
        again = self.start({1: "ann"}, 2, Origins({ann.id: 1}, {}))
        self.assert_has_the_seat(again, ann.id)

    def test_has_them_even_if_the_crash_came_before_the_journal_knew(self) -> None:
        """The account is in the database, and nobody has heard of it."""
        for name in ("ann", "Lin"):
            server, ann = self.seated()
            self.become_account(server, ann, name=name)
            again = self.start({1: name}, 2, Origins({ann.id: 1}, {}))
            self.assert_has_the_seat(again, ann.id, name)
            for path in self.folder.iterdir():
                path.unlink()

    def test_has_them_after_all_was_saved_and_another_crash(self) -> None:
        server, ann = self.seated()
        self.become_account(server, ann)
        server.end_turn()
        again = self.start({1: "ann"}, 2, Origins({ann.id: 1}, {}))
        for _ in again.world.note_all():
            pass
        again.end_turn()
        third = self.start({1: "ann"}, 3)  # even if nobody remembered that the guest has made it
        self.assert_has_the_seat(third, ann.id)

    def test_whose_account_is_gone_has_lost_the_seat(self) -> None:
        """As after a backup from before that."""
        server, ann = self.seated()
        self.become_account(server, ann)
        server.end_turn()
        again = self.start({}, 2)
        self.assertEqual([one.name for one in again.world.players.values()], ["bob"])

    def test_is_one_player_when_somebody_logs_in_after_the_crash(self) -> None:
        server, ann = self.seated()
        self.become_account(server, ann)
        server.end_turn()
        again = self.start({1: "ann"}, 2, Origins({ann.id: 1}, {}))
        found = again.world.known(ann.id)
        self.assertIs(self.create(again, "ann"), found)
        self.assertEqual(len([one for one in again.world.players.values() if one.name == "ann"]), 1)


class AnAccountThatItsOwnerHasRenamed(AfterACrash):
    def test_has_its_seat_even_if_the_journal_knows_the_old_name_alone(self) -> None:
        self.killed()
        again = self.start({1: "amy"}, 2, Origins({}, {1: "ann"}))
        amy = again.world.known("account-1")
        assert amy.room is not None
        self.assertEqual((amy.name, amy.account_id, amy.points, amy.room.name), ("amy", 1, 14, "noughts"))
        self.assertTrue(again.world.has_account("amy"))
        self.assertFalse(again.world.has_account("ann"))

    def test_by_the_operator_since_then_has_it_no_more(self) -> None:
        self.killed()
        again = self.start({1: "amy"}, 2, Origins({}, {1: "eve"}))
        self.assertEqual([one.name for one in again.world.players.values()], ["bob"])
