"""Where the spoiler puts the stars: as many as possible, and in the way of dancers who have the fewest lines anyway."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic

from tilenet.clients.bots.dancing.board import Board, bits
from tilenet.clients.bots.dancing.bound import Colours, simple_bound
from tilenet.clients.bots.dancing.fit import touching
from tilenet.clients.bots.dancing.task import Point, Task

SECONDS = 0.8  # to think
PACKING = 0.3  # the part of it after which we are content with fewer stars
MOST_DANCERS = 1000  # there is no time to look at the lines of more
LOOKING = 0.6  # the part of it after which we know enough about lines


def spoil(task: Task, random: Random, seconds: float = SECONDS, clock: Callable[[], float] = monotonic) -> list[Point]:
    """Places for stars; none if there is no empty cell."""
    begin = clock()

    def is_before(part: float) -> Callable[[], bool]:
        return lambda: clock() < begin + part * seconds

    board = Board(task)
    stars = _Stars(board, random)
    stars.pack(is_before(PACKING))
    if stars.cells and len(board.starts) <= MOST_DANCERS:
        stars.harm(_chances(board, random, is_before(LOOKING)), is_before(1.0))
    return [board.point(cell) for cell in stars.cells]


def _chances(board: Board, random: Random, is_time: Callable[[], bool]) -> list[int]:
    """The lines that each dancer can be part of in the least number of steps; not of all, if time is up."""
    colours = Colours(board, simple_bound(board, is_time))
    found = []
    for dancer in random.sample(range(len(board.starts)), len(board.starts)):
        if not is_time():
            break
        found.append(sum(1 << place for place in colours.places(dancer)))
    return found


class _Stars:
    """Stars that are legal together: in empty cells, and more than `colours` steps from each other."""

    def __init__(self, board: Board, random: Random) -> None:
        self._board = board
        self._random = random
        self._empty = board.free & board.whole & ~board.crowd
        self._around: dict[int, int] = {}  # the cells that are too close to a star, for each cell where one can be
        self.cells: list[int] = []

    def _close(self, cell: int) -> int:
        if cell not in self._around:
            self._around[cell] = self._board.circles(1 << cell, self._board.task.colours)[-1]
        return self._around[cell]

    def pack(self, is_time: Callable[[], bool]) -> None:
        """Find room for all stars, if possible.

        Each comes into a cell with the fewest conflicts: if there is none without any, and as long as there is time,
        then into one with a single conflict, and the other star has to go.
        """
        best: list[int] = []
        while len(best) < self._board.task.each:
            once = twice = 0
            for star in self.cells:
                close = self._close(star)
                twice |= once & close
                once |= close
            cells = self._empty & ~once
            if not cells and is_time():
                cells = self._empty & ~twice & ~sum(1 << star for star in self.cells)
            if not cells:
                break
            cell = self._random.choice(list(bits(cells)))
            self.cells = [star for star in self.cells if not self._close(cell) >> star & 1] + [cell]
            if len(self.cells) > len(best):
                best = self.cells
        self.cells = best

    def harm(self, chances: Sequence[int], is_time: Callable[[], bool]) -> None:
        """Move stars, one at a time, to where they leave fewer lines to those who have few."""
        worst = self._harm(self.cells, chances)
        while is_time():
            number = self._random.randrange(len(self.cells))
            others = self.cells[:number] + self.cells[number + 1 :]
            close = 0
            for star in others:
                close |= self._close(star)
            stars = [*others, self._random.choice(list(bits(self._empty & ~close)))]
            harm = self._harm(stars, chances)
            if harm >= worst:
                worst, self.cells = harm, stars

    def _harm(self, stars: Sequence[int], chances: Sequence[int]) -> float:
        left = ~touching(sum(map(self._board.both, stars)), self._board.task.colours)
        return sum((1 + (lines & left).bit_count()) ** -2 for lines in chances)
