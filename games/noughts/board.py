"""The rules of noughts and crosses: boards of several sizes, two marks that take turns, and how many in a line win."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tilenet.game import Words

NOUGHT, CROSS = "O", "X"
OTHER = {NOUGHT: CROSS, CROSS: NOUGHT}
WINNING = {3: 3, 4: 4, 5: 4, 6: 4, 9: 5}  # how many in a line, on boards with this many rows and columns
IN_A_LINE: Mapping[int, str] = {
    3: Words("three in a line"),
    4: Words("four in a line"),
    5: Words("five in a line"),
}

Cell = tuple[int, int]
Line = tuple[Cell, ...]


@cache
def lines_of(side: int) -> tuple[Line, ...]:
    """All lines of cells that win on a board of this size."""
    length, all_of = WINNING[side], range(side)
    found = []
    for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in ((x, y) for y in all_of for x in all_of):
            line = tuple((x + right * step, y + down * step) for step in range(length))
            if line[-1][0] in all_of and line[-1][1] in all_of:
                found.append(line)
    return tuple(found)


class Board:
    """Cells, the marks on them, and who is to move. So many marks in a line win."""

    def __init__(self, side: int = 3) -> None:
        self.side = side
        self.marks: dict[Cell, str] = {}
        self.turn = CROSS
        self.last: Cell | None = None  # that was marked
        self.winner = ""
        self.line: list[Cell] = []  # that has won; longer if one move has completed several

    @property
    def in_a_line(self) -> str:
        """What wins, in words."""
        return IN_A_LINE[WINNING[self.side]]

    def cells(self) -> list[Cell]:
        return [(x, y) for x in range(self.side) for y in range(self.side)]

    def put(self, cell: Cell) -> None:
        self.marks[cell] = self.turn
        self.last = cell
        won = [line for line in lines_of(self.side) if cell in line and self._is_full(line, self.turn)]
        self.line = list(dict.fromkeys(one for line in won for one in line))
        self.winner = self.turn if won else ""
        self.turn = OTHER[self.turn]

    def _is_full(self, line: Line, mark: str) -> bool:
        return all(self.marks.get(cell) == mark for cell in line)

    def is_over(self) -> bool:
        return bool(self.winner) or len(self.marks) == self.side**2
