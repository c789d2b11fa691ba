"""The rules of the room, as it tells them to somebody who clicks Help: they go to a page, not among what was said."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.clients.link import Link
from tilenet.clients.model import HeardLine

HELP = "Help"  # a tile that every server calls so

PATIENCE = 5.0  # seconds that the room has to begin its answer
TOGETHER = 1.0  # seconds from its first line to its last


class Rules:
    """What the present room has answered to a click on Help."""

    def __init__(self, link: Link, now: Callable[[], float]) -> None:
        self._link = link
        self._now = now
        self._room: str | None = None  # which was asked last
        self._lines: list[str] = []
        self._is_first = False  # whether the next line begins a new answer
        self._until = float("-inf")  # until when the room answers
        link.model.line_filter = self._take

    @property
    def lines(self) -> list[str]:
        return self._lines if self._room == self._link.model.current else []

    def ask(self) -> None:
        """Click Help, if there is such a tile. Until the room has answered, what it said the last time stays."""
        model = self._link.model
        tile = next((tile for tile in model.grid().values() if tile.name == HELP), None)
        if tile is None or not self._link.click(tile):
            return
        if self._room != model.current:
            self._room, self._lines = model.current, []
        self._is_first = True
        self._until = self._now() + PATIENCE

    def stop(self) -> None:
        """The user does something else: what the room says to the user next may be the answer to that."""
        self._until = float("-inf")

    def _take(self, line: HeardLine) -> bool:
        """Whether this line belongs to the rules."""
        is_answer = line.is_to_me and line.from_ == self._room == self._link.model.current
        if not is_answer or self._now() > self._until:
            return False
        if self._is_first:
            self._is_first, self._lines = False, []
            self._until = self._now() + TOGETHER
        self._lines.append(line.message)
        return True
