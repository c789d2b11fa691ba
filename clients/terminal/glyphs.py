"""Text of strangers on a terminal: made harmless, measured in columns, cut and wrapped to fit.

After `visible` a text can neither move the cursor nor ring, and terminals agree on how many columns it takes: what they
disagree on (joined emoji, flags, variation selectors) is taken apart.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from urwid import calc_text_pos, calc_width

UNKNOWN = "\ufffd"
LONGEST = 2000  # characters of a text that are looked at: a hostile one may have millions
MARKS = 2  # combining marks on one letter, at most

_BLANKS = re.compile(r"[\t\n\x0b\x0c\r\x85\u2028\u2029\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_FLAG_A = 0x1F1E6
_FLAGS = range(_FLAG_A, _FLAG_A + 26)
_SKINS = range(0x1F3FB, 0x1F400)
#: Vowels and endings of Hangul, which some terminals put into the cell before.
_JAMO = {*range(0x1160, 0x1200), *range(0xD7B0, 0xD7FC)}
#: Code points that take no room, besides those of the categories Cf and Mn.
_HIDDEN = {0x034F, 0x115F, 0x2800, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def visible(text: str) -> str:
    """The text on one line, with nothing in it but what can be seen; what is longer than anybody reads is cut."""
    return _visible(text if len(text) <= LONGEST else text[:LONGEST] + "...")


@lru_cache(2048)
def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    found: list[str] = []
    last = " "  # a character and its marks
    for char in map(_shown, unicodedata.normalize("NFC", _BLANKS.sub(" ", text))):
        if not char:
            continue
        if not unicodedata.category(char).startswith("M"):
            last = char
        elif _can_have(last, char):
            last += char
        else:
            continue
        found.append(char)
    return unicodedata.normalize("NFC", "".join(found))


def _can_have(marked: str, mark: str) -> bool:
    """Whether a character, with the marks that it has, can have one more, and its columns still be counted one by one.

    A mark that joins the characters around it, as a virama does, cannot be counted, nor can one that takes a column of
    its own behind a wide character or behind another such mark.
    """
    if marked == " " or len(marked) > MARKS or not _is_counted(mark) or columns(f"\u4e00{mark}\u4e00") < 4:
        return False
    return columns(marked + mark) - columns(marked) == columns(f"a{mark}") - 1


@lru_cache(4096)
def _is_counted(mark: str) -> bool:
    """Whether urwid gives a mark the same columns in measuring a text as in cutting it."""
    text = f"a{mark}"
    return calc_text_pos(text, 0, len(text), 9)[1] == columns(text)


def _shown(char: str) -> str:
    code = ord(char)
    if code in _FLAGS:
        return chr(ord("A") + code - _FLAG_A)
    category = unicodedata.category(char)
    if code in _HIDDEN or code in _SKINS or category == "Cf":
        return ""
    if category in ("Cc", "Cs", "Cn", "Co") or code in _JAMO:
        return UNKNOWN
    return char


def columns(text: str) -> int:
    """How many columns a visible text takes."""
    return len(text) if text.isascii() else calc_width(text, 0, len(text))


def cut(text: str, width: int, ellipsis: str = "…") -> str:
    """A visible text in at most so many columns."""
    if columns(text) <= width:
        return text
    if width < columns(ellipsis):
        return ""
    end, _ = calc_text_pos(text, 0, len(text), width - columns(ellipsis))
    return text[:end] + ellipsis


def fit(text: str, width: int, ellipsis: str = "…") -> str:
    """A visible text in exactly so many columns, to the left."""
    text = cut(text, width, ellipsis)
    return text + " " * (width - columns(text))


def centred(text: str, width: int, ellipsis: str = "…") -> str:
    """A visible text in exactly so many columns, in the middle."""
    text = cut(text, width, ellipsis)
    room = width - columns(text)
    return " " * (room // 2) + text + " " * (room - room // 2)


def wrap(text: str, width: int) -> list[str]:
    """A visible text in lines of at most so many columns, broken between words where that is possible."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if columns(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while columns(word) > width:
            end, _ = calc_text_pos(word, 0, len(word), width)
            if not end:  # not even one character fits
                return lines or [""]
            lines.append(word[:end])
            word = word[end:]
        line = word
    return [*lines, line] if line or not lines else lines
