"""How many steps are needed at least, whatever the choreographer does.

A number of steps is refuted if there is no way to do something that has to be done. When time is up nothing more is
refuted: the bound may be lower than it could be, but it is a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.fit import Span, places


def _always() -> bool:
    return True


def simple_bound(board: Board, is_time: Callable[[], bool] = _always) -> int:
    """The larger of two bounds.

    First: the dancers of every two colours have to be paired, one of each in a line. Second: everybody needs a line
    without stars that all colours can fill.
    """
    steps = 0
    while not _all_paired(board, _Distances(board, steps).can_meet, is_time):
        steps += 1
    while not _all_in_lines(Colours(board, steps), is_time):
        steps += 1
    return steps


def strong_bound(board: Board, least: int, is_time: Callable[[], bool] = _always) -> int:
    """Both at once, from a bound that is known: a pair needs a line that all other colours can fill."""
    while not _all_paired(board, _Meetings(board, least).can_meet, is_time):
        least += 1
    return least


def _all_paired(board: Board, is_pair: Callable[[int, int], bool], is_time: Callable[[], bool]) -> bool:
    """Whether, for every two colours, the dancers of one can be paired with those of the other."""
    each = board.task.each
    groups = [range(first, first + each) for first in range(0, len(board.starts), each)]
    for left, right in combinations(groups, 2):
        if not is_time():
            break
        if not _is_matching([[other for other in right if is_pair(one, other)] for one in left]):
            return False
    return True


def _is_matching(choices: Sequence[Sequence[int]]) -> bool:
    """Whether everybody can have one of their choices, and nobody shares."""
    taken: dict[int, int] = {}

    def choose(one: int, seen: set[int]) -> bool:
        for choice in choices[one]:
            if choice not in seen:
                seen.add(choice)
                if choice not in taken or choose(taken[choice], seen):
                    taken[choice] = one
                    return True
        return False

    return all(choose(one, set()) for one in range(len(choices)))


class Colours:
    """How far the dancers get in a number of steps, alone and by colours."""

    def __init__(self, board: Board, steps: int) -> None:
        self.each = each = board.task.each
        self.span = span = Span(board, steps)
        firsts = range(0, len(board.starts), each)
        self.cells = [reduce(or_, span.cells[first : first + each]) for first in firsts]
        self.lines = [reduce(or_, span.lines[first : first + each]) for first in firsts]

    def places(self, *dancers: int) -> Iterator[int]:
        """Where these dancers can form a line, together with anybody of the other colours."""
        cells, lines = self.cells.copy(), self.lines.copy()
        for dancer in dancers:
            colour = dancer // self.each
            cells[colour], lines[colour] = self.span.cells[dancer], self.span.lines[dancer]
        return places(cells, lines)

    def have_line(self, *dancers: int) -> bool:
        return any(True for _ in self.places(*dancers))


def _all_in_lines(colours: Colours, is_time: Callable[[], bool]) -> bool:
    for dancer in range(len(colours.span.cells)):
        if not is_time():
            break
        if not colours.have_line(dancer):
            return False
    return True


class _Distances:
    """Which dancers are near enough to be in one line after a number of steps."""

    def __init__(self, board: Board, steps: int) -> None:
        self._costs = board.pair_costs
        self._steps = steps

    def can_meet(self, one: int, other: int) -> bool:
        return self._costs[one][other] <= self._steps


class _Meetings(_Distances):
    """Which dancers have a line to meet in."""

    def __init__(self, board: Board, steps: int) -> None:
        super().__init__(board, steps)
        self._colours = Colours(board, steps)

    def can_meet(self, one: int, other: int) -> bool:
        return super().can_meet(one, other) and self._colours.have_line(one, other)
