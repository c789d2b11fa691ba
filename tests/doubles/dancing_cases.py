"""Steps and lines of dances that are legal or not, for all who judge them."""

from __future__ import annotations

from tests.doubles.dancing import Cell, Pair

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
