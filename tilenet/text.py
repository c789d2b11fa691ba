"""Names and speech: what people may be called and may say, so that it is safe on everybody else's screen; and lists."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from hashlib import blake2b

from tilenet.words import Words

MAX_NAME = 32
NAMED = 3  # how many people are named in a list; the others are counted

#: Characters that are invisible or change the direction of writing: format controls and Unicode's default-ignorables.
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_MARKS = 3  # combining marks on one letter, at most
_BREAKS = re.compile(r"[\t\n\x0b\x0c\r\x85\u2028\u2029]+")


class BadName(Exception):
    """A name that nobody can have; the text says why."""


def same_hash(text: str) -> int:
    """A hash that is the same in every process, unlike Python's own."""
    return int.from_bytes(blake2b(text.encode(), digest_size=7).digest())


def proper_name(name: str) -> str:
    """The name without the blanks around it.

    Raises BadName if it is not valid.
    """
    if len(name) > 2 * MAX_NAME:
        raise _too_long()
    name = name.strip()
    if not name:
        raise BadName(Words("A name has at least one character."))
    if len(name) > MAX_NAME:
        raise _too_long()
    if "<" in name:
        raise BadName(Words("A name cannot contain <."))
    if not name.isprintable() or _HIDDEN.search(name):
        raise BadName(Words("A name must be one line of visible characters."))
    if not 0 < len(name_key(name)) <= 2 * MAX_NAME:
        raise BadName(Words("A name must have characters that others can tell apart."))
    if _is_mark(name[0]) or _with_few_marks(name) != name:
        raise BadName(Words("A name cannot have letters with more than a few accents."))
    return name


def _too_long() -> BadName:
    return BadName(Words("A name has at most {n} characters.", n=MAX_NAME))


def name_key(name: str) -> str:
    """Names that differ only in case, or in how a letter is encoded, have the same key (NFKC case folding)."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).casefold()).casefold()
    folded = unicodedata.normalize("NFKC", folded)
    return " ".join(_HIDDEN.sub("", folded).split())


def stem(name: str, digits: int) -> str:
    """What comes before a number of so many digits: the name, cut to make space, and a hyphen if it ends with a digit.

    So no number runs into another: the second bot-1 is bot-1-2, and the twelfth bot- is bot-12.
    """
    cut = name[: MAX_NAME - digits].rstrip()
    return f"{name[: MAX_NAME - 1 - digits].rstrip()}-" if name_key(cut)[-1:].isdigit() else cut


def visible(text: str) -> str:
    """The text without what cannot be seen."""
    return _HIDDEN.sub("", text)


def clean_speech(text: str) -> str:
    """Speech on one line, with nothing in it that moves, hides or reorders what others see."""
    text = _HIDDEN.sub("", _BREAKS.sub(" ", text))
    return _with_few_marks(_CONTROLS.sub("", text)).strip()


def _with_few_marks(text: str) -> str:
    """The text with only the first few combining marks on each letter: a pile of them covers other lines."""
    if text.isascii():
        return text
    kept = []
    marks = 0
    for character in text:
        marks = marks + 1 if _is_mark(character) else 0
        if marks <= _MARKS:
            kept.append(character)
    return "".join(kept)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def plain(text: str) -> str:
    """Text for one line of a log on a terminal: unprintable characters are written as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def listed(names: Iterable[str]) -> str:
    """ann / ann and bob / ann, bob, cid and 4 others"""
    some = list(names)
    if len(some) == 1:
        return some[0]
    if len(some) > NAMED + 1:
        return Words("{names} and {n} others", names=", ".join(some[:NAMED]), n=len(some) - NAMED)
    return Words("{names} and {last}", names=", ".join(some[:-1]), last=some[-1])


def counted(number: int, what: str) -> str:
    """1 pair / 2 pairs"""
    return f"{number} {what}{'' if number == 1 else 's'}"
