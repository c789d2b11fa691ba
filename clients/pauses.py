"""How long a client waits before it calls a server again that was lost: not long, and nobody as long as others."""

from __future__ import annotations

from random import Random

FIRST = 0.5  # seconds
GROWTH = 1.25  # how much longer each pause is than the last: so it is about a quarter of the time without the server
LONGEST = 15.0
EARLIEST, LATEST = 0.6, 1.4  # a pause is at least and at most this many times as long


class Pauses:
    """The pauses of one client. A thousand of them that have lost the same server do not come back at once."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._next = FIRST

    def next(self) -> float:
        """Seconds to wait now."""
        pause = self._next
        self._next = min(pause * GROWTH, LONGEST)
        return pause * self._random.uniform(EARLIEST, LATEST)

    def over(self) -> None:
        """The server is there again."""
        self._next = FIRST
