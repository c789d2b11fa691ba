"""Words for people, which remember what they were made of: so they can be said in another language later on."""

from __future__ import annotations

from string import Formatter
from typing import Any


class Words(str):
    """A string that knows its template and what was put into it. Everybody who does not ask for more has a string.

    Words("{name} found a set: {points} points.", name=player.name, points=5)
    Words("{n} pair to find", many="{n} pairs to find", n=pairs)

    The template is the English text and its own id in a catalogue, so it is a constant; `many` is said if `n` is not 1.
    What is put into it can be Words, too. `str(words)` is the same words, so an exception that was made with some still
    has them; but to join or cut them gives a plain string.
    """

    __slots__ = ("args", "many", "template")

    template: str
    many: str
    args: dict[str, Any]

    def __new__(cls, template: str, /, *, many: str = "", **args: Any) -> Words:
        if not args:
            words = str.__new__(cls, template)
        elif many and args["n"] != 1:
            words = str.__new__(cls, many.format_map(args))
        else:
            words = str.__new__(cls, template.format_map(args))
        words.template = template
        words.many = many
        words.args = args
        return words

    def __str__(self) -> str:
        return self


def placeholders(template: str) -> set[str]:
    """The names of what is put into a template."""
    found: set[str] = set()
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            found |= {name} | placeholders(spec or "")
    return found
