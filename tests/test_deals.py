"""What players are told of the deals of a room, when, and what they can add to them."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256

from twisted.trial.unittest import SynchronousTestCase

from tilenet.deals import MOST_WORDS, Deal, Deals, announce, conclude
from tilenet.games.memory.game import Memory
from tilenet.games.memory.rules import PAUSE
from tilenet.games.noughts import Noughts
from tilenet.testing import Seat, Table
from tilenet.world.rooms.commands import EVERYWHERE

WIDTH = 80 - len("  Memory, large: ")  # which says whose words they are


class DealsTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = Table(Memory)
        self.ann = self.table.enter("ann")

    @property
    def deals(self) -> Deals:
        deals = self.table.game.deals
        assert deals is not None
        return deals

    def hash_of_next(self) -> str:
        assert self.deals.next is not None
        return self.deals.next.commitment

    def play(self, seat: Seat) -> None:
        """One player finds all pairs."""
        assert isinstance(self.table.game, Memory)
        cells = defaultdict(list)
        for at, letters in enumerate(self.table.game.contest._letters):
            cells[letters].append(at)
        for pair in cells.values():
            for at in pair:
                seat.click(("card", at % 4, at // 4))

    def ask(self, seat: Seat) -> str:
        seat.heard.clear()
        seat.say("/seed")
        return "\n".join(seat.heard)


class Unasked(DealsTestCase):
    def test_the_first_deal_is_announced_to_those_who_come_before_it(self) -> None:
        self.assertIn(self.hash_of_next()[:16], self.ann.heard[-1])
        bob = self.table.enter("bob")
        self.assertIsNone(self.deals.next)
        self.assertFalse([line for line in bob.heard if "hash" in line], "it is too late to add words")

    def test_at_the_end_of_each_match_everybody_hears_of_its_secret_and_of_the_next_hash_once(self) -> None:
        bob = self.table.enter("bob")
        for _ in range(3):
            self.ann.heard.clear()
            bob.heard.clear()
            self.play(self.ann)
            for seat in (self.ann, bob):
                (line,) = [line for line in seat.heard if "hash" in line]
                self.assertEqual(line, seat.heard[-1])
                self.assertIn("This deal's secret: /seed", line)
                self.assertIn(self.hash_of_next()[:16], line)
            hash = self.hash_of_next()
            self.table.advance(PAUSE)
            self.assertIsNotNone(self.deals.last)
            assert self.deals.last is not None
            self.assertEqual(self.deals.last.commitment, hash)

    def test_a_line_of_a_terminal_is_enough(self) -> None:
        deal = Deal(bytes(32))
        for text in (announce(deal), conclude(deal)):
            self.assertLessEqual(len(text), WIDTH)

    def test_nothing_is_said_where_nothing_is_dealt(self) -> None:
        table = Table(Noughts)
        ann, bob = table.enter("ann"), table.enter("bob")
        for seat, x, y in ((ann, 0, 0), (bob, 1, 0), (ann, 0, 1), (bob, 1, 1), (ann, 0, 2)):
            seat.click(("cell", x, y))
        self.assertTrue(table.results)
        self.assertFalse([line for line in (*ann.heard, *bob.heard) if "hash" in line or line == EVERYWHERE["seed"]])


class AddedWords(DealsTestCase):
    def fill(self, number: int) -> list[Seat]:
        """Others come one after another, add words and leave."""
        found = []
        for at in range(number):
            self.ann.leave()
            self.ann = self.table.enter(f"p{at}")
            self.ann.say(f"/seed {at}")
            found.append(self.ann)
        return found

    def names(self) -> list[str]:
        assert self.deals.next is not None
        return [name for name, _ in self.deals.next.words]

    def test_nobody_can_keep_others_out_by_coming_again_and_again(self) -> None:
        self.fill(MOST_WORDS)
        self.ann.leave()
        bob = self.table.enter("bob")
        bob.say("/seed mine")
        self.assertEqual(self.names(), [*(f"p{at}" for at in range(1, MOST_WORDS)), "bob"])
        self.assertEqual(
            bob.heard[-2:],
            ["The words of p0, who has left, do not count any more.", "bob adds to the next deal: mine"],
        )
        bob.say("/seed others")
        self.assertEqual(self.names(), [*(f"p{at}" for at in range(1, MOST_WORDS)), "bob"])

    def test_words_of_somebody_who_is_here_stay(self) -> None:
        deal = Deal(bytes(32))
        names = [f"p{at}" for at in range(MOST_WORDS)]
        for name in names:
            self.assertEqual(deal.dispensable(name, ()), "")
            self.assertTrue(deal.add(name, "x"))
        self.assertEqual(deal.dispensable("bob", names), "")
        self.assertFalse(deal.add("bob", "x"))
        self.assertEqual(deal.dispensable("bob", {*names} - {"p7", "p9"}), "p7")
        self.assertEqual(deal.dispensable("p3", ()), "", "others' words need not make place for a change")
        self.assertTrue(deal.add("bob", "x", "p7"))
        self.assertEqual([name for name, _ in deal.words], [*(name for name in names if name != "p7"), "bob"])


class Asked(DealsTestCase):
    def test_the_secret_of_a_match_is_told_until_the_next_is_over(self) -> None:
        bob = self.table.enter("bob")
        assert self.deals.last is not None
        self.assertNotIn(self.deals.last.secret.hex(), self.ask(bob))
        self.play(self.ann)
        first = self.deals.last
        self.ann.say("/seed a cat")
        self.assertIn(first.secret.hex(), self.ask(bob))
        self.table.advance(PAUSE)
        second = self.deals.last
        self.assertIsNot(second, first)
        told = self.ask(bob)
        for known in (first.secret.hex(), first.commitment, second.commitment, "ann: a cat"):
            self.assertIn(known, told)
        self.assertNotIn(second.secret.hex(), told)
        facts = self.deals.as_data()
        self.assertEqual([*facts], ["match", "previous"])
        self.assertEqual(sha256(bytes.fromhex(facts["previous"]["secret"])).hexdigest(), first.commitment)
        self.assertNotIn("secret", facts["match"])
        self.play(bob)
        told = self.ask(bob)
        self.assertIn(second.secret.hex(), told)
        self.assertNotIn(first.secret.hex(), told)
        self.assertEqual([*self.deals.as_data()], ["match", "next"])

    def test_the_secret_of_a_match_that_never_ended_is_not_told(self) -> None:
        deals = Deals(bytes(32))
        deals.begin(lambda: b"1" * 32)
        deals.begin(lambda: b"2" * 32)
        self.assertNotIn("previous", deals.as_data())
        deals.end(b"3" * 32)
        deals.begin(lambda: b"4" * 32)
        self.assertEqual(deals.as_data()["previous"]["secret"], (b"2" * 32).hex())
