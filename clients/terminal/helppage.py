"""Help, over whatever is on the screen: the rules of the room, then the keys that work there; or what a login is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import urwid
from urwid import Canvas, Text

from tilenet.clients.model import Thing
from tilenet.clients.roomfacts import Members, text
from tilenet.clients.terminal.glyphs import columns, visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.clients.terminal.signs import Signs
from tilenet.words import Words

CLOSING = ("esc", "f1", "q", "enter")
SCROLLING = {"j": "down", "k": "up", " ": "page down"}  # besides the keys that scroll a list anyway
ABOVE = 2  # lines of the screen that stay visible: where the user is, and how the game goes
ASCII_FRAME = {
    **dict.fromkeys(("tlcorner", "trcorner", "blcorner", "brcorner"), "+"),
    **{"tline": "-", "bline": "-", "lline": "|", "rline": "|"},
}

LOGIN = (
    Words("Press Enter twice to play as a guest under the name shown. Type over it to choose another."),
    "",
    Words(
        "With a password you log in to your account. If the name has none yet, you create one by typing the password "
        "once more. The password is not shown, but it is sent unencrypted."
    ),
    "",
    Words("If somebody else has the name already, the server adds a number to yours."),
    "",
    Words(
        "Tab moves between the two lines, and Enter continues. F10, Ctrl-Q and Ctrl-C leave. Ctrl-L redraws the screen."
    ),
)


DEALS = {
    "previous": Words("The deal of the match before"),
    "match": Words("The deal of this match, or of the last one"),
    "next": Words("The next deal"),
}


class Line(NamedTuple):
    """One line of help; it may begin with a key or a sign."""

    text: str
    is_heading: bool = False
    sign: str = ""
    width: int = 0  # columns for the sign


class Hanging(urwid.StandardTextLayout):
    """Text that begins with a sign, and whose other lines begin where the text after it does.

    Two columns would look the same, but as widgets they are a lot of work, and much for the garbage collector.
    """

    def __init__(self, head: int, indent: int) -> None:
        """`head` is how many characters the sign takes, with the space behind it, and `indent` how many columns."""
        super().__init__()
        self._head = head
        self._indent = indent

    def layout(self, text: Any, width: int, align: Any, wrap: Any) -> list[list[Any]]:
        head, indent = self._head, self._indent
        lines: list[list[Any]] = super().layout(text[head:], max(1, width - indent), align, wrap)
        moved = [[(indent, None), *(_moved(segment, head) for segment in line)] for line in lines]
        moved[0][0] = indent, 0, head
        return moved


def _moved(segment: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """The same part of a line for a text with so much in front of it."""
    columns, *places = segment
    return columns, *(place + by if isinstance(place, int) else place for place in places)


class HelpPage(urwid.WidgetWrap):  # type: ignore[type-arg]
    """A page of text in a frame, which scrolls. What is behind it goes on; so does what it says."""

    def __init__(
        self,
        behind: urwid.Widget,
        title: str,
        lines: Callable[[], list[Line]],
        inks: Inks,
        signs: Signs,
        close: Callable[[], None],
    ) -> None:
        self._lines = lines
        self._close = close
        self._inks = inks
        self._shown: list[Line] = []  # before it is seen
        self._walker: Any = urwid.SimpleFocusListWalker([])
        edges = {} if signs.has_blocks else ASCII_FRAME
        frame = urwid.LineBox(
            urwid.Padding(urwid.ListBox(self._walker), left=1, right=1),
            f"{title} {signs.rule * 2} {signs.say(Words('Esc closes, arrows scroll'))}",
            title_align="left",
            **edges,
        )
        over = urwid.Overlay(
            frame, behind, "center", ("relative", 100), "middle", ("relative", 100), left=1, right=1, top=ABOVE
        )
        super().__init__(over)

    def render(self, size: tuple[int, int], focus: bool = False) -> Canvas:  # type: ignore[override]
        lines = self._lines()
        if lines != self._shown:
            place = min(self._walker.focus or 0, len(lines) - 1)
            self._shown, self._walker[:] = lines, [self._drawn(line) for line in lines]
            self._walker.set_focus(place)
        return super().render(size, focus)

    def _drawn(self, line: Line) -> Text:
        if line.sign:
            gap = " " * (line.width + 2 - columns(line.sign))
            layout = Hanging(len(line.sign + gap), line.width + 2)
            return Text([(self._inks["key"], line.sign), gap + line.text], layout=layout)
        return Text((self._inks["headline"], line.text) if line.is_heading else line.text)

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        if key in CLOSING:
            self._close()
            return None
        return super().keypress(size, SCROLLING.get(key, key))


def login_help(page: urwid.Widget, inks: Inks, signs: Signs, close: Callable[[], None]) -> HelpPage:
    title, lines = signs.say(Words("Logging in")), [Line(signs.say(text)) for text in LOGIN]
    return HelpPage(page, title, lambda: lines, inks, signs, close)


def room_help(
    screen: RoomScreen, inks: Inks, signs: Signs, close: Callable[[], None], *, can_suspend: bool = False
) -> HelpPage:
    matrix = screen.controller.model.matrix
    title = "" if matrix is None else visible(matrix.name)
    return HelpPage(screen, title, lambda: _about_room(screen, signs, can_suspend=can_suspend), inks, signs, close)


def answer(screen: RoomScreen, inks: Inks, signs: Signs, close: Callable[[], None]) -> HelpPage:
    """What the room has answered to a command."""
    controller = screen.controller
    lines, title = controller.answer, visible(controller.command)
    return HelpPage(screen, title, lambda: [Line(visible(line.message)) for line in lines], inks, signs, close)


def _about_room(screen: RoomScreen, signs: Signs, *, can_suspend: bool) -> list[Line]:
    """They are made from what the room says, and from the bindings themselves."""
    controller, empty, say = screen.controller, Line(""), signs.say
    rules = controller.model.help or ([] if controller.model.matrix is None else [controller.model.matrix.text])
    return [
        *(line for rule in rules for line in (Line(visible(rule)), empty)),
        Line(say(Words("Keys on the board")), is_heading=True),
        *_keys(screen.tile_bindings(), signs),
        *(Line(say(_unreachable(key))) for key in controller.unreachable_keys()),
        empty,
        Line(say(Words("Keys while you type")), is_heading=True),
        *_keys(screen.typing_bindings(), signs),
        Line(say(Words("Ctrl-A, -E, -U, -K and -W edit the line as in a shell."))),
        empty,
        Line(say(Words("Mouse")), is_heading=True),
        Line(say(Words("Click a tile, a name (to write to that player), or the line for typing; the wheel scrolls."))),
        empty,
        Line(say(Words("The terminal")), is_heading=True),
        Line(say(Words("Ctrl-L redraws the screen."))),
        *([Line(say(Words("Ctrl-Z suspends the client, and fg resumes it.")))] if can_suspend else []),
        empty,
        Line(say(Words("Signs")), is_heading=True),
        *(Line(say(about), sign=sign, width=3) for sign, about in _meanings(signs).items()),
        *_deals(controller.model.fair, signs),
    ]


def _deals(fair: Members, signs: Signs) -> list[Line]:
    """What is known of the deals of the room; nothing if it does not deal."""
    found: list[Line] = []
    for name, title in DEALS.items():
        deal = fair.get(name)
        if not isinstance(deal, dict):
            continue
        said = [Words("Hash of its secret: {hash}", hash=text(deal, "commitment"))]
        if secret := text(deal, "secret"):
            said.append(Words("Its secret: {secret}", secret=secret))
        found += [Line(""), Line(signs.say(title), is_heading=True), *(Line(visible(signs.say(one))) for one in said)]
    return found


def _unreachable(key: Thing) -> Words:
    return Words("{key}: {text} (not available on this keyboard)", key=visible(key.name), text=visible(key.text))


def _keys(bindings: list[Binding], signs: Signs) -> list[Line]:
    named = [binding for binding in bindings if binding.about and binding.is_enabled]
    width = max(len(binding.shown) for binding in named)
    return [Line(visible(signs.say(one.about)), sign=one.shown, width=width) for one in named]


def _meanings(signs: Signs) -> dict[str, Words]:
    return {
        " ".join(signs.focus): Words("the tile with the focus"),
        " ".join(signs.focus_while_typing): Words("the same, while you are typing"),
        " ".join(signs.disabled): Words("a tile that cannot be clicked now"),
        f"{signs.focus[0]} {signs.disabled[1]}": Words("both, if there is little room"),
        signs.blank_enabled: Words("a tile without a name"),
        signs.blank_disabled: Words("the same, if it cannot be clicked now"),
        "*": Words("you, if there is little room"),
        signs.audience: Words("a spectator, who cannot click"),
        signs.away: Words("a player whose connection is lost; the seat is kept for a while"),
        signs.bot: Words("a bot"),
        signs.to_me: Words("a message to you, or about you"),
    }
