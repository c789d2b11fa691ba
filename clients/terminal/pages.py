"""The other screens: login, waiting for the server, and the message that the terminal is too small."""

from __future__ import annotations

from collections.abc import Callable

import urwid
from urwid import Canvas, Text

from tilenet.clients.refusal import is_about_password
from tilenet.clients.terminal.glyphs import columns, cut, visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.inputline import PasswordLine, SuggestionLine
from tilenet.clients.terminal.layout import LEAST
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.wire.messages import ServerOpen
from tilenet.words import Words

FOCUS = "focus in", "focus out"  # what urwid calls it when the terminal gains or loses the focus
LEAVING = ("f10", "ctrl q")
LONGEST_REASON = 500  # columns, so that the countdown is always on the screen


class Shell(urwid.WidgetWrap):  # type: ignore[type-arg]
    """The frame of every screen: it says if the terminal is too small, and lets the user leave at any time."""

    def __init__(
        self,
        page: urwid.Widget,
        leave: Callable[[], None],
        say: Callable[[str], str] = str,
        notice: Callable[[str], object] = len,
    ) -> None:
        """`notice` is told every key, and FOCUS, and what the mouse does."""
        super().__init__(page)
        self._notice = notice
        self._leave = leave
        self._say = say  # in the user's language
        self._pasting: urwid.Widget | None = None  # the page in which an unfinished paste began

    def show(self, page: urwid.Widget) -> None:
        self._w = page

    def render(self, size: tuple[int, int], focus: bool = False) -> Canvas:  # type: ignore[override]
        if self._is_small(size):
            now, needed = (f"{across}x{down}" for across, down in (size, LEAST))
            words = self._say(
                Words(
                    "This terminal is {now}. tilenet needs {needed}: make it larger, or press F10.",
                    now=now,
                    needed=needed,
                )
            )
            canvas: Canvas = urwid.Filler(Text(words, align="center")).render(size)
            return canvas
        return super().render(size, focus)

    def selectable(self) -> bool:
        return True

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        self._notice(key)
        if key in FOCUS:
            return None
        if key == "ctrl l":
            return key  # the main loop draws everything again
        if key in ("begin paste", "end paste"):
            self._pasting = self._w if key == "begin paste" else None
            return super().keypress(size, key) if isinstance(self._w, RoomScreen) else None
        if self._pasting is not None:
            return super().keypress(size, key) if self._can_be_pasted(key) and not self._is_small(size) else None
        if key in LEAVING:
            self._leave()
            return None
        return None if self._is_small(size) else super().keypress(size, key)

    def _can_be_pasted(self, key: str) -> bool:
        """Whether it is text for the page that the user pasted it into. Pasting must not leave, or log in."""
        if self._w is not self._pasting:
            return False
        return isinstance(self._w, RoomScreen) or (isinstance(self._w, LoginPage) and len(key) == 1)

    def mouse_event(  # type: ignore[override]
        self, size: tuple[int, int], event: str, button: int, col: int, row: int, focus: bool
    ) -> bool | None:
        self._notice(event)
        if self._is_small(size):
            return False
        return super().mouse_event(size, event, button, col, row, focus)

    def _is_small(self, size: tuple[int, int]) -> bool:
        return size[0] < LEAST[0] or size[1] < LEAST[1]


class LoginPage(urwid.WidgetWrap):  # type: ignore[type-arg]
    """Says which server this is, and asks for name and password."""

    def __init__(
        self,
        server: ServerOpen,
        address: str,
        name: str,
        inks: Inks,
        login: Callable[[str, str], None],
        help: Callable[[], None],
        say: Callable[[str], str] = str,
    ) -> None:
        self._say = say  # in the user's language
        labels = [f"{say(label)}: " for label in (Words("Name"), Words("Password"))]
        width = max(map(columns, labels))
        self.name = SuggestionLine(" " * (width - columns(labels[0])) + labels[0], name, inks["selected"])
        self.password = PasswordLine(" " * (width - columns(labels[1])) + labels[1])
        self.message = Text("")
        self._inks = inks
        self._login = login
        self._help = help
        self.is_asking = True
        self._fields = urwid.Pile([self.name, self.password])
        group = visible(server.group)
        body = urwid.Pile(
            [
                Text([(inks["title"], f" {visible(server.name)} ")], wrap="clip"),
                Text(say(Words("Group: {group}", group=group)), wrap="clip"),
                Text(
                    say(Words("Address: {address}    Status: {status}", address=visible(address), status=server.status))
                ),
                urwid.Divider(),
                self._fields,
                urwid.Divider(),
                Text(say(Words("Play: leave the password empty. Log in or create an account: type one."))),
                Text(say(Words("A new password is asked for twice. Enter continues, F1 explains, F10 leaves."))),
                urwid.Divider(),
                self.message,
            ]
        )
        body.focus_position = 4
        super().__init__(urwid.Filler(urwid.Padding(body, left=4, right=4), valign="middle"))

    def ask(self, why: str) -> None:
        """Ask again, and say why it failed. If that was the password, it is asked for first."""
        self.message.set_text([(self._inks["warning"], f" {visible(why)} ")] if why else "")
        self.is_asking = True
        self.password.set_edit_text("")
        self._fields.focus_position = int(is_about_password(why))

    def start_at_password(self) -> None:
        self._fields.focus_position = 1

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        if key == "f1":
            self._help()
            return None
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
            self.ask(self._say(Words("Please type a name.")))
        else:
            self.is_asking = False
            self.message.set_text(self._say(Words("Logging in ...")))
            password = self.password.edit_text
            self.password.set_edit_text("")
            self._login(self.name.edit_text.strip(), password)
        return None


class WaitingPage(urwid.WidgetWrap):  # type: ignore[type-arg]
    """Says why the game is not shown, and when the client tries again."""

    def __init__(self, why: str, say: Callable[[str], str] = str) -> None:
        self._say = say
        self._why = cut(visible(why), LONGEST_REASON, "...")
        self._text = Text(self._why, align="center")
        super().__init__(urwid.Filler(self._text))

    def count(self, seconds: int) -> None:
        now, later = Words("Trying again ... F10 leaves."), Words("Trying again in {n} s. F10 leaves.", n=seconds)
        self._text.set_text(f"{self._why}\n\n{self._say(later if seconds else now)}")

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        return key
