"""The rules of Dancing without Stars once more, written from its document alone: slow, plain, and without reasons.

It does not import tilenet, and should not. A board is a list of rows, and each cell a list of what is in it: numbers of
colours, and STAR.
"""

from __future__ import annotations

from collections.abc import Sequence

STAR = "star"

Grid = list[list[list[int | str]]]
Four = tuple[int, int, int, int]


def empty_grid(size: int) -> Grid:
    return [[[] for _ in range(size)] for _ in range(size)]


def grid_of(size: int, groups: Sequence[Sequence[tuple[int, int]]]) -> Grid:
    grid = empty_grid(size)
    for index, group in enumerate(groups):
        for x, y in group:
            grid[x][y].append(index + 1)
    return grid


def is_on(grid: Grid, x: int, y: int) -> bool:
    return x in range(len(grid)) and y in range(len(grid))


def distance(x1: int, y1: int, x2: int, y2: int) -> int:
    """Manhattan distance: |x1 - x2| + |y1 - y2|"""
    return abs(x1 - x2) + abs(y1 - y2)


def with_stars(grid: Grid, stars: Sequence[tuple[int, int]], colours: int, most: int) -> Grid | None:
    """The board with these stars; None if they are not allowed."""
    if not 1 <= len(stars) <= most or len(set(stars)) < len(stars):
        return None
    if not all(is_on(grid, x, y) and grid[x][y] == [] for x, y in stars):
        return None
    for one in stars:
        for other in stars:
            if one != other and distance(*one, *other) < colours + 1:
                return None
    after = [[list(cell) for cell in row] for row in grid]
    for x, y in stars:
        after[x][y].append(STAR)
    return after


def after_step(grid: Grid, moves: Sequence[Four]) -> Grid | None:
    """The board after a step; None if it is not allowed."""
    after = [[list(cell) for cell in row] for row in grid]
    leaving: list[tuple[int, int]] = []
    for x1, y1, x2, y2 in moves:
        if not is_on(grid, x1, y1) or not is_on(grid, x2, y2) or distance(x1, y1, x2, y2) != 1:
            return None
        if grid[x1][y1] in ([], [STAR]) or (x1, y1) in leaving:
            return None
        leaving.append((x1, y1))
        (dancer,) = grid[x1][y1]
        after[x1][y1].remove(dancer)
        after[x2][y2].append(dancer)
    return after if all(len(cell) <= 1 for row in after for cell in row) else None


def are_lines(grid: Grid, lines: Sequence[Four], colours: int) -> bool:
    """Whether these are disjoint lines with a dancer of each colour in them, and all dancers are in one."""
    left = {(x, y) for x, row in enumerate(grid) for y, cell in enumerate(row) if cell and cell != [STAR]}
    for x1, y1, x2, y2 in lines:
        (x1, y1), (x2, y2) = sorted([(x1, y1), (x2, y2)])
        cells = [(x, y) for x in range(x1, x2 + 1) for y in range(y1, y2 + 1)]
        if (x1 != x2 and y1 != y2) or not left.issuperset(cells):
            return False
        if sorted(str(grid[x][y][0]) for x, y in cells) != [str(colour + 1) for colour in range(colours)]:
            return False
        left.difference_update(cells)
    return not left
