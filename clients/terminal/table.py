"""The screen while playing: one urwid widget that paints the desk, and brings keys and mouse to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import urwid
from urwid import Canvas, CanvasCombine, CanvasJoin

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.desk import Desk
from tilenet.clients.terminal.glyphs import visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding, find
from tilenet.clients.terminal.line import TypingLine
from tilenet.clients.terminal.paint import Row, canvas, row_width
from tilenet.clients.terminal.panels import Panels
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.terminal.skin import Brushes, GridSkin, Shares, Skin
from tilenet.clients.terminal.skins import SKINS

WHEEL_UP, WHEEL_DOWN = 4, 5
WHEEL_LINES = 3


class Table(urwid.Widget):
    """The matrix, the people in it, what is said, and the line for typing."""

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
        self.typing = TypingLine()
        self._address = address
        self._inks = inks
        self._signs = signs
        self._help = help
        self._leave = leave
        self._panels = Panels(inks, signs)
        brushes = Brushes(desk, inks, signs, desk.now, is_safe)
        self._skins: list[Skin] = [*(skin(brushes) for skin in SKINS), GridSkin(brushes)]
        self._skin = self._skins[-1]
        desk.allows = lambda thing: self._skin.allows(thing)
        self._is_pasting = False
        self._said: list[str] = []
        self._recalled = 0  # how far back in it
        self._placed: tuple[int, int, Shares] | None = None  # columns, lines and shares of what is on the screen now

    def told(self) -> None:
        """The model has changed."""
        new = self.desk.told()
        for skin in self._skins:
            skin.told()
        if self.desk.back and self._placed:  # who reads what was said before is not moved on by what is said now
            self.desk.back += sum(len(self._panels.line(line, self.desk.model, self._placed[0])) for line in new)
        self._invalidate()

    # Painting

    def render(self, size: tuple[int, int], focus: bool = False) -> Canvas:  # type: ignore[override]
        columns, lines = size
        shares = self._share(columns, lines)
        desk, model, panels = self.desk, self.desk.model, self._panels
        rows: list[Row] = [panels.title(model, self._address, columns)]
        rows += panels.headline(model, columns, shares.headline)
        rows += self._skin.rows(columns, shares.body)
        heard, desk.back = panels.heard(model, columns, shares.heard(lines), desk.back)
        words = f"{desk.back} lines back, PgDn" if desk.back else ""
        rows.append(panels.rule(columns, words if shares.tooltip else visible(desk.notice) or words))
        rows += heard
        if shares.tooltip:
            rows.append(panels.tooltip(desk.focused, desk.notice, self._skin.more(), columns))
        label = panels.keyboard(is_typing=desk.is_typing)
        typing = self.typing.render((columns - row_width(label),), focus=desk.is_typing)
        legend = panels.legend(self._skin.legend(self.bindings()), columns)
        return CanvasCombine(
            [
                (canvas(rows, columns), None, False),
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

    def _share(self, columns: int, lines: int) -> Shares:
        """Find the skin for this room and this terminal; the last one is for all."""
        found = ((skin, skin.shares(columns, lines)) for skin in self._skins if skin.knows())
        self._skin, shares = next((skin, shares) for skin, shares in found if shares is not None)
        self._placed = columns, lines, shares
        return shares

    def due(self) -> float | None:
        """When the screen changes though nothing happens.

        All skins are asked: when the terminal is resized, another one is shown, and nobody says so.
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
        """What keys do while the tiles have the keyboard; those that the matrix has for itself come before our own."""
        desk = self.desk
        moves = self._moves("", "move", "move the focus", self._signs.arrows)
        clicks = desk.free(Binding((key,), "", "click the tile with the focus", desk.click) for key in ("enter", " "))
        clicks[:1] = [replace(click, short="click") for click in clicks[:1]]
        talk = Binding(("tab",), "talk", "type something to say", self.start_typing)
        command = Binding(("/",), "", "type a command, where the room knows any", self._start_command)
        about = "move the focus, also where the room has the arrows for itself"
        beside = [*self._always(), *self._moves("ctrl ", "", about, "Ctrl-arrows")]
        return [*moves, *clicks, *desk.matrix_bindings(), talk, *desk.free([command, *beside])]

    def typing_bindings(self) -> list[Binding]:
        """What keys do while the line for typing has the keyboard; all others are text."""
        return [
            Binding(
                ("enter",), "say it", "say it: to the room; @name text to one; @name (text) as a whisper", self._say
            ),
            Binding(("up",), "", "what you said before", lambda: self._recall(1)),
            Binding(("down",), "", "what you said after that", lambda: self._recall(-1)),
            Binding(("tab", "esc"), "tiles", "back to the tiles (Esc, too)", self.stop_typing),
            *self._always(),
        ]

    def _always(self) -> list[Binding]:
        scroll = self.desk.scroll_back
        return [
            Binding(("f1",), "help", "this help", self._help),
            Binding(("f10", "ctrl q"), "leave", "log out and leave (Ctrl-Q and Ctrl-C, too)", self._leave),
            Binding(("page up",), "", "scroll back in what was heard", lambda: scroll(self._page())),
            Binding(("page down",), "", "scroll forward again", lambda: scroll(-self._page())),
        ]

    def _moves(self, held: str, short: str, about: str, together: str) -> list[Binding]:
        """The arrows that are free; the first of them tells of all."""
        steps = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}
        moves = self.desk.free(
            Binding((held + key,), "", "", lambda step=step: self.desk.move(*step))  # type: ignore[misc]
            for key, step in steps.items()
        )
        if not moves:
            return []
        label = together if len(moves) == len(steps) else " ".join(move.shown for move in moves)
        return [replace(moves[0], short=short, about=about, label=label), *moves[1:]]

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        self._invalidate()
        if key in ("begin paste", "end paste"):
            self._is_pasting = key == "begin paste"
            return None
        if self._is_pasting:  # what is pasted is text, whoever has the keyboard
            text = " " if key in ("enter", "tab") else key
            if len(text) == 1:
                self._type(size, text)
            return None
        if not self.desk.is_typing:
            pressed = self.desk.key_for(key)
            if pressed is not None:
                self.desk.press(*pressed)
                return None
        binding = find(self.bindings(), key)
        if binding is not None:
            binding.act()
            return None
        return self._type(size, key) if self.desk.is_typing else key

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
        text = self.typing.edit_text
        if self.desk.say(text):
            if text.strip() and text not in self._said[-1:]:
                self._said.append(text)
            self._recalled = 0
            self.typing.put("")

    def _recall(self, step: int) -> None:
        """Take back what was said before: servers may refuse it."""
        self._recalled = min(max(self._recalled + step, 0), len(self._said))
        self.typing.put(self._said[-self._recalled] if self._recalled else "")

    def take_over(self, other: Table) -> None:
        """Go on where another table was left: what was heard and said there, and half a line."""
        self.desk.remember(other.desk.model.heard)
        self._said = other._said
        self.typing.put(other.typing.edit_text)
        self.desk.is_typing = other.desk.is_typing

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
