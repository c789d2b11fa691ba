"""One player at a terminal far away: the client that runs here for them, from the shell to the exit status."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.clients.address import Address
from tilenet.clients.language import has_bell, language_of
from tilenet.clients.link import Link
from tilenet.clients.ssh.drawqueue import DrawQueue
from tilenet.clients.ssh.guardedclock import GuardedClock
from tilenet.clients.ssh.loopback import Loopback, LoopbackSender
from tilenet.clients.ssh.screen import RemoteLoop, RemoteScreen, Terminal
from tilenet.clients.terminal.app import App, PlayOptions
from tilenet.clients.terminal.background import END, MUTE, QUESTION, is_background_light
from tilenet.clients.terminal.clipboard import copying
from tilenet.clients.terminal.glyphs import visible
from tilenet.clients.terminal.host import Pending
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.doors.session import WRONG, Session

BACKGROUND_SECONDS = 0.5  # for the terminal to say whether it is light or dark
LONGEST_ANSWER = 256  # bytes


class TerminalChannel(Protocol):
    """The channel to the terminal."""

    @property
    def is_output_waiting(self) -> bool:
        """Whether the terminal has yet to take what was written."""

    def write(self, data: bytes) -> None:
        """Show this."""

    def hold(self, is_held: bool) -> None:
        """Whether no more should be read for now."""

    def exit(self, status: int) -> None:
        """End, after what was written."""


class Visit:
    """The `Host` of one client. Whatever goes wrong in it ends this visit alone, with the terminal as it was."""

    log = Logger()
    can_suspend = False

    def __init__(
        self,
        session: Session,
        sender: LoopbackSender,
        channel: TerminalChannel,
        terminal: Terminal,
        name: str,
        address: Address,
        draw_queue: DrawQueue,
        inks: Callable[[int, bool], Inks],
        join: str = "",
    ) -> None:
        """`join` is the code of a table, or the address of a room, to go to at once."""
        self._session = session
        self._sender = sender
        self._channel = channel
        self._terminal = terminal
        self._name = name
        self._address = address
        self._draw_queue = draw_queue
        self._inks = inks
        self._join = join
        self._turn = session.world.turn
        self._clock: Any = GuardedClock(self._turn.clock, self._guard)
        self._answer = b""  # of the terminal, to the question what its background is
        self._asking: IDelayedCall | None = None
        self._app: App | None = None
        self._loop: RemoteLoop | None = None
        self._is_over = False

    # What the terminal does

    def start(self) -> None:
        """A client begins: but first the terminal is asked what it looks like."""
        if self._terminal.depth > 1 and not self._terminal.term.startswith(MUTE):
            self._channel.write(QUESTION)
            self._asking = self._clock.callLater(BACKGROUND_SECONDS, self._begin)
        else:
            self._guard(self._begin)

    def type(self, data: bytes) -> None:
        if self._asking is not None:
            self._answer += data
            if END.search(self._answer) or len(self._answer) > LONGEST_ANSWER:
                self._guard(self._begin)
        elif self._loop is not None:
            self._guard(self._loop.feed, data)

    def resize(self, columns: int, rows: int) -> None:
        self._terminal = self._terminal.resized(columns, rows)
        if self._loop is not None:
            self._guard(self._loop.resize, columns, rows)

    def unblock(self) -> None:
        """The terminal has taken what it was sent."""
        if self._loop is not None:
            self._guard(self._loop.unblock)

    def leave(self) -> None:
        """The user wants to go."""
        if self._app is not None:
            self._guard(self._app.leave)

    def connection_lost(self) -> None:
        """The connection is gone."""
        self._is_over = True
        self._stop_asking()
        if self._app is not None:
            self._guard(self._app.fail, "")

    # From asking to playing

    def _begin(self) -> None:
        self._stop_asking()
        terminal = self._terminal
        inks = self._inks(terminal.depth, is_background_light(self._answer))
        options = PlayOptions(
            self._address,
            self._name,
            True,
            inks,
            FANCY if terminal.is_unicode else ASCII,
            language=language_of(terminal.environment) if terminal.is_unicode else "",  # ASCII lacks its letters
            has_bell=has_bell(terminal.environment),
            join=self._join,
            way_in=f"ssh -p {self._address.port} {self._address.host} -t {{code}}",
            comes_back=False,
        )
        self._app = App(self._clock, options, self)
        self._screen = RemoteScreen(terminal, inks, self._write)
        self._app.connect()

    def _stop_asking(self) -> None:
        if self._asking is not None and self._asking.active():
            self._asking.cancel()
        self._asking = None

    def _write(self, data: bytes) -> None:
        if not self._is_over:
            self._channel.write(data)

    # What the client asks for

    def connect(self, link: Link) -> Deferred[Any]:
        loopback = Loopback(self._session, self._turn, self._draw_queue, self._failed)
        self._clock.callLater(0, loopback.connect, link, self._sender)
        return succeed(link)

    def start_loop(self, shell: Shell) -> RemoteLoop:
        self._loop = RemoteLoop(
            shell,
            self._screen,
            self._clock,
            self.draw_soon,
            self.leave,
            lambda: self._channel.is_output_waiting,
            self._channel.hold,
        )
        self._screen.size = self._terminal.columns, self._terminal.rows
        self._loop.start()
        return self._loop

    def draw_soon(self, draw: Callable[[], None]) -> Pending:
        return self._draw_queue.add(lambda: self._guard(draw))

    def copy(self, text: str) -> None:
        if not self._terminal.term.startswith(MUTE):
            self._write(copying(text).encode())

    def save(self, name: str, text: str) -> str:
        """This machine is not the player's: they read it on the screen."""
        return ""

    def set_title(self, text: str) -> None:
        self._screen.set_title(text)

    def ring(self) -> None:
        self._screen.ring()

    def done(self, status: int, words: str) -> None:
        """The terminal is as it was: show what is to stay there, and hang up."""
        self._loop = None
        if self._is_over:
            return
        assert self._app is not None
        lines = [*map(visible, self._app.last_result), *([words] if words else [])]
        text = "".join(f"{line}\r\n" for line in lines)
        self._write(text.encode("utf-8" if self._terminal.is_unicode else "ascii", "replace"))
        self._is_over = True
        self._session.hung_up()
        self._channel.exit(status)

    # When something goes wrong

    def _guard(self, call: Callable[..., object], *args: object) -> None:
        try:
            call(*args)
        except Exception:
            self._failed()

    def _failed(self) -> None:
        """An exception in the client is being handled: it is the end of this visit, and of nothing else."""
        self.log.failure("The terminal client of {client} failed", Failure(), client=self._session.line.peer)
        if self._app is None:
            self._is_over = True
            self._channel.exit(1)
            return
        try:
            self._app.fail(WRONG)
        except Exception:
            self.log.failure("The terminal of {client} could not be restored", client=self._session.line.peer)
            self._channel.exit(1)
