"""The colours of players: that they can be told apart, by everybody, and read on."""

from __future__ import annotations

from itertools import combinations
from math import dist

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.eyes import EYES, seen
from tilenet.games.memory.colours import (
    BLACK,
    CLEAR,
    DOWN,
    FIXED,
    WHITE,
    Colour,
    argb,
    contrast,
    free,
    ink_on,
    mix,
    nth,
)
from tilenet.games.memory.table import PALE

PAGES = Colour(0x12, 0x15, 0x1C), Colour(0xF3, 0xF1, 0xEA)  # what is behind the board in browsers, dark and light

LEAST = 0.1  # in Oklab, where the nearest two of the rainbow's seven are at about as much


class Colours(SynchronousTestCase):
    def test_twelve_are_fixed(self) -> None:
        self.assertEqual(len({*FIXED}), 12)
        self.assertEqual([nth(number) for number in range(12)], [*FIXED])

    def test_the_fixed_ones_differ_to_all_eyes(self) -> None:
        for name, eyes in EYES.items():
            for one, other in combinations(FIXED, 2):
                self.assertGreater(dist(seen(one, eyes), seen(other, eyes)), LEAST, (name, one, other))

    def test_they_differ_from_paper_and_from_cards_that_are_down(self) -> None:
        """The report's graphical client paints those white."""
        for name, eyes in EYES.items():
            for one in FIXED:
                for other in (WHITE, BLACK, DOWN, *PAGES):
                    self.assertGreater(dist(seen(one, eyes), seen(other, eyes)), 0.09, (name, one, other))

    def test_no_card_that_is_found_or_up_looks_like_one_that_is_down(self) -> None:
        for number in range(300):
            for colour in (nth(number), mix(nth(number), WHITE, PALE)):
                self.assertGreaterEqual(contrast(colour, DOWN), CLEAR, number)

    def test_black_pictures_can_be_seen_on_all_of_them(self) -> None:
        for number in range(300):
            self.assertGreaterEqual(contrast(Colour(16, 16, 16), nth(number)), 3, number)

    def test_there_are_more_than_anybody_needs(self) -> None:
        self.assertGreater(len({nth(number) for number in range(2500)}), 2000)

    def test_a_free_one_is_not_taken(self) -> None:
        taken: set[Colour] = set()
        for _ in range(300):
            taken.add(nth(free(taken)))
        self.assertEqual(len(taken), 300)
        self.assertEqual(free({nth(0), nth(2)}), 1)

    def test_each_can_be_written_on_also_when_it_is_dimmed(self) -> None:
        for number in range(300):
            for share in (0.0, 0.3, 0.55, 0.8):
                colour = mix(nth(number), BLACK, share)
                self.assertGreaterEqual(contrast(ink_on(colour), colour), 4.5, (number, share))

    def test_contrast(self) -> None:
        self.assertAlmostEqual(contrast(BLACK, WHITE), 21)
        self.assertEqual(contrast(WHITE, WHITE), 1)

    def test_a_mixture(self) -> None:
        self.assertEqual(mix(Colour(0, 100, 200), Colour(100, 0, 200), 0.5), Colour(50, 50, 200))

    def test_as_tiles_have_it(self) -> None:
        self.assertEqual(argb(Colour(1, 171, 255)), "ff01abff")

    def test_each_is_computed_once(self) -> None:
        """A newcomer to a thousand players must not cost a thousand computations."""
        self.assertIs(nth(1000), nth(1000))
