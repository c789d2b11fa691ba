"""The rules of Dancing without Stars: where stars may be, how dancers may move, and what a line is.

Everything that is not allowed raises `Illegal`, with the reason and the cells in it. Cells are rows and columns,
counted from 0 at the top left, and written as the protocol writes them: 5 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tilenet.games.dancing.instances import Cell, Instance

Move: TypeAlias = tuple[int, int, int, int]  # from a cell to another
Line: TypeAlias = tuple[int, int, int, int]  # from its first cell to its last, in either direction

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Illegal(Exception):
    """Somebody did what the rules do not allow; the text says what."""


class Board:
    """A board with its dancers, and its stars once they are placed."""

    def __init__(self, instance: Instance) -> None:
        self.size = instance.size
        self.colours = instance.colours
        self.lines = instance.dancers  # as many as there are dancers of each colour
        self.dancers = positions(instance)
        self.stars: frozenset[Cell] = frozenset()

    def place(self, stars: Sequence[Cell]) -> None:
        """Put stars on empty cells, not too close to each other: at least one, at most as many as there are lines."""
        if not stars:
            raise Illegal("there must be at least one star")
        if len(stars) > self.lines:
            raise Illegal(f"{len(stars)} stars, but at most {self.lines} are allowed")
        placed: dict[Cell, int] = {}
        for number, star in enumerate(stars, 1):
            self._check_inside(f"star {number}: ", *star)
            if star in self.dancers:
                raise Illegal(f"star {number}: there is a dancer at {_at(*star)}")
            for near in self._cells_near(star):
                if near in placed:
                    raise Illegal(_too_close(placed[near], near, number, star, self.colours + 1))
            placed[star] = number
        self.stars = frozenset(placed)

    def _cells_near(self, star: Cell) -> Iterator[Cell]:
        """The cells that are too close to a star for another one."""
        x, y = star
        reach = self.colours
        for dx in range(-reach, reach + 1):
            rest = reach - abs(dx)
            for dy in range(-rest, rest + 1):
                yield x + dx, y + dy

    def step(self, moves: Sequence[Move]) -> None:
        """Let dancers move, all at the same time; nothing changes if that is illegal.

        What counts is where everybody is afterwards: so dancers may swap, follow each other, and go round in circles.
        """
        moved: dict[Cell, int] = {}  # who moves, by where they come from
        arrived: dict[Cell, Cell] = {}  # where they come from, by where they go
        dancers, stars, size = self.dancers, self.stars, self.size
        for x1, y1, x2, y2 in moves:
            start, end = (x1, y1), (x2, y2)
            colour = dancers.get(start)
            if colour is None:
                self._check_inside("", x1, y1)
                raise Illegal(f"there is no dancer at {_at(x1, y1)}")
            if start in moved:
                raise Illegal(f"the dancer at {_at(x1, y1)} moves twice")
            distance = abs(x1 - x2) + abs(y1 - y2)
            if distance != 1:
                raise Illegal(_wrong_distance(start, end, distance))
            if not (0 <= x2 < size and 0 <= y2 < size):
                raise Illegal(f"{_at(*start)} to {_at(*end)}: {_at(*end)} is outside the board")
            if end in stars:
                raise Illegal(f"{_at(*start)} to {_at(*end)}: there is a star in the way")
            if end in arrived:
                raise Illegal(f"two dancers move to {_at(*end)}, from {_at(*arrived[end])} and from {_at(*start)}")
            moved[start] = colour
            arrived[end] = start
        for end, start in arrived.items():
            if end in dancers and end not in moved:
                raise Illegal(f"{_at(*start)} to {_at(*end)}: the dancer there does not move")
        for start in moved:
            del dancers[start]
        for end, start in arrived.items():
            dancers[end] = moved[start]

    def check(self, lines: Sequence[Line]) -> tuple[tuple[Cell, ...], ...]:
        """The cells of these lines, if all dancers are in them and everything is as it should be at the end."""
        if len(lines) != self.lines:
            raise Illegal(f"{len(lines)} line{'' if len(lines) == 1 else 's'}, not {self.lines}")
        used: dict[Cell, int] = {}
        return tuple(self._check_line(number, line, used) for number, line in enumerate(lines, 1))

    def _check_line(self, number: int, line: Line, used: dict[Cell, int]) -> tuple[Cell, ...]:
        x1, y1, x2, y2 = line
        name = f"line {number}: "
        for cell in ((x1, y1), (x2, y2)):
            self._check_inside(name, *cell)
        if x1 != x2 and y1 != y2:
            raise Illegal(f"{name}{_at(x1, y1)} to {_at(x2, y2)} is not straight")
        cells = cells_of(line)
        if len(cells) != self.colours:
            raise Illegal(f"{name}{_at(x1, y1)} to {_at(x2, y2)} has {_count(len(cells), 'cell')}, not {self.colours}")
        seen: dict[int, Cell] = {}
        for cell in cells:
            colour = self.dancers.get(cell)
            if colour is None:
                raise Illegal(f"{name}there is no dancer at {_at(*cell)}")
            if cell in used:
                raise Illegal(f"{name}the dancer at {_at(*cell)} is already in line {used[cell]}")
            if colour in seen:
                raise Illegal(f"{name}colour {colour} appears twice, at {_at(*seen[colour])} and at {_at(*cell)}")
            seen[colour] = cell
            used[cell] = number
        return cells

    def _check_inside(self, name: str, x: int, y: int) -> None:
        if not (0 <= x < self.size and 0 <= y < self.size):
            raise Illegal(f"{name}{_at(x, y)} is outside the board")


def positions(instance: Instance) -> dict[Cell, int]:
    """Where dancers stand at first, and of which colour they are."""
    return {cell: colour for colour, group in enumerate(instance.groups, 1) for cell in group}


def cells_of(line: Line) -> tuple[Cell, ...]:
    """The cells of a straight line, from its first to its last."""
    x1, y1, x2, y2 = line
    if x1 == x2:
        step = 1 if y1 <= y2 else -1
        return tuple((x1, y) for y in range(y1, y2 + step, step))
    step = 1 if x1 <= x2 else -1
    return tuple((x, y1) for x in range(x1, x2 + step, step))


def _at(x: int, y: int) -> str:
    return f"{x} {y}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _wrong_distance(start: Cell, end: Cell, distance: int) -> str:
    """5 10 to 5 12 is two cells away"""
    if not distance:
        return f"{_at(*start)} to {_at(*end)} is not a move"
    number = _NUMBERS[distance] if distance < len(_NUMBERS) else str(distance)
    return f"{_at(*start)} to {_at(*end)} is {number} cells away"


def _too_close(first: int, one: Cell, second: int, other: Cell, least: int) -> str:
    if one == other:
        return f"star {second}: star {first} is already at {_at(*other)}"
    distance = abs(one[0] - other[0]) + abs(one[1] - other[1])
    return (
        f"star {second}: {_at(*other)} is {_count(distance, 'cell')} away from star {first} at {_at(*one)}, "
        f"but must be at least {least}"
    )
