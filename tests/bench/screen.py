"""What one changed tile costs the terminal client: from the server's bytes to those for the terminal."""

import io
import time
from collections.abc import Callable

from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from urwid import set_encoding
from urwid.display.raw import Screen

from tilenet.clients.link import End, Link
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.inks import Depth, Inks
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.clients.terminal.signs import FANCY
from tilenet.wire.codec import encode, opening
from tilenet.wire.messages import LoggedIn, ServerOpen, Set

SIZE = 80, 25
CHANGES = 1000
COLOURS: Depth = 16777216


class Watcher:
    """The caller of a link that only draws what it is told."""

    draw: Callable[[], None]

    def opened(self, server: ServerOpen) -> None:
        """Take no notice."""

    def answered(self, answer: LoggedIn) -> None:
        """Take no notice."""

    def model_changed(self) -> None:
        """Draw it."""
        self.draw()

    def ended(self, end: End, why: str) -> None:
        """Take no notice."""


def board() -> list[Set]:
    """Return PairPanicking's matrix, with ten players in it."""
    sets = [Set("m1", name="PairPanicking", text="32 pairs to find.", fgcolor="ffe6e6e6", bgcolor="ff1a1a1a", x=9, y=8)]
    for number in range(64):
        x, y = number % 8, number // 8
        sets.append(Set(f"t{number + 1}", energy=1, name="?", text="A hidden square.", bgcolor="ff3b4754", x=x, y=y))
    for row, name in enumerate(("Home", "Help", "Scoring", "Restart")):
        sets.append(Set(f"t{65 + row}", energy=1, name=name, x=8, y=row))
    return sets + [Set(f"a{number}", energy=number, name=f"player {number}") for number in range(1, 11)]


def changed_tiles(number: int = CHANGES) -> list[float]:
    """Return the seconds of CPU that each of so many changed tiles takes."""
    set_encoding("utf-8")
    output = io.StringIO()
    screen = Screen(input=object(), output=output)  # type: ignore[arg-type]
    screen.set_terminal_properties(colors=COLOURS)
    watcher = Watcher()
    link = Link(watcher, Clock())
    room_screen = RoomScreen(Controller(link, time.monotonic), "localhost", Inks(COLOURS), FANCY, *[lambda: None] * 3)

    def draw() -> None:
        room_screen.model_changed()
        screen.draw_screen(SIZE, room_screen.render(SIZE, focus=True))

    watcher.draw = draw
    taken = []
    with screen.start():
        link.makeConnection(StringTransport())
        link.dataReceived(opening(ServerOpen("tilenet", "bench", "open")))
        link.login("bench", "")
        link.dataReceived(encode(LoggedIn("", "a1")) + b"".join(map(encode, board())))
        for turn in range(number):
            square, is_shown = turn // 2 % 64 + 1, turn % 2 == 0
            news = (
                Set(f"t{square}", 0, "cat", "cat", "fff39e91")
                if is_shown
                else Set(f"t{square}", 1, "?", "", "ff3b4754")
            )
            before, written = time.process_time(), output.tell()
            link.dataReceived(encode(news))
            taken.append(time.process_time() - before)
            assert output.tell() > written, "nothing was drawn"
    return taken
