"""A judge of Dancing without Stars, written from the rules alone: it imports nothing of tilenet, and should not.

Dancers are (x, y), all of colour 1 first, then all of colour 2, and so on; a move is a pair of those, and so is a line.
Every function returns what is wrong, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]


def distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def is_inside(cell: Cell, size: int) -> bool:
    return 0 <= cell[0] < size and 0 <= cell[1] < size


def fault_in_stars(size: int, colours: int, each: int, dancers: Sequence[Cell], stars: Sequence[Cell]) -> str:
    if not 1 <= len(stars) <= each:
        return f"{len(stars)} stars"
    for number, star in enumerate(stars):
        if not is_inside(star, size):
            return f"star {star} is outside"
        if star in dancers:
            return f"star {star} is on a dancer"
        for other in stars[:number]:
            if distance(star, other) < colours + 1:
                return f"stars {star} and {other} are too close"
    return ""


def fault_in_steps(
    size: int, dancers: Sequence[Cell], stars: Sequence[Cell], steps: Sequence[Sequence[Pair]]
) -> tuple[str, list[Cell]]:
    """What is wrong, and where all dancers are in the end."""
    where = list(dancers)
    for number, moves in enumerate(steps, 1):
        moved = set()
        before = {cell: dancer for dancer, cell in enumerate(where)}
        for start, end in moves:
            if start not in before:
                return f"step {number}: nobody is at {start}", where
            if start in moved:
                return f"step {number}: the dancer at {start} moves twice", where
            if distance(start, end) != 1:
                return f"step {number}: from {start} to {end} is not one cell", where
            moved.add(start)
            where[before[start]] = end
        if len(set(where)) < len(where):
            return f"step {number}: two dancers in one cell", where
        if any(not is_inside(cell, size) for cell in where):
            return f"step {number}: a dancer is outside", where
        if any(cell in stars for cell in where):
            return f"step {number}: a dancer is on a star", where
    return "", where


def fault_in_lines(colours: int, each: int, where: Sequence[Cell], lines: Sequence[Pair]) -> str:
    if len(lines) != each:
        return f"{len(lines)} lines"
    used: set[Cell] = set()
    for (x1, y1), (x2, y2) in lines:
        if x1 != x2 and y1 != y2:
            return "a line is not straight"
        rows, columns = range(min(x1, x2), max(x1, x2) + 1), range(min(y1, y2), max(y1, y2) + 1)
        cells = {(x, y) for x in rows for y in columns}
        if len(cells) != colours:
            return f"a line of {len(cells)} cells"
        if cells & used:
            return "two lines share a cell"
        used |= cells
        found = sorted(number // each for number, cell in enumerate(where) if cell in cells)
        if found != list(range(colours)):
            return f"a line has the colours {found}"
    return ""


def is_room(size: int, length: int, stars: Sequence[Cell], count: int) -> bool:
    """Whether so many lines fit, found by trying everything: for small boards only."""
    failed: set[tuple[frozenset[Cell], int]] = set()

    def fit(left: frozenset[Cell], count: int) -> bool:
        if count == 0:
            return True
        if len(left) < count * length or (left, count) in failed:
            return False
        x, y = min(left)
        for line in ({(x, y + i) for i in range(length)}, {(x + i, y) for i in range(length)}):
            if line <= left and fit(left - line, count - 1):
                return True
        if fit(left - {(x, y)}, count):
            return True
        failed.add((left, count))
        return False

    return fit(frozenset((x, y) for x in range(size) for y in range(size)) - set(stars), count)


def fewest_steps(
    size: int, colours: int, each: int, dancers: Sequence[Cell], stars: Sequence[Cell], most: int
) -> int | None:
    """How many steps are needed, found by trying everything: for tiny boards only. None if it is more than `most`."""
    cells = [(x, y) for x in range(size) for y in range(size) if (x, y) not in stars]
    near = {cell: [other for other in cells if distance(cell, other) <= 1] for cell in cells}
    now = {tuple(dancers)}
    seen = set(now)
    for steps in range(most + 1):
        if any(_has_lines(colours, each, where) for where in now):
            return steps
        now = {after for where in now for after in product(*map(near.__getitem__, where))} - seen
        now = {where for where in now if len(set(where)) == len(where)}
        seen |= now
    return None


def _has_lines(colours: int, each: int, where: Sequence[Cell]) -> bool:
    """Whether so many lines are there: we begin a line at any cell, across or down, in every combination."""
    ends = [((x, y), end) for x, y in where for end in {(x, y + colours - 1), (x + colours - 1, y)} if end in where]
    return any(not fault_in_lines(colours, each, where, lines) for lines in combinations(ends, each))
