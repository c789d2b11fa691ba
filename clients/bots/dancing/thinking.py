"""How a bot at a table thinks, in small slices: as well as it has to, and not for long."""

from __future__ import annotations

from itertools import count
from math import ceil
from random import Random

from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.bound import simple_bound
from tilenet.clients.bots.dancing.fallback import settle
from tilenet.clients.bots.dancing.lines import Lines
from tilenet.clients.bots.dancing.movement import going
from tilenet.clients.bots.dancing.plan import dance
from tilenet.clients.bots.dancing.seats import targets
from tilenet.clients.bots.dancing.slices import Work
from tilenet.clients.bots.dancing.spoiler import spoil
from tilenet.clients.bots.dancing.task import Dance, Point, Task

TURNS, CHANGES = 1600, 50  # of the search for lines that can be reached in a number of steps, and changes in each
TRIES = 6  # numbers of steps, the next one larger by one
LOOKS = 60  # at the clock, while stars are placed
STAR_CELLS = 900  # of a board on which stars are placed with care


def think(task: Task, slack: float, random: Random) -> Work[Dance | None]:
    """A dance; None if there is no room for the lines.

    It needs few steps if there is no slack; with a slack of 1 about twice as many as needed at least.
    """
    board = Board(task)
    if not board.places(board.free):
        return None
    best = yield from settle(board)
    least = simple_bound(board)
    yield
    first = least + ceil(slack * (least + 1))
    for steps in range(first, first + TRIES):
        if best is not None and len(best.steps) <= steps:
            break
        lines = Lines(board, steps, random)
        for is_solved in lines.turns(count().__next__, TURNS, CHANGES):
            yield
            if not is_solved:
                continue
            cells = lines.cells()
            ways = yield from going(board, targets(board, cells, lines.seats(), steps), steps, random, lambda: True)
            if ways is not None:
                return dance(board, ways, cells)
    return best


def place_stars(task: Task, slack: float, random: Random) -> list[Point]:
    """Stars: the less slack, the more of them, and the more they are in the way."""
    looks = LOOKS if not slack and task.size**2 <= STAR_CELLS else 1
    found = spoil(task, random, looks, count().__next__)
    most = max(1, ceil(len(found) * (1 - slack / 2)))
    return random.sample(found, most)
