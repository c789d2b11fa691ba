"""The judge of dances notices everything that is illegal."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing import Cell, Pair, fault_in_lines, fault_in_stars, fault_in_steps, fewest_steps, is_room

#: Colours 1 and 2, two of each, on a board of 4 x 4.
DANCERS: list[Cell] = [(0, 0), (1, 1), (0, 1), (3, 3)]
STARS: list[Cell] = [(2, 2)]

ILLEGAL_STEPS: dict[str, list[list[Pair]]] = {
    "nobody": [[((2, 0), (2, 1))]],
    "moves twice": [[((1, 1), (1, 0)), ((1, 1), (2, 1))]],
    "not one cell": [[((1, 1), (1, 3))]],
    "two dancers": [[((0, 0), (0, 1))]],
    "outside": [[((0, 0), (-1, 0))]],
    "on a star": [[((1, 1), (1, 2))], [((1, 2), (2, 2))]],
}

LEGAL_STEPS: list[list[list[Pair]]] = [
    [],
    [[((0, 0), (0, 1)), ((0, 1), (0, 0))]],  # a swap
    [[((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0))]],  # a chain
]

#: Where the dancers are, which lines are claimed, and what is wrong with them.
WHERE: list[Cell] = [(0, 0), (2, 3), (0, 1), (3, 3)]
LINES: list[tuple[list[Cell], list[Pair], str]] = [
    (WHERE, [((0, 0), (0, 1)), ((3, 3), (2, 3))], ""),
    (WHERE, [((0, 0), (0, 1))], "1 lines"),
    (WHERE, [((0, 0), (1, 1)), ((3, 3), (2, 3))], "a line is not straight"),
    (WHERE, [((0, 0), (0, 2)), ((3, 3), (2, 3))], "a line of 3 cells"),
    (WHERE, [((0, 0), (0, 1)), ((0, 1), (0, 0))], "two lines share a cell"),
    (WHERE, [((0, 0), (1, 0)), ((3, 3), (2, 3))], "a line has the colours [0]"),
    ([(0, 0), (0, 1), (2, 3), (3, 3)], [((0, 0), (0, 1)), ((3, 3), (2, 3))], "a line has the colours [0, 0]"),
]

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
