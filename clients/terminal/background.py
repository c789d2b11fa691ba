"""Whether the terminal is light or dark: it is asked for its background colour (OSC 11), and has a moment to answer."""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import time
import tty
from collections.abc import Sequence

from tilenet.clients.terminal.inks import BLACK, WHITE, Colour, contrast

PATIENCE = 0.2  # seconds
READ_BYTES = 1024

#: The question, and another one that every terminal answers: if its answer comes first, there is none to the question.
QUESTION = b"\x1b]11;?\x1b\\\x1b[c"
ANSWER = re.compile(rb"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[^\x07\x1b]*(?:\x07|\x1b\\)")
END = re.compile(rb"\x1b\[\?[0-9;]*c")

MUTE = ("linux", "dumb", "vt")  # terminals that might show the question


def is_light() -> bool:
    """Ask the terminal. One that does not answer is dark, unless COLORFGBG says otherwise."""
    answer = b"" if os.environ.get("TERM", "").startswith(MUTE) else _ask()
    return is_background_light(answer, os.environ.get("COLORFGBG", ""))


def is_background_light(answer: bytes, colours: str = "") -> bool:
    """What an answer means; without one, what COLORFGBG does."""
    background = read_answer(answer)
    if background is not None:
        return contrast(background, BLACK) > contrast(background, WHITE)
    return colours.rpartition(";")[2] in ("7", "15")


def read_answer(answer: bytes) -> Colour | None:
    """The colour in an answer; each part of it has one to four digits."""
    found = ANSWER.search(answer)
    if found is None:
        return None
    return Colour(*(int(part, 16) * 255 // (16 ** len(part) - 1) for part in found.groups()))


def without_answers(codes: Sequence[int]) -> list[int]:
    """What was typed, without answers that came too late: they are not keys."""
    if 27 not in codes:
        return [*codes]
    return [*END.sub(b"", ANSWER.sub(b"", bytes(codes)))]


def _ask() -> bytes:
    """What the terminal answers; nothing, if it takes too long."""
    line, answer = sys.stdin.fileno(), b""
    before = termios.tcgetattr(line)
    deadline = time.monotonic() + PATIENCE
    try:
        tty.setcbreak(line, termios.TCSANOW)
        os.write(sys.stdout.fileno(), QUESTION)
        while END.search(answer) is None:
            if not select.select([line], [], [], max(0.0, deadline - time.monotonic()))[0]:
                break
            data = os.read(line, READ_BYTES)
            if not data:
                break
            answer += data
    finally:
        termios.tcsetattr(line, termios.TCSANOW, before)
    return answer
