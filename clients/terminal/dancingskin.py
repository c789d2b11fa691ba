"""Dancing as its spectators and players want to see it: how the match goes, and to the right of it the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.replayfacts import is_replay
from tilenet.clients.terminal.countdown import next_second
from tilenet.clients.terminal.dancingboard import CELL, MARGIN, DancingBoard, View, view_of
from tilenet.clients.terminal.dancingfloor import Floor, spots_of
from tilenet.clients.terminal.dancingpanel import LEAST_WIDTH, ROWS, WIDEST, DancingPanel
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.layout import TOOLTIP
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.skin import AROUND, LineBudget, Skin, SkinContext
from tilenet.clients.vocabulary import members

LEAST = 60, 20
ROOMY = 25  # lines of a terminal in which the headline can have two
HEARD = 3  # lines, if there is room for what is beside the board
FEWEST_HEARD = 2  # lines, if that shows all of the board
PLAYING = "done", "step ends", "undo", "lines"  # what the player whose turn it is has keys for
STAGE = "slower", "faster", "pause", "again"  # and everybody


class DancingSkin(Skin):
    """A match of Dancing, and a table where people play.

    A board that fits has a line for each row. If it is larger, two rows share a line, unless the user can click cells:
    then there must be no doubt which cell is meant. What still does not fit scrolls with the focus, and `more` says
    where that is. Nothing asks whether a part will do: it would lie on the board when the user's turn begins.
    """

    kinds = ("dancing/1",)

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._now = context.now
        self._plain = context.inks["plain"]
        self._board = DancingBoard(context.inks, context.signs)
        self._panel = DancingPanel(context)
        self._view: View | None = None
        self._placed = LEAST  # columns and lines of the body
        self._roles: Mapping[str, str] = {}  # which the floor was made from
        self._floor = Floor(self._model)
        self._can_play = False  # whether it is the user's turn

    def model_changed(self) -> None:
        """When the user's turn begins, move the focus to the board."""
        model = self._model
        if self._roles is not model.roles:
            self._roles, self._floor = model.roles, Floor(model)
        could_play, self._can_play = self._can_play, "board" in model.you and not is_replay(model)
        floor, focus = self._floor, self._floor.place_of(self._controller.focus)
        if self._can_play and not could_play and focus not in floor.places.values():
            self._controller.focus = floor.cell_at((floor.size // 2, floor.size // 2))
        self._board.paint_with(members(model.facts, "options")["palette"])

    def due(self) -> float | None:
        return next_second(self._model, self._model.facts.get("deadline"), self._now())

    def more(self) -> str:
        return "" if self._view is None else self._view.more

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        if columns < LEAST[0] or lines < LEAST[1]:
            return None
        headline = 2 if lines >= ROOMY else 1
        room = max(ROWS, lines - AROUND - headline - TOOLTIP - HEARD)
        controller, width, size = self._controller, columns - LEAST_WIDTH, self._floor.size
        most = max(room, lines - AROUND - 1 - TOOLTIP - FEWEST_HEARD)
        fits = size <= most and size * CELL + 2 * MARGIN <= width
        if fits and size > room:  # then all of the board matters more than a second line of the headline
            headline, room = 1, size
        is_halved = not fits and self._board.can_halve and not self._can_play
        focus = self._floor.place_of(controller.focus) if controller.is_following else None
        self._view = view_of(size, width, room, controller.origin, focus, is_halved=is_halved)
        controller.origin = self._view.left, self._view.top
        return LineBudget(headline, max(ROWS, self._view.lines))

    def rows(self, columns: int, lines: int) -> list[Row]:
        assert self._view is not None
        self._placed = columns, lines
        controller, view, plain = self._controller, self._view, self._plain
        spots, focus = spots_of(self._model, self._floor.places), self._floor.place_of(controller.focus)
        board = self._board.rows(spots, view, focus, is_awake=not controller.is_typing)
        board += [[(plain, " " * view.width)]] * (lines - len(board))
        beside = self._beside(columns, view)
        panel = self._panel.rows(beside, lines)
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
        named = {one.id: one for one in reversed(bindings) if one.short}
        ours = [named[id] for id in (*PLAYING, *STAGE, "chat") if id in named]
        both = [named[id] for id in ("move", "click") if id in named]
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
        place = view.at(column - beside, line)
        return None if place is None else self._floor.cell_at(place)
