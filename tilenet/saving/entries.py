"""Entries as JSON, one a line: what the journal and the tapes of rooms are made of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any, TypeAlias

import msgspec

#: An entry that is yet to be written. A tuple may wait for that: nothing in it changes.
Unwritten: TypeAlias = list[Any] | tuple[Any, ...] | msgspec.Raw


def _plain(value: object) -> object:
    """What a value is that is more than JSON: Words are a text, for instance."""
    if isinstance(value, str):
        return "".join(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    raise TypeError(f"{value!r} is not JSON")


_encoder = msgspec.json.Encoder(enc_hook=_plain)
_encode, _encode_lines = _encoder.encode, _encoder.encode_lines
_decode = msgspec.json.Decoder().decode


def text_of(entry: Unwritten) -> bytes:
    """An entry as JSON."""
    try:
        return _encode(entry)
    except UnicodeEncodeError:  # a text that is not quite one
        return json.dumps(entry, separators=(",", ":"), allow_nan=False).encode()


def written(entry: tuple[Any, ...]) -> Unwritten:
    """An entry as it is now, whatever becomes of what it tells of."""
    return msgspec.Raw(text_of(entry))


def lines_of(entries: Sequence[Unwritten]) -> bytes:
    """Many of them, each in a line."""
    try:
        return _encode_lines(entries)
    except UnicodeEncodeError:
        return b"".join([text_of(entry) + b"\n" for entry in entries])


def entry_of(text: bytes) -> Any:
    """What JSON says. Raises ValueError, or RecursionError."""
    try:
        return _decode(text)
    except msgspec.MsgspecError:
        if b"\\ud" not in text:
            raise
        return json.loads(text, parse_constant=_refuse, parse_float=_finite)  # as it was written


def _refuse(word: str) -> float:
    raise ValueError(f"{word} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"no number is {text}")
    return number
