"""Set at a table of somebody's own: the host says when games begin, nothing leads away, and friends are not hurried."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.doubles.set_table import BEGUN, CAP, PLAYING, Dealt, SetTestCase
from tilenet.catalogue import GamePlugin
from tilenet.game import KeyId, Patience
from tilenet.games.set.beginning import GAME_IS_ON
from tilenet.games.set.ending import FINDING
from tilenet.games.set.game import SetGame
from tilenet.games.set.hall import OTHER, SetTable
from tilenet.games.set.layouts import AT_THREE, NO_SET, key_of
from tilenet.games.set.shown import OVER_HERE
from tilenet.games.set.status import OVER_FOR_NOW, PLAYS_SOON, WATCHES
from tilenet.games.set.table import RESTART
from tilenet.testing import Seat, Table

HOST_SAYS = "The game starts when the host says so."


class OwnTableTestCase(SetTestCase):
    """ann and bob are at a table of ann's own."""

    is_held = True
    at_three = False

    def setUp(self) -> None:
        self.table = Table(GamePlugin("set", SetTable, self.make))
        self.ann, self.bob = self.table.enter("ann"), self.table.enter("bob")
        self.everybody = [self.ann, self.bob]
        self.table.advance(1)
        self.forget()

    def make(self, random: Random) -> SetTable:
        game = SetTable(Dealt(), countdown=20, at_three=self.at_three)
        game.is_own_table, game.is_held = True, self.is_held
        return game

    def start(self) -> None:
        self.assertIsNone(self.game.why_not_start())
        self.table.room.play(self.game.start)
        self.table.advance(0)

    def hold(self, *, is_held: bool) -> None:
        self.table.room.play(self.game.hold, is_held)
        self.table.advance(0)

    def end(self) -> None:
        self.lay(CAP[:9])
        self.bob.press(key_of(NO_SET))

    def status(self) -> list[Any]:
        return [seat.own.get("status") for seat in self.everybody]


class TheHostSaysWhen(OwnTableTestCase):
    def test_no_countdown_runs(self) -> None:
        self.table.advance(100)
        self.assertEqual((self.ann.headline, self.ann.facts["phase"], self.game.deadline), (HOST_SAYS, "waiting", None))
        self.assertEqual((self.status(), self.ann.heard), ([None] * 2, []))

    def test_start_begins_at_once_with_everybody(self) -> None:
        self.start()
        self.assertEqual((self.ann.headline, self.players(self.bob)), (PLAYING, ["ann 0", "bob 0"]))
        self.assertEqual(self.game.why_not_start(), GAME_IS_ON)

    def test_nothing_can_start_while_nobody_is_here(self) -> None:
        for seat in self.everybody:
            seat.leave()
        self.assertIsNotNone(self.game.why_not_start())

    def test_a_late_comer_is_told_so_and_plays_in_the_next_game(self) -> None:
        self.start()
        cid = self.table.enter("cid")
        self.assertEqual((cid.heard, cid.own["status"]), ([BEGUN], WATCHES))
        self.end()
        self.start()
        self.assertEqual(self.players(cid), ["cid 0", "bob 0", "ann 0"])

    def test_after_a_game_the_host_starts_the_next_one(self) -> None:
        self.start()
        self.end()
        self.assertEqual((self.ann.headline, self.status()), (OVER_HERE, [None] * 2))
        self.assertFalse(self.ann.tile(RESTART).enabled)
        self.assertEqual(self.ann.legal, [])
        self.table.advance(1000)
        self.assertEqual(self.ann.facts["phase"], "over")
        self.start()
        self.assertEqual((self.ann.headline, self.players(self.bob)), (PLAYING, ["bob 0", "ann 0"]))

    def test_a_thirteenth_watches(self) -> None:
        late = [self.table.enter(f"p{number}") for number in range(11)]
        self.assertEqual([len(seat.heard) for seat in late], [0] * 10 + [1])
        self.start()
        self.assertEqual(len(self.players(self.ann)), 12)
        self.assertEqual([len(seat.heard) for seat in late], [1] * 10 + [3])

    def test_everybody_may_leave_and_come_back(self) -> None:
        for seat in self.everybody:
            seat.leave()
        cid = self.table.enter("cid")
        self.assertEqual((cid.headline, self.game.deadline), (HOST_SAYS, None))


class ByItself(OwnTableTestCase):
    is_held = False

    def test_the_countdown_is_as_chosen(self) -> None:
        self.assertEqual((self.ann.headline, self.status()), ("The game begins in 19 s.", [PLAYS_SOON] * 2))
        self.table.advance(19)
        self.assertEqual(self.ann.headline, PLAYING)

    def test_it_can_be_started_sooner(self) -> None:
        self.table.advance(3)
        self.start()
        begun = ["The game begins: 69 in the deck."]
        self.assertEqual((self.ann.headline, self.ann.heard), (PLAYING, begun))
        self.table.advance(17)
        self.assertEqual((self.ann.headline, self.ann.heard), (PLAYING, begun))

    def test_it_can_be_held_and_released(self) -> None:
        self.hold(is_held=True)
        self.assertEqual((self.ann.headline, self.status()), (HOST_SAYS, [None] * 2))
        self.table.advance(100)
        self.assertEqual(self.ann.facts["phase"], "waiting")
        self.hold(is_held=False)
        self.assertEqual((self.ann.headline, self.status()), ("The game begins in 20 s.", [PLAYS_SOON] * 2))

    def test_restart_is_for_everybody(self) -> None:
        self.start()
        self.end()
        self.assertEqual((self.bob.legal, self.status()), (["restart"], [OVER_FOR_NOW] * 2))
        self.game.stale_views()
        [*self.game.hold(True, 100.0)]
        self.assertIsNone(self.game.stale_views())
        self.hold(is_held=True)
        self.assertEqual((self.bob.legal, self.status()), ([], [None] * 2))
        self.hold(is_held=False)
        self.bob.click(RESTART)
        self.assertEqual(self.bob.headline, "The game begins in 20 s.")


class AmongFriends(OwnTableTestCase):
    def test_no_tile_leads_to_another_table(self) -> None:
        self.start()
        self.assertNotIn(OTHER, self.game.scene().tiles)
        self.table.enter("cid")
        self.assertNotIn("Other table", self.game.own_facts(self.ann.player)["status"])

    def test_nobody_makes_way_for_a_late_comer(self) -> None:
        self.start()
        cid = self.table.enter("cid")
        self.table.advance(Patience.SECONDS + FINDING)
        self.assertEqual((self.ann.headline, cid.heard), (PLAYING, [BEGUN, "cid came in."]))


class AtThree(OwnTableTestCase):
    """The table's choice is what everybody has at first."""

    at_three = True

    def is_on(self, seat: Seat) -> bool:
        return seat.own.get("at_three") is True

    def test_three_cards_are_submitted_unless_a_player_wants_something_else(self) -> None:
        self.start()
        self.assertEqual((self.ann.tile(AT_THREE).name, self.is_on(self.ann)), ("At three: on", True))
        self.assertEqual(self.game.view(self.ann.player).tiles.get(AT_THREE), None)
        self.select(self.ann, 0, 1, 2)
        self.assertEqual(self.players(self.bob), ["ann 5", "bob 0"])
        self.bob.click(AT_THREE)
        self.assertEqual((self.bob.tile(AT_THREE).name, self.is_on(self.bob)), ("At three: off", False))
        self.table.advance(1)
        self.select(self.bob, 3, 4, 5)
        self.assertEqual(self.selected(self.bob), [3, 4, 5])
        key: KeyId = key_of(AT_THREE)
        self.bob.press(key)
        self.assertTrue(self.is_on(self.bob))


class Choices(OwnTableTestCase):
    def test_a_table_can_be_made_with_each(self) -> None:
        self.assertEqual((SetTable.table, [*SetTable.choices]), ("set", ["countdown", "at_three"]))
        self.assertEqual(SetGame.table, "")
        for name, choice in SetTable.choices.items():
            self.assertIn(choice.usual, [value for value, _ in choice.values])
            for value, _ in choice.values:
                setup: dict[str, Any] = {name: value}
                SetTable(Dealt(), **setup)
