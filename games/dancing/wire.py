"""Dancing's own protocol as bytes, both ways: texts that end with an &, most of them numbers; knows no socket.

A `Decoder` takes bytes, cut anywhere, and returns texts. What a text means depends on whose turn it is: `read_stars`,
`read_lines` and a `StepReader` make sense of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from tilenet.game import Words
from tilenet.games.dancing.instances import DIGITS, Cell
from tilenet.games.dancing.match import Role
from tilenet.games.dancing.rules import Line, Move

END = b"&"
DEFAULT_LIMIT = 256 * 1024  # bytes of a message
PART = 2048  # bytes of a message that are passed on at once: nobody waits while all of a long one is read
DONE = "DONE"

_ROLE = re.compile(r"\n[ \t]*role:[ \t]*(any|choreographer|spoiler)\s*\Z")  # the last line of an introduction
_BLANKS = " \n\r\t"  # what may be between numbers
_CUTS = [*map(str.encode, _BLANKS)]  # where a message may be cut
_NUMBER = re.compile(rf"-?[0-9]{{1,{DIGITS}}}")
_NUMBERS = re.compile(
    rf"(?:[{_BLANKS}]*+-?[0-9]{{1,{DIGITS}}}+(?![^{_BLANKS}]))*+[{_BLANKS}]*+"
)  # the same of all words at once
_SHOWN = 20  # characters of a bad word that are repeated in the reason


class Bad(NamedTuple):
    """A message that is not text."""

    reason: str


class Introduction(NamedTuple):
    """What a program says first."""

    text: str
    name: str
    is_told_roles: bool = False  # whether it has asked to be told its role in each round
    role: Role | None = None  # the only one that it takes in the first round; None if it takes either


class Part(NamedTuple):
    """The beginning of a message, or the next part of one; the text that ends it is still to come."""

    text: str


class TooLong(NamedTuple):
    """A message over the limit: nothing more is read."""

    reason: str


Decoded: TypeAlias = str | Part | Bad | TooLong


class Wrong(Exception):
    """A message makes no sense; the text, which is Words, says why."""


class Decoder:
    """Reads what one client sends. Messages with nothing in them are left out, and long ones come in parts."""

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        self.limit = limit  # bytes of a message
        self._held = bytearray()  # of a message that is not complete
        self._size = 0  # bytes of it so far
        self._has_parts = False  # whether some of it was passed on
        self._is_skipped = False  # whether the rest of it does not matter
        self._is_done = False

    def state(self) -> dict[str, Any]:
        """All that this knows, as JSON."""
        return {
            "limit": self.limit,
            "held": self._held.hex(),
            "size": self._size,
            "has_parts": self._has_parts,
            "is_skipped": self._is_skipped,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self.limit = state["limit"]
        self._held = bytearray.fromhex(state["held"])
        self._size = state["size"]
        self._has_parts = state["has_parts"]
        self._is_skipped = state["is_skipped"]

    def feed(self, data: bytes) -> list[Decoded]:
        """The messages that these bytes complete."""
        decoded: list[Decoded] = []
        *ended, rest = data.split(END)
        for part in ended:
            self._take(part, decoded)
            self._pass_on_parts(decoded)
            if self._has_parts or (self._held and not self._held.isspace()):
                self._pass_on(len(self._held), decoded, is_last=True)
            self._held.clear()
            self._size = 0
            self._has_parts = self._is_skipped = False
        self._take(rest, decoded)
        self._pass_on_parts(decoded)
        return decoded

    def _take(self, part: bytes, decoded: list[Decoded]) -> None:
        if self._is_done:
            return
        self._held += part
        self._size += len(part)
        if self._size > self.limit:
            self._is_done = True
            self._has_parts = False
            self._held.clear()
            decoded.append(TooLong(Words("a message longer than {n} bytes", n=self.limit)))

    def _pass_on_parts(self, decoded: list[Decoded]) -> None:
        """Pass on whole words of a long message."""
        while len(self._held) > PART:
            end = max(self._held.rfind(blank, 0, PART) for blank in _CUTS) + 1
            self._pass_on(end or len(self._held), decoded, is_last=False)

    def _pass_on(self, end: int, decoded: list[Decoded], *, is_last: bool) -> None:
        """Pass on so many bytes of what is held."""
        message = bytes(self._held[:end])
        del self._held[:end]
        if self._is_skipped or (not is_last and (not message or message.isspace())):
            return
        self._has_parts = True
        text = _text(message)
        self._is_skipped = isinstance(text, Bad)
        decoded.append(text if is_last or isinstance(text, Bad) else Part(text))


def _text(message: bytes) -> str | Bad:
    try:
        return message.decode()
    except UnicodeDecodeError:
        return Bad(Words("this is not UTF-8"))


def encode(text: str) -> bytes:
    """One message. An & in it would end it too soon, and clients cannot take an empty one."""
    return (text.replace("&", "+") or " ").encode(errors="replace") + END


# What players say


def read_introduction(text: str) -> Introduction:
    """Read a name, and the line below it about roles, if there is one."""
    found = _ROLE.search(text)
    name = " ".join((text if found is None else text[: found.start()]).split())
    if found is None:
        return Introduction(text, name)
    return Introduction(text, name, True, None if found[1] == "any" else Role(found[1]))


def is_done(text: str) -> bool:
    """Whether this ends the steps."""
    return text.strip(_BLANKS) == DONE


def read_stars(text: str) -> list[Cell]:
    """The cells of all stars."""
    numbers = _numbers(text)
    if len(numbers) % 2:
        raise Wrong(Words("a star is two numbers, but {n} came", n=len(numbers)))
    one = iter(numbers)
    return list(zip(one, one, strict=True))


class StepReader:
    """Reads the steps of one message: each its number of moves and then four numbers a move."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.numbers = [*numbers]  # of a step that is not complete

    def read(self, text: str, *, is_last: bool = True) -> tuple[list[list[Move]], str]:
        """All steps that are complete with the next part of the message, or with its end.

        If something is wrong, the steps before it, and what is wrong.
        """
        steps: list[list[Move]] = []
        try:
            self.numbers += _numbers(text)
            used = 0
            for moves in _steps(self.numbers, is_last):
                steps.append(moves)
                used += 1 + 4 * len(moves)
            del self.numbers[:used]
        except Wrong as error:
            self.numbers.clear()
            return steps, str(error)
        return steps, ""


def _steps(numbers: list[int], is_last: bool) -> Iterator[list[Move]]:
    at = 0
    while at < len(numbers):
        count = numbers[at]
        if count < 0:
            raise Wrong(Words("{n} is not a number of moves", n=count))
        there = len(numbers) - at - 1
        if there < 4 * count:
            if not is_last:
                return
            raise Wrong(
                Words(
                    "{n} moves need {numbers} numbers, but there are {there}", n=count, numbers=4 * count, there=there
                )
            )
        yield list(_fours(numbers[at + 1 : at + 1 + 4 * count]))
        at += 1 + 4 * count


def read_lines(text: str) -> list[Line]:
    """All lines, four numbers each."""
    numbers = _numbers(text)
    if len(numbers) % 4:
        raise Wrong(Words("a line is four numbers, but {n} came", n=len(numbers)))
    return list(_fours(numbers))


def _numbers(text: str) -> list[int]:
    """All numbers in a text. The other player may be told what is wrong with it, so that is in ASCII."""
    if not _NUMBERS.fullmatch(text):
        words = re.split(f"[{_BLANKS}]+", text.strip(_BLANKS))
        wrong = next(word for word in words if not _NUMBER.fullmatch(word))
        raise Wrong(
            Words("{word} is not a number of at most {digits} digits", word=ascii(wrong[:_SHOWN]), digits=DIGITS)
        )
    return [*map(int, text.split())]


def _fours(numbers: list[int]) -> Iterator[tuple[int, int, int, int]]:
    one = iter(numbers)
    return zip(one, one, one, one, strict=True)


# What the server says


def write_cells(cells: Iterable[Cell]) -> str:
    """Stars, as clients are sent them: with a space after each number, as published spoilers write them."""
    return "".join(f"{x} {y} " for x, y in cells)
