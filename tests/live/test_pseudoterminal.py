"""What the tests' terminal shows, sends and notices, with small programs of our own and with urwid."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

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


def test_the_mouse_arrives(urwid: Terminal) -> None:
    urwid.click(*urwid.find("there"))
    urwid.sees("mouse release 1 at 11,0")
    urwid.wheel("up", 79, 24)
    urwid.sees("mouse press 4 at 79,24")
    urwid.wheel("down", 0, 1)
    urwid.sees("mouse press 5 at 0,1")


def test_a_program_that_did_not_ask_for_the_mouse_gets_none(terminals: Terminals) -> None:
    terminal = terminals(python("input('Well? ')"))
    terminal.sees("Well?")
    with pytest.raises(AssertionError, match="did not ask for the mouse"):
        terminal.click(0, 0)


def test_a_resized_screen_is_drawn_anew(urwid: Terminal) -> None:
    for columns, lines in ((100, 30), (40, 12), (80, 25)):
        urwid.resize(columns, lines)
        urwid.sees(f"{columns} by {lines}", "Hello", "the last row")
        assert [len(line) for line in urwid.display] == [columns - 2] + [columns] * (lines - 1)  # two are wide


def test_a_program_that_ends_leaves_the_terminal_as_it_was(urwid: Terminal) -> None:
    assert urwid.left_behind[-1] == "termios"
    assert {"mode 1000 on", "mode 1006 on", "mode 1049 on", "mode 2004 on"} < set(urwid.left_behind)
    urwid.press("f10")
    assert urwid.wait() == 0
    assert urwid.left_behind == []
    assert urwid.after == "Goodbye.\n"
    assert urwid.row(0).rstrip() == "Goodbye."
    assert urwid.raw.endswith(b"Goodbye.\r\n")


def test_ctrl_c_is_a_signal(urwid: Terminal) -> None:
    urwid.press("ctrl c")
    assert urwid.wait() == 1
    assert (urwid.left_behind, urwid.after) == ([], "Interrupted.\n")


def test_a_program_that_is_killed_leaves_everything(urwid: Terminal) -> None:
    urwid.send_signal(signal.SIGKILL)
    assert urwid.wait() == -signal.SIGKILL
    assert {"mode 1006 on", "mode 1049 on", "termios"} < set(urwid.left_behind)


def test_ctrl_z_stops_it_and_fg_resumes_it(urwid: Terminal) -> None:
    urwid.press("ctrl z")
    urwid.until("a stop", lambda: urwid.is_stopped)
    assert urwid.left_behind == []
    urwid.gone("Hello")
    urwid.resume()
    urwid.sees("Hello")
    urwid.press("f10")
    assert urwid.wait() == 0


def test_a_terminal_that_answers_nothing_will_do(terminals: Terminals) -> None:
    terminal = terminals(python(URWID), 60, 20, answers=False, env={"NO_COLOR": "1"})
    terminal.sees("Hello", "60 by 20", "the last row")
    assert not terminal.modes & {1004, 2004, 2026}
    assert terminal.cell(0, 0).fg == "default"
    terminal.paste("pasted")
    terminal.sees("say: pasted")


# Without


def test_errors_can_be_kept_off_the_screen(terminals: Terminals, tmp_path: Path) -> None:
    program = python("import os, sys; print(os.getcwd(), os.environ['TERM']); sys.exit('No such server.')")
    apart = terminals(program, 200, errors_apart=True)
    together = terminals(program, 200)
    assert (apart.wait(), together.wait()) == (1, 1)
    assert (apart.stderr, apart.after) == ("No such server.\n", f"{tmp_path} xterm-256color\n")
    assert (together.stderr, together.after) == ("", f"{tmp_path} xterm-256color\nNo such server.\n")


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


def test_a_long_text_can_be_typed(terminals: Terminals) -> None:
    program = "import sys, tty; tty.setcbreak(0); print('Go'); print(len(sys.stdin.read(100_000)))"
    terminal = terminals(python(program))
    terminal.sees("Go")
    terminal.type("x" * 100_000)
    terminal.sees("100000")


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


def test_a_program_that_is_not_there(terminals: Terminals) -> None:
    terminal = terminals(["/nowhere/to/be/found"])
    assert terminal.wait() == 127
    assert terminal.after == "/nowhere/to/be/found: [Errno 2] No such file or directory"
