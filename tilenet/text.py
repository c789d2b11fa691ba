"""What people may be called and what they may say: names and speech made safe for everybody else's screen."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 32

#: Characters that take no room or turn the line around: format controls and what Unicode calls default-ignorable.
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_MARKS = 3  # combining marks on one letter, at most
_BREAKS = re.compile(r"[\t\n\x0b\x0c\r\x85\u2028\u2029]+")


class BadName(Exception):
    """A name that nobody can have; the text says why."""


def proper_name(name: str) -> str:
    """The name without the blanks around it.

    Raises BadName where it is none.
    """
    if len(name) > 2 * MAX_NAME:
        raise BadName(f"A name has at most {MAX_NAME} characters.")
    name = name.strip()
    if not name:
        raise BadName("A name has at least one character.")
    if len(name) > MAX_NAME:
        raise BadName(f"A name has at most {MAX_NAME} characters.")
    if "<" in name:
        raise BadName("A name has no < in it.")
    if not name.isprintable() or _HIDDEN.search(name):
        raise BadName("A name is one line of visible characters.")
    if not 0 < len(name_key(name)) <= 2 * MAX_NAME:
        raise BadName("A name has characters that others can tell apart.")
    marks = "".join("m" if unicodedata.category(c).startswith("M") else "-" for c in name)
    if marks.startswith("m") or "m" * (_MARKS + 1) in marks:
        raise BadName("A name has letters with at most a few accents.")
    return name


def name_key(name: str) -> str:
    """Two names that are the same but for case and ways of writing a letter have the same key (NFKC case folding)."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).casefold()).casefold()
    folded = unicodedata.normalize("NFKC", folded)
    return " ".join(_HIDDEN.sub("", folded).split())


def numbered(name: str, number: int) -> str:
    """The name with a number behind it, still short enough to be a name."""
    digits = str(number)
    return name[: MAX_NAME - len(digits)].rstrip() + digits


def clean_speech(text: str) -> str:
    """Speech on one line, with nothing in it that moves, hides or reorders what others see."""
    text = _HIDDEN.sub("", _BREAKS.sub(" ", text))
    return _CONTROLS.sub("", text).strip()


def plain(text: str) -> str:
    """Text for one line of a log on a terminal: what cannot be printed is written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)
