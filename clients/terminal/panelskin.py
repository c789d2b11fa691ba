"""The panel that needs no skin: any room that says what it is, as a board of square cells with a side panel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import columns, visible
from tilenet.clients.terminal.grid import NARROWEST, WANTED, EqualWidths, Geometry, geometry, needs, tile_painter
from tilenet.clients.terminal.layout import LARGEST, LEAST
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.sidepanel import SidePanel, board, is_on_board, next_tick
from tilenet.clients.terminal.skin import AROUND, LineBudget, Skin, SkinContext

HIGHEST = 9  # lines of a cell
HEARD = 3  # lines for what is said, at least
SIDE = 18, 32  # columns of the side panel, at least and at most
GAP = 2  # columns between the board and the side panel


class PanelSkin(Skin):
    """Draws every kind of room for which there is no skin."""

    def __init__(self, context: SkinContext) -> None:
        self._context = context
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._tiles = tile_painter(context.inks, context.signs)
        self._side = SidePanel(context)
        self._cells: Geometry | None = None
        self._beside = 0  # the column where the side panel begins
        self._size = 0, 0  # columns and lines of the body

    def model_changed(self) -> None:
        """The focus may have been on a tile that is not shown as one."""
        focus, places = self._controller.focus, self.places()
        if focus is not None and focus not in places and places:
            x, y = focus
            self._controller.focus = min(places, key=lambda cell: (abs(cell[0] - x) + abs(cell[1] - y), cell))

    def due(self) -> float | None:
        return next_tick(self._model, self._context.now())

    # What is where

    def places(self) -> Mapping[Cell, tuple[float, float]]:
        """The board, and to the right of it what is in the side panel, from top to bottom."""
        tiles = board(self._model)
        found: dict[Cell, tuple[float, float]] = {cell: cell for cell in tiles}
        right = max((x for x, _ in tiles), default=0) + 1
        _, top = _corner(tiles)
        height = self._cells.height if self._cells is not None else 1
        for number, tile in enumerate(self._side.commands()):
            found.setdefault(tile.cell, (right, top + number / height))
        columns, lines = self._size
        for spot in self._side.spots(columns - self._beside, lines):
            if not isinstance(spot.target, Thing) and spot.target not in tiles:
                found[spot.target] = right + spot.begin / 100, top + spot.line / height
        return found

    def at(self, column: int, line: int) -> Cell | Thing | None:
        if column < self._beside and self._cells is not None:
            cell = self._cells.cell_at(column, line)
            left, top = _corner(board(self._model))
            return None if cell is None else (cell[0] + left, cell[1] + top)
        return self._side.at(column - self._beside, line)

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget:
        room, headline = _lines_for(lines), _headline(lines)
        tiles, matrix = board(self._model), self._model.matrix
        self._cells, self._beside = None, 0
        if matrix is not None and tiles:
            self._cells = self._fitted(_cropped(matrix, tiles), tiles, _columns_for(columns), room)
            self._controller.origin = self._cells.left, self._cells.top
            self._beside = _width(self._cells) + GAP
        width = min(columns - self._beside, SIDE[1])
        high = 0 if self._cells is None else self._cells.down * self._cells.height
        body = max(high, min(room, self._side.lines(width)))
        self._size = self._beside + width, body
        return LineBudget(headline, body, whole=self._whole())

    def _fitted(self, matrix: Thing, tiles: Mapping[Cell, Thing], width: int, lines: int) -> Geometry:
        """Square cells, if all of them fit; otherwise a part of them, which follows the focus."""
        moved = _moved(tiles)
        if (found := square(matrix, moved, width, lines)) is not None:
            return found
        controller = self._controller
        focus = self._focus(tiles) if controller.is_following else None
        return geometry(matrix, needs(matrix, moved), width, lines, controller.origin, focus)

    def _focus(self, tiles: Mapping[Cell, Thing]) -> Cell | None:
        """The cell with the focus, as the board counts them."""
        focus, (left, top) = self._controller.focus, _corner(tiles)
        return None if focus is None or focus not in tiles else (focus[0] - left, focus[1] - top)

    def rows(self, columns: int, lines: int) -> list[Row]:
        tiles, matrix, plain = board(self._model), self._model.matrix, self._inks["plain"]
        rows: list[Row] = []
        if self._cells is not None and matrix is not None:
            selected = self._model.you.get("selected")
            rows = self._tiles.rows(
                matrix,
                _moved(tiles),
                self._cells,
                self._model.things,
                self._focus(tiles),
                awake=not self._controller.is_typing,
                vivid={tile.objid for tile in tiles.values() if is_on_board(self._model, tile)},
                selected={
                    tile.objid
                    for role in (selected if isinstance(selected, list) else ())
                    if isinstance(role, str) and (tile := self._model.tile(role)) is not None
                },
            )
        rows += [[]] * (lines - len(rows))
        beside = self._side.rows(self._size[0] - self._beside, lines)
        return [
            filled([*filled(left, self._beside, plain), *right], columns, plain)
            for left, right in zip(rows, beside, strict=True)
        ]

    def more(self) -> str:
        matrix, cells = self._model.matrix, self._cells
        if matrix is None or cells is None or not self._is_cut():
            return ""
        across, down = _extent(board(self._model))
        return (
            f"columns {cells.left + 1}-{cells.left + cells.across} of {across}, "
            f"rows {cells.top + 1}-{cells.top + cells.down} of {down}"
        )

    def _is_cut(self) -> bool:
        return self._cells is not None and (self._cells.across, self._cells.down) != _extent(board(self._model))

    def _whole(self) -> tuple[int, int] | None:
        """The terminal that shows all of a board of which only a part fits; None if no terminal is so large."""
        if not self._is_cut():
            return None
        across, down = _extent(board(self._model))
        width = across * _narrowest(board(self._model).values())
        columns = next((one for one in range(LEAST[0], LARGEST[0]) if _columns_for(one) >= width), None)
        lines = next((one for one in range(LEAST[1], LARGEST[1]) if _lines_for(one) >= down), None)
        return None if columns is None or lines is None else (columns, lines)


def square(matrix: Thing, tiles: Mapping[Cell, Thing], width: int, lines: int) -> Geometry | None:
    """Cells that look square, as large as there is room for, or wider if names need it; None if not all fit."""
    narrow, each = _name_width(tiles.values()), width // matrix.x
    if lines < matrix.y or each < _narrowest(tiles.values()):
        return None
    high = min(lines // matrix.y, HIGHEST)
    gap = int(each > narrow)
    wide = min(max(2 * high - 1, narrow), each - gap)
    high = min(high, wide // 2 + 1)
    return Geometry(EqualWidths(wide + gap, matrix.x), gap, high, 0, 0, matrix.x, matrix.y)


def _name_width(tiles: Iterable[Thing]) -> int:
    """The columns of a cell in which every name fits, with the marks of the focus; long names are broken."""
    return max([NARROWEST, *(min(columns(visible(tile.name)), WANTED) + 2 for tile in tiles)])


def _narrowest(tiles: Iterable[Thing]) -> int:
    """The columns of a cell, at least: in fewer it could not be told from another."""
    return min(NARROWEST, max([1, *(columns(visible(tile.name)) for tile in tiles)]) + 2)


def _headline(lines: int) -> int:
    return 1 if lines < 32 else 2


def _lines_for(lines: int) -> int:
    """The lines for a board, in a terminal that has so many."""
    return lines - AROUND - _headline(lines) - 1 - max(HEARD, lines // 8)


def _columns_for(columns: int) -> int:
    """The columns for a board, in a terminal that has so many."""
    return columns - max(SIDE[0], min(columns * 28 // 100, SIDE[1])) - GAP


def _corner(tiles: Mapping[Cell, Thing]) -> Cell:
    return min((x for x, _ in tiles), default=0), min((y for _, y in tiles), default=0)


def _extent(tiles: Mapping[Cell, Thing]) -> Cell:
    """How many columns and rows it has."""
    left, top = _corner(tiles)
    return max((x for x, _ in tiles), default=0) - left + 1, max((y for _, y in tiles), default=0) - top + 1


def _moved(tiles: Mapping[Cell, Thing]) -> dict[Cell, Thing]:
    """The same tiles, counted from the corner of the board."""
    left, top = _corner(tiles)
    return {(x - left, y - top): tile for (x, y), tile in tiles.items()}


def _cropped(matrix: Thing, tiles: Mapping[Cell, Thing]) -> Thing:
    across, down = _extent(tiles)
    return replace(matrix, x=across, y=down)


def _width(cells: Geometry) -> int:
    return sum(cells.widths[x] for x in cells.shown_columns)
