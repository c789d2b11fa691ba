"""The world: names, points, and who is where."""

from __future__ import annotations

import gc
from weakref import ref

from twisted.logger import Logger, LogPublisher
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Lamp, Server, Stage, stage
from tests.doubles.ledger import Ledger
from tests.doubles.model import logout
from tilenet.catalogue import GamePlugin
from tilenet.doors.session import Session
from tilenet.game import Events, Player, Points
from tilenet.world.players.accounts import NEWCOMER_POINTS

LAMP = GamePlugin("lamp", Lamp)


class PointsInTheWorld(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Stage()
        self.accounts = Ledger()
        self.server = Server([stage(self.game), LAMP], accounts=self.accounts)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        self.ann.click("Stage")

    def award(self, change: int, client: Client | None = None) -> None:
        """Let the game on the stage give points to ann, or to somebody else."""
        player = self.server.world.players[(client or self.ann).agent]
        self.game.acts["click"] = [Points(player, change)]
        self.ann.click("prop")

    def energy(self, client: Client) -> object:
        return client.model.objects[client.agent]["energy"]

    def test_they_are_won_lost_and_kept(self) -> None:
        """They never fall below 0, nor grow over what energy can tell (c3.3: an integer has 32 bits)."""
        self.assertEqual(self.energy(self.ann), 11)
        for change, energy in ((3, 14), (-4, 10), (-1000, 1), (2, 3), (10**12, 2**31 - 1)):
            self.award(change)
            self.assertEqual(self.energy(self.ann), energy)
            self.assertEqual(self.accounts.kept.pop(), ("ann", energy - 1))
            self.award(0)
            self.assertEqual(self.accounts.kept, [], "nothing is kept that has not changed")
        self.award(3, self.bob)
        self.assertEqual(self.energy(self.bob), 14)
        self.ann.click("Home")
        self.assertEqual(self.bob.model.objects[self.ann.agent]["energy"], 2**31 - 1)

    def test_a_guests_points_are_gone_with_the_session(self) -> None:
        self.award(3)
        self.ann.lose()
        self.assertEqual(self.energy(self.server.join("ann")), 11)

    def test_who_has_left_still_gets_theirs(self) -> None:
        player = self.server.world.players[self.bob.agent]
        self.bob.lose()
        self.game.acts["click"] = [Points(player, 5)]
        self.ann.click("prop")
        self.assertEqual(self.accounts.kept, [("bob", 15)])

    def test_on_entering(self) -> None:
        """Whoever comes in is introduced with the points that the coming in has cost."""
        self.game.acts["enter"] = lambda player: [Points(player, -1)]
        self.bob.click("Stage")
        self.assertEqual(self.ann.model.objects[self.bob.agent]["energy"], 10)
        self.server.check()


class Gone(SynchronousTestCase):
    def test_a_game_is_told_who_is_gone_for_good(self) -> None:
        """Only a player who has logged out is; and the game knows it when they leave."""
        left: list[tuple[str, bool]] = []

        def leave(player: Player) -> Events:
            left.append((player.name, player.is_gone))
            return ()

        game = Stage(leave=leave)
        server = Server([stage(game)])
        ann = server.join("ann")
        player = server.world.players[ann.agent]
        ann.click("Stage")
        server.world.detach(player)
        self.assertFalse(player.is_gone)
        server.world.leave_room(player)
        server.world.send_to(player, "stage")
        server.world.logout(player)
        self.assertEqual(left, [("ann", False), ("ann", True)])

    def test_who_is_gone_keeps_nothing_of_the_connection(self) -> None:
        """A game may keep players who have left: it must not keep their sessions with them."""
        self.patch(Session, "log", Logger(observer=LogPublisher()))  # a log that has not begun keeps what it is told
        server = Server([GamePlugin("lamp", Lamp)])
        ann = server.join("ann")
        player = server.world.players[ann.agent]
        assert player.client is not None and player.client.screen is not None
        alive = [ref(ann.protocol.session), ref(ann.pipe)]
        ann.send(logout())
        server.settle()
        self.assertIsNone(player.client)
        server.clients.clear()
        del ann
        server.advance(10)
        gc.collect()
        self.assertEqual([one() for one in alive], [None, None])
        server.world.award(player, -1)
        self.assertEqual(player.points, NEWCOMER_POINTS - 1)

    def test_rooms_keep_nothing_of_who_has_walked_out(self) -> None:
        server = Server([GamePlugin("lamp", Lamp)])
        ann = server.join("ann")
        alive = ref(server.world.players[ann.agent])
        ann.click("Lamp")
        ann.click("Home")
        server.world.homes[0].leave(server.world.players.pop(ann.agent))
        del ann.protocol.session.player
        server.advance(10)
        gc.collect()
        self.assertIsNone(alive())
