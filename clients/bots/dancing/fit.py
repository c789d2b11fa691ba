"""Which lines dancers can form in time: each of its cells needs a dancer of its own who gets there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilenet.clients.bots.dancing.board import Board


def fits(masks: list[int]) -> bool:
    """Whether each dancer can have a cell alone; a mask has the cells of a line that a dancer reaches.

    Usually those are neighbours. Then we can serve the dancers in the order of their last cells, each with the first
    cell that is left. Where a star has made a gap, this may fail although there is a way.
    """
    masks.sort()
    left = -1
    for mask in masks:
        mask &= left
        if not mask:
            return any(one & one + (one & -one) for one in masks) and seat(masks) is not None
        left ^= mask & -mask
    return True


def seat(masks: Sequence[int]) -> list[int] | None:
    """The cell of each dancer in a line, as a bit, or None if there are not enough; masks as above."""
    dancer_in: dict[int, int] = {}
    seen = 0

    def find(dancer: int) -> bool:
        nonlocal seen
        while cells := masks[dancer] & ~seen:
            cell = cells & -cells
            seen |= cell
            if cell not in dancer_in or find(dancer_in[cell]):
                dancer_in[cell] = dancer
                return True
        return False

    for dancer in range(len(masks)):
        seen = 0
        if not find(dancer):
            return None
    return sorted(dancer_in, key=dancer_in.__getitem__)


def touching(cells: int, length: int) -> int:
    """The places of all lines that have any of these cells."""
    done = 1
    while 2 * done <= length:
        cells |= cells >> done
        done *= 2
    return cells | cells >> length - done


def places(cells: Sequence[int], lines: Sequence[int]) -> Iterator[int]:
    """Where some dancers can form a line, given the cells that each reaches and the places that these touch.

    Instead of one dancer, it can be all of one colour together, of whom one is needed.
    """
    possible = -1
    for one in lines:
        possible &= one
    full = (1 << len(cells)) - 1
    while possible:
        low = possible & -possible
        possible ^= low
        place = low.bit_length() - 1
        if fits([mask >> place & full for mask in cells]):
            yield place


class Span:
    """How far everybody gets in a number of steps: the cells of each dancer, and the places for lines there."""

    def __init__(self, board: Board, steps: int) -> None:
        self.board = board
        self.steps = steps
        self.cells = [board.reach(dancer, steps) for dancer in range(len(board.starts))]
        self.lines = [touching(cells, board.task.colours) for cells in self.cells]

    def places(self, dancers: Sequence[int]) -> Iterator[int]:
        """Where these dancers can form a line."""
        return places([self.cells[one] for one in dancers], [self.lines[one] for one in dancers])
