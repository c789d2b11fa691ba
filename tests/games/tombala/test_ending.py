"""How a game of Tombala has ended: who is where, which cinko came when, and what is said if nobody has won."""

from __future__ import annotations

from tests.doubles.tombala_table import CINKO, GameTestCase
from tilenet.game import Result, Standing
from tilenet.games.tombala.ending import note_of, standings_of


class Ending(GameTestCase):
    def standings(self) -> dict[str, Standing]:
        return {one.player.name: one for one in standings_of(self.match)}

    def test_each_cinko_has_its_number(self) -> None:
        self.draw(5)
        self.ann.click(CINKO)
        self.draw(15)
        self.ann.click(CINKO)
        found = self.standings()
        notes = ("1st cinko after 5 numbers", "2nd cinko after 15 numbers", "3rd cinko after 15 numbers")
        self.assertEqual((found["ann"].notes, found["bob"].notes), (notes, ()))
        self.assertEqual([(one.place, one.score) for one in found.values()], [(1, 3), (2, 0), (2, 0)])
        self.assertEqual(note_of(self.match), "after 15 numbers")

    def test_those_of_somebody_who_has_left_are_kept(self) -> None:
        self.draw(5)
        self.ann.click(CINKO)
        self.ann.leave()
        ann = self.standings()["ann"]
        self.assertEqual((ann.notes, ann.stayed), (("1st cinko after 5 numbers",), False))

    def test_nobody_is_first_if_nobody_has_won(self) -> None:
        self.draw(15)
        self.draw(90)
        self.everything()
        self.assertEqual([one.place for one in self.standings().values()], [2, 2, 2])
        self.assertEqual(note_of(self.match), "All 90 numbers have been drawn, and nobody has three cinkos.")

    def test_the_result_says_so(self) -> None:
        self.draw(15)
        events = [*self.game.click(self.ann.player, CINKO, 0.0)]
        [result] = [event for event in events if isinstance(event, Result)]
        self.assertEqual((result.note, result.standings), (note_of(self.match), standings_of(self.match)))
