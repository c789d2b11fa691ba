"""The board of Dancing: a line for each row with digits, or two rows in one line by half blocks; and what is where.

A cell is two columns wide. The left one has the dancer's colour; the right one is white if the dancer has just moved,
and bright if they stand in a line at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from urwid import AttrSpec

from tilenet.clients.model import Cell
from tilenet.clients.terminal.dancingfloor import EMPTY, Light, Spot, Spots
from tilenet.clients.terminal.inks import BLACK, WHITE, Colour, Inks, contrast, read
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.signs import Signs

CELL = 2  # columns
MARGIN = 1  # columns to the left and to the right of the board, for the marks of the focus
ENOUGH = 256  # colours for a board without digits

GROUND = Colour(0x1C, 0x1C, 0x1C), Colour(0x30, 0x30, 0x30)  # empty cells, in turn
STAR, DOT, CROWDED = Colour(0xFF, 0xFF, 0x87), Colour(0x80, 0x80, 0x80), Colour(0x90, 0x10, 0x20)
#: The sign and the colour of dancers who stand out.
LIGHTS = {
    Light.LINE: ("=", Colour(0xF6, 0xF6, 0xE0)),
    Light.NEXT_LINE: ("-", Colour(0xAF, 0x5F, 0xFF)),
    Light.SELECTED: ("<", Colour(0xF0, 0xF0, 0xF0)),
}
EDGE = BLACK  # around the board
FOCUS, ASLEEP = Colour(0xFF, 0x5F, 0xFF), Colour(0x9E, 0x9E, 0x9E)


@dataclass(frozen=True)
class View:
    """Which part of a board is shown, and how."""

    size: int  # of the board
    left: int
    top: int
    across: int  # cells
    down: int
    is_halved: bool  # whether two rows are in one line

    @property
    def width(self) -> int:
        return self.across * CELL + 2 * MARGIN

    @property
    def lines(self) -> int:
        return (self.down + 1) // 2 if self.is_halved else self.down

    @property
    def more(self) -> str:
        """Which part it is, in words; empty if it is the whole board."""
        if self.across == self.down == self.size:
            return ""
        return (
            f"columns {self.left}-{self.left + self.across - 1}, rows {self.top}-{self.top + self.down - 1} "
            f"of 0-{self.size - 1}"
        )

    def at(self, column: int, line: int) -> Cell | None:
        """The cell at a place. With two rows in a line, the left half is the upper one, the right half the lower."""
        x, right = divmod(column - MARGIN, CELL)
        y = 2 * line + right if self.is_halved else line
        if not (0 <= x < self.across and 0 <= y < self.down):
            return None
        return self.left + x, self.top + y


def view_of(size: int, width: int, lines: int, origin: Cell, focus: Cell | None, *, is_halved: bool) -> View:
    """The part of a board that fits, so that the origin is on the screen, and the focus if it is on the board."""
    across, down = min(size, (width - 2 * MARGIN) // CELL), min(size, lines * 2 if is_halved else lines)
    is_inside = focus is not None and 0 <= focus[0] < size and focus[1] < size
    left, top = (
        _first(origin[axis], focus[axis] if focus is not None and is_inside else None, shown, size)
        for axis, shown in enumerate((across, down))
    )
    return View(size, left, top, across, down, is_halved)


def _first(first: int, wanted: int | None, shown: int, of: int) -> int:
    if wanted is not None:
        first = min(max(first, wanted - shown + 1), wanted)
    return min(max(first, 0), of - shown)


class DancingBoard:
    """Draws the board."""

    def __init__(self, inks: Inks, signs: Signs) -> None:
        self._inks = inks
        self._signs = signs
        self._mark = inks.of(FOCUS, EDGE) if inks.depth > 1 else inks["focus"]
        self._focus: Cell | None = None
        self._is_awake = True
        self._palette: list[tuple[Colour, Colour]] = []  # of dancers, and of the digits on them
        self.can_halve = signs.has_blocks and inks.depth >= ENOUGH

    def paint_with(self, palette: Sequence[str]) -> None:
        """The colours of dancers, from colour 1, as a server sends them."""
        colours = [read(colour, BLACK, BLACK) for colour in palette]
        self._palette = [(one, max(BLACK, WHITE, key=partial(contrast, one))) for one in colours]

    def rows(self, spots: Spots, view: View, focus: Cell | None = None, *, is_awake: bool = True) -> list[Row]:
        """The part of the board that is in view, with marks around the cell that has the focus."""
        self._focus, self._is_awake = focus, is_awake
        return self._halved(spots, view) if view.is_halved else self._digits(spots, view)

    # Two rows in a line

    def _halved(self, spots: Spots, view: View) -> list[Row]:
        rows = [self._pixels(spots, view, y) for y in range(view.top, view.top + view.down)]
        if len(rows) % 2:
            rows.append([EDGE] * view.width)
        return [
            [(self._inks.of(one, other), " " if one == other else "▀") for one, other in zip(upper, lower, strict=True)]
            for upper, lower in zip(rows[::2], rows[1::2], strict=True)
        ]

    def _pixels(self, spots: Spots, view: View, y: int) -> list[Colour]:
        """The colours of a row, with its margins."""
        found = [EDGE] * MARGIN
        for x in range(view.left, view.left + view.across):
            found += self._colours(spots.get((x, y), EMPTY), (x + y) % 2)
        found += [EDGE] * MARGIN
        focus = self._focus
        if focus is not None and focus[1] == y and view.left <= focus[0] < view.left + view.across:
            column = MARGIN + (focus[0] - view.left) * CELL
            found[column - 1] = found[column + CELL] = FOCUS if self._is_awake else ASLEEP
        return found

    # A line for each row

    def _digits(self, spots: Spots, view: View) -> list[Row]:
        return [self._row(spots, view, y) for y in range(view.top, view.top + view.down)]

    def _row(self, spots: Spots, view: View, y: int) -> Row:
        plain = self._inks["plain"]
        found: list[Run] = [(plain, " " * MARGIN)]
        for x in range(view.left, view.left + view.across):
            spot = spots.get((x, y), EMPTY)
            first, second = _texts(spot)
            inks = self._spot_inks(spot, (x + y) % 2)
            if (x, y) == self._focus:
                before, behind = self._signs.focus if self._is_awake else self._signs.focus_while_typing
                found[-1] = self._mark, before
                if second == " ":
                    second, inks = behind, (inks[0], self._mark)
            found += [(inks[0], first), (inks[1], second)]
        return [*found, (plain, " " * MARGIN)]

    def _spot_inks(self, spot: Spot, parity: int) -> tuple[AttrSpec, AttrSpec]:
        """The inks of both columns."""
        if self._inks.depth == 1:
            is_marked = spot.light is not None or len(spot.colours) > 1
            ink = self._inks.of(BLACK, WHITE, ",standout" if is_marked else ",bold" if spot.is_moved else "")
            return ink, ink
        left, right = self._colours(spot, parity)
        if len(spot.colours) == 1:
            _, digit = self._palette[spot.colours[0] - 1]
            return self._inks.of(digit, left), self._inks.of(BLACK, right)
        fg = STAR if spot.is_star else WHITE if spot.colours else DOT
        return self._inks.of(fg, GROUND[parity] if spot.is_star else left), self._inks.of(fg, right)

    def _colours(self, spot: Spot, parity: int) -> tuple[Colour, Colour]:
        """The colours of the left half of a cell and of the right one."""
        if len(spot.colours) == 1:
            own, _ = self._palette[spot.colours[0] - 1]
            return own, LIGHTS[spot.light][1] if spot.light is not None else WHITE if spot.is_moved else own
        if spot.colours:
            return CROWDED, CROWDED
        return STAR if spot.is_star else GROUND[parity], GROUND[parity]


def _texts(spot: Spot) -> tuple[str, str]:
    """The two characters of a cell."""
    if not spot.colours:
        return "*" if spot.is_star else ".", " "
    first, *rest = map(str, spot.colours)
    if rest:
        return first, rest[0]
    return first, LIGHTS[spot.light][0] if spot.light is not None else "'" if spot.is_moved else " "
