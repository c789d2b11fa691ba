"""The screen of a replay: the skin of the game draws the board as ever, and below it is the bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.replayfacts import PLAY, is_control
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.replaybar import LINES, OFTEN, ReplayBar
from tilenet.clients.terminal.replaykeys import ReplayKeys
from tilenet.clients.terminal.skin import LineBudget, Place, Skin, SkinContext

HEARD = 1  # line that is left for what is said


class ReplaySkin(Skin):
    """Draws the board of another skin with the bar below it. While only time passes, only the bar is drawn again."""

    def __init__(self, context: SkinContext, panel: Skin) -> None:
        """The panel draws what the skin has no room for."""
        self._controller = context.controller
        self._model = context.controller.model
        self._now = context.now
        self._panel = panel
        self._keys = ReplayKeys(context.controller, context.signs)
        self._bar = ReplayBar(context, self._keys)
        self._skin = panel  # for the kind of the room
        self._chosen = panel  # of the two, the one that there is room for
        self._changes = 0  # of the model
        self._play: Thing | None = None  # the tile that plays it
        self._drawn_for: tuple[object, ...] = ()
        self._drawn: list[Row] = []
        self._until: float | None = None  # when the board changes by itself
        self._board = 0  # its lines

    def around(self, skin: Skin) -> ReplaySkin:
        """Put the bar below this one."""
        if skin is not self._skin:
            self._skin = self._chosen = skin
        return self

    def model_changed(self) -> None:
        """The focus begins on the bar, and stays there, whatever happens on the board."""
        self._changes += 1
        focus, tile = self._controller.focus, self._controller.focused
        self._skin.model_changed()
        if tile is not None and is_control(self._model, tile.objid):
            self._controller.focus = focus
        could_play, self._play = self._play, self._model.tile(PLAY)
        if self._play is not None and (could_play is None or could_play.objid != self._play.objid):
            self._controller.focus = self._play.cell

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget:
        """The bar takes lines of what is said; if there are too few, the board is smaller."""
        self._chosen = self._skin
        found = self._skin.budget(columns, lines)
        if found is None or found.heard(lines) < LINES + HEARD:
            found = self._skin.budget(columns, lines - LINES)
        if found is None:
            self._chosen = self._panel
            found = self._panel.budget(columns, lines - LINES)
            assert found is not None  # it can draw any room
        whole = None if found.whole is None else (found.whole[0], found.whole[1] + LINES)
        return replace(found, body=found.body + LINES, whole=whole)

    def rows(self, columns: int, lines: int) -> list[Row]:
        self._board = lines - LINES
        return [*self._board_rows(columns), *self._bar.rows(columns)]

    def _board_rows(self, columns: int) -> list[Row]:
        controller = self._controller
        wanted = (
            self._chosen,
            columns,
            self._board,
            self._changes,
            controller.focus,
            controller.is_typing,
            controller.origin,
        )
        if wanted != self._drawn_for or (self._until is not None and self._now() >= self._until):
            self._drawn_for, self._until = wanted, self._chosen.due()
            self._drawn = self._chosen.rows(columns, self._board)
        return self._drawn

    def due(self) -> float | None:
        times = [time for time in (self._chosen.due(), self._bar.due()) if time is not None]
        if not times:
            return None
        return max(min(times), self._now() + OFTEN) if self._model.pace > 1 else min(times)

    def more(self) -> str:
        return self._chosen.more()

    # What is where

    def at(self, column: int, line: int) -> Place:
        return self._chosen.at(column, line) if line < self._board else self._bar.at(column, line - self._board)

    def places(self) -> Mapping[Cell, tuple[float, float]]:
        """The board, and below it what is in the bar."""
        grid = self._model.grid()
        places = self._chosen.places() or {cell: cell for cell in grid}
        board = {cell: at for cell, at in places.items() if not is_control(self._model, grid[cell].objid)}
        wide, high = (1 + max((at[axis] for at in board.values()), default=0) for axis in (0, 1))
        return board | {cell: (x * wide, high + line) for cell, x, line in self._bar.places()}

    def allows(self, thing: Thing) -> bool:
        return self._chosen.allows(thing)

    # Keys

    def bindings(self) -> Sequence[Binding]:
        return self._keys.bindings()

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        return self._keys.legend(bindings)
