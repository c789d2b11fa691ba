"""What a choreographer and a spoiler are given, and what the choreographer gives back."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]  # row and column, counted from 0 at the top left
Move: TypeAlias = tuple[Point, Point]
Step: TypeAlias = list[Move]
Line: TypeAlias = tuple[Point, Point]  # its two ends

HEADER = "Dancer positions for color:"


class BadTask(ValueError):
    """This is not something to dance; the text says why."""


@dataclass(frozen=True)
class Task:
    """A board with dancers, and with stars once the spoiler has placed them."""

    size: int
    colours: int
    each: int  # dancers of each colour
    dancers: tuple[Point, ...]  # all of colour 1, then all of colour 2, and so on
    stars: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Dance:
    """A plan for a task: the steps, and where the lines are afterwards."""

    steps: list[Step]
    lines: list[Line]


def parse(parameters: str, text: str) -> Task:
    """Read what the server sends: board size, colours and dancers of each; and the input file."""
    try:
        size, colours, each = (int(word) for word in parameters.split())
    except ValueError:
        raise BadTask(f"these are not three numbers: {parameters[:40]!r}") from None
    groups: list[list[Point]] = []
    for line in text.splitlines():
        match line.split():
            case [x, y] if x.isdecimal() and y.isdecimal():
                if not groups:
                    raise BadTask("a dancer comes before the first colour")
                groups[-1].append((int(x), int(y)))
            case [_, *_]:
                groups.append([])
    dancers = tuple(point for group in groups for point in group)
    if len(groups) != colours or any(len(group) != each for group in groups):
        raise BadTask(f"there should be {colours} colours with {each} dancers each")
    if len(set(dancers)) < len(dancers) or any(max(point) >= size for point in dancers):
        raise BadTask("two dancers share a cell, or one is outside the board")
    return Task(size, colours, each, dancers)


def generate(size: int, colours: int, each: int, random: Random) -> Task:
    """Put dancers anywhere on the board."""
    places = random.sample(range(size * size), colours * each)
    return Task(size, colours, each, tuple(divmod(place, size) for place in places))


def write(task: Task) -> str:
    """The input file of a task."""
    lines = []
    for number, (x, y) in enumerate(task.dancers):
        if number % task.each == 0:
            lines.append(f"{HEADER} {number // task.each + 1}")
        lines.append(f"{x} {y}")
    return "\n".join([*lines, ""])
