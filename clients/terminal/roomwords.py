"""The line beside the board: what the room has told this player alone, for a while; else how it stands for them.

Neither arrivals nor what is said to everybody change it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tilenet.clients.model import HeardLine, Model
from tilenet.clients.replayfacts import is_replay
from tilenet.clients.roomfacts import text

SECONDS = 8.0  # that the room's words stay, if the player does nothing


class Beside(NamedTuple):
    """What the line says."""

    text: str
    is_private: bool  # whether the room has just told it to this player alone


class RoomWords:
    """The last words of the room to this player."""

    def __init__(self) -> None:
        self._told: HeardLine | None = None

    def heard(self, lines: Iterable[HeardLine]) -> None:
        """Something new was said."""
        for line in lines:
            if line.is_aside:
                self._told = line

    def acted(self) -> None:
        """The player has done something: the words were about what was before."""
        self._told = None

    def line(self, model: Model, now: float) -> Beside:
        told = self._told
        if told is not None and told.from_ == model.current and now - told.at < SECONDS:
            return Beside(told.message, is_private=True)
        self._told = None
        return Beside("" if is_replay(model) else text(model.you, "status"), is_private=False)

    def due(self) -> float | None:
        """When the line changes by itself."""
        return None if self._told is None else self._told.at + SECONDS
