"""A plan that always works: pack the lines anywhere, then fill the board from the far end, cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tilenet.clients.bots.dancing.board import Board, bits
from tilenet.clients.bots.dancing.slices import Work, finish
from tilenet.clients.bots.dancing.task import Dance, Step

CELLS = 100  # that are filled in one slice
MOST_TRIES = 200_000  # a tenth of a second or two: nearly always the first try succeeds


def fall_back(board: Board) -> Dance | None:
    """A plan, or None if there seems to be no room for the lines."""
    return finish(settle(board))


def settle(board: Board) -> Work[Dance | None]:
    """The same in slices, each for a few cells."""
    places = pack(board)
    yield
    if places is None:
        return None
    found = yield from _Settling(board, places).run()
    return found


def pack(board: Board, tries: int = MOST_TRIES) -> list[int] | None:
    """Places for all lines.

    The first free cell begins a horizontal line, or a vertical one, or else stays empty, if enough cells are left.
    """
    length, width = board.task.colours, board.width
    across = (1 << length) - 1
    down = sum(1 << i * width for i in range(length))
    stack: list[tuple[int, tuple[int, ...]]] = [(board.free & board.whole, ())]
    seen = set()
    while stack and tries:
        free, places = stack.pop()
        left = board.task.each - len(places)
        if not left:
            return list(places)
        if free.bit_count() < left * length or (free, left) in seen:
            continue
        tries -= 1
        seen.add((free, left))
        cell = (free & -free).bit_length() - 1
        x, y = board.point(cell)
        stack.append((free ^ 1 << cell, places))
        for line, place in ((down, board.mirror + y * width + x), (across, cell)):
            if free >> cell & line == line:
                stack.append((free ^ line << cell, (*places, place)))
    return None


class _Settling:
    """The board while it is filled, beginning with the cells that are farthest from one corner.

    What is left of the board stays connected. So a dancer can walk to any cell in it, changing places with those on the
    way; and somebody who stands where nobody belongs can move on.
    """

    def __init__(self, board: Board, places: Sequence[int]) -> None:
        self._board = board
        self._places = places
        self._line_at = {cell: number for number, place in enumerate(places) for cell in board.line_cells(place)}
        self._missing = [set(range(board.task.colours)) for _ in places]  # the colours that each line has not got yet
        self._dancer_at = dict(board.dancer_at)
        self._left = board.free & board.whole
        self._steps: list[Step] = []
        self._busy: dict[int, int] = {}  # the number of the last step in which something happened in a cell

    def run(self) -> Work[Dance]:
        for number, cell in enumerate(self._farthest_first()):
            if not number % CELLS:
                yield
            if cell in self._line_at:
                self._fill(cell)
            elif cell in self._dancer_at:
                self._clear(cell)
            self._left ^= 1 << cell
        return Dance(self._steps, [self._board.line(place) for place in self._places])

    def _farthest_first(self) -> list[int]:
        first = self._left & -self._left
        seen, rings = first, [first]
        while ring := self._board.spread(seen) & ~seen:
            seen |= ring
            rings.append(ring)
        return [cell for ring in reversed(rings) for cell in bits(ring)]

    def _fill(self, cell: int) -> None:
        """Bring the nearest dancer of a colour that is missing in the line here."""
        missing = self._missing[self._line_at[cell]]
        each = self._board.task.each
        wanted = sum(1 << at for at, dancer in self._dancer_at.items() if dancer // each in missing) & self._left
        way = self._way(cell, wanted)
        for here, there in pairwise(way):
            self._exchange(here, there)
        missing.remove(self._dancer_at[cell] // each)

    def _clear(self, cell: int) -> None:
        """Let somebody go away from here: all on the way to the nearest empty cell move on."""
        crowd = sum(1 << at for at in self._dancer_at)
        way = self._way(cell, self._left & ~crowd)
        for here, there in pairwise(way):
            self._exchange(here, there)

    def _way(self, cell: int, wanted: int) -> list[int]:
        """From the nearest of the wanted cells to this one."""
        circles = [1 << cell]
        while not circles[-1] & wanted:
            circles.append(self._board.spread(circles[-1]) & self._left)
        found = circles.pop() & wanted
        way = [(found & -found).bit_length() - 1]
        for circle in reversed(circles):
            way.append(next(one for one in self._board.neighbours(way[-1]) if circle >> one & 1))
        return way

    def _exchange(self, here: int, there: int) -> None:
        """The dancers in two neighbouring cells change places, as early as possible."""
        number = max(self._busy.get(here, 0), self._busy.get(there, 0))
        self._busy[here] = self._busy[there] = number + 1
        if number == len(self._steps):
            self._steps.append([])
        one, other = self._dancer_at.pop(here, None), self._dancer_at.pop(there, None)
        ends = self._board.point(here), self._board.point(there)
        if one is not None:
            self._dancer_at[there] = one
            self._steps[number].append(ends)
        if other is not None:
            self._dancer_at[here] = other
            self._steps[number].append((ends[1], ends[0]))
