"""What programs are told of Memory: cards that are up or found, whose they are, and what is legal."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.memory_cards import PAIRS, Stacked
from tilenet.game import Refuse, Result
from tilenet.games.memory.colours import FIXED, argb
from tilenet.games.memory.game import Memory
from tilenet.testing import Seat, Table

BLUE, YELLOW = map(argb, FIXED[:2])
ALL = [f"card/{x}/{y}" for y in range(4) for x in range(4)]


class Plain(Memory):
    """A board with the cards in order: aa aa ab ab ..."""

    def __init__(self, random: Random) -> None:
        super().__init__(Stacked())


class FactsTestCase(SynchronousTestCase):
    game_class: type[Memory] = Plain

    def setUp(self) -> None:
        self.table = Table(self.game_class)
        self.ann, self.bob = self.table.enter("ann"), self.table.enter("bob")

    @property
    def game(self) -> Memory:
        assert isinstance(self.table.game, Memory)
        return self.table.game

    def pick(self, seat: Seat, *cells: tuple[int, int]) -> None:
        for cell in cells:
            seat.click(("card", *cell))


class Facts(FactsTestCase):
    def test_nobody_to_play_with(self) -> None:
        self.bob.leave()
        facts = self.ann.facts
        self.assertEqual(
            (facts["phase"], facts["options"], facts["cards"]), ("waiting", {"dim": 4, "faces": "pictures"}, {})
        )
        self.assertEqual((self.ann.own, self.ann.legal), ({"status": "Waiting for a second player."}, []))

    def test_cards_that_are_up_wrong_or_found_and_whose_they_are(self) -> None:
        self.pick(self.ann, *PAIRS[0])
        self.pick(self.ann, (2, 2), (0, 3))
        self.pick(self.bob, (2, 0))
        facts = self.bob.facts
        self.assertEqual((facts["phase"], facts["pairs_left"]), ("playing", 7))
        self.assertEqual(
            facts["cards"],
            {
                "card/0/0": {"letters": "aa", "symbol": "dot", "by": "0", "state": "found"},
                "card/1/0": {"letters": "aa", "symbol": "dot", "by": "0", "state": "found"},
                "card/2/0": {"letters": "ab", "symbol": "eye", "by": "1", "state": "up"},
                "card/2/2": {"letters": "bb", "symbol": "add", "by": "0", "state": "wrong"},
                "card/0/3": {"letters": "bc", "symbol": "cup", "by": "0", "state": "wrong"},
            },
        )
        seats = {seat: (one["player"]["agent"], one["score"], one["colour"]) for seat, one in facts["seats"].items()}
        self.assertEqual(seats, {"0": (self.ann.player.objid, 2, BLUE), "1": (self.bob.player.objid, 0, YELLOW)})

    def test_cards_of_a_player_who_has_left_have_a_seat_that_is_gone(self) -> None:
        """Somebody who comes back has another one."""
        cid = self.table.enter("cid")
        self.pick(self.bob, *PAIRS[0])
        self.bob.leave()
        self.table.enter("bob")
        seats = cid.facts["seats"]
        self.assertEqual(seats["1"], {"player": {"name": "bob"}, "colour": YELLOW, "gone": True})
        self.assertEqual({seat: one["player"]["name"] for seat, one in seats.items()}["3"], "bob")

    def test_the_end_the_reason_and_the_next_deal(self) -> None:
        for pair in PAIRS[:-1]:
            self.pick(self.ann, *pair)
        first, second = PAIRS[-1]
        self.pick(self.ann, first)
        events = [*self.game.click(self.ann.player, ("card", *second), 3.0)]
        self.assertEqual([event.reason for event in events if isinstance(event, Result)], ["finished"])
        self.assertEqual((self.bob.facts["phase"], self.bob.facts["deadline"]), ("over", 13.0))


class OwnFacts(FactsTestCase):
    def test_what_leaving_costs_and_until_when_two_wrong_cards_are_up(self) -> None:
        both = {"leave": "You lose the cards you have found."}
        self.assertEqual(self.ann.own, {"status": "Turn two cards.", **both})
        self.pick(self.ann, (0, 0))
        self.assertEqual(self.ann.own, {"status": "Turn a second card.", **both})
        self.pick(self.ann, (2, 0))
        waits = "Wait until your two cards are hidden again."
        self.assertEqual(self.ann.own, {"status": waits, **both, "busy_until": 2.0})
        self.assertEqual(self.bob.own, {"status": "Turn two cards.", **both})

    def test_at_the_end_who_has_won(self) -> None:
        for pair in PAIRS:
            self.pick(self.ann, *pair)
        cid = self.table.enter("cid")
        self.assertEqual(
            [seat.own["status"] for seat in (self.ann, self.bob, cid)],
            ["You have won with 16 cards.", "You play in the next game.", "You play in the next game."],
        )

    def test_only_those_whose_own_facts_change_are_asked(self) -> None:
        self.assertIsNone(self.game.stale_views())
        for cell in ((0, 0), (2, 0)):
            self.pick(self.ann, cell)
            self.assertEqual(self.game.stale_views(), {self.ann.player})
        self.table.advance(2)
        self.assertEqual(self.game.stale_views(), {self.ann.player})
        self.pick(self.bob, *PAIRS[0])
        self.assertEqual(self.game.stale_views(), set())
        self.bob.leave()
        self.assertIsNone(self.game.stale_views())


class Legal(FactsTestCase):
    def test_cards_that_are_down_and_the_own_first_one(self) -> None:
        self.assertEqual(self.ann.legal, ALL)
        self.pick(self.ann, (0, 0))
        self.assertEqual((self.ann.legal, self.bob.legal), (ALL, ALL[1:]))

    def test_nothing_while_two_wrong_cards_are_up(self) -> None:
        self.pick(self.ann, (0, 0), (2, 0))
        self.assertEqual(self.ann.legal, [])
        self.table.advance(2)
        self.assertEqual(self.ann.legal, ALL)

    def test_what_is_not_legal_is_refused(self) -> None:
        self.pick(self.ann, (0, 0), (2, 0))
        for seat, cell in ((self.ann, (3, 3)), (self.bob, (0, 0))):
            refused = [one for one in self.game.click(seat.player, ("card", *cell), 1.0) if isinstance(one, Refuse)]
            self.assertEqual(len(refused), 1)
