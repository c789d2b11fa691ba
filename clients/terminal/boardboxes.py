"""The boxes that lie on the board: the end of a game, and the size that a large room needs; and clicks on them."""

from __future__ import annotations

from collections.abc import Callable

from urwid import Canvas, CanvasOverlay

from tilenet.clients.terminal.bindings import after_game
from tilenet.clients.terminal.box import key_at
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.endingbox import EndingBox
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.terminal.sizebox import SizeBox
from tilenet.clients.terminal.skin import LineBudget, Skin

NARROWEST, LOWEST = 28, 11  # columns and lines for the end of a game
SEEN = 3  # lines of the board that are seen above it
BELOW = 2  # lines of the screen that nothing covers: typing and keys


class BoardBoxes:
    """Lays them on the screen of one room, at the lower edge of the board. A sheet has the board for itself."""

    def __init__(self, controller: Controller, inks: Inks, signs: Signs, has_sheet: Callable[[], bool]) -> None:
        self._controller = controller
        self._signs = signs
        self._has_sheet = has_sheet
        self._ending = EndingBox(inks, signs)
        self._size = SizeBox(controller, inks, signs)
        self._budget: LineBudget | None = None  # of the screen as it is now
        self._lies_at = 0, 0, 0, 0  # where a box begins and ends

    def place(self, budget: LineBudget) -> None:
        """This is how the screen is divided now."""
        self._budget = budget

    @property
    def is_asking(self) -> bool:
        """Whether only a part of the room is on the screen, and the user has not said that this will do."""
        return self._budget is not None and self._budget.whole is not None and self._size.is_asking()

    @property
    def _shows_ending(self) -> bool:
        return bool(self._controller.ending.places) and not self._has_sheet()

    def accept(self) -> None:
        self._size.accept()

    def continue_from(self, other: BoardBoxes) -> None:
        """What the user has accepted in an earlier session still holds."""
        self._budget, self._size.accepted = other._budget, other._size.accepted

    def bindings(self) -> list[Binding]:
        """What keys do while a box is shown."""
        return after_game(self._controller) or (self._size.bindings() if self.is_asking else [])

    def lay(self, screen: Canvas, columns: int, lines: int, budget: LineBudget, skin: Skin) -> Canvas:
        self._lies_at = 0, 0, 0, 0
        if self._shows_ending:
            return self._with_ending(screen, columns, lines, budget, skin)
        if self._has_sheet() or not self.is_asking or budget.whole is None:
            return screen
        box = self._size.draw((columns, lines), budget.whole)
        return self._laid(box, screen, 0, columns, 1 + budget.headline + budget.body)

    def _with_ending(self, screen: Canvas, columns: int, lines: int, budget: LineBudget, skin: Skin) -> Canvas:
        """Beside what should stay visible, if there is room; else below it, if need be over what was said."""
        across, down = skin.keeps()
        top = 1 + budget.headline
        begin, width, end = across, columns - across - 2, top + budget.body
        room = budget.body if down else max(budget.body - SEEN, min(budget.body, LOWEST))
        if columns - across < NARROWEST:
            begin, width = 0, columns - 2
            end = min(lines - BELOW, max(end, top + down + LOWEST))
            room = end - top - down
        controller = self._controller
        box = self._ending.draw(controller.ending, controller.model, after_game(controller), width, room)
        return self._laid(box, screen, begin, columns, end)

    def _laid(self, box: Canvas, screen: Canvas, begin: int, columns: int, end: int) -> Canvas:
        """A box between these columns, which ends above this line."""
        top = max(1, end - box.rows())
        left = begin + (columns - begin - box.cols()) // 2
        self._lies_at = left, top, left + box.cols(), top + box.rows()
        return CanvasOverlay(box, screen, left, top)

    def click(self, column: int, line: int) -> bool:
        """Whether a click is on the end of a game. The keys in it can be clicked, and nothing that lies under it."""
        left, top, right, bottom = self._lies_at
        if not self._shows_ending or not (left <= column < right and top <= line < bottom):
            return False
        keys = after_game(self._controller)
        key = key_at(keys, column - left, bottom - 1 - line, right - left, self._signs)
        if key is not None:
            key.act()
        return True
