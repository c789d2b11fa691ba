"""The output that waits on all lines together: each line has a bound of its own, and this is the bound for all."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilenet.lines.line import Line


class Backlogs:
    """How much waits on which line. When it is too much in all, the line with the most is given up first."""

    def __init__(self, limit: float = inf) -> None:
        self.limit = limit  # in bytes
        self.total = 0
        self._sizes: dict[Line, int] = {}

    def note(self, line: Line, size: int) -> None:
        """So much waits on this line now."""
        self.total += size - self._sizes.pop(line, 0)
        if size:
            self._sizes[line] = size
        while self.total > self.limit:
            greatest = max(self._sizes, key=self._sizes.__getitem__)
            greatest.give_up_soon(f"over {self.limit / 2**20:.15g} MiB of output were waiting in all, most of it here")
