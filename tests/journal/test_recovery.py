"""A world that is lost at any moment stands again where it stood: rooms, games, seats and points."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running, act
from tilenet.world.players.accounts import Guests, Played
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Click


class AfterACrash(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))

    def running(self, seed: int = 1) -> Running:
        server = Running(self.folder, seed)
        server.recovery.run()
        server.end_turn()
        return server

    def test_everything_stands_where_it_stood(self) -> None:
        """Whenever it happens, in all games at once."""
        for seed in range(12):
            with self.subTest(seed), TemporaryDirectory() as folder:
                dice = Random(seed)
                server = Running(Path(folder), seed)
                server.recovery.run()
                for _ in range(dice.randrange(20, 300)):
                    act(server, dice)
                before = server.state()
                again = Running(Path(folder), seed + 1000, begins=5.0)
                again.recovery.do_again()
                after = again.state()
                self.assertEqual(after.keys(), before.keys())
                for name, one in before.items():
                    self.assertEqual(after[name], one, name)

    def test_it_goes_on_at_the_time_that_the_clock_showed(self) -> None:
        server = self.running()
        server.advance(50)
        ann = server.join("ann")
        server.world.send_to(ann, "set")
        server.end_turn()
        again = Running(self.folder, begins=7.0)
        again.recovery.run()
        self.assertEqual(again.clock.seconds(), server.clock.seconds())
        deadline = again.rooms["set"].game.deadline
        self.assertEqual(deadline, server.rooms["set"].game.deadline)
        again.advance(3)
        self.assertNotEqual(again.rooms["set"].game.deadline, deadline)  # it has ticked

    def test_seats_are_held_and_a_guest_comes_back_with_points_by_name_or_token(self) -> None:
        server = self.running()
        ann, bob = server.join("ann"), server.join("bob")
        token = server.world.resume_token(bob)
        for player in (ann, bob):
            server.world.send_to(player, "noughts")
            server.world.award(player, 7)
        server.end_turn()
        again = self.running(2)
        for name, password in (("ann", ""), ("bob", token)):
            arrived: list[Player] = []
            again.world.login(name, password, address="127.0.0.1").addCallback(arrived.append)
            (player,) = arrived
            again.attach(player)
            assert player.room is not None
            self.assertEqual((player.name, player.points, player.room.name), (name, 17, "noughts"))

    def test_who_comes_back_stays_where_they_were_among_those_in_the_room(self) -> None:
        """So the same people are named at Home as before, and after a crash."""
        server = self.running()
        for name in ("ann", "bob", "cid", "dan", "eve"):
            server.world.send_to(server.join(name), "records")
        ann = next(iter(server.rooms["records"].members.values()))
        server.world.disconnected(ann, ann.client, holds_seat=True)
        server.world.login("ann", "", address="127.0.0.1")
        server.end_turn()
        for one in (server, self.running(2)):
            self.assertEqual(one.rooms["records"].listing().some, ("ann", "bob", "cid", "dan"))

    def test_a_seat_that_nobody_comes_back_to_is_given_up_in_time(self) -> None:
        server = self.running()
        server.world.send_to(server.join("ann"), "noughts")
        server.end_turn()
        again = self.running(2)
        self.assertEqual([one.name for one in again.world.players.values()], ["ann"])
        again.advance(91)
        self.assertEqual(len(again.world.players), 0)

    def test_what_was_never_shown_never_happened(self) -> None:
        """The write comes before the output: if there was no write, nobody has seen it."""
        server = self.running()
        ann = server.join("ann")
        before = server.state()
        server.world.send_to(ann, "noughts")  # and the turn does not end
        again = Running(self.folder, begins=5.0)
        again.recovery.do_again()
        self.assertEqual(again.state(), before)

    def test_again_and_again(self) -> None:
        server = self.running()
        ann = server.join("ann")
        server.world.send_to(ann, "tombala")
        server.end_turn()
        for seed in range(2, 6):
            server = self.running(seed)
        (player,) = server.world.players.values()
        assert player.room is not None
        self.assertEqual((player.id, player.room.name), (ann.id, "tombala"))


class Results(SynchronousTestCase):
    def test_each_is_kept_once_and_none_is_lost(self) -> None:
        folder = Path(self.enterContext(TemporaryDirectory()))
        ledger = Numbered()
        server = Running(folder, accounts=ledger)
        server.recovery.run()
        ann, bob = server.join("ann"), server.join("bob")
        for player in (ann, bob):
            server.world.send_to(player, "noughts")
        room = server.rooms["noughts"]
        for at in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
            mover = next(one for one in (ann, bob) if room.game.legal(one))
            room.act(mover, Click(room.objid_of(("cell", *at))))
        server.end_turn()
        (played,) = ledger.played
        for last, again in ((0, [played]), (1, [])):
            after = Numbered(last)
            recovered = Running(folder, 2, accounts=after)
            recovered.recovery.do_again()
            self.assertEqual(after.played, again)


class Numbered(Guests):
    """Keeps results, and says which it had before."""

    keeps_results = True

    def __init__(self, last_result: int = 0) -> None:
        self.last_result = last_result
        self.played: list[Played] = []

    def record(self, played: Played) -> None:
        self.played.append(played)
