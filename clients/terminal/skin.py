"""What draws a room: the interface of a skin, and the grid of tiles, which can draw any room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.grid import NARROWEST, Geometry, geometry, needs, tallest, tile_painter, width_of
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.layout import Layout, layout, least
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.signs import Signs

AROUND = 4  # lines of every screen: title, rule, typing, keys


@dataclass(frozen=True)
class LineBudget:
    """How many lines of a screen are for what. The rest is for what was said."""

    headline: int
    body: int
    tooltip: int = 1
    whole: tuple[int, int] | None = None  # if only a part of the room fits: the terminal that shows all of it

    def heard(self, lines: int) -> int:
        return lines - AROUND - self.headline - self.body - self.tooltip


@dataclass(frozen=True)
class SkinContext:
    """What a skin needs for painting, and what it paints."""

    controller: Controller
    inks: Inks
    signs: Signs
    now: Callable[[], float]
    is_safe: bool = False  # whether to use colours that colour-blind eyes can tell apart

    def marks(self, cell: Cell | None) -> tuple[str, str]:
        """What stands to the left and to the right of a tile: marks if it has the focus, blanks otherwise."""
        if cell is None or cell != self.controller.focus:
            return " ", " "
        return self.signs.focus_while_typing if self.controller.is_typing else self.signs.focus

    def is_me(self, name: str) -> bool:
        me = self.controller.model.my_agent
        return me is not None and me.name == name


class Skin(Protocol):
    """Draws the body of a screen, and says what is where in it.

    A skin is a subclass that knows at least `budget`, `rows` and `at`. It reads roles and facts of the model, and
    never names, texts or colours.
    """

    def model_changed(self) -> None:
        """The model has changed."""
        return

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        """The lines that it needs in a terminal of this size; None if the terminal is too small."""
        ...

    def rows(self, columns: int, lines: int) -> list[Row]:
        """The body: this many lines, each exactly this wide."""
        ...

    def at(self, column: int, line: int) -> Cell | Thing | None:
        """What is at a place in the body: the cell of a tile, a player to talk to, or nothing."""
        ...

    def allows(self, thing: Thing) -> bool:
        """Whether the user may click this tile, or press this key, now."""
        return True

    def places(self) -> Mapping[Cell, tuple[float, float]] | None:
        """Where the tiles are, for moving the focus; None if they are where their cells are."""
        return None

    def due(self) -> float | None:
        """When it needs to be drawn again even if nothing happens; None if it does not."""
        return None

    def more(self) -> str:
        """Which part of the room is on the screen, in words; empty if all of it is."""
        return ""

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        """Which of these to show in the line of keys."""
        return bindings


class GridSkin(Skin):
    """The tiles as a grid, with a list of the players beside it."""

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._inks = context.inks
        self._panels = Panels(context.inks, context.signs)
        self._tiles = tile_painter(context.inks, context.signs)
        self._layout: Layout | None = None
        self._cells: Geometry | None = None

    def budget(self, columns: int, lines: int) -> LineBudget:
        controller, matrix = self._controller, self._controller.model.matrix
        if matrix is None:
            self._layout, self._cells = layout(columns, lines, 0, 1, 1), None
        else:
            tiles = controller.model.grid()
            needed = needs(matrix, tiles)
            self._layout = layout(columns, lines, width_of(needed), matrix.y, tallest(tiles))
            focus = controller.focus if controller.is_following else None
            self._cells = geometry(matrix, needed, *self._layout.board, controller.origin, focus)
            controller.origin = self._cells.left, self._cells.top
        return LineBudget(self._layout.headline, self._layout.board[1], whole=self._whole())

    def _whole(self) -> tuple[int, int] | None:
        matrix, cells = self._controller.model.matrix, self._cells
        if cells is None or matrix is None or (cells.across, cells.down) == (matrix.x, matrix.y):
            return None
        return least(matrix.x * NARROWEST, matrix.y)

    def rows(self, columns: int, lines: int) -> list[Row]:
        model, controller, plain = self._controller.model, self._controller, self._inks["plain"]
        assert self._layout is not None
        width, _ = self._layout.board
        people = self._panels.people(model, self._layout.people, lines)
        tiles: list[Row] = []
        if self._cells is not None and model.matrix is not None:
            awake = not controller.is_typing
            tiles = self._tiles.rows(
                model.matrix, model.grid(), self._cells, model.things, controller.focus, awake=awake
            )
        used = sum(self._cells.widths[x] for x in self._cells.shown_columns) if self._cells is not None else 0
        rest = plain, " " * (width + 1 - used)
        blank = [(plain, " " * used)]
        tiles += [blank] * (lines - len(tiles))
        return [[*row, rest, *who] for row, who in zip(tiles, people, strict=True)]

    def at(self, column: int, line: int) -> Cell | Thing | None:
        if self._layout is None or self._cells is None:
            return None
        width, lines = self._layout.board
        if column <= width:
            return self._cells.cell_at(column, line)
        people = listed(self._controller.model, lines)
        return people[line - 1] if 1 <= line <= len(people) else None

    def more(self) -> str:
        matrix, cells = self._controller.model.matrix, self._cells
        if cells is None or matrix is None or (cells.across, cells.down) == (matrix.x, matrix.y):
            return ""
        return (
            f"columns {cells.left + 1}-{cells.left + cells.across} of {matrix.x}, "
            f"rows {cells.top + 1}-{cells.top + cells.down} of {matrix.y}"
        )
