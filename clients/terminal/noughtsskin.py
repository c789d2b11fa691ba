"""Noughts and crosses with marks as large as the terminal allows; beside them players, clock and commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from urwid import AttrSpec

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import fit_name, visible
from tilenet.clients.terminal.inks import BLACK, WHITE, read
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.skin import AROUND, LineBudget, SkinContext

SIZE = 4, 4  # of the matrix
SIDE = 3
MARKS = "X", "O"
SEAT_ROW, CLOCK = 3, (2, 3)  # the players' tiles are below the board, each with the mark before the name
COMMANDS = "Home", "Help", "Restart"  # in the last column
COMMANDS_LINE = 8  # of the panel
STATES = "to move", "waits", "wins", "loses", "a draw"
MINE = {"to move": "Your turn.", "waits": "", "wins": "You win!", "loses": "You lose.", "a draw": "A draw."}
HIGHEST = 13  # lines of a cell
PANEL = 22  # columns
PEOPLE = 10, 28  # columns, at least and at most
HEARD = 3  # lines, at least


@lru_cache(64)
def drawn_mark(mark: str, lines: int) -> tuple[str, ...]:
    """A mark with # for each dot, in this many lines and twice as many columns."""
    middle, thick, dots = (lines - 1) / 2, max(1.0, lines / 5), range(lines)
    if mark == "X":
        rows = [[min(abs(x - y), abs(lines - 1 - x - y)) < thick for x in dots] for y in dots]
    else:
        far = [[((x - middle) ** 2 + (y - middle) ** 2) ** 0.5 for x in dots] for y in dots]
        rows = [[middle + 0.35 - thick < away <= middle + 0.35 for away in line] for line in far]
    return tuple("".join("##" if dot else "  " for dot in row) for row in rows)


class NoughtsSkin:
    """The room of noughts and crosses."""

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._is_me = context.is_me
        self._panels = Panels(context.inks, context.signs)
        self._high = SIDE  # lines of a cell
        self._columns = 0

    def knows(self) -> bool:
        """Whether this is the room, judged by its size and the names of its tiles."""
        matrix, tiles = self._model.matrix, self._model.grid()
        if matrix is None or (matrix.x, matrix.y) != SIZE or len(tiles) != SIDE * SIZE[1] + len(COMMANDS):
            return False
        return (
            all(cell in tiles and tiles[cell].name in (*MARKS, ".") for cell in _board())
            and [tiles[SIDE, y].name for y in range(SIDE) if (SIDE, y) in tiles] == [*COMMANDS]
            and all((x, SEAT_ROW) in tiles and tiles[x, SEAT_ROW].name[:1] == mark for x, mark in enumerate(MARKS))
            and all(tiles[x, SEAT_ROW].text in STATES for x, _ in enumerate(MARKS))
            and CLOCK in tiles
        )

    def model_changed(self) -> None:
        """Nothing to do: the drawing depends only on the model as it is."""

    def allows(self, thing: Thing) -> bool:
        return True

    def due(self) -> float | None:
        return None

    def more(self) -> str:
        return ""

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        return bindings

    # Painting

    @property
    def _wide(self) -> int:
        """The columns of a cell: twice its lines, and the marks of the focus."""
        return 2 * self._high + 2

    @property
    def _beside(self) -> int:
        """The column where the panel begins."""
        return SIDE * (self._wide + 1) + 1

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        room = lines - AROUND - 2 - max(HEARD, lines // 8)
        across = (columns - PANEL - PEOPLE[0] - 1) // SIDE - 1
        self._high = min((room - SIDE + 1) // SIDE, (across - 2) // 2, HIGHEST)
        self._columns = columns
        if self._high < SIDE:
            return None
        return LineBudget(headline=1, body=SIDE * (self._high + 1) - 1)

    def rows(self, columns: int, lines: int) -> list[Row]:
        tiles, plain = self._model.grid(), self._inks["plain"]
        across = columns - self._beside - PANEL
        people = self._panels.people(self._model, min(across, PEOPLE[1]), lines)
        panel = self._panel(tiles)
        panel += [()] * (lines - len(panel))
        return [
            [*left, *filled(middle, PANEL, plain), *filled(right, across, plain)]
            for left, middle, right in zip(self._cells(tiles), panel, people, strict=True)
        ]

    def _cells(self, tiles: Mapping[Cell, Thing]) -> list[Row]:
        """The board, and a blank column to its right. Lines between the cells are for terminals without colours."""
        plain, has_lines = self._inks["plain"], self._inks.depth == 1
        across, down, crossing = (self._signs.rule, "│", "┼") if self._signs.has_blocks else ("-", "|", "+")
        if not has_lines:
            across = down = crossing = " "
        found: list[Row] = []
        for y in range(SIDE):
            if y:
                found.append([(plain, crossing.join([across * self._wide] * SIDE) + "  ")])
            cells = [self._cell((x, y), tiles[x, y]) for x in range(SIDE)]
            for line in range(self._high):
                row: list[Run] = []
                for x, cell in enumerate(cells):
                    row += [*([(plain, down)] if x else []), *cell[line]]
                found.append([*row, (plain, "  ")])
        return found

    def _cell(self, cell: Cell, tile: Thing) -> list[Row]:
        bg = read(tile.bg, BLACK, BLACK)
        fg = read(tile.fg, bg, WHITE)
        ink, focus = self._inks.of(fg, bg), self._inks.of(WHITE, bg, ",bold")
        size = SIDE if self._high < SIDE + 2 else self._high - 2
        shape = drawn_mark(tile.name, size) if tile.name in MARKS else (self._signs.blank_enabled * tile.is_enabled,)
        dot = "█" if self._signs.has_blocks else tile.name
        lines = [line.replace("#", dot) for line in shape]
        above = (self._high - len(lines)) // 2
        lines = [*[""] * above, *lines, *[""] * (self._high - above - len(lines))]
        left, right = self._marks(cell)
        return [[(focus, left), (ink, line.center(self._wide - 2)), (focus, right)] for line in lines]

    def _panel(self, tiles: Mapping[Cell, Thing]) -> list[Row]:
        found: list[Row] = []
        own = "You're watching." if all(tiles[x, SEAT_ROW].name[2:] for x, _ in enumerate(MARKS)) else ""
        for x, mark in enumerate(MARKS):
            seat = tiles[x, SEAT_ROW]
            name, state = visible(seat.name[2:]), seat.text
            if name and self._is_me(seat.name[2:]):
                own = MINE[state]
            clock = f", {visible(tiles[CLOCK].name)}" if state == "to move" and tiles[CLOCK].name else ""
            left, right = self._marks((x, SEAT_ROW))
            found += [
                [
                    (self._inks["focus"], left),
                    (self._mark_ink(seat), mark),
                    *self._name(name),
                    (self._inks["focus"], right),
                ],
                [(self._inks["headline"], f"   {state}{clock}" if name and state != "waits" else "")],
                (),
            ]
        found.append([(self._inks["awake" if own == MINE["to move"] else "headline"], f" {own} " if own else "")])
        found += [()] * (COMMANDS_LINE - len(found))
        return [*found, *(self._command((SIDE, y), tiles[SIDE, y]) for y in range(SIDE))]

    def _mark_ink(self, seat: Thing) -> AttrSpec:
        bg = read(seat.bg, BLACK, BLACK)
        return self._inks.of(read(seat.fg, bg, WHITE), bg, ",bold")

    def _name(self, name: str) -> list[Run]:
        text = f" {fit_name(name or 'nobody yet', PANEL - 5, self._signs.ellipsis)}"
        return [(self._inks["plain" if name else "faint"], text)]

    def _command(self, cell: Cell, tile: Thing) -> Row:
        left, right = self._marks(cell)
        role = "headline" if self._model.can_act_on(tile) else "faint"
        return [(self._inks["focus"], left), (self._inks[role], tile.name), (self._inks["focus"], right)]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        """A cell of the board, a command, or a player to talk to."""
        if column < self._beside - 1:
            cell = column // (self._wide + 1), line // (self._high + 1)
            is_inside = column % (self._wide + 1) < self._wide and line % (self._high + 1) < self._high
            return cell if is_inside and max(cell) < SIDE else None
        if column < self._beside + PANEL:
            return (SIDE, line - COMMANDS_LINE) if 0 <= line - COMMANDS_LINE < SIDE else None
        people = listed(self._model, SIDE * (self._high + 1) - 1)
        return people[line - 1] if 1 <= line <= len(people) else None


def _board() -> list[Cell]:
    return [(x, y) for x in range(SIDE) for y in range(SIDE)]
