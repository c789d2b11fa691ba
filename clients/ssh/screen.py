"""A terminal at the other end of an ssh connection, on which urwid draws; and the loop that passes its keys on.

Nothing here touches the terminal, the signals or the environment of this process: it is the server's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from urwid.command_map import Command, command_map
from urwid.display._raw_display_base import detect_terminal_properties

from tilenet.clients.language import has_utf8
from tilenet.clients.terminal.background import without_answers
from tilenet.clients.terminal.callingscreen import CallingScreen
from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.host import Pending
from tilenet.clients.terminal.inks import DEPTHS, Depth, Inks
from tilenet.clients.terminal.pages import Shell

MOST = 300, 100  # columns and rows
CHUNK = 256  # bytes of input that urwid parses at a time: its work grows with the square of it


class Terminal(NamedTuple):
    """What a client says about its terminal."""

    term: str = ""
    columns: int = 80
    rows: int = 24
    environment: Mapping[str, str] = {}

    def resized(self, columns: int, rows: int) -> Terminal:
        """The same of another size. Some clients do not know theirs, and say 0."""
        return self._replace(columns=min(columns, MOST[0]) or 80, rows=min(rows, MOST[1]) or 24)

    @property
    def depth(self) -> Depth:
        """How many colours it has."""
        colours = detect_terminal_properties(self.term, self.environment).colors
        return next(depth for depth in DEPTHS.values() if depth <= colours)

    @property
    def is_unicode(self) -> bool:
        return has_utf8(self.environment)


class RemoteScreen(CallingScreen):
    """Draws by a function that sends bytes."""

    def __init__(self, terminal: Terminal, inks: Inks, send: Callable[[bytes], None]) -> None:
        nothing: Any = _Nothing()
        super().__init__(input=nothing, output=nothing)
        for end in (self._resize_pipe_rd, self._resize_pipe_wr):
            end.close()  # nobody resizes this by a signal
        self._pieces: list[str] = []
        self._send = send
        self._is_unicode = terminal.is_unicode
        self.size = terminal.columns, terminal.rows
        self.term = terminal.term
        known = detect_terminal_properties(terminal.term, terminal.environment)
        self.back_color_erase = known.back_color_erase
        self.fg_bright_is_bold = known.fg_bright_is_bold
        self.bg_bright_is_blink = known.bg_bright_is_blink
        self.set_terminal_properties(colors=inks.depth, has_underline=known.has_underline)
        if inks.depth > 16:  # what no ink was chosen for looks like the rest
            plain = inks["plain"]
            self.register_palette_entry(None, "default", "default", "default", plain.foreground, plain.background)

    def write(self, data: str) -> None:
        self._pieces.append(data)

    def flush(self) -> None:
        text, self._pieces = "".join(self._pieces), []
        if text:
            self._send(text.encode("utf-8", "replace") if self._is_unicode else as_ascii(text))

    def get_cols_rows(self) -> tuple[int, int]:
        return self.size

    def codes(self, data: bytes) -> list[int]:
        """What was typed, after the beginning of a key that came before."""
        codes = [*self._partial_codes, *data]
        self._partial_codes = []
        return without_answers(codes)

    def forget_canvas(self) -> None:
        """Let go of what was drawn last; the rows of it, to which the next ones are compared, are enough."""
        self._screen_buf_canvas = None

    def forget(self) -> None:
        """Let go of everything: urwid's cache of canvases keeps widgets as long as a screen keeps a canvas."""
        self.forget_canvas()
        self.screen_buf = None
        self._drawn_rows = []

    # What the base class would do to this process, and to its terminal

    def _is_real_terminal(self) -> bool:
        return True  # one that answers questions

    def signal_init(self) -> None:
        """Signals are the server's."""

    def signal_restore(self) -> None:
        """Signals are the server's."""

    def tty_signal_keys(self, *args: Any, **kwargs: Any) -> None:
        """So is the terminal that it may have."""

    def _start_gpm_tracking(self) -> None:
        """The mouse of this machine is somebody else's."""

    def _stop_gpm_tracking(self) -> None:
        """It was never started."""


class _Nothing:
    """A file that is not there."""

    def write(self, data: str) -> None:
        raise AssertionError("the screen writes by itself")

    def flush(self) -> None:
        raise AssertionError("the screen writes by itself")


def as_ascii(text: str) -> bytes:
    """The text for a terminal that has only ASCII: as many columns, whatever was in them."""
    if not text.isascii():
        text = "".join(c if c.isascii() else "?" * columns(c) for c in text)
    return text.encode("ascii")


class RemoteLoop:
    """Passes what is typed to the shell, and draws it as soon as the client takes output."""

    def __init__(
        self,
        shell: Shell,
        screen: RemoteScreen,
        clock: IReactorTime,
        do_soon: Callable[[Callable[[], None]], Pending],
        leave: Callable[[], None],
        is_blocked: Callable[[], bool],
        hold: Callable[[bool], None],
    ) -> None:
        """`is_blocked` says whether what was sent still waits; then nothing more is drawn before `unblock`.

        `hold` is told whether so much was typed that no more should be read for now.
        """
        self._shell = shell
        self._screen = screen
        self._events: Any = _Alarms(clock)
        self._do_soon = do_soon
        self._leave = leave
        self._is_blocked = is_blocked
        self._hold = hold
        self._typed = b""  # and not looked at
        self._keys: deque[Any] = deque()  # that were not pressed yet
        self._working: Pending | None = None
        self._is_stale = False  # whether something was not drawn because output was blocked
        self._drawing: Pending | None = None
        self._is_running = False

    def start(self) -> None:
        self._is_running = True
        self._screen.start()
        self._screen.set_mouse_tracking()
        self._screen.flush()

    def stop(self) -> None:
        """Leave the terminal as it was."""
        if self._is_running:
            self._is_running = False
            for task in (self._drawing, self._working):
                if task is not None:
                    task.cancel()
            self._typed = b""
            self._keys.clear()
            self._hold(False)
            self._screen.unhook_event_loop(self._events)
            self._screen.stop()
            self._screen.flush()
            self._screen.forget()

    def feed(self, data: bytes) -> None:
        """Something was typed. A key can be a lot of work, so each waits its turn; meanwhile little more is read."""
        self._typed += data
        if len(self._typed) > CHUNK:
            self._hold(True)
        self._work_later()

    def resize(self, columns: int, rows: int) -> None:
        if self._is_running and self._screen.size != (columns, rows):
            self._screen.size = columns, rows
            self._screen.clear()
            self._draw_later()

    def draw_screen(self) -> None:
        if not self._is_running:
            return
        if self._is_blocked():
            self._is_stale = True
            return
        if self._drawing is not None:
            self._drawing.cancel()
        size = self._screen.size
        self._screen.draw_screen(size, self._shell.render(size, focus=True))
        self._screen.forget_canvas()

    def unblock(self) -> None:
        """The client has taken what was sent."""
        if self._is_stale:
            self._is_stale = False
            self._draw_later()

    def _draw_later(self) -> None:
        if self._drawing is None or not self._drawing.active():
            self._drawing = self._do_soon(self.draw_screen)

    def _take(self, keys: list[Any], codes: list[int]) -> None:
        self._keys += keys
        self._work_later()

    def _work_later(self) -> None:
        if self._is_running and (self._working is None or not self._working.active()):
            self._working = self._do_soon(self._work)

    def _work(self) -> None:
        """Take in one key; if there is none, find the next ones in what was typed."""
        if self._keys:
            self._press(self._keys.popleft())
            if self._is_running and not self._keys:
                self._draw_later()
        elif self._typed:
            chunk, self._typed = self._typed[:CHUNK], self._typed[CHUNK:]
            self._screen.parse_input(self._events, self._take, self._screen.codes(chunk))
            if not self._typed:
                self._hold(False)
        if self._keys or self._typed:
            self._work_later()

    def _press(self, key: str | tuple[str, int, int, int]) -> None:
        size = self._screen.size
        if not isinstance(key, str):
            if len(key) == 4:
                self._shell.mouse_event(size, *key, focus=True)
        elif key == "ctrl c":
            self._leave()
        else:
            left = self._shell.keypress(size, key)
            if left is not None and command_map[left] == Command.REDRAW_SCREEN:
                self._screen.clear()


class _Alarms:
    """What urwid's parser asks of an event loop: the beginning of a key waits for the rest of it."""

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock

    def alarm(self, seconds: float, callback: Callable[[], Any]) -> IDelayedCall:
        return self._clock.callLater(seconds, callback)

    def remove_alarm(self, handle: IDelayedCall) -> bool:
        if handle.active():
            handle.cancel()
            return True
        return False
