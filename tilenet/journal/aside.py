"""Journals that could not be run again: kept aside, compressed, and only the last few of them."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from pathlib import Path

KEPT = 3  # folders
_NAME = re.compile(r"aside-([0-9]+)")


def folders(journal: Path) -> list[Path]:
    """Those that there are, the oldest first."""
    found = [(int(match[1]), path) for path in journal.glob("aside-*") if (match := _NAME.fullmatch(path.name))]
    return [path for _, path in sorted(found)]


def prepare(journal: Path) -> Path:
    """A folder to put a journal into. Raises OSError."""
    before = folders(journal)
    if before and before[-1].is_dir() and not any(before[-1].iterdir()):
        return before[-1]  # the server was killed before it came to that
    number = 1 + max((int(path.name.rpartition("-")[2]) for path in before), default=0)
    made = journal / f"aside-{number}"
    made.mkdir(mode=0o700)
    return made


def put(paths: list[Path], folder: Path) -> None:
    """Move these files there, compress them, and remove what is too old. This may take a while. Raises OSError."""
    for path in paths:
        path.rename(folder / path.name)
    for path in paths:
        _compress(folder / path.name)
    for old in folders(folder.parent)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def _compress(path: Path) -> None:
    """Files alone are compressed: whatever else was there was not written by us."""
    if path.is_symlink() or not path.is_file():
        return
    packed = path.with_name(path.name + ".gz")
    made = os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with path.open("rb") as source, open(made, "wb") as target, gzip.open(target, "wb") as into:
        shutil.copyfileobj(source, into)
    path.unlink()
