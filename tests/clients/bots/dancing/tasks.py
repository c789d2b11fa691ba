"""Tasks for tests, drawn as text or made by Hypothesis; what the judge says of plans; and a clock that ticks."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tests.doubles.dancing import distance, fault_in_lines, fault_in_steps
from tilenet.clients.bots.dancing.task import Dance, Point, Task, generate


class Ticks:
    """A clock that goes on a bit whenever somebody looks at it."""

    def __init__(self, tick: float = 0.01) -> None:
        self.now = 0.0
        self.tick = tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


def draw(*rows: str) -> Task:
    """A board: digits are dancers of a colour, stars are stars."""
    cells = [((x, y), sign) for x, row in enumerate(rows) for y, sign in enumerate(row)]
    colours = max(int(sign) for _, sign in cells if sign.isdigit())
    groups = [[point for point, sign in cells if sign == str(colour)] for colour in range(1, colours + 1)]
    assert {len(row) for row in rows} == {len(rows)} and len({len(group) for group in groups}) == 1, rows
    stars = tuple(point for point, sign in cells if sign == "*")
    return Task(len(rows), colours, len(groups[0]), tuple(point for group in groups for point in group), stars)


def any_stars(task: Task, random: Random, most: int) -> Task:
    """Stars somewhere, as the rules allow."""
    cells = [(x, y) for x in range(task.size) for y in range(task.size)]
    stars: list[Point] = []
    for cell in random.sample(cells, len(cells)):
        is_far = all(distance(cell, star) > task.colours for star in stars)
        if len(stars) < most and is_far and cell not in task.dancers:
            stars.append(cell)
    return Task(task.size, task.colours, task.each, task.dancers, tuple(stars))


@st.composite
def small_tasks(draw: st.DrawFn, largest: int = 6, longest: int = 4) -> Task:
    """Boards of any density, up to full ones, with as many stars as there is room for or fewer."""
    size = draw(st.integers(2, largest))
    colours = draw(st.integers(2, min(size, longest)))
    each = draw(st.integers(1, max(1, min(10, size * size // colours))))
    random = Random(draw(st.integers(0, 2**32)))
    return any_stars(generate(size, colours, each, random), random, draw(st.integers(0, each)))


def fault(task: Task, dance: Dance) -> str:
    """What the judge says of a plan: nothing, if it is valid."""
    found, where = fault_in_steps(task.size, task.dancers, task.stars, dance.steps)
    return found or fault_in_lines(task.colours, task.each, where, dance.lines)
