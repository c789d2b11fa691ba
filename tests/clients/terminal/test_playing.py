"""The terminal client in a real room of a real world: what it is told, and what its clicks and keys do there."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.playing import Playing
from tilenet.games.noughts import Noughts
from tilenet.testing import Table
from tilenet.wire.messages import Cmd


class InARealRoom(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = Table(Noughts)
        self.ann, self.bob = Playing(self.table, "ann"), Playing(self.table, "bob")

    def test_both_are_told_what_the_room_is_and_what_changes(self) -> None:
        ann, bob = self.ann.model, self.bob.model
        self.assertEqual((ann.kind, ann.address, ann.board_role), ("noughts/1", "game", "cell"))
        self.assertEqual((ann.you["seat"], bob.you["seat"], ann.facts["turn"]), ("X", "O", ["X"]))
        self.ann.controller.click(self.ann.thing("cell/1/1").cell)
        self.assertEqual(self.ann.sent(), [Cmd("click", self.ann.thing("cell/1/1").objid)])
        for model in (ann, bob):
            self.assertEqual((model.facts["board"], model.facts["turn"]), ({"cell/1/1": "X"}, ["O"]))

    def test_the_clock_of_the_world_is_that_of_the_terminal(self) -> None:
        left = self.bob.model.seconds_left(self.bob.model.facts["deadline"])
        assert left is not None
        self.table.advance(7)
        self.assertEqual(self.bob.model.seconds_left(self.bob.model.facts["deadline"]), left - 7)

    def test_the_mouse_reaches_the_room(self) -> None:
        self.ann.click_on("Home")
        self.assertFalse(self.ann.seat.is_at_the_table)
        self.assertEqual(self.ann.model.address, "home")
