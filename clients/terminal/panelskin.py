"""The panel that needs no skin: any room as a board with a side panel, by what it says of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.countdown import next_second
from tilenet.clients.terminal.glyphs import columns, visible
from tilenet.clients.terminal.grid import (
    NARROWEST,
    WANTED,
    EqualWidths,
    Geometry,
    geometry,
    needs,
    tallest,
    tile_painter,
    width_of,
)
from tilenet.clients.terminal.layout import GAP, SIDE, headline_of, least, room_for_board
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.sidepanel import SidePanel, board, is_on_board
from tilenet.clients.terminal.skin import LineBudget, Skin, SkinContext

HIGHEST = 9  # lines of a square cell
SHORT = 3  # characters of a name; if all are so short, cells are square even if the room does not name its board


class PanelSkin(Skin):
    """Draws every room for which there is no skin. If a room says nothing of itself, all its tiles are the board."""

    scores = ""  # what the numbers beside the players count, as a heading

    def __init__(self, context: SkinContext) -> None:
        self._context = context
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._tiles = tile_painter(context.inks, context.signs)
        self._side = SidePanel(context, self.scores)
        self._cells: Geometry | None = None
        self._beside = 0  # the column where the side panel begins
        self._size = 0, 0  # columns and lines of the body

    def model_changed(self) -> None:
        """The focus may have been on a tile that is not shown as one."""
        focus, places = self._controller.focus, self.places()
        if focus is not None and focus not in places and places:
            x, y = focus
            self._controller.focus = min(places, key=lambda cell: (abs(cell[0] - x) + abs(cell[1] - y), cell))

    def board(self) -> Mapping[Cell, Thing]:
        """The tiles that are not in the side panel."""
        return board(self._model)

    def due(self) -> float | None:
        return next_second(self._model, self._model.facts.get("deadline"), self._context.now())

    # What is where

    def places(self) -> Mapping[Cell, tuple[float, float]]:
        """The board, and to the right of it what is in the side panel, from top to bottom."""
        tiles = self.board()
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
            left, top = _corner(self.board())
            return None if cell is None else (cell[0] + left, cell[1] + top)
        return self._side.at(column - self._beside, line)

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget:
        tiles, matrix = self.board(), self._model.matrix
        self._cells, self._beside = None, 0
        _, room = room_for_board(columns, lines, 0, 0)
        if matrix is not None and tiles:
            cropped = _cropped(matrix, tiles)
            needed = needs(cropped, _moved(tiles))
            width, room = room_for_board(columns, lines, width_of(needed), self._side.narrowest())
            self._cells = self._fitted(cropped, tiles, needed, width, room)
            self._controller.origin = self._cells.left, self._cells.top
            self._beside = _width(self._cells) + GAP
        side = min(columns - self._beside, SIDE[1])
        high = 0 if self._cells is None else self._cells.down * self._cells.height
        body = max(high, min(room, self._side.lines(side)))
        self._size = self._beside + side, body
        return LineBudget(headline_of(lines), body, whole=self._whole())

    def _fitted(
        self, matrix: Thing, tiles: Mapping[Cell, Thing], needed: Sequence[int], width: int, lines: int
    ) -> Geometry:
        """Square cells, if all of them fit; else each column as wide as it needs, or a part that follows the focus."""
        is_square = bool(self._model.board_role) or all(len(tile.name) <= SHORT for tile in tiles.values())
        if is_square and (found := square(matrix, tiles, width, lines)) is not None:
            return found
        controller = self._controller
        focus = self._focus(tiles) if controller.is_following else None
        return geometry(matrix, needed, width, min(lines, matrix.y * tallest(tiles)), controller.origin, focus)

    def _focus(self, tiles: Mapping[Cell, Thing]) -> Cell | None:
        """The cell with the focus, as the board counts them."""
        focus, (left, top) = self._controller.focus, _corner(tiles)
        return None if focus is None or focus not in tiles else (focus[0] - left, focus[1] - top)

    def rows(self, columns: int, lines: int) -> list[Row]:
        tiles, matrix, plain = self.board(), self._model.matrix, self._inks["plain"]
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
        across, down = _extent(self.board())
        return (
            f"columns {cells.left + 1}-{cells.left + cells.across} of {across}, "
            f"rows {cells.top + 1}-{cells.top + cells.down} of {down}"
        )

    def _is_cut(self) -> bool:
        return self._cells is not None and (self._cells.across, self._cells.down) != _extent(self.board())

    def _whole(self) -> tuple[int, int] | None:
        """The terminal that shows all of a board of which only a part fits; None if no terminal is so large."""
        if not self._is_cut():
            return None
        across, down = _extent(self.board())
        return least(across * NARROWEST, down, self._side.narrowest())


def square(matrix: Thing, tiles: Mapping[Cell, Thing], width: int, lines: int) -> Geometry | None:
    """Cells that look square, as large as there is room for, or wider if names need it; None if these do not fit."""
    narrow = max([NARROWEST, *(min(columns(visible(tile.name)), WANTED) + 2 for tile in tiles.values())])
    each = width // matrix.x
    if lines < matrix.y or each < narrow:
        return None
    high = min(lines // matrix.y, HIGHEST)
    gap = int(each > narrow)
    wide = min(max(2 * high - 1, narrow), each - gap)
    return Geometry(EqualWidths(wide + gap, matrix.x), gap, min(high, wide // 2 + 1), 0, 0, matrix.x, matrix.y)


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
