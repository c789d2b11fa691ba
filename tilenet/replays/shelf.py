"""The files of finished games in a folder, and the list of them: only what waits for the disk is here.

DATA/replays/ID.jsonl.gz      a recording
DATA/replays/index            a line for each: the bytes of its file, and its header; made again if it is lost
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from tilenet.replays.recording import LARGEST, LONGEST_HEADER, SUFFIX, NotARecording, first_line, read_header

INDEX = "index"
LONGEST_LINE = LONGEST_HEADER + 30  # bytes of a line of the index
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,80}")
_NEW = ".new"  # the end of the name of a file that is being written


class NotAFile(OSError):
    """Something else has the name of a file of ours: a pipe, which nobody may ever write to, or a link."""


def is_id(text: str) -> bool:
    """Whether this can be the id of a replay: no other text leads to a file."""
    return _ID.fullmatch(text) is not None


class Kept(NamedTuple):
    """A recording that is kept, as the list of them has it. The header stays text: few are looked at, of thousands."""

    id: str
    ended: float
    size: int  # bytes of its file
    is_private: bool
    people: frozenset[str]  # their ids, and for those with accounts, the ids that these have after another login
    text: bytes

    @classmethod
    def of(cls, text: bytes, size: int) -> Kept:
        """Raises NotARecording if this is not the text of a header."""
        header = read_header(text)
        people = frozenset(
            id
            for one in header["people"]
            for id in (one["id"], *([f"account-{one['account']}"] if type(one.get("account")) is int else []))
        )
        return cls(header["id"], header["ended"], size, header["is_private"], people, text)

    @property
    def header(self) -> dict[str, Any]:
        return read_header(self.text)

    @property
    def space(self) -> int:
        """Bytes that it takes, with its line in the index."""
        return self.size + len(self.line)

    @property
    def line(self) -> bytes:
        return b"%d %b\n" % (self.size, self.text)


class Shelf:
    """The folder. Every method may raise OSError."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = folder / INDEX

    def path(self, id: str) -> Path:
        """Raises KeyError if nothing has such an id."""
        if not is_id(id):
            raise KeyError(id)
        return self.folder / f"{id}{SUFFIX}"

    def open(self) -> list[Kept]:
        """Make the folder if there is none, and list what is in it, in the order of the index."""
        self._make_folder()
        present = set()
        for entry in os.scandir(self.folder):
            if entry.name.endswith(SUFFIX) and is_id(id := entry.name.removesuffix(SUFFIX)):
                present.add(id)
            elif entry.name.endswith(_NEW):
                os.unlink(entry.path)
        listed = {one.id: one for one in self._read_index() if one.id in present}
        found = {id: one for id in present - listed.keys() if (one := self._look(id)) is not None}
        if found or not self._index.is_file() or self._index.is_symlink():
            listed |= found
            self.write_index(listed.values())
        return [*listed.values()]

    def write(self, kept: Kept, data: bytes) -> None:
        """Write a recording, whole or not at all, and list it."""
        self._make_folder()
        self._replace(self.path(kept.id), data)
        with _opened(self._index, "ab", os.O_WRONLY | os.O_CREAT | os.O_APPEND) as index:
            index.write(kept.line)

    def read(self, id: str, most: int = LARGEST) -> bytes:
        """Raises KeyError or OSError if there is no such recording, or it has more than `most` bytes."""
        with _opened(self.path(id), "rb", os.O_RDONLY) as file:
            _check_size(file, most)
            return file.read(most)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove recordings; the index may go on to list them."""
        for id in ids:
            self.path(id).unlink(missing_ok=True)

    def write_index(self, listed: Iterable[Kept]) -> None:
        self._replace(self._index, b"".join(one.line for one in listed))

    def _make_folder(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _replace(self, path: Path, data: bytes) -> None:
        new = path.with_name(path.name + _NEW)
        try:
            with _opened(new, "wb", os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as out:
                out.write(data)
            new.replace(path)
        except OSError:
            with suppress(OSError):
                new.unlink()
            raise

    def _read_index(self) -> Iterator[Kept]:
        """What the index lists; lines that are damaged are left out, as their recordings are found in the folder."""
        with suppress(FileNotFoundError, NotAFile), _opened(self._index, "rb", os.O_RDONLY) as file:
            for line in iter(partial(file.readline, LONGEST_LINE), b""):
                size, _, text = line.rstrip(b"\n").partition(b" ")
                with suppress(NotARecording, ValueError):
                    if 0 <= int(size) <= LARGEST:
                        yield Kept.of(text, int(size))

    def _look(self, id: str) -> Kept | None:
        """A recording that is not in the index; None if it is none."""
        with suppress(KeyError, NotARecording, OSError):
            with _opened(self.path(id), "rb", os.O_RDONLY) as file:
                size = _check_size(file, LARGEST)
                kept = Kept.of(first_line(file.read(LONGEST_HEADER)), size)
            if kept.id == id:
                return kept
        return None


def _check_size(file: BinaryIO, most: int) -> int:
    """How many bytes it has; OSError if there are more than `most`."""
    size = os.fstat(file.fileno()).st_size
    if size > most:
        raise OSError(f"it has more than {most // 2**20} MiB")
    return size


def _opened(path: Path, mode: str, flags: int) -> BinaryIO:
    """Open a file of ours, without waiting; NotAFile, or another OSError, if it is something else."""
    try:
        descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):
            raise NotAFile(error.errno, "it is not a file") from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotAFile(errno.EINVAL, "it is not a file")
    return cast(BinaryIO, os.fdopen(descriptor, mode))
