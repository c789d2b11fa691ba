"""The judge of dances notices everything that is illegal."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing import Cell, fault_in_lines, fault_in_stars, fault_in_steps, fewest_steps, is_room
from tests.doubles.dancing_cases import DANCERS, ILLEGAL_STEPS, LEGAL_STEPS, LINES, STARS

ILLEGAL_STARS: dict[str, list[Cell]] = {
    "0 stars": [],
    "3 stars": [(0, 3), (3, 0), (2, 2)],
    "outside": [(4, 0)],
    "on a dancer": [(0, 0)],
    "too close": [(2, 2), (3, 1)],
}


class Judging(SynchronousTestCase):
    def test_illegal_steps(self) -> None:
        for fault, steps in ILLEGAL_STEPS.items():
            self.assertIn(fault, fault_in_steps(4, DANCERS, STARS, steps)[0])

    def test_legal_steps(self) -> None:
        for steps in LEGAL_STEPS:
            self.assertEqual(fault_in_steps(4, DANCERS, STARS, steps)[0], "")

    def test_lines(self) -> None:
        for where, lines, fault in LINES:
            self.assertEqual(fault_in_lines(2, 2, where, lines), fault)

    def test_stars(self) -> None:
        self.assertEqual(fault_in_stars(4, 2, 2, DANCERS, STARS), "")
        for fault, stars in ILLEGAL_STARS.items():
            self.assertIn(fault, fault_in_stars(4, 2, 2, DANCERS, stars))

    def test_room(self) -> None:
        for size, length, stars, most in ((4, 4, [], 4), (4, 4, [(0, 0), (3, 3)], 2), (3, 2, [(1, 1)], 4)):
            self.assertTrue(is_room(size, length, stars, most))
            self.assertFalse(is_room(size, length, stars, most + 1))

    def test_the_fewest_steps(self) -> None:
        for dancers, stars, fewest in (
            ([(0, 0), (0, 1)], [], 0),
            ([(0, 0), (1, 1)], [], 1),
            ([(0, 0), (0, 2)], [], 1),
            ([(0, 0), (0, 2)], [(0, 1)], 2),  # around the star
            ([(0, 0), (2, 2)], [], 2),
            ([(0, 0), (2, 2)], [(0, 1), (1, 0)], None),  # locked in
        ):
            self.assertEqual(fewest_steps(3, 2, 1, dancers, stars, 9), fewest, (dancers, stars))
        self.assertIsNone(fewest_steps(3, 2, 1, [(0, 0), (2, 2)], [], 1))
