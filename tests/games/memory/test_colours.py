"""The colours of players: that they can be told apart, by everybody, and read on."""

from __future__ import annotations

from itertools import combinations
from math import dist

from twisted.trial.unittest import SynchronousTestCase

from tilenet.games.memory.colours import BLACK, FIXED, WHITE, Colour, argb, contrast, free, ink_on, mix, nth

Matrix = tuple[tuple[float, float, float], ...]

#: How eyes without red or without green cones see linear colours (Machado, Oliveira and Fernandes, 2009).
EYES: dict[str, Matrix] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
LEAST = 0.1  # in Oklab, where the nearest two of the rainbow's seven are at about as much


def _times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def seen(colour: Colour, eyes: Matrix) -> tuple[float, ...]:
    """What an eye makes of a colour, in Oklab, where distances are as people feel them."""
    linear = tuple(
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    shown = tuple(min(1.0, max(0.0, part)) for part in _times(eyes, linear))
    return _times(_LAB, tuple(part ** (1 / 3) for part in _times(_CONES, shown)))


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
                for other in (WHITE, BLACK, Colour(0x3B, 0x47, 0x54)):
                    self.assertGreater(dist(seen(one, eyes), seen(other, eyes)), 0.09, (name, one, other))

    def test_there_are_more_than_anybody_needs(self) -> None:
        self.assertGreater(len({nth(number) for number in range(2500)}), 2000)

    def test_a_free_one_is_not_taken(self) -> None:
        taken: set[Colour] = set()
        for _ in range(300):
            taken.add(free(taken))
        self.assertEqual(len(taken), 300)
        self.assertEqual(free({nth(0), nth(2)}), nth(1))

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
