"""The board as bits: a set of cells is one whole number, so that one operation is done to all cells at once.

A cell's number is `row * width + column`. There is a column more than the board has, which always stays empty, so that
nothing moves from the end of a row to the next row. After the board comes its mirror image, with rows and columns
exchanged: in the two together, horizontal and vertical lines alike are cells with consecutive numbers. A place for a
line is the number of its first cell there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tilenet.clients.bots.dancing.task import Line, Point, Task


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Board:
    """A task, with its cells as bits, and how far each dancer gets in how many steps."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.width = task.size + 1
        self.mirror = self.width * self.width  # where the mirror image begins
        self.cells = self.mirror  # of the board itself, with empty ones
        self.whole = (1 << self.mirror) - 1
        self.starts = [self.cell(point) for point in task.dancers]
        self.dancer_at = {cell: dancer for dancer, cell in enumerate(self.starts)}
        self.crowd = sum(1 << cell for cell in self.starts)  # where dancers stand at first
        inside = [(x, y) for x in range(task.size) for y in range(task.size)]
        stars = set(task.stars)
        self.free = sum(self.both(self.cell(point)) for point in inside if point not in stars)
        self._reach = [[self.both(cell)] for cell in self.starts]

    # Cells

    def cell(self, point: Point) -> int:
        return point[0] * self.width + point[1]

    def point(self, cell: int) -> Point:
        return divmod(cell, self.width)

    def both(self, cell: int) -> int:
        """A cell and its image in the mirror."""
        x, y = divmod(cell, self.width)
        return 1 << cell | 1 << self.mirror + y * self.width + x

    def neighbours(self, cell: int) -> list[int]:
        """The cells one step away, without stars."""
        width = self.width
        around = (cell - width, cell - 1, cell + 1, cell + width)
        return [other for other in around if other >= 0 and self.free >> other & 1]

    def spread(self, mask: int) -> int:
        """All cells that are at most one step from these."""
        width = self.width
        return (mask | mask << 1 | mask >> 1 | mask << width | mask >> width) & self.free

    def circles(self, mask: int, steps: int) -> list[int]:
        """The cells at most 0, 1, 2 ... steps from these."""
        found = [mask]
        for _ in range(steps):
            found.append(self.spread(found[-1]))
        return found

    def reach(self, dancer: int, steps: int) -> int:
        """Where a dancer can be after so many steps, on the board and in the mirror."""
        known = self._reach[dancer]
        while len(known) <= steps:
            known.append(self.spread(known[-1]))
        return known[steps]

    @cached_property
    def pair_costs(self) -> list[list[int]]:
        """How many steps any two dancers need, at least, until they can be in one line.

        They may be `colours - 1` apart there, in one direction. The rest of the way between them they share.
        """
        longest = self.task.colours - 1
        table = []
        for x, y in self.task.dancers:
            row = []
            for other_x, other_y in self.task.dancers:
                dx, dy = abs(x - other_x), abs(y - other_y)
                row.append((dx + dy - min(max(dx, dy), longest) + 1) // 2)
            table.append(row)
        return table

    # Lines

    def line_cells(self, place: int) -> list[int]:
        """The cells of the line at this place."""
        if place < self.mirror:
            return list(range(place, place + self.task.colours))
        y, x = divmod(place - self.mirror, self.width)
        return [(x + i) * self.width + y for i in range(self.task.colours)]

    def line(self, place: int) -> Line:
        cells = self.line_cells(place)
        return self.point(cells[0]), self.point(cells[-1])

    def places(self, free: int) -> int:
        """The places for lines all of whose cells are free, as bits."""
        found = free
        for i in range(1, self.task.colours):
            found &= free >> i
        return found
