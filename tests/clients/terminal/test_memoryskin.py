"""Memory on the screen: signs instead of letters, pictures where there is room for them, and what the numbers count."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.memory_cards import PAIRS
from tests.doubles.playing import Playing
from tests.games.memory.test_facts import Plain
from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.memoryskin import SIGNS
from tilenet.clients.terminal.signs import ASCII
from tilenet.games.memory.symbols import NAMES
from tilenet.testing import Table

SMALL = (60, 20), (80, 25)


class MemorySkinTestCase(SynchronousTestCase):
    def sit_down(self, **how: object) -> Playing:
        """ann has found a pair, and bob has two cards up that do not match."""
        table = Table(Plain)
        ann, bob = Playing(table, "ann", **how), table.enter("bob")
        for cell in PAIRS[0]:
            ann.seat.click(("card", *cell))
        for cell in ((2, 0), (3, 3)):
            bob.click(("card", *cell))
        return ann

    def test_there_is_a_sign_of_one_column_for_each_picture(self) -> None:
        self.assertEqual({*SIGNS}, {*NAMES})
        self.assertEqual((len({*SIGNS.values()}), {columns(sign) for sign in SIGNS.values()}), (len(NAMES), {1}))

    def test_cards_that_are_not_hidden_show_their_signs(self) -> None:
        """A mark tells that two do not match."""
        for size in SMALL:
            text = str(self.sit_down(size=size).screen())
            self.assertEqual([text.count(sign) for sign in ("● ", "◉!", "☆!", "?")], [2, 1, 0, 12], size)
            for letters in (" aa", " ab", " bd"):
                self.assertNotIn(letters, text)

    def test_in_ascii_they_show_their_letters(self) -> None:
        for size in SMALL:
            text = str(self.sit_down(size=size, signs=ASCII).screen())
            self.assertTrue(text.isascii())
            self.assertEqual([text.count(letters) for letters in ("aa", "ab!", "bd!")], [2, 1, 1], size)

    def test_large_cards_show_their_pictures(self) -> None:
        shown = str(self.sit_down(size=(120, 40), depth=16777216).screen())
        self.assertIn("▀", shown)
        self.assertNotIn("●", shown)

    def test_what_the_numbers_beside_the_players_count(self) -> None:
        for size in SMALL:
            lines = self.sit_down(size=size).screen().lines
            [heading] = [number for number, line in enumerate(lines) if "Cards found" in line]
            self.assertRegex(lines[heading + 1], r" ann +2 you")
            self.assertRegex(lines[heading + 2], r" bob +0")
            self.assertIn("points", lines[0])

    def test_what_is_told_may_be_odd(self) -> None:
        ann = self.sit_down()
        odd: list[object] = [[], {"card/0/0": 7, "card/1/0": {"symbol": ["x"]}, "card/2/0": {"symbol": "\x1b"}}]
        for cards in odd:
            ann.model.facts["cards"] = cards
            self.assertIn("aa", str(ann.screen()))
