"""Records as a page: the commands and the games above, two blocks of ten rows, and a line for the plot or a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from urwid import AttrSpec

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import columns as columns_of
from tilenet.clients.terminal.glyphs import cut, fit, visible
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.skin import AROUND, LineBudget, SkinContext

Tiles: TypeAlias = Mapping[Cell, Thing]

COMMANDS = ("Home", "Help", "Refresh", "By rating", "By wins", "Latest", "Mine", "Today", "This month", "Ever")
COLUMNS, BLOCK = 10, 5  # of the matrix, and of each block in it
GAMES, HEADING, TOP, LINE, HEIGHT = 1, 2, 3, 13, 14  # rows of the matrix
WIDTHS = (3, 0, 6, 4, 5)  # columns of a row's tiles on the screen; names get the rest
NAME = WIDTHS.index(0)
LEAST_COLUMNS = 60
LONGEST_GAME = 24  # columns
PEOPLE = 16, 28  # columns for the list of players beside the page
PAGE = 80  # columns that the page has before there is such a list

_BLOCKS = str.maketrans("▁▂▃▄▅▆▇█", "12345678")  # a plot in ASCII


@dataclass(frozen=True)
class Spot:
    """Where a tile is: a line of the body, and columns without the marks on both sides."""

    cell: Cell
    line: int
    left: int
    width: int


class RecordsSkin:
    """The room Records. What is chosen is disabled there, and in brackets here."""

    def __init__(self, context: SkinContext) -> None:
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._is_me = context.is_me
        self._panels = Panels(context.inks, context.signs)
        self._knows = False
        self._spots: Sequence[Spot] = ()
        self._placed = 0, 0  # columns of the page, and lines of the body

    def knows(self) -> bool:
        """Whether this is the room, judged by its size and the names of its commands."""
        return self._knows

    def model_changed(self) -> None:
        matrix, tiles = self._model.matrix, self._model.grid()
        self._knows = (
            matrix is not None
            and (matrix.x, matrix.y) == (COLUMNS, HEIGHT)
            and len(tiles) == COLUMNS * HEIGHT
            and all(tiles[x, 0].name == name for x, name in enumerate(COMMANDS))
        )

    def allows(self, thing: Thing) -> bool:
        return True

    def due(self) -> float | None:
        return None

    def more(self) -> str:
        return ""

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        """The keys of the room first: the arrows are known."""
        ours = [one for one in bindings if one.short and len(one.keys[0]) == 1 and one.keys[0] != " "]
        return [*ours, *(one for one in bindings if one not in ours)]

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        if columns < LEAST_COLUMNS:
            return None
        page = columns - self._people(columns)
        self._spots = self._place(page)
        body = self._spots[-1].line + 2
        self._placed = page, body
        rest = lines - AROUND - body  # the page comes before everything else
        return None if rest < 0 else LineBudget(headline=int(rest > 0), body=body, tooltip=int(rest > 1))

    def rows(self, columns: int, lines: int) -> list[Row]:
        tiles, plain, page = self._model.grid(), self._inks["plain"], self._placed[0]
        drawn: list[list[tuple[int, Run]]] = [[] for _ in range(lines)]  # by the column where it begins
        for spot in self._spots:
            drawn[spot.line] += self._tile(spot, tiles[spot.cell])
        rows = [_joined(runs, page, self._inks["plain"]) for runs in drawn[:-1]]
        mark = max(self._marks((x, LINE))[0] for x in range(COLUMNS))
        rows.append([(self._inks["headline"], fit(f"{mark}{self._line(tiles)}", page, self._signs.ellipsis))])
        if page == columns:
            return rows
        people = self._panels.people(self._model, columns - page - 1, lines)
        return [[*row, (plain, " "), *who] for row, who in zip(rows, people, strict=True)]

    def _line(self, tiles: Tiles) -> str:
        """The plot, in pieces, or a message."""
        text = visible("".join(tiles[x, LINE].name for x in range(COLUMNS)))
        return text if self._signs.has_blocks else text.translate(_BLOCKS)

    def _people(self, columns: int) -> int:
        """Columns for the list of players, with a gap; none if there is no room for it."""
        width = min(columns - PAGE, PEOPLE[1] + 1)
        return width if width > PEOPLE[0] else 0

    def _place(self, page: int) -> list[Spot]:
        """Where all tiles are but those of the line: the commands and the games as they flow, and then the blocks."""
        spots: list[Spot] = []
        line = 0
        for y in (0, GAMES):
            column = 1
            for x in range(COLUMNS):
                width = min(columns_of(visible(self._model.grid()[x, y].name)), LONGEST_GAME)
                if column + width + 1 > page and column > 1:
                    line, column = line + 1, 1
                if width:
                    spots.append(Spot((x, y), line, column, width))
                    column += width + 2
            line += 1
        for y in range(HEADING, LINE):
            for side in (0, 1):
                column = side * (page // 2) + 1
                for x, fixed in enumerate(WIDTHS):
                    width = fixed or page // 2 - sum(WIDTHS) - BLOCK - 1
                    spots.append(Spot((side * BLOCK + x, y), line, column, width))
                    column += width + 1
            line += 1
        return spots

    def _tile(self, spot: Spot, tile: Thing) -> list[tuple[int, Run]]:
        """A tile, and the marks beside it if there are any."""
        before, after = self._marks(spot.cell)
        x, y = spot.cell
        if y <= GAMES:
            is_chosen = not tile.is_enabled
            if is_chosen:
                before = self._signs.disabled[0] if before == " " else before
                after = self._signs.disabled[1]
            ink = self._inks["to me" if is_chosen else "headline"]
            text = fit(visible(tile.name), spot.width, self._signs.ellipsis)
        else:
            is_to_me = y >= TOP and self._is_me(self._model.grid()[x - x % BLOCK + NAME, y].name)
            ink = self._inks["faint" if y == HEADING else "me" if is_to_me else "plain"]
            text = cut(visible(tile.name), spot.width, self._signs.ellipsis)
            room = " " * (spot.width - columns_of(text))
            text = text + room if x % BLOCK == NAME else room + text
        marks = self._inks["focus"] if y > GAMES or tile.is_enabled else ink
        found = [(spot.left, (ink, text))]
        found += [(spot.left - 1, (marks, before))] if before != " " else []
        return [*found, (spot.left + spot.width, (marks, after))] if after != " " else found

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        page, lines = self._placed
        if column > page:
            people = listed(self._model, lines)
            return people[line - 1] if 1 <= line <= len(people) else None
        found = (
            spot.cell
            for spot in self._spots
            if spot.line == line and spot.left - 1 <= column <= spot.left + spot.width - (spot.cell[1] > GAMES)
        )
        return next(found, None)


def _joined(runs: Sequence[tuple[int, Run]], width: int, plain: AttrSpec) -> Row:
    """Runs at their columns, with blanks between them."""
    row: list[Run] = []
    column = 0
    for left, (ink, text) in sorted(runs, key=lambda one: one[0]):
        if left > column:
            row.append((plain, " " * (left - column)))
        row.append((ink, text))
        column = left + columns_of(text)
    return filled(row, width, plain)
