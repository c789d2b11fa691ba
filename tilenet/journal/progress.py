"""How far something is that keeps a server from opening its doors: told now and then while it takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO

from twisted.logger import Logger

SECONDS = 2.0  # from one line to the next


class Progress:
    """Tells the log, and whoever has started the server, how much is done."""

    log = Logger()

    def __init__(self, seconds: Callable[[], float] = monotonic, file: TextIO | None = None) -> None:
        self._seconds = seconds
        self._file = file or sys.__stderr__
        self._next = seconds() + SECONDS
        self._has_told = False

    def done(self, number: int, of: int, what: str) -> None:
        """So much of it is done."""
        if self._seconds() >= self._next:
            self._next = self._seconds() + SECONDS
            self._has_told = True
            percent = f"{100 * number // max(of, 1)} %"
            self.log.info("Running the journal again: {percent} of {of} {what}", percent=percent, of=of, what=what)
            self._write(f"\rtilenet: running the journal again: {percent} ")

    def over(self) -> None:
        """All of it is done."""
        if self._has_told:
            self._write("\n")

    def _write(self, text: str) -> None:
        """On a terminal the line stays where it is; elsewhere the log has said it."""
        if self._file is not None and self._file.isatty():
            self._file.write(text)
            self._file.flush()
