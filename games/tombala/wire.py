"""Tombala's own protocol as bytes, both ways: a header, a colon, a JSON object, a line break; knows no socket.

A `Decoder` takes bytes, cut anywhere, and returns requests. A message ends where its object does, or else with its
line; one that cannot be understood becomes a `Bad`, and the next one counts again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from json import JSONDecodeError, JSONDecoder, dumps
from math import isfinite
from typing import Any, NamedTuple, NoReturn, TypeAlias

DEFAULT_LIMIT = 4096
MAX_DEPTH = 8  # how deep objects and lists may be nested, including the body
INTEGERS = range(-(2**63), 2**63)


class Request(NamedTuple):
    """A message that can be understood; its header and fields have yet to be checked."""

    header: str
    seq: int
    body: dict[str, Any]  # all of it, including the seq


class Bad(NamedTuple):
    """A message that cannot be understood, with its seq if that could be read."""

    seq: int | None
    reason: str


class TooLong(NamedTuple):
    """A message over the limit: nothing more is read."""

    reason: str
    seq: int | None = None  # if it could be read


Decoded: TypeAlias = Request | Bad | TooLong


class Wrong(Exception):
    """What is wrong with a message, as a sentence for its sender."""


# Fields


def text_field(body: Mapping[str, Any], name: str) -> str:
    value = _field(body, name)
    if not isinstance(value, str):
        raise Wrong(f"The field {name} must be a string.")
    return value


def int_field(body: Mapping[str, Any], name: str) -> int:
    value = _field(body, name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong(f"The field {name} must be an integer.")
    return value


def _field(body: Mapping[str, Any], name: str) -> Any:
    if name not in body:
        raise Wrong(f"The field {name} is missing.")
    return body[name]


# The body


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise Wrong("A key appears twice.")
    return made


def _integer(text: str) -> int:
    if len(text) > len(str(INTEGERS[0])) or int(text) not in INTEGERS:
        raise Wrong("An integer is too large.")
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise Wrong("A number is too large.")
    return value


def _constant(text: str) -> NoReturn:
    raise Wrong("NaN and Infinity are not numbers in JSON.")


_JSON = JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant)


def _parse(raw: bytes) -> dict[str, Any]:
    """Parse an object, from brace to brace."""
    try:
        text = raw.decode()
        body: dict[str, Any] = _JSON.decode(text)
        if "\\u" in text:
            dumps(body, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        raise Wrong("This is not UTF-8.") from None
    except UnicodeEncodeError:
        raise Wrong("A string contains half of a surrogate pair.") from None
    except JSONDecodeError as error:
        raise Wrong(f"This is not JSON, from character {error.pos + 1} of the body on.") from None
    return body


#: The parts of an object that matter: a plain seq, any other string, complete or not, and brackets.
_PARTS = re.compile(
    rb'"seq"[ \t\r]*+:[ \t\r]*+(-?(?:0|[1-9][0-9]{0,18}))(?=[ \t\r,}]|$)|"(?:[^"\\]|\\.)*+"?|[{\[]|[}\]]', re.DOTALL
)


def _find_seq(raw: bytes) -> int | None:
    """The first seq at the top level of an object, which may be broken anywhere."""
    depth = 0
    for part in _PARTS.finditer(raw):
        if part[1] and depth == 1 and int(part[1]) in INTEGERS:
            return int(part[1])
        if part[0] in b"{[":
            depth += 1
        elif part[0] in b"}]":
            depth -= 1
            if not depth:
                break
    return None


# Messages

_BLANKS = re.compile(rb"[ \t\r\n]*")
_HEADER = re.compile(rb"([A-Z]{6}):[ \t\r]*")

#: What to look for next, in each part of a message; always the line break, too.
_IN_HEAD = re.compile(rb"[:{\n]")
_AFTER_COLON = re.compile(rb"[^ \t\r]")
_IN_BODY = re.compile(rb'["{}\[\]\n]')
_IN_STRING = re.compile(rb'["\\\n]')
_ESCAPED = re.compile(rb"[\x00-\xff]")


class _Message:
    """A message that is arriving. No byte of it is looked at twice until it is complete."""

    def __init__(self) -> None:
        self.raw = bytearray()
        self._next = _IN_HEAD
        self._body_at = 0
        self._brackets = b""  # the pair around the body; none before it has begun
        self._open = 0  # how many of those are open
        self._depth = self._deepest = 0  # with brackets of all kinds

    def take(self, data: bytes, start: int) -> tuple[int, bool]:
        """Take more data; returns where the message's part of it ends, and whether the message is complete."""
        at = start
        is_whole = False
        while not is_whole and (match := self._next.search(data, at)):
            at = match.end()
            if match[0] == b"\n":
                at -= 1
                is_whole = True
            else:
                is_whole = self._pass(match[0], len(self.raw) + match.start() - start)
        end = at if is_whole else len(data)
        self.raw += data[start:end]
        return end, is_whole

    def _pass(self, mark: bytes, at: int) -> bool:
        """Go on after a mark that was looked for; returns whether the body ends with it."""
        if self._next is _IN_STRING:
            self._next = _IN_BODY if mark == b'"' else _ESCAPED
        elif self._next is _ESCAPED:
            self._next = _IN_STRING
        elif self._next is _IN_BODY:
            if mark == b'"':
                self._next = _IN_STRING
            else:
                return self._count(mark)
        elif mark == b"{" or (mark == b"[" and self._next is _AFTER_COLON):
            self._next = _IN_BODY
            self._body_at = at
            self._brackets = b"{}" if mark == b"{" else b"[]"
            self._count(mark)
        else:
            self._next = _AFTER_COLON if mark == b":" else _IN_HEAD
        return False

    def _count(self, mark: bytes) -> bool:
        """Count a bracket; returns whether it is the body's last, which only brackets of the body's kind can be."""
        step = 1 if mark in b"{[" else -1
        self._depth += step
        self._deepest = max(self._deepest, self._depth)
        if mark in self._brackets:
            self._open += step
        return not self._open

    def read(self) -> Request | Bad:
        """The request, once the message is complete."""
        head, raw = bytes(self.raw[: self._body_at]), bytes(self.raw[self._body_at :])
        seq = None
        try:
            if self._brackets != b"{}":
                self._has_no_object()
            seq = _find_seq(raw)
            header = _HEADER.fullmatch(head)
            if not header:
                raise Wrong("The header is not six capital letters and a colon.")
            if self._deepest > MAX_DEPTH:
                raise Wrong(f"Objects and lists are nested more than {MAX_DEPTH} deep.")
            if self._open:
                raise Wrong("The line ends before the JSON object does.")
            body = _parse(raw)
            seq = int_field(body, "seq")
        except Wrong as wrong:
            return Bad(seq, str(wrong))
        return Request(header[1].decode(), seq, body)

    def seq_within(self, limit: int) -> int | None:
        """The seq of a message that is too long; not one that may be cut off."""
        return _find_seq(bytes(self.raw[self._body_at : limit]) + b"?") if self._brackets == b"{}" else None

    def _has_no_object(self) -> NoReturn:
        if _HEADER.match(self.raw):
            raise Wrong("The body is not a JSON object.")
        raise Wrong("A message is six capital letters, a colon, and a JSON object.")


class Decoder:
    """Reads what one client sends."""

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        self._limit = limit
        self._message: _Message | None = None  # None between messages
        self._is_done = False

    @property
    def rest(self) -> bytes:
        """What has come of a message that is not complete. Another decoder that is fed with it is as far as this."""
        return b"" if self._message is None else bytes(self._message.raw)

    def feed(self, data: bytes) -> list[Decoded]:
        """The messages that these bytes complete."""
        decoded: list[Decoded] = []
        at = 0
        while not self._is_done:
            if self._message is None:
                at = _skip_blanks(data, at)
            if at == len(data):
                break
            message = self._message = self._message or _Message()
            at, is_whole = message.take(data, at)
            if len(message.raw) > self._limit:
                self._is_done = True
                self._message = None
                decoded.append(
                    TooLong(f"A message is longer than {self._limit} bytes.", message.seq_within(self._limit))
                )
            elif is_whole:
                self._message = None
                decoded.append(message.read())
        return decoded


def _skip_blanks(data: bytes, at: int) -> int:
    match = _BLANKS.match(data, at)
    assert match is not None  # it also matches no blanks
    return match.end()


def encode(header: str, body: Mapping[str, Any]) -> bytes:
    """One message, as a line."""
    return f"{header}:{dumps(dict(body), allow_nan=False)}\n".encode("ascii")
