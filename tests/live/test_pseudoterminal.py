"""What the tests' terminal shows, sends and notices, with small programs of our own and with urwid."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.doubles import pseudoterminal
from tests.doubles.pseudoterminal import Terminal, Terminals

# Shows its size, what is typed, and what else comes in; Ctrl-C and F10 end it.
URWID = """
import sys
import urwid

heard = urwid.Text("nothing yet")
size = urwid.Text("")

class Top(urwid.Frame):
    def render(self, size_, focus=False):
        size.set_text("%d by %d" % size_)
        return super().render(size_, focus)

    def keypress(self, size_, key):
        key = super().keypress(size_, key)
        if key == "f10":
            raise urwid.ExitMainLoop
        if key:
            heard.set_text(f"key <{key}>")

    def mouse_event(self, size_, event, button, column, row, focus):
        heard.set_text(f"{event} {button} at {column},{row}")
        return True

edit = urwid.Edit("say: ")
hello = urwid.Text([("red", "Hello"), " 世界 ", ("back", "there")])
lines = urwid.Pile([hello, size, heard, edit], focus_item=edit)
palette = [("red", "dark red,bold", ""), ("back", "standout", "")]
loop = urwid.MainLoop(Top(urwid.Filler(lines, "top"), footer=urwid.Text("the last row " + "x" * 67)), palette)
try:
    loop.run()
    print("Goodbye.")
except KeyboardInterrupt:
    sys.exit("Interrupted.")
"""


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


@pytest.fixture
def urwid(terminals: Terminals) -> Terminal:
    """The program above, waiting for input."""
    terminal = terminals(python(URWID))
    terminal.sees("Hello", "nothing yet", "the last row")
    return terminal


# With urwid


def test_the_screen_is_what_urwid_drew(urwid: Terminal) -> None:
    assert urwid.row(0) == "Hello 世界 there" + " " * 64
    assert urwid.display[24] == "the last row " + "x" * 67  # its last cell is put there by inserting
    assert urwid.find("there") == (11, 0)
    assert urwid.cell(0, 0)[:4] == ("H", "red", "default", True)
    assert (urwid.cell(6, 0).data, urwid.cell(7, 0).data) == ("世", "")
    assert urwid.cell(11, 0).reverse and not urwid.cell(10, 0).reverse
    urwid.sees("80 by 25")
    assert urwid.cursor == (5, 3)
    assert (urwid.strange, urwid.title_changes, urwid.bells) == ([], [], 0)


def test_keys_arrive_by_their_names(urwid: Terminal) -> None:
    urwid.type("grüße, 世界")
    urwid.sees("say: grüße, 世界")
    assert urwid.cursor == (5 + 11, 3)
    for key in ("f1", "f4", "f5", "f12", "up", "down", "page up", "page down", "tab", "shift tab", "enter", "ctrl a"):
        urwid.press(key)
        urwid.sees(f"key <{key}>")
    urwid.press("esc")
    urwid.sees("key <esc>")
    urwid.press("home", "delete", "end", "backspace", "left", "!")
    urwid.sees("say: rüße, !世")


def test_a_program_that_ends_leaves_the_terminal_as_it_was(urwid: Terminal) -> None:
    assert urwid.left_behind[-1] == "termios"
    assert {"mode 1000 on", "mode 1006 on", "mode 1049 on", "mode 2004 on"} < set(urwid.left_behind)
    urwid.press("f10")
    assert urwid.wait() == 0
    assert urwid.left_behind == []
    assert urwid.after == "Goodbye.\n"
    assert urwid.row(0).rstrip() == "Goodbye."
    assert urwid.raw.endswith(b"Goodbye.\r\n")


def test_a_program_that_is_killed_leaves_everything(urwid: Terminal) -> None:
    urwid.send_signal(signal.SIGKILL)
    assert urwid.wait() == -signal.SIGKILL
    assert {"mode 1006 on", "mode 1049 on", "termios"} < set(urwid.left_behind)


# Without


def test_titles_bells_and_other_tricks_are_noticed(terminals: Terminals) -> None:
    tricks = r"a\x1b]0;one\x07b\x1b]2;two\x1b\\c\x9d2;three\x9cd\x07e\x1b[5nf\x1b[>4mg\x1b[31mh\u200di"
    terminal = terminals(python(f"print('{tricks}')"))
    assert terminal.wait() == 0
    assert terminal.title_changes == ["one", "two", "three"]
    assert terminal.bells == 1
    assert terminal.strange[3:] == ["\a", "\x1b[5n", "\x1b[>4m"]
    assert terminal.left_behind == ["colours"]
    assert terminal.row(0).rstrip() == "abcdefghi"


def test_nothing_is_lost_whatever_the_pieces(terminals: Terminals) -> None:
    """Sequences and characters that come byte by byte; much output at the very end."""
    program = """
import os, sys
for byte in "\\x1b[?1049h世\\x1b[32m界\\x1b]0;title\\x07\\u200d!".encode():
    os.write(1, bytes([byte]))
    sys.stdin.readline()
sys.stdout.write("\\x1b[?1049l" + "x" * 100_000 + "end")
"""
    terminal = terminals(python(program))
    terminal.press(*["enter"] * 40)
    assert terminal.wait() == 0
    assert terminal.title_changes == ["title"]
    assert terminal.after == "x" * 100_000 + "end"
    assert terminal.strange == ["\x1b]0;title\a"]


def test_what_is_not_seen_fails_with_the_screen(terminals: Terminals, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminals(python("print('Something else'); input()"), 20, 4)
    terminal.sees("Something else")
    with (
        monkeypatch.context() as patch,
        pytest.raises(AssertionError, match=r"\('Home',\): not within 0.1 s\n\+-{20}\+"),
    ):
        patch.setattr(pseudoterminal, "PATIENCE", 0.1)
        terminal.sees("Home")
    terminal.press("enter")
    with pytest.raises(AssertionError, match=r"(?s)ended before.*\|Something else {6}\|.*exit status 0"):
        terminal.sees("Home")
