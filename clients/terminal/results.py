"""Results: what a room has announced to all about who won, so that it can be shown when the game is left.

TileNet has no tag for it. So it is told by its words, and by the room itself having said it to everybody.
"""

from __future__ import annotations

import re

from tilenet.clients.model import Line

TOGETHER = 1.0  # seconds between two lines that belong together, as those of a ranking do

_WORDS = re.compile(
    r"\b(wins?|won|winners?|ties?|tied|draws?|drawn|beats?|ranking|ranks?|results?|final scores?|game over)\b",
    re.IGNORECASE,
)


class Results:
    """The last result that was announced, in lines."""

    def __init__(self) -> None:
        self.last: list[str] = []
        self._is_open = False  # whether a next line may belong to it
        self._heard_at = float("-inf")

    def hear(self, line: Line, now: float) -> None:
        if not line.is_announcement:
            return
        is_same = self._is_open and now - self._heard_at <= TOGETHER
        self._heard_at = now
        if is_same:
            self.last.append(f"{line.speaker}: {line.message}")
        elif _WORDS.search(line.message):
            self.last = [f"{line.speaker}: {line.message}"]
        self._is_open = is_same or bool(_WORDS.search(line.message))
