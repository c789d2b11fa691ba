"""Results: what a room has announced to all about who won, so that it can be shown when the game is left.

TileNet has no tag for it. So it is told by its words, and by the room itself having said it to everybody.
"""

from __future__ import annotations

import re

from tilenet.clients.model import Line

TOGETHER = 1.0  # seconds between two lines that belong together, as those of a ranking do
MOST = 100  # lines of one result

#: Who comes and goes may have any of those words for a name.
_WALKS = re.compile(r".*\b(came in|left)\.")
_WORDS = re.compile(
    r"\b(wins?|won|winners?|ties?|tied|draws?|drawn|beats?|ranking|ranks?|results?|final scores?|game over)\b",
    re.IGNORECASE,
)
#: A line of a ranking begins with a place, or ends with a score.
_PLACE = re.compile(r"\s*\d+[.):]\s|.*\s-?\d+\s*$")


class Results:
    """The last result that was announced, in lines."""

    def __init__(self) -> None:
        self.last: list[str] = []
        self._room: str | None = None  # whose next line may belong to it
        self._heard_at = float("-inf")

    def hear(self, line: Line, now: float) -> None:
        if not line.is_announcement or _WALKS.fullmatch(line.message):
            return
        is_result = _WORDS.search(line.message) is not None
        is_same = line.from_ == self._room and now - self._heard_at <= TOGETHER and len(self.last) < MOST
        is_same = is_same and (is_result or _PLACE.match(line.message) is not None)
        if not is_same and not is_result:
            self._room = None
            return
        self.last = [*self.last, line.message] if is_same else [line.message]
        self._room, self._heard_at = line.from_, now
