"""What somebody at a terminal has: a screen to look at, keys, a mouse, and a shell that is still there afterwards.

A program runs in a pseudo-terminal; what it writes is taken apart here, and drawn by pyte. Nothing sleeps: a test waits
for what it wants to see, and only then types. What is typed before a program has its screen is lost.
"""

from __future__ import annotations

import codecs
import os
import pty
import re
import selectors
import signal
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unicodedata import combining

import pyte
from pyte.screens import Char, wcwidth

from tests.doubles.processes import PATIENCE

MOMENT = 0.03  # seconds without output, after which a program that does not mark its frames has drawn all of one

# What a user's shell is to a program: the leader of the session, in the background, and there until the end. If the
# program led the session itself, its end would reset the terminal, and Ctrl-Z would do nothing.
SHELL = """
import fcntl, os, signal, sys, termios
line = int(sys.argv[1])
os.set_inheritable(line, False)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
program = os.fork()
if program == 0:
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    for number in (signal.SIGINT, signal.SIGTTOU, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(sys.argv[2], sys.argv[2:])
    except OSError as error:
        os.write(2, f"{sys.argv[2]}: {error}".encode())
    os._exit(127)
try:
    os.setpgid(program, program)
except OSError:
    pass  # it has done so itself, and is on its way
os.write(line, b"started %d\\n" % program)
while True:
    news = os.waitid(os.P_PID, program, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
    if news.si_code != os.CLD_STOPPED:
        break
    os.waitid(os.P_PID, program, os.WSTOPPED | os.WNOHANG)
    os.write(0, b"\\x1c")  # all that the program wrote arrives before this, but not before we are told of its stop
    os.write(line, b"stopped %d\\n" % news.si_status)
os.write(0, b"\\x1c")
os.write(line, b"ended %d\\n" % (news.si_status if news.si_code == os.CLD_EXITED else -news.si_status))
os.read(line, 1)  # until the test is over; so long nobody else gets the program's number
"""

LAST = b"\x1c"  # what the shell writes to the terminal when the program has stopped or ended

# Variables that tell of the terminal in which the tests run.
FOREIGN = re.compile("TERM|.*COLOR|LANG|LC_|LINES$|COLUMNS$|WT_|ConEmu")

CURSOR, MOUSE, DRAG, FOCUS, SGR_MOUSE, ALTERNATE, PASTE, FRAME = MODES = 25, 1000, 1002, 1004, 1006, 1049, 2004, 2026
END_OF_FRAME = f"\x1b[?{FRAME}l"

TOKEN = re.compile(
    r"(?:\x1b\[|\x9b)(?P<private>[<-?]?)(?P<numbers>[0-;]*)(?P<final>[ -/]*[@-~])"
    r"|(?:\x1b\]|\x9d)(?P<command>[^\x07\x18\x1a\x1b\x9c]*)(?:\x07|\x1b\\|\x9c)"
    r"|(?P<rest>(?:(?:\x1b\[|\x9b)[ -?]*|(?:\x1b\]|\x9d)[^\x07\x18\x1a\x1b\x9c]*\x1b?|\x1b[ -/]*)\Z)"
    r"|(?P<other>\x1b[ -/]*[0-Z\\^-~]|[\x00-\x1f\x7f-\x9f])"
    r"|(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
)
# What urwid sends to begin, to draw and to end, and what we ask before that; anything else was not its idea.
HARMLESS = re.compile(
    r"[\b\n\r\x0e\x0f]|\x1b\)0|\x1b\[[0-9;]*[ABCDHKm]|\x1b\[4[hl]|\x1b\[\?\d+\$p|\x1b\]11;\?\x1b\\|\x1b\[c"
    rf"|\x1b\[\?({'|'.join(map(str, MODES))})[hl]"
)

KEYS = {"enter": "\r", "tab": "\t", "esc": "\x1b"}
KEYS |= {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
KEYS |= {f"f{number}": f"\x1bO{letter}" for number, letter in enumerate("PQRS", 1)}
KEYS |= {f"f{number}": f"\x1b[{code}~" for number, code in enumerate((15, 17, 18, 19, 20, 21, 23, 24), 5)}
KEYS |= {f"ctrl {letter}": chr(ord(letter) & 31) for letter in "abcdefghijklmnopqrstuvwxyz"}


class _Screen(pyte.Screen):
    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self.feed = pyte.Stream(self).feed

    def draw(self, data: str) -> None:
        """Draw without what has no width: pyte would leave out all that follows it."""
        super().draw("".join(c for c in data if wcwidth(c) > 0 or combining(c)))


class Terminal:
    """A program in a terminal. Columns and rows begin with 0."""

    def __init__(
        self,
        argv: Sequence[str],
        columns: int = 80,
        lines: int = 25,
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        errors_apart: bool = False,
        ground: str = "rgb:0000/0000/0000",
    ) -> None:
        """Start the program. Its stderr can be kept off the screen."""
        self.raw = bytearray()  # all that the program wrote to the terminal
        self.after = ""  # the text outside of the alternate screen, since it was last left
        self.title_changes: list[str] = []
        self.strange: list[str] = []  # escape sequences and control characters that urwid does not send
        self.modes = {CURSOR}  # the private modes that are on
        self.status: int | None = None  # once the program has ended
        self._is_stopped = False
        self._pid: int | None = None
        self._reports = self._marks = 0  # of stops and the end: those we were told of, and those seen on the terminal
        self._ground = ground  # the colour behind the text, as it is told to programs
        self._marks_frames = False
        self._errors = bytearray()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""  # the beginning of a sequence
        self._coming = ""  # what was written after the frame that is on the screen
        self._main = self.screen = _Screen(columns, lines)
        with ExitStack() as ours, ExitStack() as theirs:
            self._selector = ours.enter_context(selectors.DefaultSelector())
            self._master, self._slave = pty.openpty()
            ours.callback(os.close, self._master)
            ours.callback(os.close, self._slave)
            os.set_blocking(self._master, False)
            self._selector.register(self._master, selectors.EVENT_READ, self._show)
            self._line, its_line = map(ours.enter_context, socket.socketpair())
            theirs.enter_context(its_line)
            self._selector.register(self._line, selectors.EVENT_READ, self._hear)
            its_errors = self._slave
            if errors_apart:
                errors, its_errors = os.pipe()
                ours.callback(os.close, errors)
                theirs.callback(os.close, its_errors)
                self._selector.register(errors, selectors.EVENT_READ, self._errors.extend)
            termios.tcsetwinsize(self._slave, (lines, columns))
            self._before = termios.tcgetattr(self._slave)
            self._before[3] &= ~termios.ECHO  # or an answer to a program that has just ended would be seen
            termios.tcsetattr(self._slave, termios.TCSANOW, self._before)
            inherited = {name: value for name, value in os.environ.items() if not FOREIGN.match(name)}
            self._popen = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", SHELL, str(its_line.fileno()), *argv],
                stdin=self._slave,
                stdout=self._slave,
                stderr=its_errors,
                env={**inherited, "TERM": "xterm-256color", "LANG": "C.UTF-8", **(env or {})},
                cwd=cwd,
                pass_fds=[its_line.fileno()],
                start_new_session=True,
            )
            self._open = ours.pop_all()

    def close(self) -> None:
        """End the program and whatever is in its process group, then the shell."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        finally:
            self._open.close()
            self._popen.wait(PATIENCE)

    @property
    def pid(self) -> int:
        """The number of the program's process, and of its group."""
        if self._pid is None:
            self.until("the start", lambda: self._pid is not None)
        assert self._pid is not None
        return self._pid

    # What the program says

    def _read(self, seconds: float) -> bool:
        """Show the next frame; if none is here, wait at most so long for something to come. Whether there was anything.

        So a test sees every frame that was drawn, however late it comes to look.
        """
        if self._coming:
            self._show_frame()
            return True
        ready = self._selector.select(max(0.0, seconds))
        for key, _ in ready:
            key.data(os.read(key.fd, 65536))
        return bool(ready)

    def _hear(self, data: bytes) -> None:
        """Take news from the shell."""
        assert data, f"the shell has ended{self}"
        for line in data.decode().splitlines():
            what, number = line.split()
            if what == "started":
                self._pid = int(number)
                continue
            self._reports += 1
            if what == "stopped":
                self._is_stopped = True
            else:
                self.status = int(number)

    @property
    def _has_all(self) -> bool:
        """Whether all is shown that the program wrote before its last stop or its end, as far as we were told of it."""
        return self._marks == self._reports and not self._coming

    @property
    def is_stopped(self) -> bool:
        """Whether it has stopped, and all that it wrote before is here."""
        return self._is_stopped and self._has_all

    def _show(self, data: bytes) -> None:
        """Take what the program has written."""
        if data.endswith(LAST):
            self._marks += 1
            data = data.removesuffix(LAST)
        self.raw += data
        self._coming = self._rest + self._decoder.decode(data)
        self._rest = ""
        self._show_frame()

    def _show_frame(self) -> None:
        """Show what was written, as far as it is complete, up to the end of a frame."""
        text, self._coming = self._coming, ""
        for token in TOKEN.finditer(text):
            if token["rest"] is not None:
                self._rest = token[0]
                break
            if token["text"] is None and not HARMLESS.fullmatch(token[0]):
                self.strange.append(token[0])
            if token["final"] is not None:
                self._control(token[0], token["private"], token["numbers"], token["final"])
                if token[0] == END_OF_FRAME:
                    self._coming = text[token.end() :]
                    break
            elif token["command"] is not None:
                if re.match("[012];", token["command"]):
                    self.title_changes.append(token["command"][2:])
                elif token["command"] == "11;?":
                    self.type(f"\x1b]11;{self._ground}\x1b\\")
            else:
                self.screen.feed(token[0])
                if ALTERNATE not in self.modes and (token["text"] or token[0] == "\n"):
                    self.after += token[0]

    def _control(self, sequence: str, private: str, numbers: str, final: str) -> None:
        if private == "?" and final in ("h", "l"):
            for number in numbers.split(";"):
                self._set_mode(int(number or 0), final == "h")
        elif private == "?" and final == "$p":
            self._answer(int(numbers or 0))
        elif final == "c":
            self.type("\x1b[?62c")
        elif not private and ":" not in numbers:  # pyte would take the others for something else, or draw them
            self.screen.feed(sequence)

    def _set_mode(self, mode: int, is_on: bool) -> None:
        (self.modes.add if is_on else self.modes.discard)(mode)
        self._marks_frames |= mode == FRAME
        if mode == ALTERNATE:
            self.screen = _Screen(self._main.columns, self._main.lines) if is_on else self._main
            self.after = ""

    def _answer(self, mode: int) -> None:
        """Say whether it is on, or not known."""
        self.type(f"\x1b[?{mode};{0 if mode not in MODES else 1 if mode in self.modes else 2}$y")

    # Waiting

    def until(self, what: str, is_so: Callable[[], bool], seconds: float | None = None) -> None:
        """Read until it is so, and no frame is half drawn."""
        seconds = PATIENCE if seconds is None else seconds
        deadline = time.monotonic() + seconds
        while True:
            is_over = self.status is not None and self._has_all
            is_there = (is_over or FRAME not in self.modes) and is_so()
            if is_there and self._marks_frames and not is_over:
                return
            left = deadline - time.monotonic()
            if not self._read(0 if is_over else MOMENT if is_there else left) or left < 0:
                if is_there:
                    return
                why = "the program ended before" if is_over else f"not within {seconds} s"
                raise AssertionError(f"{what}: {why}{self}")

    def catch_up(self) -> None:
        """Show what has been written until now: a program waits as long as nobody reads what it writes."""
        for _ in range(1000):
            if not self._read(0.0):
                return

    def sees(self, *texts: str) -> None:
        """Wait until all of it is on the screen at once, each in one row."""
        self.until(f"sees {texts}", lambda: all(self._position(text) for text in texts))

    def gone(self, *texts: str) -> None:
        """Wait until none of it is on the screen."""
        self.until(f"gone {texts}", lambda: not any(self._position(text) for text in texts))

    def wait(self) -> int:
        """The exit status, or minus the signal, once the program has ended and all that it wrote is here."""
        self.until("the end", lambda: self.status is not None and self._has_all)
        assert self.status is not None
        return self.status

    # The screen

    def __str__(self) -> str:
        """The screen in a frame, and what else there is to say: for the messages of assertions."""
        edge = f"+{'-' * self.screen.columns}+"
        errors = f"\nstderr: {self.stderr}" if self._errors else ""
        lines = [f"|{line}|" for line in self.display]
        return "\n".join(["", edge, *lines, edge, f"cursor {self.cursor}, exit status {self.status}{errors}"])

    @property
    def display(self) -> list[str]:
        return [self.row(y) for y in range(self.screen.lines)]

    def row(self, row: int) -> str:
        return "".join(self._cells(row))

    def cell(self, column: int, row: int) -> Char:
        """The character, with fg, bg, bold, reverse and so on as pyte names them."""
        return self.screen.buffer[row][column]

    def find(self, text: str) -> tuple[int, int]:
        """The column and row where the text begins that is on the screen in one row."""
        position = self._position(text)
        assert position is not None, f"no {text!r}{self}"
        return position

    @property
    def cursor(self) -> tuple[int, int] | None:
        """Its column and row, if it is visible."""
        return (self.screen.cursor.x, self.screen.cursor.y) if CURSOR in self.modes else None

    def _position(self, text: str) -> tuple[int, int] | None:
        for y in range(self.screen.lines):
            cells = self._cells(y)
            at = "".join(cells).find(text)
            if at >= 0:
                return next(x for x in range(len(cells)) if len("".join(cells[: x + 1])) > at), y
        return None

    def _cells(self, row: int) -> list[str]:
        """The text in each cell: nothing in the second half of a wide character, but a space if the first is gone."""
        texts = [self.cell(x, row).data for x in range(self.screen.columns)]
        pairs = zip(["", *texts[:-1]], texts, strict=True)
        return [text or ("" if wcwidth(left[:1]) == 2 else " ") for left, text in pairs]

    def resize(self, columns: int, lines: int) -> None:
        """Change the size. This blanks an alternate screen, so that everything on it must be drawn again."""
        for screen in {self._main, self.screen}:
            screen.resize(lines, columns)
        if self.screen is not self._main:
            self.screen.reset()
        termios.tcsetwinsize(self._master, (lines, columns))

    # Keys, the mouse and signals

    def type(self, text: str) -> None:
        data = text.encode()
        deadline = time.monotonic() + PATIENCE
        while data:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                assert time.monotonic() < deadline, f"the program does not read{self}"
                self._read(MOMENT)  # it may be waiting for us

    def press(self, *keys: str) -> None:
        """Press keys by urwid's names. After "esc" wait for its effect: with what follows it would be another key."""
        self.type("".join(key if len(key) == 1 else KEYS[key] for key in keys))

    def click(self, column: int, row: int) -> None:
        assert {MOUSE, SGR_MOUSE} <= self.modes, f"the program did not ask for the mouse: {self.modes}{self}"
        self.type("".join(f"\x1b[<0;{column + 1};{row + 1}{end}" for end in "Mm"))

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def resume(self) -> None:
        """Let the program go on, once it has stopped, as "fg" does."""
        self.until("a stop", lambda: self.is_stopped)
        self._is_stopped = False
        os.killpg(self.pid, signal.SIGCONT)

    # What the program must not do or leave behind

    @property
    def stderr(self) -> str:
        return self._errors.decode()

    @property
    def bells(self) -> int:
        return self.strange.count("\a")

    @property
    def left_behind(self) -> list[str]:
        """How the terminal differs from what it was before the program."""
        what = [f"mode {mode} {'on' if mode in self.modes else 'off'}" for mode in sorted(self.modes ^ {CURSOR})]
        what += ["colours"] * (self.screen.cursor.attrs != self.screen.default_char)
        what += ["termios"] * (termios.tcgetattr(self._slave) != self._before)
        return what + [f"the rest of {self._rest!r}"] * (self._rest != "")


class Terminals:
    """Starts programs in terminals; whoever made it closes them all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made = ExitStack()

    def __call__(self, argv: Sequence[str], *size: int, **options: Any) -> Terminal:
        """A terminal; the size and the options are those of `Terminal`."""
        terminal = Terminal(argv, *size, **{"cwd": self._folder, **options})
        self._made.callback(terminal.close)
        return terminal

    def close(self) -> None:
        self._made.close()
