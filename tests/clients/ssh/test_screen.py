"""A terminal far away: what its client says about it, and how it is drawn on."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import urwid
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.ssh.drawqueue import DrawQueue, Task
from tilenet.clients.ssh.screen import CHUNK, RemoteLoop, RemoteScreen, Terminal, as_ascii
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.pages import Shell


class TheTerminal(SynchronousTestCase):
    def test_its_colours_are_what_the_client_says(self) -> None:
        for term, variables, depth in (
            ("xterm-256color", {}, 256),
            ("xterm-256color", {"COLORTERM": "truecolor"}, 2**24),
            ("xterm-256color", {"NO_COLOR": "1"}, 1),
            ("vt100", {}, 16),
            ("", {}, 16),
        ):
            self.assertEqual(Terminal(term, environment=variables).depth, depth, (term, variables))

    def test_the_environment_of_the_server_does_not_count(self) -> None:
        self.patch(os, "environ", {**os.environ, "COLORTERM": "truecolor", "TERM": "xterm-direct", "NO_COLOR": "1"})
        self.assertEqual(Terminal("xterm-256color").depth, 256)
        screen = RemoteScreen(Terminal("xterm-256color"), Inks(256), lambda data: None)
        self.assertEqual((screen.term, screen.colors), ("xterm-256color", 256))

    def test_it_has_unicode_unless_the_client_says_otherwise(self) -> None:
        for variables, is_unicode in (
            ({}, True),
            ({"LANG": "de_DE.utf8"}, True),
            ({"LANG": "C"}, False),
            ({"LANG": "de_DE.ISO-8859-1"}, False),
            ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
            ({"LANG": "C.UTF-8", "LC_ALL": "POSIX"}, False),
        ):
            self.assertIs(Terminal(environment=variables).is_unicode, is_unicode, variables)

    def test_its_size_has_bounds(self) -> None:
        for given, taken in (
            ((100, 30), (100, 30)),
            ((65535, 65535), (300, 100)),
            ((2**32 - 1, 1), (300, 1)),
            ((0, 0), (80, 24)),
        ):
            terminal = Terminal().resized(*given)
            self.assertEqual((terminal.columns, terminal.rows), taken)

    def test_ascii_keeps_its_columns(self) -> None:
        self.assertEqual(as_ascii("a─b\x1b[m"), b"a?b\x1b[m")
        self.assertEqual(as_ascii("漢e\u0301"), b"??e")


class Page(urwid.Widget):
    """Notes every key, and shows how many there were."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[Any] = []

    def render(self, size: tuple[int, int], focus: bool = False) -> urwid.Canvas:  # type: ignore[override]
        canvas: urwid.Canvas = urwid.SolidCanvas(str(len(self.keys) % 10), *size)
        return canvas

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        self.keys.append(key)
        self._invalidate()
        return key

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        self.keys.append((event, button, col, row))
        return True


class TheLoop(SynchronousTestCase):
    def setUp(self) -> None:
        urwid.set_encoding("utf-8")
        self.clock = Clock()
        self.sent: list[bytes] = []
        self.is_blocked = False
        self.held: list[bool] = []
        self.left = 0
        self.page = Page()
        self.screen = RemoteScreen(Terminal("xterm", 60, 20), Inks(16), self.sent.append)
        self.loop = self.make_loop(DrawQueue(self.clock).add)
        self.loop.start()
        self.draw()

    def make_loop(self, do_soon: Callable[[Callable[[], None]], Task]) -> RemoteLoop:
        return RemoteLoop(
            Shell(self.page, self.leave),
            self.screen,
            self.clock,
            do_soon,
            self.leave,
            lambda: self.is_blocked,
            self.held.append,
        )

    def leave(self) -> None:
        self.left += 1

    def draw(self) -> bytes:
        self.loop.draw_screen()
        return self.take()

    def take(self) -> bytes:
        self.clock.advance(0)
        sent = b"".join(self.sent)
        self.sent.clear()
        return sent

    def type(self, data: bytes) -> None:
        self.loop.feed(data)
        self.clock.advance(0)

    def test_keys_and_the_mouse_reach_the_page(self) -> None:
        self.type(b"a\x1b[A\xc3\xa4\x1b[<0;3;4M")
        self.assertEqual(self.page.keys, ["a", "up", "ä", ("mouse press", 1, 2, 3)])

    def test_a_key_that_comes_in_parts_is_one(self) -> None:
        self.type(b"\x1b")
        self.type(b"[B")
        self.assertEqual(self.page.keys, ["down"])
        self.type(b"\x1b")
        self.clock.advance(1)
        self.assertEqual(self.page.keys, ["down", "esc"])

    def test_much_at_once_is_parsed_in_parts(self) -> None:
        """A key between two parts stays a key."""
        self.type(b"x" * (CHUNK - 1) + b"\x1b[C" + b"y" * CHUNK)
        self.assertEqual(self.page.keys, ["x"] * (CHUNK - 1) + ["right"] + ["y"] * CHUNK)

    def test_ctrl_c_is_the_key_to_leave(self) -> None:
        self.type(b"\x03")
        self.assertEqual((self.left, self.page.keys), (1, []))

    def test_ctrl_l_draws_everything_again(self) -> None:
        self.assertNotIn(b"0", self.draw().replace(b"[0;", b""))
        self.loop.feed(b"\x0c")
        self.assertIn(b"0" * 60, self.take())

    def test_a_late_answer_of_the_terminal_is_not_a_key(self) -> None:
        self.type(b"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62c")
        self.assertEqual(self.page.keys, [])

    def test_each_key_waits_its_turn(self) -> None:
        """One can be a lot of work, and somebody may type very many."""
        waiting: list[Task] = []

        def later(work: Callable[[], None]) -> Task:
            waiting.append(Task(work))
            return waiting[-1]

        self.loop = self.make_loop(later)
        self.loop.start()
        self.loop.feed(b"abc")
        for keys in ([], ["a"], ["a", "b"], ["a", "b", "c"]):
            waiting.pop(0).run()
            self.assertEqual(self.page.keys, keys)

    def test_input_is_read_again_when_all_was_taken_in(self) -> None:
        self.loop.feed(b"x" * CHUNK * 3)
        self.loop.stop()
        self.assertEqual(self.held, [True, False])
        self.clock.advance(0)
        self.assertEqual(self.page.keys, [])

    def test_nothing_is_drawn_while_output_waits(self) -> None:
        """And then only the newest picture."""
        self.is_blocked = True
        for _ in range(3):
            self.loop.feed(b"a")
            self.assertEqual(self.take(), b"")
        self.is_blocked = False
        self.loop.unblock()
        drawn = self.take()
        self.assertIn(b"3" * 60, drawn)
        self.assertNotIn(b"22", drawn)
        self.loop.unblock()
        self.assertEqual(self.take(), b"")

    def test_another_size_is_drawn_whole(self) -> None:
        self.loop.resize(70, 21)
        self.assertGreaterEqual(self.take().count(b"0"), 70 * 21)
        self.loop.resize(70, 21)
        self.assertEqual(self.take(), b"")

    def test_the_terminal_is_left_as_it_was(self) -> None:
        self.type(b"\x1b")  # a key may follow, and a timer waits for it
        self.loop.stop()
        sent = self.take()
        for sequence in (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?2004l", b"\x1b[?25h"):
            self.assertIn(sequence, sent)
        self.loop.stop()
        self.loop.feed(b"a")
        self.loop.resize(70, 21)
        self.loop.draw_screen()
        self.assertEqual((self.take(), self.page.keys), (b"", []))
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_the_process_is_left_alone(self) -> None:
        """Its signals, its terminal, its descriptors, its mouse."""
        handlers = [signal.getsignal(number) for number in (signal.SIGWINCH, signal.SIGTSTP)]
        before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        self.patch(os.path, "isfile", lambda path: self.fail(f"looks for {path}"))
        screen = RemoteScreen(Terminal("linux"), Inks(16), self.sent.append)
        screen.start()
        screen.set_mouse_tracking()
        self.assertEqual([signal.getsignal(number) for number in (signal.SIGWINCH, signal.SIGTSTP)], handlers)
        if before:
            self.assertEqual(len(os.listdir("/proc/self/fd")), before)
        screen.stop()
