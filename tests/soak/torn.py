"""A journal that is torn at every byte of its tail, because it was not written to its end: it must still be read.

Reading goes line by line, and gives the lines of a turn when the last of them is there; it knows nothing else of those
before. So a file that is torn within a line is read as what is before its turn, and then nothing, if the beginning of
that line alone is read as nothing, and the turn up to that line as well. That is tried with every byte; whole files
that are torn, and worlds that stand again, are tried at some of them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.journal.running import Running
from tilenet.journal.segments import Segment, segments
from twisted import plugins

MIB = 2**20
NEW_LINE = ord("\n")
FAST = Path("/dev/shm")  # memory, if there is such a folder


def turns(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each turn begins and ends: its last line, the checksum, is the only one that is not an entry."""
    begin = at = 0
    while (end := data.find(b"\n", at) + 1) > 0:
        if data[at : at + 1] != b"[":
            yield begin, end
            begin = end
        at = end


def wrong_bytes(path: Path, most: int = MIB) -> tuple[int, list[int]]:
    """How many bytes of the tail the file was torn at, and at which of them it was not read as it should be."""
    data = path.read_bytes()
    tried = 0
    wrong: list[int] = []
    with TemporaryDirectory(dir=FAST if FAST.is_dir() else None) as folder:
        torn, line = Path(folder) / path.name, Path(folder) / f"9{path.name}"
        for begin, end in turns(data):
            if end <= len(data) - most:
                continue
            torn.write_bytes(data[begin:end])
            if not [*Segment(torn)]:
                wrong.append(end)
            starts = [begin, *(at + 1 for at in range(begin, end - 1) if data[at] == NEW_LINE)]
            for start, after in reversed([*pairwise([*starts, end])]):
                os.truncate(torn, start - begin)  # the turn up to this line
                wrong += [start] if [*Segment(torn)] else []
                line.write_bytes(data[start:after])
                for at in range(after - 1, start - 1, -1):
                    os.truncate(line, at - start)
                    tried += 1
                    wrong += [at] if [*Segment(line)] else []
    return tried, wrong


def wrong_files(path: Path, dice: Random, number: int) -> list[int]:
    """At which of so many bytes anywhere the whole file, torn there, was not read as what is whole of it."""
    data = path.read_bytes()
    entries, ends = 0, [(0, 0)]
    for begin, end in turns(data):
        entries += data.count(b"\n", begin, end) - 1
        ends.append((end, entries))
    found = []
    with TemporaryDirectory() as folder:
        torn = Path(folder) / path.name
        for at in (dice.randrange(len(data) + 1) for _ in range(number)):
            torn.write_bytes(data[:at])
            wanted = max((count for end, count in ends if end <= at), default=0)
            if len([*Segment(torn)]) != wanted:
                found.append(at)
    return found


@contextmanager
def with_plugins(folder: Path) -> Iterator[None]:
    """Have the games in a folder of plugins installed, too."""
    plugins.__path__.append(str(folder))
    try:
        yield
    finally:
        plugins.__path__.remove(str(folder))


def worlds_that_fall(journal: Path, dice: Random, number: int) -> list[str]:
    """In which of so many worlds, each with a journal that was torn somewhere in its tail, something is wrong."""
    last = segments(journal)[-1].name
    size = (journal / last).stat().st_size
    found = []
    for at in (size - dice.randrange(min(size, MIB)) for _ in range(number)):
        with TemporaryDirectory() as folder:
            torn = Path(folder) / "journal"
            shutil.copytree(journal, torn, ignore=shutil.ignore_patterns("aside-*"))
            os.truncate(torn / last, at)
            try:
                world = Running(torn, begins=5.0)
                world.recovery.run()
                world.end_turn()
            except Exception as error:
                found.append(f"torn at {at}: {type(error).__name__}: {error}")
            else:
                if [*torn.glob("aside-*")]:
                    found.append(f"torn at {at}: something could not be brought back")
    return found
