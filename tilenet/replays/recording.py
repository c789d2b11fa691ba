"""One finished game as data: who played what and when, and everything that entered the game, as it is in the journal.

A file of JSON lines, compressed by gzip: {"tilenet": "replay", "version": 1, "id": ...}, and then the entries.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

VERSION = 1
SUFFIX = ".jsonl.gz"
LARGEST = 64 * 2**20  # bytes of a recording when it is not compressed; so no file can fill the memory
LONGEST_HEADER = 2**20  # bytes
LONGEST_WORD = 1000  # characters of a title
LARGEST_NUMBER = 1e15  # there is no later time, and no higher score

_MAGIC = b"\x1f\x8b"  # of gzip
_GZIP = 31  # what zlib calls gzip, with the largest window
_BLOCK = 4096  # bytes

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_FIELDS: Mapping[str, type | tuple[type, ...]] = {  # that everybody needs who reads it
    **dict.fromkeys(("id", "game", "title"), str),
    **dict.fromkeys(("began", "ended", "start", "seconds"), (int, float)),
    "is_private": bool,
    "people": list,
}


class NotARecording(Exception):
    """A file that cannot be read as a recording; the text says why, as in "it is damaged"."""


@dataclass(frozen=True)
class Recording:
    """A recording that was read. Its first entry is the room, saved when the game began."""

    header: Mapping[str, Any]
    entries: Sequence[list[Any]]

    @property
    def id(self) -> str:
        return str(self.header["id"])

    @classmethod
    def read(cls, data: bytes) -> Recording:
        """Read all that a file says. Raises NotARecording."""
        opened = cls.open(data)
        return cls(opened.header, [*opened.entries])

    @classmethod
    def open(cls, data: bytes, most: int | None = None) -> Recording:
        """Read the header; each entry is read when it is asked for, and then NotARecording may be raised, too.

        If it has more than `most` bytes, it is refused.
        """
        text = _unpacked(data, LARGEST if most is None else most)
        first, *lines = text.splitlines() or [b""]
        header, entries = read_header(first), Entries(lines)
        if not lines or entries[0][0] != "saved":
            raise NotARecording("it is damaged")
        return cls(header, entries)


class Entries(Sequence[list[Any]]):
    """The entries of a recording, each of which is read when it is asked for."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> list[Any]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[list[Any]]: ...

    def __getitem__(self, at: int | slice) -> Sequence[Any]:
        if isinstance(at, slice):
            return Entries(self._lines[at])
        entry: list[Any] = _loads(self._lines[at])
        if not _is_entry(entry):
            raise NotARecording("it is damaged")
        return entry

    def size(self, at: int) -> int:
        """How many bytes an entry has."""
        return len(self._lines[at])


def header_text(header: Mapping[str, Any]) -> bytes:
    """A header as it is written."""
    return _encode(header).encode("utf-8", "surrogatepass")


def packed(header: bytes, lines: Iterable[bytes]) -> bytes:
    """The file of a recording; each line is an entry in JSON, with or without an end of line."""
    return gzip.compress(b"\n".join([header, *(line.rstrip(b"\n") for line in lines), b""]), mtime=0)


def _unpacked(data: bytes, most: int) -> bytes:
    """All that a file says: it is one member of gzip, since a great many empty ones would take very long."""
    if data[:2] != _MAGIC:
        raise NotARecording("it is not a recording of TileNet")
    if len(data) <= most:
        unpacking = zlib.decompressobj(_GZIP)
        try:
            text = unpacking.decompress(data, most + 1)
        except zlib.error:
            raise NotARecording("it is damaged") from None
        if len(text) <= most:
            if not unpacking.eof or unpacking.unused_data:
                raise NotARecording("it is damaged")
            return text
    raise NotARecording(f"it has more than {most // 2**20} MiB")


def with_header(data: bytes, header: bytes) -> bytes:
    """The same file with another header. Raises NotARecording."""
    _, _, rest = _unpacked(data, LARGEST).partition(b"\n")
    return packed(header, [rest])


def first_line(data: bytes) -> bytes:
    """The header of a file as text, of which the beginning is enough; the rest is not read. Raises NotARecording."""
    unpacking = zlib.decompressobj(_GZIP)
    text = b""
    try:
        for at in range(0, len(data), _BLOCK):
            text += unpacking.decompress(data[at : at + _BLOCK], LONGEST_HEADER + 1)
            if b"\n" in text:
                return text[: text.index(b"\n")]
            if len(text) > LONGEST_HEADER or unpacking.eof:
                break
    except zlib.error:
        pass
    raise NotARecording("it is damaged")


def read_header(line: bytes) -> dict[str, Any]:
    """Read the first line of a recording. Raises NotARecording."""
    try:
        header = _loads(line)
    except NotARecording:
        header = None
    if not isinstance(header, dict) or header.get("tilenet") != "replay":
        raise NotARecording("it is not a recording of TileNet")
    if header.get("version") != VERSION:
        raise NotARecording("it was made by another version of TileNet")
    for name, kind in _FIELDS.items():
        value = header.get(name)
        if not isinstance(value, kind) or (isinstance(value, int | float) and not is_sensible(value)):
            raise NotARecording("it is damaged")
        if isinstance(value, str) and len(value) > LONGEST_WORD:
            raise NotARecording("it is damaged")
    if not all(isinstance(one, dict) and isinstance(one.get("id"), str) for one in header["people"]):
        raise NotARecording("it is damaged")
    return header


def is_sensible(number: float) -> bool:
    """Whether everybody can reckon with it: JSON may have a number that no float can be."""
    return abs(number) < LARGEST_NUMBER


def _is_entry(entry: Any) -> bool:
    match entry:
        case [str(), int() | float(), _, *_]:
            return True
    return False


def _loads(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8", "surrogatepass"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise NotARecording("it is damaged") from None


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number")
