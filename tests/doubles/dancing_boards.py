"""Boards of Dancing without Stars, drawn: a digit is a dancer of that colour, a star is a star, a dot is empty."""

from __future__ import annotations

from tilenet.games.dancing.instances import Cell, Instance, write
from tilenet.games.dancing.rules import Board

#: Three lines, as the document of the game shows them.
EXAMPLE = """
    1234..2
    ......1
    ..42133
    ......4
    .......
    .......
    .......
"""


def cells(picture: str, mark: str) -> tuple[Cell, ...]:
    """Where a mark is, row by row."""
    rows = picture.split()
    return tuple((x, y) for x, row in enumerate(rows) for y, found in enumerate(row) if found == mark)


def instance_of(picture: str) -> Instance:
    """The instance with these dancers; stars are left out. It need not be one that the reader would take."""
    colours = max(int(mark) for mark in picture if mark.isdigit())
    groups = tuple(cells(picture, str(colour)) for colour in range(1, colours + 1))
    return Instance(len(picture.split()), groups, write(groups))


def board_of(picture: str) -> Board:
    """The board with these dancers and stars, however many there are."""
    board = Board(instance_of(picture))
    board.stars = frozenset(cells(picture, "*"))
    return board


def drawn(board: Board) -> str:
    """The same the other way round."""

    def mark(cell: Cell) -> str:
        return "*" if cell in board.stars else str(board.dancers.get(cell, "."))

    return "\n".join("".join(mark((x, y)) for y in range(board.size)) for x in range(board.size))


def picture(text: str) -> str:
    """A picture without the blanks that it is written with."""
    return "\n".join(text.split())
