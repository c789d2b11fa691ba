"""After a restart, games hear that somebody is away only if they are not back soon: so nobody's board changes."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running, entries_of
from tilenet.journal.segments import segments
from tilenet.world.players.player import Player
from tilenet.world.world import GRACE


class AfterARestart(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        server = self.running()
        people = [server.join(name) for name in ("ann", "bob")]
        for one in people:
            server.world.send_to(one, "noughts")
        server.end_turn()
        self.again = self.running()
        self.ann, self.bob = (self.again.world.known(one.id) for one in people)

    def running(self) -> Running:
        server = Running(self.folder)
        server.recovery.run()
        server.end_turn()
        return server

    def heard(self) -> list[tuple[str, str]]:
        """What the game was told of people who are away or back since the restart."""
        self.again.journal.commit()
        entries = [entry for path in segments(self.folder)[-1:] for entry in entries_of(path)]
        return [(entry[0], entry[3]["player"]) for entry in entries if entry[0] in ("away", "back")]

    def come_back(self, player: Player) -> None:
        arrived: list[Player] = []
        self.again.world.login(player.name, "", address="127.0.0.1").addCallback(arrived.append)
        self.assertEqual(arrived, [player])
        self.again.attach(player)
        self.again.end_turn()

    def test_those_who_are_not_back_soon_are_away(self) -> None:
        self.again.advance(GRACE - 0.1)
        self.assertEqual(self.heard(), [])
        self.come_back(self.ann)
        self.again.advance(0.2)
        self.assertEqual(self.heard(), [("back", self.ann.id), ("away", self.bob.id)])

    def test_everybody_has_a_seat_meanwhile_and_loses_it_in_its_time(self) -> None:
        self.assertTrue(self.ann.is_away and self.bob.is_away)
        self.again.advance(89)
        self.come_back(self.bob)
        self.again.advance(2)
        self.assertEqual([one.name for one in self.again.world.players.values()], ["bob"])
        self.assertEqual(self.heard()[-1], ("back", self.bob.id))

    def test_whoever_leaves_meanwhile_is_gone(self) -> None:
        self.again.world.logout(self.ann)
        self.again.advance(GRACE + 1)
        self.assertEqual(self.heard(), [("away", self.bob.id)])
