"""Instances of the game: how large the board is, and where the dancers of each colour stand at first.

An instance is read from an input file, or made at random and written as one. In such a file a line of two numbers is a
dancer, an empty line is skipped, and any other line is a header that ends with the number of the next colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NoReturn, TypeAlias

Cell: TypeAlias = tuple[int, int]  # row and column, counted from 0 at the top left

SIZES = range(2, 51)
COLOURS = range(2, 10)  # each has a digit
LONGEST = 256 * 1024  # bytes of an input file

DIGITS = 6  # of a number, at most

_NUMBER = re.compile(r"-?[0-9]+", re.ASCII)
_SHOWN = 40  # characters of a bad line that are repeated in the reason


class BadInstance(ValueError):
    """This is not an instance of the game; the text says why, and on which line."""


@dataclass(frozen=True)
class Instance:
    """What a match is about. Both of its rounds have the same."""

    size: int
    groups: tuple[tuple[Cell, ...], ...]  # the dancers of colour 1, of colour 2, and so on
    text: str  # the input file, as players are sent it

    @property
    def colours(self) -> int:
        return len(self.groups)

    @property
    def dancers(self) -> int:
        """How many there are of each colour."""
        return len(self.groups[0])

    @property
    def parameters(self) -> str:
        """30 4 40"""
        return f"{self.size} {self.colours} {self.dancers}"


def check_numbers(size: int, colours: int, dancers: int) -> None:
    """Raise BadInstance unless there is room for such a game."""
    if size not in SIZES:
        raise BadInstance(f"a board is {SIZES[0]} to {SIZES[-1]} cells wide, not {size}")
    if colours not in COLOURS:
        raise BadInstance(f"there are {COLOURS[0]} to {COLOURS[-1]} colours, not {colours}")
    if dancers < 1:
        raise BadInstance("there must be at least one dancer of each colour")
    if dancers * (colours + 1) >= size * size:
        raise BadInstance(
            f"{colours * dancers} dancers and {dancers} stars leave no free cell on a board of {size} x {size}"
        )
    if dancers > size * (size // colours):
        raise BadInstance(f"{dancers} lines of {colours} cells do not fit side by side on a board of {size} x {size}")


def read(text: str, size: int) -> Instance:
    """Read an input file. The instance keeps the text exactly as it is."""
    if len(text.encode(errors="replace")) > LONGEST:
        raise BadInstance(f"an input file has at most {LONGEST} bytes")
    groups: list[list[Cell]] = []
    headers: list[int] = []  # the lines they are on
    taken: dict[Cell, int] = {}  # and by which line
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if "&" in line:
            _refuse(number, "it contains &, which ends a message of the protocol")
        if len(words) == 2 and all(map(_is_number, words)):
            if not groups:
                _refuse(number, "a dancer comes before the first header")
            cell = _value(number, words[0]), _value(number, words[1])
            if not (0 <= cell[0] < size and 0 <= cell[1] < size):
                _refuse(number, f"{cell[0]} {cell[1]} is outside a board of {size} x {size}")
            if cell in taken:
                _refuse(number, f"{cell[0]} {cell[1]} is already taken by the dancer on line {taken[cell]}")
            taken[cell] = number
            groups[-1].append(cell)
        elif words:
            _check_header(number, line, words[-1], len(groups) + 1)
            groups.append([])
            headers.append(number)
    if not groups:
        raise BadInstance("there are no dancers in it")
    for colour, (group, number) in enumerate(zip(groups, headers, strict=True), 1):
        if len(group) != len(groups[0]):
            _refuse(number, f"colour {colour} has {_dancers(group)}, but colour 1 has {_dancers(groups[0])}")
    check_numbers(size, len(groups), len(groups[0]))
    return Instance(size, tuple(map(tuple, groups)), text)


def _check_header(number: int, line: str, word: str, expected: int) -> None:
    if not _is_number(word):
        shown = line.strip()[:_SHOWN]
        _refuse(number, f"neither a dancer (two numbers) nor a header that ends with a colour's number: {shown!r}")
    colour = _value(number, word)
    if colour != expected:
        _refuse(number, f"colours are numbered in order: {expected} is next, not {colour}")


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def _value(line: int, word: str) -> int:
    if len(word.lstrip("-")) > DIGITS:
        _refuse(line, f"a number has at most {DIGITS} digits")
    return int(word)


def _dancers(group: Sequence[Cell]) -> str:
    return f"{len(group)} dancer{'' if len(group) == 1 else 's'}"


def _refuse(line: int, reason: str) -> NoReturn:
    raise BadInstance(f"line {line}: {reason}")


def load(path: str | Path, size: int) -> Instance:
    """Read an input file from the disk."""
    try:
        return read(Path(path).read_bytes().decode(), size)
    except UnicodeDecodeError as error:
        raise BadInstance(f"{path}: not UTF-8, from byte {error.start + 1} on") from None
    except BadInstance as error:
        raise BadInstance(f"{path}: {error}") from None
    except OSError as error:
        raise BadInstance(f"{path}: {error.strerror}") from None


def generate(size: int, colours: int, dancers: int, random: Random) -> Instance:
    """Put dancers anywhere on the board; the same random numbers make the same instance."""
    check_numbers(size, colours, dancers)
    cells = [divmod(place, size) for place in random.sample(range(size * size), colours * dancers)]
    groups = tuple(tuple(cells[at : at + dancers]) for at in range(0, len(cells), dancers))
    return Instance(size, groups, write(groups))


def write(groups: Iterable[Iterable[Cell]]) -> str:
    """The input file for these groups of dancers."""
    lines = []
    for colour, group in enumerate(groups, 1):
        lines.append(f"Dancer positions for color: {colour}\n")
        lines += [f"{x} {y}\n" for x, y in group]
    return "".join(lines)
