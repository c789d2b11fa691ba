"""A stage for the terminal client: a real link and a real table, with no server, no socket and no terminal.

What a server says is told to it, what the user does is kept, and the screen is text and inks by column and line.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import urwid
from twisted.internet.task import Clock
from urwid import AttrSpec, calc_width, str_util
from urwid.testing import click, press

from tests.doubles.pipe import Pipe
from tilenet.clients.link import End, Link
from tilenet.clients.model import Cell, Model, Thing
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.inks import Colour, Depth, Inks
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.clients.terminal.signs import FANCY, Signs
from tilenet.clients.terminal.skinchoice import PATIENCE
from tilenet.wire.codec import Decoder, encode, opening
from tilenet.wire.grammar import CLIENT
from tilenet.wire.messages import FACTS, Cmd, Hear, LoggedIn, Message, ServerOpen, Set, Xresponse

SERVER = ServerOpen("testers", "tilenet", "open")
SIZE = 80, 25

#: Text that would do harm on a terminal, or that hides: controls of C1, bidi, zero width, many marks on one letter.
HOSTILE = (
    "a\u009b31mb",
    "a\u0085b",
    "a\u009d0;title\u009cb",
    "\u202eevil\u202c",
    "\u2066x\u2069",
    "z\u200b\u200d\u2060\ufeffz",
    "q" + "\u0301" * 40,
    "\u0301\u0301leading",
    "a\u00adb\u061cc",
    "two\u2028lines\u2029here",
    "flag \U0001f1e9\U0001f1ea and \U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u115f\u3164\u2800x",
    "no\ue000de\ufdd0",
)


class Screen:
    """What is on the screen: the text of every line, and a character and an ink for every column of it."""

    def __init__(self, canvas: urwid.Canvas) -> None:
        encoding = urwid.util.get_encoding()
        self.size = canvas.cols(), canvas.rows()
        self.cursor = canvas.cursor
        self._runs = [[(ink, data.decode(encoding)) for ink, _, data in row] for row in canvas.content()]
        self.lines = ["".join(text for _, text in row) for row in self._runs]

    @cached_property
    def cells(self) -> list[list[tuple[str, AttrSpec | None]]]:
        """By line and column; a wide character has an empty string after it."""
        return [list(self._cells(row)) for row in self._runs]

    def _cells(self, row: Iterable[tuple[Any, str]]) -> Iterator[tuple[str, AttrSpec | None]]:
        for ink, text in row:
            begin = 0
            while begin < len(text):
                end = begin + 1 if text.isascii() else str_util.move_next_char(text, begin, len(text))
                yield text[begin:end], ink
                yield from [("", ink)] * (calc_width(text, begin, end) - 1)
                begin = end

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Screen) or (self.lines, self.cursor) != (other.lines, other.cursor):
            return False
        return self._runs == other._runs or self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]

    def find(self, text: str) -> tuple[int, int]:
        """The column and the line where a text begins that is there once."""
        found = [
            (len(self.columns_before(y, line.index(text))), y) for y, line in enumerate(self.lines) if text in line
        ]
        assert len(found) == 1, f"{text!r} is in {len(found)} lines of\n{self}"
        return found[0]

    def columns_before(self, y: int, characters: int) -> list[tuple[str, AttrSpec | None]]:
        count, found = 0, []
        for char, ink in self.cells[y]:
            if count >= characters and char:
                break
            count += len(char)
            found.append((char, ink))
        return found

    def line_with(self, text: str) -> str:
        return self.lines[self.find(text)[1]]

    def text(self, x: int, y: int, width: int) -> str:
        """The text in these columns of a line."""
        return "".join(char for char, _ in self.cells[y][x : x + width])

    def ink(self, x: int, y: int) -> AttrSpec | None:
        return self.cells[y][x][1]

    def background(self, x: int, y: int) -> str:
        ink = self.ink(x, y)
        assert ink is not None
        return ink.background

    def inks(self) -> set[AttrSpec | None]:
        return {ink for line in self.cells for _, ink in line}


def colours(ink: AttrSpec | None) -> tuple[Colour, Colour]:
    """Foreground and background of an ink that has both."""
    assert ink is not None
    red, green, blue, *behind = (part or 0 for part in ink.get_rgb_values())
    return Colour(red, green, blue), Colour(*behind)


def screen(widget: urwid.Widget, size: tuple[int, int] = SIZE) -> Screen:
    """A widget as the main loop would draw it."""
    return Screen(widget.render(size, focus=True))


def is_harmless(text: str) -> bool:
    """Whether there is nothing in it but what can be seen, and no more than two marks on a letter.

    Written without looking at the client's own code for it.
    """
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or (category == "Zs" and char not in " \u1680"):
            return False
        if char in "\u034f\u115f\u1160\u2800\u3164\uffa0" or "\ufe00" <= char <= "\ufe0f":
            return False
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > 2:
            return False
    return True


class Stage:
    """One user, logged in as a1 if nothing else is said, in front of a room."""

    def __init__(
        self,
        *messages: Message,
        depth: Depth = 1,
        signs: Signs = FANCY,
        size: tuple[int, int] = SIZE,
        server: ServerOpen = SERVER,
        address: str = "localhost",
        me: str = "a1",
        clock: Clock | None = None,
    ) -> None:
        urwid.set_encoding("utf-8")
        self.size = size
        self.clock = clock or Clock()
        self.clock.rightNow -= 0 if clock else PATIENCE
        self.wire = Pipe()
        self.link = Link(self, self.clock)
        self.link.makeConnection(self.wire)
        self.controller = Controller(self.link, self.clock.seconds)
        self.done: list[str] = []  # what was asked of the application
        self.inks = Inks(depth)
        self.signs = signs
        self.room_screen = RoomScreen(
            self.controller,
            address,
            self.inks,
            signs,
            lambda: self.done.append("help"),
            lambda: self.done.append("answer"),
            lambda: self.done.append("leave"),
        )
        self._decoder = Decoder(CLIENT)
        self.link.dataReceived(opening(server) + encode(LoggedIn("Welcome.", me)))
        self.sent()
        if clock is None:
            self.clock.advance(PATIENCE)  # most tests are about rooms that say nothing of themselves
        self.tell(*messages)
        self.screen()

    # The caller of the link

    def opened(self, server: ServerOpen) -> None:
        self.link.login("ann", "")

    def answered(self, answer: LoggedIn) -> None:
        pass

    def model_changed(self) -> None:
        self.room_screen.model_changed()

    def ended(self, end: End, why: str) -> None:
        self.done.append(end.value)

    # What the server says

    @property
    def model(self) -> Model:
        return self.link.model

    def tell(self, *messages: Message) -> None:
        """News that come in one piece. Not as bytes: these could not carry all that a test wants to try."""
        for message in messages:
            self.model.take(message)
        self.room_screen.model_changed()

    def hear(self, message: str, from_: str = "m1", to: str = "m1") -> None:
        self.tell(Hear(from_, to, message))

    # What the user does and sees

    def screen(self, size: tuple[int, int] | None = None) -> Screen:
        return screen(self.room_screen, size or self.size)

    def press(self, *keys: str) -> list[str]:
        """Press keys; those that nobody wanted are given back."""
        return press(self.room_screen, self.size, *keys)

    def take_a_part(self) -> None:
        """If the room is larger than the screen, the user wants to see it in parts."""
        if "see it in parts" in str(self.screen()):
            self.press("enter")
            assert "see it in parts" not in str(self.screen())

    def type(self, text: str) -> None:
        """Type into the line, and go on."""
        if not self.controller.is_typing:
            self.press("tab")
        self.press(*text)

    def say(self, text: str) -> None:
        self.type(text)
        self.press("enter")

    def paste(self, *keys: str) -> None:
        self.press("begin paste", *keys, "end paste")

    def click(self, column: int, line: int, button: int = 1) -> bool:
        """Click at a place of what is on the screen."""
        self.screen()
        return click(self.room_screen, self.size, column, line, button=button)

    def click_on(self, text: str) -> None:
        self.click(*self.screen().find(text))

    def wheel(self, way: str, column: int, line: int, times: int = 1) -> None:
        for _ in range(times):
            click(self.room_screen, self.size, column, line, button={"up": 4, "down": 5}[way])
        self.screen()

    def sent(self) -> list[Cmd]:
        """The commands that were sent since this was asked last."""
        return [message for message in self._decoder.feed(self.wire.pop()) if isinstance(message, Cmd)]

    @property
    def typed(self) -> str:
        return str(self.room_screen.typing.edit_text)

    def tile(self, cell: Cell) -> Thing:
        return self.model.grid()[cell]


def matrix(x: int, y: int, name: str = "Room", text: str = "A room.", **more: str) -> Set:
    return Set("m1", name=name, text=text, x=x, y=y, **more)  # type: ignore[arg-type]


def tile(number: int, x: int, y: int, name: str = "tile", **more: Any) -> Set:
    return Set(f"t{number}", name=name, x=x, y=y, **more)


def agent(number: int, name: str, energy: int = 10, **more: Any) -> Set:
    return Set(f"a{number}", name=name, energy=energy, **more)


def key(number: int, name: str, text: str = "", **more: Any) -> Set:
    return Set(f"k{number}", name=name, text=text, **more)


ANN, BOB, CID = agent(1, "ann", 9), agent(2, "bob", 14), agent(3, "cid", 0)


def told(roles: Mapping[str, str] | None = None, room: str = "m1", **members: Any) -> Xresponse:
    """What a room says of itself as a whole, if it is given a kind; otherwise what has changed."""
    return Xresponse(json.dumps({"room": room, "now": 0, **({"roles": roles} if roles else {}), **members}), FACTS)


def board(width: int = 3, height: int = 3, skip: Iterable[Cell] = ()) -> list[Message]:
    """A matrix full of tiles, and ann; the tile in column x and row y is called xy."""
    cells = [(x, y) for y in range(height) for x in range(width) if (x, y) not in set(skip)]
    tiles = [tile(number, *cell, f"{cell[0]}{cell[1]}") for number, cell in enumerate(cells, 1)]
    return [matrix(width, height), *tiles, ANN]


def pairs() -> list[Message]:
    """PairPanicking with one square showing and one solved: 64 squares, a column of commands, and four people."""
    hidden = {"name": "?", "text": "A hidden square.", "fgcolor": "ffffffff", "bgcolor": "ff3b4754"}
    squares = [tile(1 + x + 8 * y, x, y, **hidden) for y in range(8) for x in range(8)]
    showing = Set("t2", name="cat", text="It shows cat.", fgcolor="fffdf7dd", bgcolor="ff705c10", energy=0)
    solved = Set("t1", name="··", text="A solved square.", fgcolor="ff808080", bgcolor="ff262626", energy=0)
    commands = [
        tile(101, 8, 0, "Home", text="Back to your Home"),
        tile(102, 8, 1, "Help", text="How to play"),
        tile(103, 8, 2, "Scoring", text="What brings points"),
        tile(104, 8, 3, "Restart", text="A new game", energy=0),
        tile(105, 8, 4, "1.5 s", text="How long the two squares still show", energy=0),
    ]
    return [
        Set("m1", name="PairPanicking", text="30 pairs to find. bob 14, ann 9, bot-1 6 and 1 more.", x=9, y=8),
        *squares,
        showing,
        solved,
        *commands,
        ANN,
        BOB,
        CID,
        agent(4, "bot-1", 6),
    ]
