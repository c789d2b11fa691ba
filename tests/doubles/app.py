"""The terminal client from connecting to leaving, with a clock, a loop and a network that tests turn by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import urwid
from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionDone, ConnectionLost, ConnectionRefusedError
from twisted.internet.interfaces import IDelayedCall
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase
from urwid.testing import press

from tests.doubles.pipe import Pipe
from tests.doubles.terminal import SIZE, board, is_harmless, screen, told
from tilenet.clients.address import Address
from tilenet.clients.link import Link
from tilenet.clients.terminal import host
from tilenet.clients.terminal.app import App, PlayOptions
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.signs import FANCY
from tilenet.wire.codec import Decoder, closing, encode, opening
from tilenet.wire.grammar import CLIENT, SERVER
from tilenet.wire.messages import ClientOpen, Closed, LoggedIn, Message, ServerOpen, Set, Status, Xrequest


class Loop:
    """Counts what is asked of urwid's main loop, which runs from the beginning until it is stopped."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.draws = 0
        self.stops = 0

    def draw_screen(self) -> None:
        assert not self.stops
        self.draws += 1
        screen(self.shell)

    def stop(self) -> None:
        self.stops += 1


class Call:
    """One call to the server, as the network sees it."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.wire = Pipe()
        self.answer: Deferred[Any] = Deferred()
        self._decoder = Decoder(CLIENT)
        self._is_lost = False

    @property
    def is_live(self) -> bool:
        """Whether the client is connected, and has not hung up."""
        return self.link.transport is not None and self.wire.is_open

    def accept(self) -> None:
        self.link.makeConnection(self.wire)
        self.answer.callback(self.link)

    def refuse(self) -> None:
        self.answer.errback(Failure(ConnectionRefusedError()))

    def say(self, *messages: Message) -> None:
        for message in messages:
            if isinstance(message, ServerOpen):
                data = opening(message)
            else:
                data = closing(SERVER) if isinstance(message, Closed) else encode(message)
            self.link.dataReceived(data)

    def say_raw(self, text: str) -> None:
        self.link.dataReceived(text.encode())

    def heard(self) -> list[Message]:
        """What the client has said since this was asked last."""
        return self._decoder.feed(self.wire.pop())

    def hang_up(self, error: type[Exception] = ConnectionLost) -> None:
        if not self._is_lost:
            self._is_lost = True
            self.wire.is_open = False
            self.link.connectionLost(Failure(error()))

    def settle(self) -> None:
        """What the client has closed is closed."""
        if not self.wire.is_open:
            self.hang_up(ConnectionDone)


@dataclass
class FakeHost:
    """What a client needs around it, as a test wants it."""

    clock: Clock
    connect: Callable[[Link], Deferred[Any]]
    start_loop: Callable[[Shell], host.Loop]
    ends: list[tuple[int, str]]
    can_suspend: bool = False
    copied: list[str] = field(default_factory=list)

    titles: list[str] = field(default_factory=list)
    rings: int = 0

    saved: list[tuple[str, str]] = field(default_factory=list)

    def save(self, name: str, text: str) -> str:
        self.saved.append((name, text))
        return "tilenet-ann.json"

    def set_title(self, text: str) -> None:
        self.titles.append(text)

    def ring(self) -> None:
        self.rings += 1

    def copy(self, text: str) -> None:
        self.copied.append(text)

    def draw_soon(self, draw: Callable[[], None]) -> IDelayedCall:
        return self.clock.callLater(0, draw)

    def done(self, status: int, words: str) -> None:
        self.ends.append((status, words))


class AppStage:
    """One run of the client, from `begin`, and everything that the world around it can do."""

    def begin(self, is_name_given: bool = False, comes_back: bool = True, **more: Any) -> None:
        """`more` are other options of the command line."""
        urwid.set_encoding("utf-8")
        self.clock = Clock()
        self.calls: list[Call] = []
        self.loops: list[Loop] = []
        self.ends: list[tuple[int, str]] = []
        options = PlayOptions(
            Address("localhost", 44455), "ann", is_name_given, Inks(1), FANCY, comes_back=comes_back, **more
        )
        self.host = FakeHost(self.clock, self._call, self._start_loop, self.ends)
        self.app = App(self.clock, options, self.host, Random(0))

    def _call(self, link: Link) -> Deferred[Any]:
        self.calls.append(Call(link))
        return self.calls[-1].answer

    def _start_loop(self, shell: Shell) -> Loop:
        self.loops.append(Loop(shell))
        return self.loops[-1]

    # Where one can be

    @property
    def call(self) -> Call:
        return self.calls[-1]

    @property
    def loop(self) -> Loop:
        (loop,) = self.loops
        return loop

    def turn(self) -> None:
        """The end of a turn of the reactor."""
        for call in self.calls:
            call.settle()
        self.clock.advance(0)

    def advance(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.advance(1)

    def seen(self) -> str:
        self.turn()
        return str(screen(self.loop.shell))

    def press(self, *keys: str) -> None:
        press(self.loop.shell, SIZE, *keys)
        self.turn()

    def open(self, status: Status = "open") -> None:
        self.app.connect()
        self.answer(status)

    def answer(self, status: Status = "open", group: str = "testers") -> None:
        self.call.accept()
        self.say(ServerOpen(group, "tilenet", status))

    def say(self, *messages: Message) -> None:
        self.call.say(*messages)
        self.turn()

    def log_in(self) -> None:
        self.open()
        self.press("enter", *"secret", "enter")
        self.say(LoggedIn("ann has an account: log in with its password, or choose another name."))
        self.let_in()

    def let_in(self) -> None:
        self.say(LoggedIn("Welcome.", "a1"), *board(), told(kind=""))

    def lose(self) -> None:
        """The connection is lost, and the server answers the next call."""
        self.call.hang_up()
        self.advance(5)
        self.answer()

    def come_back(self, *news: Message, me: str = "a7") -> None:
        """The server lets the user in as another agent, and shows the room: the agents come last."""
        *room, _ = board()
        self.say(LoggedIn("Welcome back, ann.", me), *room, *news, Set(me, name="ann", energy=9), told(kind=""))

    def logins(self) -> list[Message]:
        """What the client has said, apart from what it always says."""
        return [message for message in self.call.heard() if not isinstance(message, ClientOpen | Xrequest)]


class AppTestCase(AppStage, SynchronousTestCase):
    def setUp(self) -> None:
        self.begin()

    def assert_seen(self, *texts: str) -> None:
        seen = self.seen()
        for text in texts:
            self.assertIn(text, seen)

    def assert_harmless(self) -> None:
        self.assertTrue(is_harmless(self.seen().replace("\n", "")), ascii(self.seen()))

    def assert_over(self, status: int, words: str) -> None:
        self.turn()
        self.assertEqual(self.ends, [(status, words)])
        self.assertEqual([loop.stops for loop in self.loops], [1] * len(self.loops))
        self.assertEqual(self.clock.getDelayedCalls(), [])
        self.app.leave()
        self.app.leave()
        self.turn()
        self.assertEqual(self.ends, [(status, words)])
