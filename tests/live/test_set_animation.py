"""The animation of Set, frame by frame, on an emulated terminal.

The whole client draws there, the server is in memory, and both live by one clock, which the test turns.
"""

from __future__ import annotations

import io
import os
import pty
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pyte
import pytest
import urwid
from twisted.internet.address import IPv4Address
from twisted.internet.defer import Deferred, succeed
from urwid.display.raw import Screen
from urwid.testing import click, press

from tests.doubles.app import FakeHost
from tests.doubles.harness import Server
from tests.doubles.pipe import Pipe
from tests.doubles.set_table import CAP, dealt
from tests.doubles.terminal import SIZE, Wire
from tilenet.clients.address import Address
from tilenet.clients.link import Link
from tilenet.clients.terminal.app import App, PlayOptions
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.signs import FANCY
from tilenet.games.set.rules import CARDS, find_sets, words

OPEN = {"diamond": ("╱▔╲", "▏ ▕", "╲▁╱"), "box": ("┌─┐", "│ │", "└─┘"), "slash": ("  ╱", " ╱ ", "╱  ")}
FILLED = {"diamond": (" # ", "###", " # "), "box": ("###", "###", "###"), "slash": ("  #", " # ", "#  ")}
FRAME = 0.05  # seconds
WIDTHS = [15, 13, 11, 9, 7, 5, 3, 1, 3, 5, 7, 9, 11, 13]  # of frames 0 to 13

THREE = next(cards for cards in find_sets(CARDS) if not {*cards} & {*CAP[:12]})
BOARD = [*THREE, *CAP[:9]]  # a set, and nine cards with which ...
NEXT = CAP[9:12]  # ... these make no set


class EmulatedTerminal:
    """What urwid's own screen writes to a terminal, as pyte shows it."""

    def __init__(self, made: ExitStack) -> None:
        master, slave = pty.openpty()  # urwid wants a terminal to read from
        made.callback(os.close, master)
        self._written = io.StringIO()
        self._screen = Screen(input=made.enter_context(os.fdopen(slave)), output=self._written)
        self._screen.set_terminal_properties(colors=1)
        self._pyte = pyte.Screen(*SIZE)
        self._feed = pyte.Stream(self._pyte).feed
        self.shell: Shell | None = None
        made.callback(self.stop)

    def start_loop(self, shell: Shell) -> EmulatedTerminal:
        self.shell = shell
        self._screen.start()
        return self

    def draw_screen(self) -> None:
        assert self.shell is not None
        self._screen.draw_screen(SIZE, self.shell.render(SIZE, focus=True))
        self._feed(self._written.getvalue())
        self._written.seek(0)
        self._written.truncate()

    def stop(self) -> None:
        self._screen.stop()

    @property
    def text(self) -> str:
        return "\n".join(self._pyte.display)

    def find(self, text: str) -> tuple[int, int]:
        """The column and line where a text begins."""
        return next((row.index(text), y) for y, row in enumerate(self._pyte.display) if text in row)

    def card(self, position: int) -> list[str]:
        """The five lines of a card."""
        x, y = position % 4 * 16, 1 + position // 4 * 6
        return [line[x : x + 15] for line in self._pyte.display[y : y + 5]]


class Seat:
    """A seat at the terminal, in a server's room of Set: ann has taken it."""

    def __init__(self, server: Server, terminal: EmulatedTerminal) -> None:
        urwid.set_encoding("utf-8")
        self._server, self._terminal = server, terminal
        self._pipe, self._wire = Pipe(), Wire()
        self._session: Any = None
        self._link: Link | None = None
        options = PlayOptions(Address("localhost", 44455), "ann", True, Inks(1), FANCY)
        self.ends: list[tuple[int, str]] = []
        self._app = App(server.clock, options, FakeHost(server.clock, self._call, terminal.start_loop, self.ends))
        self._app.connect()
        self.settle()

    def _call(self, link: Link) -> Deferred[Any]:
        self._session = self._server.door.buildProtocol(IPv4Address("TCP", "127.0.0.1", 40000))
        self._session.makeConnection(self._pipe)
        self._link = link
        link.makeConnection(self._wire)
        return succeed(link)

    def settle(self) -> None:
        """Let everything arrive and be drawn, without letting time pass."""
        for _ in range(20):
            if sent := self._wire.take():
                self._session.dataReceived(sent)
            self._server.settle()
            told, self._pipe.written = self._pipe.written, b""
            if told and self._link is not None:
                self._link.dataReceived(told)
            self._server.clock.advance(0)
            if not sent and not told:
                return
        raise AssertionError("it never comes to rest")

    def press(self, *keys: str) -> None:
        assert self._terminal.shell is not None
        press(self._terminal.shell, SIZE, *keys)
        self.settle()

    def click_on(self, text: str) -> None:
        assert self._terminal.shell is not None
        click(self._terminal.shell, SIZE, *self._terminal.find(text))
        self.settle()

    def wait(self, seconds: float, step: float = FRAME) -> None:
        for _ in range(round(seconds / step)):
            self._server.clock.advance(step)
            self.settle()


@pytest.fixture
def made() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def terminal(made: ExitStack) -> EmulatedTerminal:
    return EmulatedTerminal(made)


@pytest.fixture
def ann(terminal: EmulatedTerminal, monkeypatch: pytest.MonkeyPatch) -> Seat:
    """She is in the room, and the game has begun."""
    seat = Seat(Server([dealt([*BOARD, *NEXT])]), terminal)
    seat.click_on("Set")
    seat.wait(16, step=0.5)
    return seat


def face(card: int, letter: str) -> list[str]:
    """A card without colours, with its letter, and that of its colour."""
    number, colour, shading, shape = words(card).split()
    shapes = OPEN if shading == "o" else FILLED
    rows = [" ".join([row] * int(number)).center(15)[1:-1] for row in shapes[shape]]
    drawn = [f"│{row.replace('#', '▒' if shading == '@' else shading)}│" for row in rows]
    return [f"{letter}{'─' * 13}{colour[0].upper()}", *drawn, f"╰{'─' * 13}╯"]


def test_a_set_shrinks_and_grows_three_cards_frame_by_frame(ann: Seat, terminal: EmulatedTerminal) -> None:
    assert [terminal.card(n) for n in range(3)] == [face(card, "abc"[n]) for n, card in enumerate(THREE)]
    ann.press("a", "b", "c", " ")
    assert "ann found a set: 5 points" in terminal.text
    for frame, width in enumerate(WIDTHS):
        for n in range(3):
            blank = [("░" * width).center(15)] * 5
            if frame == 0:
                blank[0] = "abc"[n] + "░" * 14
            assert terminal.card(n) == blank, f"frame {frame} of card {n}\n{terminal.text}"
        assert terminal.card(3) == face(CAP[0], "d")
        ann.press("a")  # cannot be selected yet
        assert "selected" not in terminal.text
        ann.wait(FRAME)
    assert [terminal.card(n) for n in range(3)] == [face(card, "abc"[n]) for n, card in enumerate(NEXT)]
    ann.press("a")
    assert "selected" in terminal.text


def test_of_two_replacements_in_one_animation_only_the_last_card_is_ever_drawn(
    ann: Seat, terminal: EmulatedTerminal
) -> None:
    ann.press("a", "b", "c", " ")
    ann.wait(4 * FRAME)
    ann.press("x")
    assert "ann saw that there is no set: 10 + 2" in terminal.text
    seen: list[list[list[str]]] = []
    for _ in range(30):
        seen.append([terminal.card(n) for n in range(3)])
        ann.wait(FRAME)
    middle = [face(card, "abc"[n]) for n, card in enumerate(NEXT)]
    twice = [n for n in range(3) if terminal.card(n) != middle[n]]
    assert twice, "none of the three was among the six: another chance is needed"
    for n in twice:
        assert middle[n] not in [cards[n] for cards in seen]
        assert seen[-1][n][0].startswith("abc"[n]) and "╰" in seen[-1][n][4]
