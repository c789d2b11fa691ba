"""PairPanicking at a table of somebody's own: pictures, misses that cost nothing, and a host who says when to begin."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import BotSeat
from tests.doubles.owntable import OwnTable
from tests.doubles.pairs import PLAIN, Dealt
from tilenet.clients.bots.pairpanickingbot import LULL, PairPanickingBot
from tilenet.game import Standing
from tilenet.games.pairpanicking.game import IDS, RESTART, SCORING, PairPanicking, Pictures
from tilenet.games.pairpanicking.rules import Square
from tilenet.testing import Seat
from tilenet.world.home import RECHARGE


class Plain(PairPanicking):
    """A game with a known layout: a column is of two symbols."""

    def __init__(self, random: Random, faces: str = "words", misses: str = "cost") -> None:
        super().__init__(Dealt(PLAIN), faces, misses)


def turn(seat: Seat, *squares: Square) -> None:
    for square in squares:
        seat.click(IDS[square])


class Chosen(SynchronousTestCase):
    def test_words_or_pictures(self) -> None:
        for faces, name in (("words", "cat"), ("pictures", "box")):
            table = OwnTable(Plain, faces=faces)
            ann = table.enter("ann")
            table.start()
            turn(ann, (2, 0))
            tile = ann.tile(IDS[2, 0])
            self.assertEqual((tile.name, tile.image is not None), (name, faces == "pictures"))

    def test_the_variant_at_home_has_no_tables_of_its_own(self) -> None:
        self.assertEqual((PairPanicking.table, Pictures.table), ("pairpanicking", ""))

    def test_misses_that_cost_nothing(self) -> None:
        for misses, points, said in (("cost", 7, "active players -1, ann -1 more."), ("free", 9, "no pair.")):
            table = OwnTable(Plain, misses=misses)
            ann = table.enter("ann")
            table.start()
            turn(ann, (2, 0), (3, 0))
            table.advance(2)
            self.assertEqual((ann.points, ann.heard[-1]), (points, f"ann turned cat and dog: {said}"))
            ann.click(SCORING)
            costs_nothing = any("No pair: at this table, that costs nothing." in line for line in ann.heard)
            self.assertEqual(costs_nothing, misses == "free")


class Held(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = OwnTable(Plain)
        self.ann, self.bob = self.table.enter("ann"), self.table.enter("bob")

    def award(self, *points: int) -> None:
        for seat, wanted in zip((self.ann, self.bob), points, strict=True):
            self.table.world.award(seat.player, wanted - seat.points)

    def test_nothing_begins_before_the_host_starts_and_nobody_pays_for_it(self) -> None:
        self.assertEqual(self.ann.headline, "The game has not started yet.")
        self.assertFalse(self.ann.tile(RESTART).enabled)
        self.assertNotIn("restart", self.ann.legal)
        self.table.start()
        self.assertEqual(self.bob.heard[-1], "A new game: 32 pairs to find.")
        self.assertEqual((self.ann.points, self.bob.points), (9, 9))
        self.assertEqual(self.ann.headline, "Turn squares: 32 pairs to find. ann 9, bob 9.")
        self.assertEqual(self.table.game.why_not_start(), "A game is on.")

    def test_somebody_needs_points(self) -> None:
        self.award(0, 0)
        reason = "Nobody here has enough points for a game: Recharge brings you back to 5."
        self.assertEqual(self.table.game.why_not_start(), reason)
        self.award(0, 1)
        self.assertIsNone(self.table.game.why_not_start())

    def test_when_all_points_are_gone_everybody_is_told_what_now(self) -> None:
        self.table.start()
        self.award(0, 2)
        turn(self.bob, (2, 0), (3, 0))
        self.table.advance(2)
        told = "You have no points left. Recharge gives you 5; then play again."
        self.assertEqual([seat.heard.count(told) for seat in (self.ann, self.bob)], [1, 1])
        self.assertIn("Recharge", self.bob.headline)
        self.bob.click(RECHARGE)
        self.assertEqual(
            (self.bob.points, self.bob.headline), (5, "Game over: nobody has points left, so nobody wins.")
        )
        self.table.start()
        self.assertTrue(self.bob.tile(IDS[0, 0]).enabled)

    def test_a_table_that_is_let_go_can_be_restarted_by_everybody_for_a_point(self) -> None:
        self.table.hold(is_held=False)
        self.bob.click(RESTART)
        self.assertEqual((self.bob.points, self.bob.heard[-1]), (8, "bob has started a game: 32 pairs to find."))

    def test_a_bot_waits_for_the_host_and_then_plays(self) -> None:
        bot = BotSeat(self.table, PairPanickingBot, skill=1.0)
        self.assertEqual(bot.clicked(3 * LULL), [])
        self.table.start()
        self.assertIn("square", bot.next_click().role)


class Endings(SynchronousTestCase):
    """How it ended, and what each has done."""

    def ended(self, table: OwnTable) -> tuple[str, dict[str, Standing]]:
        ended = table.room.facts.ended
        assert ended is not None
        return ended.note, {one.player.name: one for one in ended.standings}

    def test_pairs_and_tries(self) -> None:
        table = OwnTable(Plain)
        ann, bob = table.enter("ann"), table.enter("bob")
        table.start()
        turn(bob, (2, 0), (3, 0))
        table.advance(2)
        turn(bob, (0, 0), (0, 2))
        table.advance(2)
        for x in range(8):
            for y in (0, 1, 4, 5):
                if (x, y) != (0, 0):
                    turn(ann, (x, y), (x, y + 2))
                    table.advance(2)
        note, rows = self.ended(table)
        self.assertEqual(note, "every pair is found")
        self.assertEqual(
            {name: row.notes for name, row in rows.items()},
            {"ann": ("31 pairs in 31 tries",), "bob": ("1 pair in 2 tries",)},
        )

    def test_nobody_has_won_if_nobody_has_points(self) -> None:
        table = OwnTable(Plain)
        ann = table.enter("ann")
        table.start()
        table.world.award(ann.player, 2 - ann.points)
        turn(ann, (2, 0), (3, 0))
        table.advance(2)
        note, rows = self.ended(table)
        self.assertEqual(
            (note, rows["ann"].score, rows["ann"].notes), ("nobody has points left", 0, ("0 pairs in 1 try",))
        )
