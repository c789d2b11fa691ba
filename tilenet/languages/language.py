"""A language: says Words by a catalogue of gettext, whose ids are the English templates.

Each language has a catalogue beside this file: tr.po is what translators edit; tr.mo is made from it, and read
here. docs/translating.md explains how to add one.
"""

from __future__ import annotations

import re
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

from tilenet.words import Words

FOLDER = Path(__file__).parent
ENGLISH = "en"

_CODE = re.compile("[A-Za-z]{2,3}(?![A-Za-z])")


class Language:
    """One language. What its catalogue lacks is said in English."""

    def __init__(self, code: str, catalogue: GNUTranslations) -> None:
        self.code = code
        self._catalogue = catalogue

    def say(self, text: str) -> str:
        """The text in this language; if it is not Words, as it is."""
        if not isinstance(text, Words) or not text.template:
            return text
        args, catalogue = text.args, self._catalogue
        if not args:
            return catalogue.gettext(text.template)
        said = {name: self.say(value) if isinstance(value, Words) else value for name, value in args.items()}
        try:
            if text.many:
                return catalogue.ngettext(text.template, text.many, args["n"]).format_map(said)
            return catalogue.gettext(text.template).format_map(said)
        except (LookupError, ValueError, TypeError, AttributeError):  # a mistake of the translator's
            return text

    def say_all(self, value: Any) -> Any:
        """JSON in which all Words are said in this language."""
        kind = type(value)
        if kind is Words:
            return self.say(value)
        if kind is dict:
            return {key: self.say_all(one) for key, one in value.items()}
        if kind is list:
            return [self.say_all(one) for one in value]
        return value


def code_of(wanted: str) -> str:
    """The code of a language that somebody wants, as LANG or a browser names it: tr for tr_TR.UTF-8 and tr-TR."""
    found = _CODE.match(wanted)
    return found[0].lower() if found else ""


@cache
def languages() -> frozenset[str]:
    """The codes of the languages that have a catalogue."""
    return frozenset(path.stem for path in FOLDER.glob("*.mo"))


def find_language(wanted: str) -> Language | None:
    """The language that somebody wants; None if it is English, or nobody has translated anything into it."""
    code = code_of(wanted)
    return _load(code) if code in languages() else None


def said_in(code: str, value: Any) -> Any:
    """JSON in which all Words are said in the language with this code."""
    language = find_language(code)
    return value if language is None else language.say_all(value)


@cache
def _load(code: str) -> Language:
    with (FOLDER / f"{code}.mo").open("rb") as file:
        return Language(code, GNUTranslations(file))
