"""Text from strangers on a terminal: how to make it harmless, measure it in columns, cut it and wrap it.

After `visible`, a text can neither move the cursor nor ring the bell, and all terminals agree on its width: what they
disagree on (joined emoji, flags, variation selectors) is taken apart.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from urwid import calc_text_pos, calc_width

UNKNOWN = "\ufffd"
LONGEST = 2000  # characters of a text that we look at: a hostile one may have millions
MARKS = 2  # combining marks on one letter, at most

_BLANKS = re.compile(r"[\t\n\x0b\x0c\r\x85\u2028\u2029\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_NUMBER = re.compile(r"-?\d{1,4}$", re.ASCII)  # that a server gives to somebody whose name is taken
_FLAG_A = 0x1F1E6
_FLAGS = range(_FLAG_A, _FLAG_A + 26)
_SKINS = range(0x1F3FB, 0x1F400)
#: Vowels and final consonants of Hangul, which some terminals put into the cell before.
_JAMO = {*range(0x1160, 0x1200), *range(0xD7B0, 0xD7FC)}
#: Code points of no width, besides those of the categories Cf and Mn.
_HIDDEN = {0x034F, 0x115F, 0x2800, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def visible(text: str) -> str:
    """The text on one line, with only what can be seen; if it is too long to be read, it is cut."""
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
    """Whether a character with its marks can have one more, and its columns can still be counted.

    A mark that joins the characters around it, like a virama, cannot be counted. Nor can one that takes a column of its
    own after a wide character or after another such mark.
    """
    if marked == " " or len(marked) > MARKS or not _is_counted(mark) or columns(f"\u4e00{mark}\u4e00") < 4:
        return False
    return columns(marked + mark) - columns(marked) == columns(f"a{mark}") - 1


@lru_cache(4096)
def _is_counted(mark: str) -> bool:
    """Whether urwid counts the same columns for a mark when it measures a text and when it cuts one."""
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
    """A visible text, cut to at most this width."""
    if columns(text) <= width:
        return text
    if width < columns(ellipsis):
        return ""
    end, _ = calc_text_pos(text, 0, len(text), width - columns(ellipsis))
    return text[:end] + ellipsis


def fit(text: str, width: int, ellipsis: str = "…") -> str:
    """A visible text at the left of exactly this width."""
    text = cut(text, width, ellipsis)
    return text + " " * (width - columns(text))


def fit_name(name: str, width: int, ellipsis: str = "…") -> str:
    """A visible name at the left of exactly this width. If it is cut, the number at its end stays: averylongna…2."""
    end = _NUMBER.search(name)
    if end is None or columns(name) <= width or len(end[0]) + columns(ellipsis) >= width:
        return fit(name, width, ellipsis)
    return fit(cut(name[: end.start()], width - len(end[0]), ellipsis) + end[0], width, ellipsis)


def centred(text: str, width: int, ellipsis: str = "…") -> str:
    """A visible text in the middle of exactly this width."""
    text = cut(text, width, ellipsis)
    room = width - columns(text)
    return " " * (room // 2) + text + " " * (room - room // 2)


def wrap(text: str, width: int) -> list[str]:
    """A visible text in lines of at most this width, broken between words if possible."""
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
