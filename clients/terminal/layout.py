"""How a terminal is shared between a board and what is around it, and how large a terminal can be."""

from __future__ import annotations

from tilenet.clients.terminal.skin import AROUND

LEAST = 60, 20  # columns and lines that the client needs
LARGEST = 500, 200  # no terminal has more
FEWEST_HEARD = 3  # lines for what is said
PEOPLE = 10, 28  # columns for a list of players, at least and at most
SIDE = 18, 32  # columns of the side panel, at least and at most; with nothing but people in it, it may be narrower
GAP = 1  # columns between the board and the side panel
TOOLTIP = 1  # lines


def headline_of(lines: int) -> int:
    """The lines for the headline of a room, in a terminal that has so many."""
    return 1 if lines < 32 else 2


def room_for_board(columns: int, lines: int, needed: int, side: int) -> tuple[int, int]:
    """The columns and lines that a board may take, which needs so many columns, beside a panel of at least `side`."""
    share = 28 if side >= SIDE[0] else 24  # in a hundred
    beside = max(side, min(columns * share // 100, columns - needed - GAP, SIDE[1]))
    heard = max(FEWEST_HEARD, lines // 8)
    return columns - beside - GAP, lines - AROUND - headline_of(lines) - TOOLTIP - heard


def least(width: int, rows: int, side: int) -> tuple[int, int] | None:
    """The smallest terminal with room for a board of this width and this many rows; None if no terminal is so large."""
    columns = max(LEAST[0], width + side + GAP)
    room = (room_for_board(columns, lines, width, side)[1] for lines in range(LARGEST[1]))
    lines = next((lines for lines, found in enumerate(room) if found >= rows and lines >= LEAST[1]), None)
    return None if lines is None or columns > LARGEST[0] else (columns, lines)
