"""The screen for playing: one urwid widget that paints the room, and passes keys and mouse to the desk."""

from __future__ import annotations

from collections.abc import Callable

import urwid
from urwid import Canvas, CanvasCombine, CanvasJoin, CanvasOverlay

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.bindings import after_game, clicks, moves
from tilenet.clients.terminal.desk import Desk
from tilenet.clients.terminal.endingbox import EndingBox
from tilenet.clients.terminal.glyphs import visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding, find
from tilenet.clients.terminal.line import TalkingLine
from tilenet.clients.terminal.paint import Row, canvas, row_width
from tilenet.clients.terminal.panels import Panels
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.terminal.sizebox import SizeBox
from tilenet.clients.terminal.skin import Brushes, GridSkin, Shares, Skin
from tilenet.clients.terminal.skins import SKINS

WHEEL_UP, WHEEL_DOWN = 4, 5
WHEEL_LINES = 3
FEWEST_HEARD = 2  # lines, beside a long description of a tile


class Table(urwid.Widget):
    """The matrix, the players in it, what was said, and the line for typing."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(
        self,
        desk: Desk,
        address: str,
        inks: Inks,
        signs: Signs,
        help: Callable[[], None],
        leave: Callable[[], None],
        *,
        is_safe: bool = False,
    ) -> None:
        super().__init__()
        self.desk = desk
        self.typing = TalkingLine()
        self._address = address
        self._inks = inks
        self._signs = signs
        self._help = help
        self._leave = leave
        self._panels = Panels(inks, signs)
        brushes = Brushes(desk, inks, signs, desk.now, is_safe)
        self._skins: list[Skin] = [*(skin(brushes) for skin in SKINS), GridSkin(brushes)]
        self._skin = self._skins[-1]
        self._box = EndingBox(inks, signs)
        self._size_box = SizeBox(desk, inks, signs)
        desk.open_help = self.open_help
        desk.allows = lambda thing: self._skin.allows(thing)
        self._is_pasting = False
        self._placed: tuple[int, int, Shares] | None = None  # columns, lines and shares of the screen as it is now

    def told(self) -> None:
        """The model has changed."""
        new = self.desk.told()
        for skin in self._skins:
            skin.told()
        self.desk.settle()
        if any(self.desk.is_answer(line) for line in new):
            self.desk.back = 0
        elif self.desk.back and self._placed:  # new lines do not move what the user is reading
            self.desk.back += sum(len(self._panels.line(line, self.desk.model, self._placed[0])) for line in new)
        self._invalidate()

    # Painting

    def render(self, size: tuple[int, int], focus: bool = False) -> Canvas:  # type: ignore[override]
        columns, lines = size
        shares = self._share(columns, lines)
        desk, model, panels = self.desk, self.desk.model, self._panels
        rows: list[Row] = [panels.title(model, self._address, columns, has_headline=shares.headline > 0)]
        rows += panels.headline(model, columns, shares.headline)
        rows += self._skin.rows(columns, shares.body)
        room = shares.heard(lines)
        tooltip: list[Row] = []
        if shares.tooltip:  # a long one takes a line of what was heard
            most = shares.tooltip + int(room > FEWEST_HEARD)
            tooltip = panels.tooltip(desk.focused, desk.notice, self._skin.more(), columns, most)
        room += shares.tooltip - max(len(tooltip), shares.tooltip)
        heard, desk.back = panels.heard(model, columns, room, desk.back)
        words = f"{desk.back} lines back, PgDn" if desk.back else ""
        rows.append(panels.rule(columns, words if shares.tooltip else visible(desk.notice) or words))
        rows += heard
        rows += [*tooltip, *panels.blank(columns, shares.tooltip - len(tooltip))]
        label = panels.keyboard(is_typing=desk.is_typing)
        typing = self.typing.render((columns - row_width(label),), focus=desk.is_typing)
        legend = panels.legend(self._skin.legend(self.bindings()), columns)
        return CanvasCombine(
            [
                (self._with_box(canvas(rows, columns), columns, lines, shares), None, False),
                (
                    CanvasJoin(
                        [
                            (canvas([label], row_width(label)), None, False, row_width(label)),
                            (typing, None, True, columns - row_width(label)),
                        ]
                    ),
                    None,
                    True,
                ),
                (canvas([legend], columns), None, False),
            ]
        )

    def _with_box(self, screen: Canvas, columns: int, lines: int, shares: Shares) -> Canvas:
        """After a game its ranking lies on the board, at its lower edge; or the size that a large room needs."""
        if self.desk.ending.places:
            box = self._box.draw(self.desk.ending, self.desk.model, after_game(self.desk), columns - 2, shares.body)
        elif self._is_asking() and shares.whole is not None:
            box = self._size_box.draw((columns, lines), shares.whole)
        else:
            return screen
        top = 1 + shares.headline + max(0, shares.body - box.rows())
        return CanvasOverlay(box, screen, (columns - box.cols()) // 2, top)

    def _is_asking(self) -> bool:
        """Whether only a part of the room is on the screen, and the user has not said that this will do."""
        return self._placed is not None and self._placed[2].whole is not None and self._size_box.is_asking()

    def _share(self, columns: int, lines: int) -> Shares:
        """Find the skin for this room and this terminal; the last one can draw any room."""
        found = ((skin, skin.shares(columns, lines)) for skin in self._skins if skin.knows())
        self._skin, shares = next((skin, shares) for skin, shares in found if shares is not None)
        self._placed = columns, lines, shares
        return shares

    def due(self) -> float | None:
        """When the screen changes even if nothing happens.

        All skins are asked, because a resize can switch to another skin without notice.
        """
        return min((due for skin in self._skins if (due := skin.due()) is not None), default=None)

    def next_frame(self) -> None:
        self._invalidate()

    def get_cursor_coords(self, size: tuple[int, int]) -> tuple[int, int] | None:
        if not self.desk.is_typing:
            return None
        label = row_width(self._panels.keyboard(is_typing=True))
        found = self.typing.get_cursor_coords((size[0] - label,))
        return None if found is None else (label + found[0], size[1] - 2)

    # Keys

    def bindings(self) -> list[Binding]:
        """Every key that does something now."""
        return self.typing_bindings() if self.desk.is_typing else self.tile_bindings()

    def tile_bindings(self) -> list[Binding]:
        """What keys do on the board. The matrix's own keys come before ours."""
        desk = self.desk
        arrows = moves(desk, "", "move", "move the focus", self._signs.arrows)
        talk = Binding(("tab",), "talk", "type something to say", self.start_typing)
        command = Binding(("/",), "", "type a command, if the room has any", self._start_command)
        about = "move the focus, even if the room uses the arrows"
        beside = [*self._always(), *moves(desk, "ctrl ", "", about, "Ctrl-arrows")]
        ours = [talk, *desk.free([command, *beside])]
        first = after_game(desk) or (self._size_box.bindings() if self._is_asking() else [])
        return [*first, *arrows, *clicks(desk, first), *desk.matrix_bindings(), *ours]

    def typing_bindings(self) -> list[Binding]:
        """What keys do while the user is typing. All other keys are text."""
        return [
            Binding(
                ("enter",),
                "say it",
                "say it to all; @name text: to one player; @name (text): a whisper",
                self._say,
            ),
            Binding(("up",), "", "what you said before", lambda: self.typing.recall(1)),
            Binding(("down",), "", "what you said after that", lambda: self.typing.recall(-1)),
            Binding(("tab", "esc"), "tiles", "back to the tiles (also Esc)", self.stop_typing),
            *self._always(),
        ]

    def _always(self) -> list[Binding]:
        scroll = self.desk.scroll_back
        return [
            Binding(("f1",), "help", "the rules, and all keys", self.open_help),
            Binding(("f10", "ctrl q"), "leave", "log out and leave (also Ctrl-Q and Ctrl-C)", self._leave),
            Binding(("page up",), "", "scroll back in what was said", lambda: scroll(self._page())),
            Binding(("page down",), "", "scroll forward again", lambda: scroll(-self._page())),
        ]

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        self._invalidate()
        if key in ("begin paste", "end paste"):
            self._is_pasting = key == "begin paste"
            return None
        if self._is_pasting:  # pasted keys are text, even on the board
            text = " " if key in ("enter", "tab") else key
            if len(text) == 1:
                self._type(size, text)
            return None
        if not self.desk.is_typing:
            if (len(key) == 1 or key == "enter") and self.desk.is_stray(key):
                return None
            pressed = self.desk.key_for(key)
            if pressed is not None:
                self.desk.press(*pressed)
                return None
        binding = find(self.bindings(), key)
        if binding is not None:
            binding.act()
            return None
        return self._type(size, key) if self.desk.is_typing else key

    def open_help(self) -> None:
        self.desk.rules.ask()
        self._help()

    def _type(self, size: tuple[int, int], key: str) -> str | None:
        self.desk.notice = ""
        return self.typing.keypress((size[0],), key)

    def _page(self) -> int:
        return max(1, self._placed[2].heard(self._placed[1]) - 1) if self._placed else 1

    def start_typing(self) -> None:
        self.desk.is_typing = True
        self.desk.notice = ""
        self._invalidate()

    def _start_command(self) -> None:
        self.start_typing()
        if not self.typing.edit_text:
            self.typing.put("/")

    def stop_typing(self) -> None:
        self.desk.is_typing = False
        self.desk.notice = ""
        self._invalidate()

    def _say(self) -> None:
        self.desk.back = 0
        if self.desk.say(self.typing.edit_text):
            self.typing.note()

    def take_over(self, other: Table) -> None:
        """Continue after another session: keep what was said, what the user was typing, and where the focus was."""
        self.desk.take_over(other.desk)
        self._placed, self._size_box.accepted = other._placed, other._size_box.accepted
        self.typing.take_over(other.typing)

    def remark(self, words: str) -> None:
        """Say something to the user, among what was said."""
        self.desk.model.remark(words)
        self.told()

    # Mouse

    def mouse_event(  # type: ignore[override]
        self, size: tuple[int, int], event: str, button: int, col: int, row: int, focus: bool
    ) -> bool:
        if not event.endswith("mouse press") or self._placed is None:
            return False
        self._invalidate()
        _, lines, shares = self._placed
        line = row - 1 - shares.headline
        if button in (WHEEL_UP, WHEEL_DOWN):
            self._wheel(-1 if button == WHEEL_UP else 1, is_on_board=0 <= line < shares.body)
        elif button != 1:
            return False
        elif 0 <= line < shares.body and self._is_asking():
            self._size_box.accept()  # what lies under the box cannot be clicked
        elif 0 <= line < shares.body:
            self._click(self._skin.at(col, line))
        elif row == lines - 2:
            self.start_typing()
            if col >= (left := row_width(self._panels.keyboard(is_typing=True))):
                self.typing.mouse_event((size[0] - left,), "mouse press", 1, col - left, 0, True)
        return True

    def _click(self, place: Cell | Thing | None) -> None:
        if isinstance(place, Thing):
            self.typing.put(f"@{place.name} ")
            self.start_typing()
        elif place is not None:
            self.desk.click(place)

    def _wheel(self, way: int, *, is_on_board: bool) -> None:
        if is_on_board:
            self.desk.scroll_tiles(0, way)
        else:
            self.desk.scroll_back(-way * WHEEL_LINES)
