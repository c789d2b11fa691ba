"""What a journal holds, before anything is done again: how many entries, where each room was saved last, and gaps.

What came for a room after a gap counts only if the room was saved after the gap: nobody knows what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from twisted.logger import Logger

from tilenet.journal.segments import Damaged, Position, Segment, segments
from tilenet.saving.entries import entry_of
from tilenet.text import plain

_SAVED = re.compile(rb'\["(?:un)?saved",[^,"]*,("(?:[^"\\]|\\.)*")')
_SAVES = (b'["saved"', b'["unsaved"')


class Gap(NamedTuple):
    """In its place there may have been entries that nobody can read."""


class Overview:
    """The segments of a journal, read twice: once to look them over, and then `texts` gives what counts."""

    log = Logger()

    def __init__(self, folder: Path) -> None:
        self.is_damaged = False
        self.entries = 0
        self.end: Position | None = None  # of what can be read
        self.saved: dict[str, int] = {}  # the number of the entry by which a room was saved last
        try:
            self._segments = [Segment(path) for path in segments(folder)]
        except OSError as error:
            self._segments = []
            self._damaged(str(error))
        self._gaps: set[int] = set()
        self._look()

    def texts(self) -> Iterator[tuple[int, bytes | Gap]]:
        """All entries as JSON, with their numbers; but of the rooms as they were saved, only the last ones."""
        last, gaps = {*self.saved.values()}, self._gaps
        number = 0
        for one in self._segments:
            first = number + 1
            for number, text in enumerate(one.again(), first):
                if number in gaps:
                    yield number, Gap()
                if number != first and (not text.startswith(_SAVES) or number in last):
                    yield number, text

    def _look(self) -> None:
        """Read all of it. Whatever cannot be read is a gap if more comes after it."""
        number, end = 0, None
        for one in self._segments:
            first, is_gap = number + 1, False
            try:
                for text in one:
                    if text is None:
                        is_gap = True
                        continue
                    if number + 1 == first:
                        is_gap |= one.follows(text) != end or end is None
                    number += 1
                    if is_gap:
                        self._gaps.add(number)
                        is_gap = False
                    if text.startswith(_SAVES) and (found := _SAVED.match(text)):
                        with suppress(ValueError):
                            self.saved[str(entry_of(found[1]))] = number
            except Damaged as error:
                self._damaged(str(error))
            except OSError as error:
                self._damaged(f"{one.path}: {error.strerror or error}")
            if one.damage:
                self._damaged(f"line {one.damage} of {one.path} is damaged")
            end = self.end = one.end
            self.entries = number

    def _damaged(self, error: str) -> None:
        if not self.is_damaged:
            self.is_damaged = True
            self.log.error("The journal cannot be read to its end: {error}", error=plain(error))
