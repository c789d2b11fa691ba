"""Dancing as its spectators and players want to see it: how the match goes, and to the right of it the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.dancingboard import CELL, MARGIN, DancingBoard, View, view_of
from tilenet.clients.terminal.dancingpanel import LEAST_WIDTH, WIDEST, DancingPanel
from tilenet.clients.terminal.dancingroom import COLUMNS, ROWS, Tiles, board_of, can_play, is_a_room, on_board, size_of
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.skin import AROUND, LineBudget, SkinContext

LEAST = 60, 20
ROOMY = 25  # lines of a terminal in which the headline can have two
HEARD = 3  # lines, if there is room for what is beside the board
PLAYING = "done", "step", "undo", "lines"  # keys of the player whose turn it is
STAGE = "slower", "faster", "pause", "again"  # and of everybody


class DancingSkin:
    """A match of Dancing, and a table where people play. The grid draws the lobby.

    A board that fits has a line for each row. If it is larger, two rows share a line, unless the user can click cells:
    then there must be no doubt which cell is meant. What still does not fit scrolls with the focus.
    """

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._plain = context.inks["plain"]
        self._board = DancingBoard(context.inks, context.signs)
        self._panel = DancingPanel(context)
        self._view: View | None = None
        self._placed = LEAST  # columns and lines of the body
        self._size: int | None = None  # of the board; None if this is another room
        self._cells: Tiles = {}  # of the board
        self._can_play = False  # whether it is the user's turn

    # What it is for

    def knows(self) -> bool:
        """Whether this is a room of Dancing, judged by its size and the names of its tiles."""
        return self._size is not None

    def model_changed(self) -> None:
        """Look at all tiles once for each change. When the user's turn begins, move the focus to the board."""
        matrix, tiles, focus = self._model.matrix, self._model.grid(), self._controller.focus
        size = None if matrix is None else size_of(matrix)
        self._size = size if size is not None and is_a_room(size, tiles) else None
        could_play = self._can_play
        self._cells = {} if self._size is None else board_of(self._size, tiles)
        self._can_play = can_play(self._cells)
        if (
            self._size is not None
            and self._can_play
            and not could_play
            and focus
            and on_board(focus) not in self._cells
        ):
            self._controller.focus = COLUMNS + self._size // 2, self._size // 2

    def allows(self, thing: Thing) -> bool:
        return True

    def due(self) -> float | None:
        return None

    def more(self) -> str:
        return "" if self._view is None else self._view.more

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        size = self._size
        if size is None or columns < LEAST[0] or lines < LEAST[1]:
            return None
        headline = 2 if lines >= ROOMY else 1
        room = max(ROWS, lines - AROUND - headline - 1 - HEARD)
        controller, width = self._controller, columns - LEAST_WIDTH
        fits = size <= room and size * CELL + 2 * MARGIN <= width
        is_halved = not fits and self._board.can_halve and not self._can_play
        focus = on_board(controller.focus) if controller.focus and controller.is_following else None
        self._view = view_of(size, width, room, controller.origin, focus, is_halved=is_halved)
        controller.origin = self._view.left, self._view.top
        whole = self._whole(size, is_halved=is_halved) if self._view.more else None
        return LineBudget(headline, max(ROWS, self._view.lines), whole=whole)

    @staticmethod
    def _whole(size: int, *, is_halved: bool) -> tuple[int, int]:
        """The terminal that shows all of a board."""
        rows = (size + 1) // 2 if is_halved else size
        return size * CELL + 2 * MARGIN + LEAST_WIDTH, max(ROOMY, rows + AROUND + 2 + 1 + HEARD)

    def rows(self, columns: int, lines: int) -> list[Row]:
        assert self._view is not None
        self._placed = columns, lines
        controller, view, plain = self._controller, self._view, self._plain
        focus = on_board(controller.focus) if controller.focus else None
        board = self._board.rows(self._cells, view, focus, is_awake=not controller.is_typing)
        board += [[(plain, " " * view.width)]] * (lines - len(board))
        beside = self._beside(columns, view)
        panel = self._panel.rows(self._model.grid(), beside, lines)
        return [
            filled([*filled(left, beside, plain), *right], columns, plain)
            for left, right in zip(panel, board, strict=True)
        ]

    @staticmethod
    def _beside(columns: int, view: View) -> int:
        """The width of the panel."""
        return min(columns - view.width, WIDEST)

    def legend(self, bindings: Sequence[Binding]) -> list[Binding]:
        """The keys of the player whose turn it is, those of the stage, talking, moving and clicking, and the rest."""
        named = {one.short.casefold(): one for one in bindings if one.short}
        ours = [named[name] for name in (*PLAYING, *STAGE, "chat") if name in named]
        both = [named[name] for name in ("move", "click") if name in named]
        rest = [one for one in bindings if one not in (*ours, *both)]
        if len(both) == 2:
            both = [replace(both[0], label=f"{both[0].shown} {both[1].shown}", short="click")]
        return [*ours, *both, *rest]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        view = self._view
        if view is None:
            return None
        columns, lines = self._placed
        beside = self._beside(columns, view)
        if column < beside:
            return self._panel.at(column, line, beside, lines)
        cell = view.at(column - beside, line)
        return None if cell is None else (COLUMNS + cell[0], cell[1])
