"""What is told of a game of Set that is over: notes about each player, and how it was won."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.set_table import CAP, SetTableTestCase
from tilenet.game import Events, Ranking, Result
from tilenet.games.set.ending import IDLE
from tilenet.games.set.layouts import NO_SET, key_of
from tilenet.games.set.outcome import NOBODY_FOUND, NOBODY_WON, notes
from tilenet.games.set.rules import Record


class Notes(SynchronousTestCase):
    def test_of_a_player(self) -> None:
        for record, expected in (
            (Record(), ()),
            (Record(wrong=2), ("2 wrong",)),
            (Record(sets=1, times=[1.84], streak=1, fastest_set=1.84), ("1 set", "fastest 1.8 s")),
            (Record(no_sets=1, times=[3.0], streak=1), ("1 no-set call",)),
            (
                Record(sets=13, no_sets=2, wrong=3, times=[1.8] * 15, streak=4, fastest_set=1.8),
                ("13 sets · streak 4", "fastest 1.8 s", "2 no-set calls", "3 wrong"),
            ),
        ):
            self.assertEqual(notes(record), expected)


class HowItEnded(SetTableTestCase):
    """ann and bob play; the game ends by a right no set, or when nobody has played for long."""

    def ended(self, events: Events) -> Any:
        (found,) = [event for event in events if isinstance(event, Result | Ranking)]
        return found

    def finished(self, seat: Any) -> Any:
        """This player sees that no set is left."""
        self.lay(CAP[:9])
        return self.ended(self.game.click(seat.player, NO_SET, 400.0))

    def idle(self) -> Any:
        self.cid.leave()
        return self.ended(self.game.tick(20.0 + IDLE))

    def test_the_last_answer_may_have_decided_it(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        result = self.finished(self.bob)
        self.assertEqual(result.note, "by 5 points, with the last answer of the game")
        self.assertEqual([one.notes for one in result.standings], [("1 no-set call",), ("1 set", "fastest 2.0 s")])

    def test_by_how_much_if_it_was_decided_before(self) -> None:
        for place in (0, 3, 6):
            self.claim(self.ann, place, place + 1, place + 2)
        self.assertEqual(self.finished(self.bob).note, "by 10 points")

    def test_the_last_set(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.ann.press(key_of(NO_SET))
        self.claim(self.bob, 3, 4, 5)
        self.assertEqual(self.idle().note, "by 5 points, with the last set of the game")

    def test_what_the_loser_found_last_decides_nothing(self) -> None:
        for place in (0, 3):
            self.claim(self.ann, place, place + 1, place + 2)
        self.claim(self.bob, 6, 7, 8)
        self.assertEqual(self.idle().note, "by 7 points")

    def test_a_tie_has_sets_and_a_time(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.claim(self.bob, 3, 4, 5)
        self.assertEqual(self.idle().note, "2 sets in 10:05")

    def test_so_does_a_game_of_one(self) -> None:
        self.setUp()
        self.ann.leave()
        self.bob.leave()
        self.table.advance(1)
        self.cid.click("restart")
        self.table.advance(16)
        self.claim(self.cid, 0, 1, 2)
        self.lay(CAP[:9])
        (result,) = [event for event in self.game.click(self.cid.player, NO_SET, 101.0) if isinstance(event, Result)]
        self.assertEqual(result.note, "1 set in 1:07")

    def test_nobody_has_found_anything(self) -> None:
        self.ann.press(key_of(NO_SET))
        result = self.idle()
        self.assertEqual((result.note, [one.score for one in result.standings]), (NOBODY_FOUND, [0, -5]))

    def test_nobody_has_answered_anything(self) -> None:
        ranking = self.idle()
        self.assertEqual((type(ranking), ranking.note), (Ranking, NOBODY_FOUND))

    def test_nobody_has_won_anything(self) -> None:
        for seat in (self.ann, self.bob):
            self.claim(seat, 0, 1, 2)
            seat.press(key_of(NO_SET))
            self.table.advance(1)
        self.assertEqual(self.idle().note, NOBODY_WON)
