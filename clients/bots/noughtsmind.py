"""Which move is best at noughts and crosses: on the usual board it plays perfectly, on larger ones as people do.

There it completes a line if it can, prevents one if it must, looks for moves that leave the other no choice until a
line is complete, and prevents these. Otherwise it takes the cell through which most lines can still become complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

MARKS = "X", "O"
FREE = "."
SMALL = 3  # rows and columns of a board that it can think through
LOOKS = 80  # positions that it looks at for one move on a larger one: it must not keep the server busy
GOOD = 6  # cells of which it asks whether they are safe
OWN, OTHERS = 3, 2  # what a line is worth for oneself, and if it is taken from the other

Line = tuple[int, ...]


@cache
def lines_of(side: int, length: int) -> tuple[Line, ...]:
    """All lines of so many cells on a board with so many rows and columns. Cells are counted row by row."""
    found = []
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for y in range(side - down * (length - 1)):
            for x in range(side):
                if 0 <= x + right * (length - 1) < side:
                    found.append(tuple((y + down * step) * side + x + right * step for step in range(length)))
    return tuple(found)


def best(marks: Mapping[str, str], mark: str, side: int = SMALL, in_line: int = SMALL) -> list[str]:
    """The cells, by their roles, that are best to mark if both play well from then on."""
    cells = [f"cell/{x}/{y}" for y in range(side) for x in range(side)]
    board = "".join(marks.get(cell, FREE) for cell in cells)
    found = _best_of_all(board, mark) if side == SMALL else Search(side, in_line).best(board, mark)
    return [cells[cell] for cell in found]


def other(mark: str) -> str:
    return MARKS[mark == MARKS[0]]


def _best_of_all(board: str, mark: str) -> list[int]:
    found = {cell: -worth(_after(board, cell, mark), other(mark)) for cell in _free(board)}
    return [cell for cell, value in found.items() if value == max(found.values())]


@lru_cache(8192)
def worth(board: str, mark: str) -> int:
    """What a small board is worth to the player who moves next: 1 if they can win, -1 if the other can, 0 otherwise."""
    if any(all(board[cell] == other(mark) for cell in line) for line in lines_of(SMALL, SMALL)):
        return -1
    return max((-worth(_after(board, cell, mark), other(mark)) for cell in _free(board)), default=0)


def _free(board: str) -> list[int]:
    return [cell for cell, mark in enumerate(board) if mark == FREE]


def _after(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


class Search:
    """Looks for one move on a board of any size."""

    def __init__(self, side: int, in_line: int) -> None:
        self._lines = lines_of(side, in_line)
        self._in_line = in_line
        self._middle = (side - 1) / 2
        self._side = side
        self._looks = LOOKS

    def best(self, board: str, mark: str) -> list[int]:
        rival = other(mark)
        urgent = self._open(board, mark, 1) or self._open(board, rival, 1)
        if urgent:
            return [*urgent]
        if (cell := self._forced(board, mark)) is not None:
            return [cell]
        values = self._values(board, mark)
        ranked = sorted(values, key=lambda cell: -values[cell])
        safe = (cell for cell in ranked[:GOOD] if self._forced(_after(board, cell, mark), rival) is None)
        most = values[next(safe, ranked[0])]
        return [cell for cell in ranked if values[cell] == most]

    def _open(self, board: str, mark: str, missing: int) -> dict[int, Line]:
        """The free cells in lines that lack only so many of this mark, and one such line of each."""
        found: dict[int, Line] = {}
        for line in self._lines:
            on_it = [board[cell] for cell in line]
            if on_it.count(mark) == self._in_line - missing and on_it.count(FREE) == missing:
                found.update((cell, line) for cell in line if board[cell] == FREE)
        return found

    def _forced(self, board: str, mark: str) -> int | None:
        """A cell from which on the other can only prevent one line after the other, until there are two at once."""
        if self._open(board, other(mark), 1):
            return None
        for cell in self._open(board, mark, 2):
            if not self._looks:
                return None
            self._looks -= 1
            then = _after(board, cell, mark)
            wins = [*self._open(then, mark, 1)]
            if len(wins) > 1 or self._forced(_after(then, wins[0], other(mark)), mark) is not None:
                return cell
        return None

    def _values(self, board: str, mark: str) -> dict[int, float]:
        """What each free cell is worth; the middle counts a little, if nothing else does."""
        found = {cell: -self._away(cell) for cell in _free(board)}
        for line in self._lines:
            on_it = [board[cell] for cell in line]
            mine, theirs = on_it.count(mark), on_it.count(other(mark))
            if not (mine and theirs):
                value = (OWN if mine else OTHERS) * 4.0 ** (mine + theirs)
                for cell in line:
                    if cell in found:
                        found[cell] += value
        return found

    def _away(self, cell: int) -> float:
        y, x = divmod(cell, self._side)
        return max(abs(x - self._middle), abs(y - self._middle)) / self._side
