"""Where everything is on a screen of a given size."""

from __future__ import annotations

from dataclasses import dataclass

LEAST = 60, 20  # columns and lines that the client needs
LARGEST = 500, 200  # no terminal has more
FIXED = 5  # lines: title, rule, tooltip, typing, keys
FEWEST_HEARD = 3
PEOPLE = 10, 28  # columns for the list of players, at least and at most


@dataclass(frozen=True)
class Layout:
    """The parts from top to bottom: title, headline, tiles and people, rule, heard, tooltip, typing, keys."""

    columns: int
    lines: int
    headline: int  # lines
    board: tuple[int, int]  # columns and lines for the tiles
    people: int  # columns
    heard: int  # lines

    @property
    def board_top(self) -> int:
        return 1 + self.headline

    @property
    def heard_top(self) -> int:
        return self.board_top + self.board[1] + 1

    @property
    def typing_line(self) -> int:
        return self.lines - 2


def layout(columns: int, lines: int, needed_width: int, rows: int, tallest: int) -> Layout:
    """Divide a terminal among the parts; `needed_width` is the least width for the tiles."""
    headline = 1 if lines < 32 else 2
    people = max(PEOPLE[0], min(columns * 24 // 100, columns - needed_width - 1, PEOPLE[1]))
    room = lines - FIXED - headline - max(FEWEST_HEARD, lines // 8)
    board = min(rows * min(max(1, room // rows), tallest), room)
    return Layout(columns, lines, headline, (columns - people - 1, board), people, lines - FIXED - headline - board)


def least(width: int, rows: int) -> tuple[int, int] | None:
    """The smallest terminal with room for a board of this width and this many rows; None if no terminal is so large."""
    columns = next(
        (one for one in range(LEAST[0], LARGEST[0]) if layout(one, LEAST[1], width, rows, 1).board[0] >= width), None
    )
    lines = next(
        (one for one in range(LEAST[1], LARGEST[1]) if layout(LEAST[0], one, width, rows, 1).board[1] >= rows), None
    )
    return None if columns is None or lines is None else (columns, lines)
