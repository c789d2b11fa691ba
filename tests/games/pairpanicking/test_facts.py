"""What programs are told of PairPanicking, and TileNet clients are not: facts, what is legal, and no hidden symbol."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.pairs import NAMES, ZERO, Dealt
from tests.doubles.secrets import assert_keeps_secrets
from tilenet.catalogue import GamePlugin
from tilenet.game import Refuse, Result
from tilenet.games.pairpanicking.game import IDS, RESTART, PairPanicking
from tilenet.games.pairpanicking.pictures import Pictures
from tilenet.games.pairpanicking.rules import SQUARES, State
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
        self.assertEqual(self.bob.own, {"leave": "Misses still cost you points."})

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


class Leaky(PairPanicking):
    """Tells where the first ant is."""

    def facts(self) -> Mapping[Any, Any]:
        return {**super().facts(), "ant": [*self.contest.board._symbols.values()].index(0)}


class Secrets(FactsTestCase):
    def scramble(self) -> None:
        """Other symbols under the squares that do not show."""
        game = self.table.game
        assert isinstance(game, PairPanicking)
        board = game.contest.board
        hidden = [square for square in SQUARES if board.state(square) is not State.SHOWING]
        symbols = [board._symbols[square] for square in hidden]
        Random(1).shuffle(symbols)
        board._symbols.update(zip(hidden, symbols, strict=True))

    def play(self) -> None:
        self.ann.click(RESTART)
        for square in (*ZERO[:2], (5, 5)):
            self.ann.click(IDS[square])

    def test_nobody_is_told_what_is_hidden_or_was_solved(self) -> None:
        self.play()
        for seat in (self.ann, self.bob):
            assert_keeps_secrets(self.table, seat, self.scramble)

    def test_a_game_that_tells_it_is_found_out(self) -> None:
        self.sit_down(Leaky)
        self.play()
        self.assertRaises(AssertionError, assert_keeps_secrets, self.table, self.ann, self.scramble)
