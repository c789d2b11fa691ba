"""Finds the lines in which dancers stand, if they all do: for people, who need not say where they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tilenet.games.dancing.instances import Cell
from tilenet.games.dancing.rules import Board, Line, cells_of

MOST_WORK = 100_000  # cells looked at after a wrong turn: on some boards there are more ways than anybody can wait for


class TooHard(Exception):
    """There may be lines, but nobody can wait until they are found."""


def find_lines(board: Board, most_work: int = MOST_WORK) -> list[Line] | None:
    """Lines with all dancers in them, each in one; None if there are none. Raises TooHard."""
    lines = [*_lines(board.dancers, board.colours)]
    search = _Search({cell: set() for cell in board.dancers})
    for number, line in enumerate(lines):
        search.add(number, cells_of(line))
    found = search.run(most_work)
    return None if found is None else [lines[number] for number in found]


def _lines(dancers: Mapping[Cell, int], colours: int) -> Iterator[Line]:
    """All lines that there are, whether or not they share dancers."""
    for x, y in sorted(dancers):
        for line in ((x, y, x, y + colours - 1), (x, y, x + colours - 1, y)):
            if len({dancers.get(cell, 0) for cell in cells_of(line)} - {0}) == colours:
                yield line


class _Search:
    """Looks for lines that have every cell exactly once; a cell with the fewest choices comes first."""

    def __init__(self, choices: dict[Cell, set[int]]) -> None:
        self._choices = choices  # the lines that each cell can still be in, without those that are taken
        self._left = {*choices}  # cells that are in no line yet
        self._cells: dict[int, tuple[Cell, ...]] = {}  # of each line

    def add(self, number: int, cells: tuple[Cell, ...]) -> None:
        self._cells[number] = cells
        for cell in cells:
            self._choices[cell].add(number)

    def run(self, most_work: int) -> list[int] | None:
        taken: list[tuple[int, list[int]]] = []  # lines, and those that each of them has ruled out
        waiting = [self._next_choices()]  # lines that can still be tried, one list for each cell that was decided
        work = 0
        while work < most_work:
            if not self._left:
                return [number for number, _ in taken]
            while not waiting[-1]:
                work += len(self._left)
                waiting.pop()
                if not waiting:
                    return None
                self._give_back(*taken.pop())
            number = waiting[-1].pop()
            taken.append((number, self._take(number)))
            waiting.append(self._next_choices())
        raise TooHard

    def _next_choices(self) -> list[int]:
        cell = min(self._left, key=lambda cell: len(self._choices[cell]), default=None)
        return [] if cell is None else sorted(self._choices[cell])

    def _take(self, number: int) -> list[int]:
        """Put cells into a line; returns the lines that are no longer possible."""
        cells = self._cells[number]
        ruled_out = {other for cell in cells for other in self._choices[cell]}
        for other in ruled_out:
            for cell in self._cells[other]:
                self._choices[cell].discard(other)
        self._left.difference_update(cells)
        return [*ruled_out]

    def _give_back(self, number: int, ruled_out: list[int]) -> None:
        for other in ruled_out:
            for cell in self._cells[other]:
                self._choices[cell].add(other)
        self._left.update(self._cells[number])
