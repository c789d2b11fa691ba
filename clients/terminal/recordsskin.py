"""Records as a page: the commands and the games above, two blocks of ten rows, and a line for the plot or a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from urwid import AttrSpec

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import columns as columns_of
from tilenet.clients.terminal.glyphs import cut, fit, visible
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.skin import AROUND, LineBudget, Skin, SkinContext

PAGES = ("page/rating", "page/wins", "page/latest", "page/mine")
PERIODS = ("period/today", "period/month", "period/ever")
COMMANDS = ("home", "help", "refresh", *PAGES, *PERIODS)
COLUMNS, BLOCK, ROWS = 10, 5, 10  # of the table: two blocks side by side
HEADING, TOP, LINE = 2, 3, 13  # the last numbers in the roles of the heading, the first row, and the line below
WIDTHS = (3, 0, 6, 4, 5)  # columns of a row's tiles on the screen; names get the rest
NAME = WIDTHS.index(0)
LEAST_COLUMNS = 60
LONGEST_GAME = 24  # columns
PEOPLE = 16, 28  # columns for the list of players beside the page
PAGE = 80  # columns that the page has before there is such a list

BLOCKS, DIGITS = "▁▂▃▄▅▆▇█", "12345678"  # of a plot, and in ASCII


@dataclass(frozen=True)
class Spot:
    """Where a tile is: a line of the body, and columns without the marks on both sides."""

    role: str
    line: int
    left: int
    width: int
    table: tuple[int, int] | None = None  # of the table: the column of a block, and the row, -1 for the heading


class RecordsSkin(Skin):
    """The room Records. What is chosen is in brackets."""

    kinds = ("records/1",)

    def __init__(self, context: SkinContext) -> None:
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._is_me = context.is_me
        self._panels = Panels(context.inks, context.signs)
        self._spots: Sequence[Spot] = ()
        self._placed = 0, 0  # columns of the page, and lines of the body

    def _tile(self, role: str) -> Thing:
        tile = self._model.tile(role)
        assert tile is not None, role
        return tile

    @property
    def _chosen(self) -> set[str]:
        """The roles of what the user has chosen."""
        you = self._model.you
        games = {role for role, title in you["games"].items() if title == you.get("game")}
        return {f"page/{you['page']}", f"period/{you.get('period')}", *games}

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
        plain, page, chosen = self._inks["plain"], self._placed[0], self._chosen
        drawn: list[list[tuple[int, Run]]] = [[] for _ in range(lines)]  # by the column where it begins
        for spot in self._spots:
            if spot.table is None:
                drawn[spot.line] += self._command(spot, is_chosen=spot.role in chosen)
            else:
                drawn[spot.line] += self._cell(spot, *spot.table)
        rows = [_joined(runs, page, self._inks["plain"]) for runs in drawn[:-1]]
        mark = max(self._marks(self._tile(_cell(x, LINE)).cell)[0] for x in range(COLUMNS))
        rows.append([(self._inks["headline"], fit(f"{mark}{self._line()}", page, self._signs.ellipsis))])
        if page == columns:
            return rows
        people = self._panels.people(self._model, columns - page - 1, lines)
        return [[*row, (plain, " "), *who] for row, who in zip(rows, people, strict=True)]

    def _line(self) -> str:
        """The plot with what it ranges over, or a note."""
        numbers = self._model.you.get("plot")
        if not numbers:
            return visible(self._model.you.get("note", ""))
        blocks = plotted(numbers, BLOCKS if self._signs.has_blocks else DIGITS)
        return f"{blocks} {min(numbers):.0f} to {max(numbers):.0f}"

    def _people(self, columns: int) -> int:
        """Columns for the list of players, with a gap; none if there is no room for it."""
        width = min(columns - PAGE, PEOPLE[1] + 1)
        return width if width > PEOPLE[0] else 0

    def _place(self, page: int) -> list[Spot]:
        """Where all tiles are but those of the line: the commands and the games as they flow, and then the blocks."""
        spots: list[Spot] = []
        line = 0
        you = self._model.you
        for roles in (COMMANDS, (*you["games"], *([you["more"]] if "more" in you else []))):
            column = 1
            for role in roles:
                width = min(columns_of(visible(self._tile(role).name)), LONGEST_GAME)
                if column + width + 1 > page and column > 1:
                    line, column = line + 1, 1
                spots.append(Spot(role, line, column, width))
                column += width + 2
            line += 1
        for y in range(HEADING, LINE):
            for side in (0, 1):
                column = side * (page // 2) + 1
                for x, fixed in enumerate(WIDTHS):
                    width = fixed or page // 2 - sum(WIDTHS) - BLOCK - 1
                    row = y - TOP + ROWS * side if y >= TOP else -1
                    spots.append(Spot(_cell(side * BLOCK + x, y), line, column, width, (x, row)))
                    column += width + 1
            line += 1
        return spots

    def _command(self, spot: Spot, *, is_chosen: bool) -> list[tuple[int, Run]]:
        """A command or a game; what is chosen is in brackets."""
        tile = self._tile(spot.role)
        before, after = self._marks(tile.cell)
        if is_chosen:
            before = self._signs.disabled[0] if before == " " else before
            after = self._signs.disabled[1]
        ink = self._inks["to me" if is_chosen else "headline"]
        text = fit(visible(tile.name), spot.width, self._signs.ellipsis)
        return _marked(spot, (ink, text), before, after, ink if is_chosen else self._inks["focus"])

    def _cell(self, spot: Spot, column: int, row: int) -> list[tuple[int, Run]]:
        """A tile of the table: all are right-aligned but names."""
        tile = self._tile(spot.role)
        ink = self._inks["faint" if row < 0 else "me" if self._is_mine(row) else "plain"]
        text = cut(visible(tile.name), spot.width, self._signs.ellipsis)
        room = " " * (spot.width - columns_of(text))
        text = text + room if column == NAME else room + text
        return _marked(spot, (ink, text), *self._marks(tile.cell), self._inks["focus"])

    def _is_mine(self, number: int) -> bool:
        """Whether a row is about the user, in a ranking or as the winner of a game."""
        rows = self._model.you.get("rows", [])
        row: Mapping[str, Any] = rows[number] if 0 <= number < len(rows) else {}
        winners = [placed["name"] for placed in row.get("top", ()) if placed["place"] == 1]
        return any(map(self._is_me, [row["name"]] if "name" in row else winners))

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        page, lines = self._placed
        if column > page:
            people = listed(self._model, lines)
            return people[line - 1] if 1 <= line <= len(people) else None
        for spot in self._spots:
            last = spot.left + spot.width - (spot.table is not None)
            if spot.line == line and spot.left - 1 <= column <= last:
                return self._tile(spot.role).cell
        return None


def plotted(numbers: Sequence[float], signs: str) -> str:
    """A sign for each number: the first for the lowest, the last for the highest."""
    lowest, highest = min(numbers), max(numbers)
    if lowest == highest:
        return signs[len(signs) // 2] * len(numbers)
    return "".join(signs[round((number - lowest) / (highest - lowest) * (len(signs) - 1))] for number in numbers)


def _cell(x: int, y: int) -> str:
    return f"cell/{x}/{y}"


def _marked(spot: Spot, run: Run, before: str, after: str, ink: AttrSpec) -> list[tuple[int, Run]]:
    """A run at its place, and the marks beside it if there are any."""
    found = [(spot.left, run)]
    found += [(spot.left - 1, (ink, before))] if before != " " else []
    return [*found, (spot.left + spot.width, (ink, after))] if after != " " else found


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
