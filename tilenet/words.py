"""Words for people, which remember what they were made of: so they can be said in another language later on."""

from __future__ import annotations

from typing import Any


class Words(str):
    """A string that knows its template and what was put into it. Everybody who does not ask for more has a string.

    Words("{name} found a set: {points} points.", name=player.name, points=5)
    Words("{n} pair to find", many="{n} pairs to find", n=pairs)

    The template is the English text and its own id in a catalogue, so it is a constant; `many` is said if `n` is not 1.
    """

    __slots__ = ("args", "many", "template")

    template: str
    many: str
    args: dict[str, Any]

    def __new__(cls, template: str, /, *, many: str = "", **args: Any) -> Words:
        chosen = many if many and args["n"] != 1 else template
        words = super().__new__(cls, chosen.format_map(args) if args else chosen)
        words.template = template
        words.many = many
        words.args = args
        return words
