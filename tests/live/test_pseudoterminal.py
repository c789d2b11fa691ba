"""What the tests' terminal notices, with small programs of our own."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.doubles import pseudoterminal
from tests.doubles.pseudoterminal import Terminals


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_a_program_that_is_killed_leaves_everything(terminals: Terminals) -> None:
    terminal = terminals(python("import tty; tty.setraw(0); print('\\x1b[?1049h\\x1b[?1006hHello'); input()"))
    terminal.sees("Hello")
    terminal.send_signal(signal.SIGKILL)
    assert terminal.wait() == -signal.SIGKILL
    assert terminal.left_behind == ["mode 1006 on", "mode 1049 on", "termios"]


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
