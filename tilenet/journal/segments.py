"""The files of a journal: lines of JSON, one for each entry, in segments with numbers.

    ["click", ...]
    ["points", ...]
    1f3a6b20        the checksum of the lines since the last one: all that one turn of the reactor has brought

What is left of a turn that was not written to its end is no fault: nobody was shown what came of it. A segment begins
by saying which one it follows, and how long that was: so nothing can be missing between them without being noticed.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

from tilenet.saving.entries import Unwritten, entry_of, lines_of

Entry: TypeAlias = list[Any]
Position: TypeAlias = tuple[int, int]  # the number of a segment, and bytes in it

SUFFIX = ".jsonl"
VERSION = 1
BEGIN = "segment"  # the first word of the first entry
LONGEST_LINE = 256 * 2**20  # bytes
_NAME = re.compile(r"[0-9]{6,12}")
_CHECKSUM = re.compile(rb"[0-9a-f]{8}\n")
_SEEN_BY_THE_OWNER = 0o600


class Damaged(Exception):
    """A journal that cannot be read; the text says where."""


# Lines


def turn_of(entries: Sequence[Unwritten]) -> bytes:
    """The lines of a whole turn."""
    lines = lines_of(entries)
    return b"%b%08x\n" % (lines, crc32(lines))


def line_of(entry: Entry) -> bytes:
    """A turn of one entry."""
    return turn_of([entry])


def first_entry(follows: Position | None) -> Entry:
    """How a segment begins that follows on what was written up to a position; or else on a gap."""
    return [BEGIN, {"version": VERSION, "follows": follows}]


# Files


def segments(folder: Path) -> list[Path]:
    """The segments in a folder, the oldest first."""
    found = [path for path in folder.glob(f"*{SUFFIX}") if _NAME.fullmatch(path.stem)]
    return sorted(found, key=lambda path: int(path.stem))


def segment(folder: Path, number: int) -> Path:
    return folder / f"{number:06}{SUFFIX}"


class Segment:
    """A segment to read. Iterating over it gives its entries as JSON, only those of whole turns; and None where turns
    are damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = int(path.stem)
        self.size = 0  # bytes of what was given
        self.damage = 0  # the number of the line at which it is first seen; 0 if there is none

    @property
    def end(self) -> Position:
        return self.number, self.size

    def __iter__(self) -> Iterator[bytes | None]:
        """Raises Damaged, or OSError."""
        self.size = 0
        turn: list[bytes] = []
        size = check = 0
        is_whole = True  # the present turn, so far
        with open(os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Damaged(f"{self.path} is not a file")
            for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), 1):
                size += len(line)
                if line[:1] == b"[" and line[-1:] == b"\n":
                    turn.append(line)
                    check = crc32(line, check)
                elif is_whole and line == b"%08x\n" % check:
                    self.size = size
                    yield from turn
                    turn.clear()
                    check = 0
                elif _CHECKSUM.fullmatch(line):
                    self.damage = self.damage or number
                    yield None
                    turn.clear()
                    check, is_whole = 0, True
                else:
                    is_whole = False  # or torn, if nothing comes after it

    def again(self) -> Iterator[bytes]:
        """The same as before, which need not be checked again if nothing was damaged. Raises Damaged, or OSError."""
        left = self.size
        if left and self.damage:
            with suppress(OSError):  # where it was the first time
                yield from (text for text in self if text is not None)
            return
        if left:
            with self.path.open("rb") as file:
                for line in file:
                    if line[:1] == b"[":
                        yield line
                    left -= len(line)
                    if left <= 0:
                        return

    def follows(self, text: bytes) -> Position | None:
        """What the first entry says. Raises Damaged: then nothing of it counts."""
        size, self.size = self.size, 0
        try:
            begin, about = entry_of(text)
            version, before = about["version"], about["follows"]
            if begin != BEGIN or version != VERSION:
                raise Damaged(f"{self.path} is of version {version!r}, and not {VERSION}")
            found = None if before is None else (int(before[0]), int(before[1]))
        except (ValueError, RecursionError, LookupError, TypeError, OverflowError):
            raise Damaged(f"{self.path} does not begin as a segment does") from None
        self.size = size
        return found


class SegmentFile:
    """The segment that is being written."""

    def __init__(self, folder: Path, number: int) -> None:
        """Raises OSError."""
        folder.mkdir(mode=0o700, exist_ok=True)
        self.path = segment(folder, number)
        self.number = number
        self.size = 0
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_APPEND
        self._file = os.open(self.path, flags, _SEEN_BY_THE_OWNER)

    def write(self, data: bytes) -> None:
        """Write this to its end. Raises OSError."""
        size, written = len(data), os.write(self._file, data)
        while written < size:
            written += os.write(self._file, data[written:])
        self.size += size

    def cut(self) -> None:
        """Take away what was written in part. Raises OSError."""
        os.ftruncate(self._file, self.size)

    def sync(self) -> None:
        """Wait until the disk has it. Raises OSError."""
        os.fdatasync(self._file)

    def duplicate(self) -> int:
        """Another descriptor, for a thread, which closes it. Raises OSError."""
        return os.dup(self._file)

    def close(self) -> None:
        os.close(self._file)
