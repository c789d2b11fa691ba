"""Plans for a task, each better than the last, until time is up or none can be better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import monotonic

from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.bound import simple_bound, strong_bound
from tilenet.clients.bots.dancing.fallback import fall_back
from tilenet.clients.bots.dancing.lines import Lines
from tilenet.clients.bots.dancing.movement import move
from tilenet.clients.bots.dancing.seats import targets
from tilenet.clients.bots.dancing.task import Dance, Task

PATIENCE = 0.5  # seconds for a number of steps at first
MORE_PATIENCE = 1.5  # that many times as long after each failure


def plans(task: Task, seconds: float, random: Random, clock: Callable[[], float] = monotonic) -> Iterator[Dance]:
    """Plans, each with fewer steps than the one before; none at all if there is no room for the lines.

    The first comes at once, however many steps it has. Then we try the least number of steps that is possible, and one
    more until we succeed; and from then on, one less than we need so far.
    """
    end = clock() + seconds
    board = Board(task)
    if not board.places(board.free):
        return
    best = fall_back(board)
    if best is not None:
        yield best

    def is_time() -> bool:
        return clock() < end

    least = strong_bound(board, simple_bound(board, is_time), is_time)
    steps, patience = least, PATIENCE
    while (best is None or len(best.steps) > least) and is_time():
        steps = steps if best is None else min(steps, len(best.steps) - 1)
        lines = Lines(board, steps, random)
        for _ in lines.anneal(clock, min(end, clock() + patience)):
            cells = lines.cells()
            ways = move(board, targets(board, cells, lines.seats(), steps), steps, random, is_time)
            if ways is not None:
                best = dance(board, ways, cells)
                yield best
                break
        else:
            steps += 1
            patience *= MORE_PATIENCE


def dance(board: Board, ways: Sequence[Sequence[int]], lines: Sequence[Sequence[int]]) -> Dance:
    """A plan in the form of steps: where everybody is at each time, and the cells of the lines."""
    steps = []
    for time in range(len(ways[0]) - 1):
        moves = [(board.point(way[time]), board.point(way[time + 1])) for way in ways if way[time] != way[time + 1]]
        if moves:
            steps.append(moves)
    return Dance(steps, [(board.point(cells[0]), board.point(cells[-1])) for cells in lines])


def best_plan(task: Task, seconds: float, random: Random, clock: Callable[[], float] = monotonic) -> Dance | None:
    """The last of the plans."""
    best = None
    for plan in plans(task, seconds, random, clock):
        best = plan
    return best
