"""The other screens: logging in, waiting for the server, help, and the word that the terminal is too small."""

from __future__ import annotations

from collections.abc import Callable

import urwid
from urwid import Canvas, Text

from tilenet.clients.terminal.desk import Desk
from tilenet.clients.terminal.glyphs import cut, visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.layout import LEAST
from tilenet.clients.terminal.line import SecretLine, TypingLine
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.terminal.table import Table
from tilenet.messages import ServerOpen

LEAVING = ("f10", "ctrl q")
LONGEST_REASON = 500  # columns; so the countdown is always on the screen
ASCII_FRAME = {
    **dict.fromkeys(("tlcorner", "trcorner", "blcorner", "brcorner"), "+"),
    **{"tline": "-", "bline": "-", "lline": "|", "rline": "|"},
}


class Shell(urwid.WidgetWrap):  # type: ignore[type-arg]
    """What is around every screen: it says so if the terminal is too small, and lets the user leave at any time."""

    def __init__(self, page: urwid.Widget, leave: Callable[[], None]) -> None:
        super().__init__(page)
        self._leave = leave
        self._pasting: urwid.Widget | None = None  # the page in which a paste began that has not ended

    def show(self, page: urwid.Widget) -> None:
        self._w = page

    def render(self, size: tuple[int, int], focus: bool = False) -> Canvas:  # type: ignore[override]
        if self._is_small(size):
            words = (
                f"This terminal is {size[0]}x{size[1]}. tilenet needs {LEAST[0]}x{LEAST[1]}: make it larger, or F10."
            )
            canvas: Canvas = urwid.Filler(Text(words, align="center")).render(size)
            return canvas
        return super().render(size, focus)

    def selectable(self) -> bool:
        return True

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        if key in ("begin paste", "end paste"):
            self._pasting = self._w if key == "begin paste" else None
            return super().keypress(size, key) if isinstance(self._w, Table) else None
        if self._pasting is not None:
            return super().keypress(size, key) if self._can_be_pasted(key) and not self._is_small(size) else None
        if key in LEAVING:
            self._leave()
            return None
        return None if self._is_small(size) else super().keypress(size, key)

    def _can_be_pasted(self, key: str) -> bool:
        """Whether it is text for the page that the user meant: a paste ends nothing, and logs nobody in."""
        if self._w is not self._pasting:
            return False
        return isinstance(self._w, Table) or (isinstance(self._w, LoginPage) and len(key) == 1)

    def mouse_event(  # type: ignore[override]
        self, size: tuple[int, int], event: str, button: int, col: int, row: int, focus: bool
    ) -> bool | None:
        if self._is_small(size):
            return False
        return super().mouse_event(size, event, button, col, row, focus)

    def _is_small(self, size: tuple[int, int]) -> bool:
        return size[0] < LEAST[0] or size[1] < LEAST[1]


class LoginPage(urwid.WidgetWrap):  # type: ignore[type-arg]
    """Says which server this is, and asks for name and password."""

    def __init__(
        self, server: ServerOpen, address: str, name: str, inks: Inks, login: Callable[[str, str], None]
    ) -> None:
        self.name = TypingLine("    Name: ", name)
        self.password = SecretLine("Password: ")
        self.message = Text("")
        self._inks = inks
        self._login = login
        self.is_asking = True
        self._fields = urwid.Pile([self.name, self.password])
        group = visible(server.group)
        body = urwid.Pile(
            [
                Text([(inks["title"], f" {visible(server.name)} ")], wrap="clip"),
                Text(f"Group: {group}", wrap="clip"),
                Text(f"Address: {visible(address)}    Status: {server.status}"),
                urwid.Divider(),
                self._fields,
                urwid.Divider(),
                Text("Without a password you play as a guest. Enter goes on, F10 leaves."),
                urwid.Divider(),
                self.message,
            ]
        )
        body.focus_position = 4
        super().__init__(urwid.Filler(urwid.Padding(body, left=4, right=4), valign="middle"))

    def ask(self, why: str) -> None:
        """Ask again, and say why."""
        self.message.set_text([(self._inks["warning"], f" {visible(why)} ")] if why else "")
        self.is_asking = True
        self.password.set_edit_text("")
        self._fields.focus_position = 0

    def start_at_password(self) -> None:
        self._fields.focus_position = 1

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        if not self.is_asking:
            return None
        if key in ("tab", "shift tab"):
            self._fields.focus_position = 1 - self._fields.focus_position
            return None
        if key != "enter":
            return super().keypress(size, key)
        if self._fields.focus_position == 0:
            self._fields.focus_position = 1
        elif not self.name.edit_text.strip():
            self.ask("A name, please.")
        else:
            self.is_asking = False
            self.message.set_text("Logging in ...")
            self._login(self.name.edit_text.strip(), self.password.edit_text)
        return None


class WaitingPage(urwid.WidgetWrap):  # type: ignore[type-arg]
    """Says why there is nothing to see, and for how long."""

    def __init__(self, why: str) -> None:
        self._why = cut(visible(why), LONGEST_REASON, "...")
        self._text = Text(self._why, align="center")
        super().__init__(urwid.Filler(self._text))

    def count(self, seconds: int) -> None:
        when = f"Trying again in {seconds} s." if seconds else "Trying again ..."
        self._text.set_text(f"{self._why}\n\n{when} F10 leaves.")

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        return key


class HelpPage(urwid.WidgetWrap):  # type: ignore[type-arg]
    """All keys that work now, the matrix's too, and what the signs mean: made from what is really in force."""

    def __init__(self, table: Table, inks: Inks, signs: Signs, close: Callable[[], None]) -> None:
        self._table = table
        self._signs = signs
        self._close = close
        self._inks = inks
        self._walker = urwid.SimpleFocusListWalker(self._lines(table, signs))
        edges = {} if signs.has_blocks else ASCII_FRAME
        frame = urwid.LineBox(
            urwid.ListBox(self._walker),
            "Help: arrows scroll, Esc closes",
            **edges,  # type: ignore[arg-type]
        )
        super().__init__(urwid.Overlay(frame, table, "center", ("relative", 100), "middle", ("relative", 100)))

    def render(self, size: tuple[int, int], focus: bool = False) -> Canvas:  # type: ignore[override]
        lines = self._lines(self._table, self._signs)
        if [line.get_text() for line in lines] != [line.get_text() for line in self._walker]:
            place = min(self._walker.focus or 0, len(lines) - 1)
            self._walker[:] = lines
            self._walker.set_focus(place)
        return super().render(size, focus)

    def _lines(self, table: Table, signs: Signs) -> list[Text]:
        desk = table.desk
        lines = [self._head(desk), Text("")]
        lines += [
            self._title("While the tiles have the keyboard"),
            *self._keys(table.tile_bindings()),
        ]
        for key in desk.unreachable_keys():
            lines.append(Text(f"  {visible(key.name)}: {visible(key.text)} (this keyboard has no such key free)"))
        lines += [
            Text(""),
            self._title("While you are typing"),
            *self._keys(table.typing_bindings()),
        ]
        signs_of = {
            " ".join(signs.focus): "the tile with the focus",
            " ".join(signs.focus_asleep): "the same, while you are typing",
            " ".join(signs.disabled): "a tile that cannot be clicked now",
            f"{signs.focus[0]} {signs.disabled[1]}": "both, where there is little room",
            signs.blank_enabled: "a tile without a name",
            signs.blank_disabled: "one that cannot be clicked now",
            "*": "you, where there is little room",
            signs.audience: "somebody in the audience: no energy, no clicks",
            signs.to_me: "said to you, or about you",
        }
        lines += [
            Text(""),
            self._title("Mouse"),
            Text("  Click a tile, a name in the list (to talk to them), or the line for typing; the wheel scrolls."),
            Text(""),
            self._title("The terminal's own"),
            Text("  Ctrl-L draws the screen again. Ctrl-Z stops the client, and fg lets it go on."),
            Text(
                "  In a line that you type: Ctrl-A, -E, -U, -K, -W as in a shell; Up and Down for what you said before."
            ),
            Text(""),
            self._title("Signs"),
            *(Text(f"  {sign:<3}  {about}") for sign, about in signs_of.items()),
        ]
        return lines

    def _title(self, text: str) -> Text:
        return Text([(self._inks["headline"], text)])

    def _head(self, desk: Desk) -> Text:
        matrix = desk.model.matrix
        return Text("" if matrix is None else f"{visible(matrix.name)}: {visible(matrix.text)}")

    def _keys(self, bindings: list[Binding]) -> list[Text]:
        named = [binding for binding in bindings if binding.about]
        width = max(len(binding.shown) for binding in named)
        return [Text([(self._inks["key"], f"  {one.shown:<{width}}  "), visible(one.about)]) for one in named]

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        if key in ("esc", "f1", "enter", "q"):
            self._close()
            return None
        return super().keypress(size, key)
