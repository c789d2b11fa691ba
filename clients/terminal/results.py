"""Results: which announcements say how a game ended, so that the last one can stay on the terminal afterwards.

TileNet has no tag for a result. So an announcement is one if it has a word for it, outside of players' names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tilenet.clients.model import HeardLine

TOGETHER = 1.0  # seconds between two lines that belong together, like those of a ranking
MOST = 100  # lines of one result

#: The people in these may have left long ago, or have just come, so their names may be unknown.
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

    def hear(self, line: HeardLine, names: Iterable[str], now: float) -> None:
        """Take in a line that was heard; `names` are those of all players the client knows of."""
        if not line.is_announcement or _WALKS.fullmatch(line.message):
            return
        words = _without(names, line.message)
        is_result = _WORDS.search(words) is not None
        is_same = line.from_ == self._room and now - self._heard_at <= TOGETHER and len(self.last) < MOST
        is_same = is_same and (is_result or _PLACE.match(words) is not None)
        if not is_same and not is_result:
            self._room = None
            return
        self.last = [*self.last, line.message] if is_same else [line.message]
        self._room, self._heard_at = line.from_, now


def _without(names: Iterable[str], message: str) -> str:
    """The message without the players in it.

    A name is followed by a blank, a comma or an apostrophe: so a player called "draw" does not hide that "A draw." is
    a result.
    """
    found = sorted((name for name in names if name and name in message), key=len, reverse=True)
    if not found:
        return message
    return re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, found))})(?=[ ,'])", "-", message)
