"""What programs are told of PairPanicking, and TileNet clients are not: facts, and what is legal."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.pairs import NAMES, ZERO, Dealt
from tilenet.catalogue import GamePlugin
from tilenet.game import Refuse, Result
from tilenet.games.pairpanicking.game import IDS, RESTART, PairPanicking, Pictures
from tilenet.testing import Table


class FactsTestCase(SynchronousTestCase):
    """ann, bob and cid have come in, and have nine points each."""

    def setUp(self) -> None:
        self.sit_down(PairPanicking)

    def sit_down(self, game: type[PairPanicking]) -> None:
        self.table = Table(GamePlugin("pairs", game, lambda random: game(Dealt())))
        self.ann, self.bob, self.cid = (self.table.enter(name) for name in NAMES)


class Facts(FactsTestCase):
    def test_tilenet_clients_are_told_the_kind_alone(self) -> None:
        for game in (PairPanicking, Pictures):
            self.assertEqual((game.kind, game.tells_facts), ("pairpanicking/1", False))

    def test_before_a_game(self) -> None:
        self.assertEqual(self.bob.facts, {"phase": "waiting", "showing": {}, "solved": {}})
        self.assertEqual((self.bob.own, self.bob.legal), ({}, ["restart", "scoring"]))

    def test_two_squares_show_and_are_solved(self) -> None:
        self.ann.click(RESTART)
        self.ann.click(IDS[ZERO[0]])
        self.bob.click(IDS[ZERO[1]])
        facts = self.cid.facts
        self.assertEqual((facts["phase"], facts["pairs_left"], facts["deadline"]), ("playing", 32, 2.0))
        shown = {role: (one["symbol"], one["by"]["name"]) for role, one in facts["showing"].items()}
        self.assertEqual(shown, {"square/0/0": ("ant", "ann"), "square/0/2": ("ant", "bob")})
        self.table.advance(2)
        solved = {"square/0/0": True, "square/0/2": True}
        self.assertEqual(self.cid.facts, {"phase": "playing", "pairs_left": 31, "showing": {}, "solved": solved})

    def test_leaving_costs_something_while_a_game_is_on(self) -> None:
        self.ann.click(RESTART)
        self.assertEqual(self.bob.own, {"leave": "Coming back costs a point."})

    def test_the_end_and_why(self) -> None:
        self.ann.click(RESTART)
        self.ann.click(IDS[0, 0])
        for seat in (self.bob, self.cid):
            self.table.world.award(seat.player, -seat.points)
        events = [*self.table.game.leave(self.ann.player, 1.0)]
        self.assertEqual([event.reason for event in events if isinstance(event, Result)], ["deserted"])
        self.assertEqual(self.table.game.facts()["phase"], "over")


class Legal(FactsTestCase):
    def test_hidden_squares_while_a_game_is_on(self) -> None:
        self.ann.click(RESTART)
        self.ann.click(IDS[0, 0])
        squares = [f"square/{x}/{y}" for y in range(8) for x in range(8)]
        self.assertEqual(self.bob.legal, [*squares[1:], "scoring"])

    def test_restart_for_those_who_can_pay(self) -> None:
        self.table.world.award(self.bob.player, -self.bob.points)
        self.assertEqual((self.bob.legal, self.ann.legal), (["scoring"], ["restart", "scoring"]))
        (event,) = self.table.game.click(self.bob.player, RESTART, 1.0)
        self.assertIs(type(event), Refuse)
