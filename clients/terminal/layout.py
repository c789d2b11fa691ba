"""Where everything is on a screen of a given size."""

from __future__ import annotations

from dataclasses import dataclass

LEAST = 60, 20  # columns and lines that the client needs
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
