"""The rules of Dancing without Stars: where stars may be, how dancers may move, and what a line is.

Everything that is not allowed raises `Illegal`, with the reason and the cells in it. Cells are rows and columns,
counted from 0 at the top left, and written as the protocol writes them: 5 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tilenet.game import Words
from tilenet.games.dancing.instances import Cell, Instance

Move: TypeAlias = tuple[int, int, int, int]  # from a cell to another
Line: TypeAlias = tuple[int, int, int, int]  # from its first cell to its last, in either direction

_NUMBERS = {
    2: Words("two"),
    3: Words("three"),
    4: Words("four"),
    5: Words("five"),
    6: Words("six"),
    7: Words("seven"),
    8: Words("eight"),
    9: Words("nine"),
}


class Illegal(Exception):
    """Somebody did what the rules do not allow; the text, which is Words, says what."""


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
            raise Illegal(Words("there must be at least one star"))
        if len(stars) > self.lines:
            raise Illegal(Words("{n} stars, but at most {most} are allowed", n=len(stars), most=self.lines))
        placed: dict[Cell, int] = {}
        for number, star in enumerate(stars, 1):
            if not self._is_inside(*star):
                raise Illegal(Words("star {star}: {cell} is outside the board", star=number, cell=_at(star)))
            if star in self.dancers:
                raise Illegal(Words("star {star}: there is a dancer at {cell}", star=number, cell=_at(star)))
            for near in self.cells_near(star):
                if near in placed:
                    raise Illegal(_too_close(placed[near], near, number, star, self.colours + 1))
            placed[star] = number
        self.stars = frozenset(placed)

    def cells_near(self, star: Cell) -> Iterator[Cell]:
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
                if not self._is_inside(x1, y1):
                    raise Illegal(Words("{cell} is outside the board", cell=_at(start)))
                raise Illegal(Words("there is no dancer at {cell}", cell=_at(start)))
            if start in moved:
                raise Illegal(Words("the dancer at {cell} moves twice", cell=_at(start)))
            distance = abs(x1 - x2) + abs(y1 - y2)
            if distance != 1:
                raise Illegal(_wrong_distance(start, end, distance))
            if not (0 <= x2 < size and 0 <= y2 < size):
                raise Illegal(Words("{start} to {end}: {end} is outside the board", start=_at(start), end=_at(end)))
            if end in stars:
                raise Illegal(Words("{start} to {end}: there is a star in the way", start=_at(start), end=_at(end)))
            if end in arrived:
                raise Illegal(
                    Words(
                        "two dancers move to {end}, from {first} and from {second}",
                        end=_at(end),
                        first=_at(arrived[end]),
                        second=_at(start),
                    )
                )
            moved[start] = colour
            arrived[end] = start
        for end, start in arrived.items():
            if end in dancers and end not in moved:
                raise Illegal(Words("{start} to {end}: the dancer there does not move", start=_at(start), end=_at(end)))
        for start in moved:
            del dancers[start]
        for end, start in arrived.items():
            dancers[end] = moved[start]

    def check(self, lines: Sequence[Line]) -> tuple[tuple[Cell, ...], ...]:
        """The cells of these lines, if all dancers are in them and everything is as it should be at the end."""
        if len(lines) != self.lines:
            raise Illegal(Words("{n} line, not {right}", many="{n} lines, not {right}", n=len(lines), right=self.lines))
        used: dict[Cell, int] = {}
        return tuple(self._check_line(number, line, used) for number, line in enumerate(lines, 1))

    def _check_line(self, number: int, line: Line, used: dict[Cell, int]) -> tuple[Cell, ...]:
        x1, y1, x2, y2 = line
        start, end = (x1, y1), (x2, y2)
        for cell in (start, end):
            if not self._is_inside(*cell):
                raise Illegal(Words("line {line}: {cell} is outside the board", line=number, cell=_at(cell)))
        if x1 != x2 and y1 != y2:
            raise Illegal(
                Words("line {line}: {start} to {end} is not straight", line=number, start=_at(start), end=_at(end))
            )
        cells = cells_of(line)
        if len(cells) != self.colours:
            raise Illegal(
                Words(
                    "line {line}: {start} to {end} has {n} cell, not {right}",
                    many="line {line}: {start} to {end} has {n} cells, not {right}",
                    line=number,
                    start=_at(start),
                    end=_at(end),
                    n=len(cells),
                    right=self.colours,
                )
            )
        seen: dict[int, Cell] = {}
        for cell in cells:
            colour = self.dancers.get(cell)
            if colour is None:
                raise Illegal(Words("line {line}: there is no dancer at {cell}", line=number, cell=_at(cell)))
            if cell in used:
                raise Illegal(
                    Words(
                        "line {line}: the dancer at {cell} is already in line {other}",
                        line=number,
                        cell=_at(cell),
                        other=used[cell],
                    )
                )
            if colour in seen:
                raise Illegal(
                    Words(
                        "line {line}: colour {colour} appears twice, at {first} and at {second}",
                        line=number,
                        colour=colour,
                        first=_at(seen[colour]),
                        second=_at(cell),
                    )
                )
            seen[colour] = cell
            used[cell] = number
        return cells

    def _is_inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.size and 0 <= y < self.size


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


def _at(cell: Cell) -> str:
    return f"{cell[0]} {cell[1]}"


def _wrong_distance(start: Cell, end: Cell, distance: int) -> Words:
    """5 10 to 5 12 is two cells away"""
    if not distance:
        return Words("{start} to {end} is not a move", start=_at(start), end=_at(end))
    number = _NUMBERS.get(distance, distance)
    return Words("{start} to {end} is {number} cells away", start=_at(start), end=_at(end), number=number)


def _too_close(first: int, one: Cell, second: int, other: Cell, least: int) -> Words:
    if one == other:
        return Words("star {star}: star {first} is already at {cell}", star=second, first=first, cell=_at(other))
    return Words(
        "star {star}: {cell} is {n} cell away from star {first} at {other}, but must be at least {least}",
        many="star {star}: {cell} is {n} cells away from star {first} at {other}, but must be at least {least}",
        star=second,
        cell=_at(other),
        n=abs(one[0] - other[0]) + abs(one[1] - other[1]),
        first=first,
        other=_at(one),
        least=least,
    )
