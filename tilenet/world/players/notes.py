"""A journal, as the world knows it: what is noted there, so that nothing is lost in a crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from tilenet.game import Game
from tilenet.saving.entries import Unwritten


class Notes(Protocol):
    is_recovering: bool  # whether the past is being done again: then nothing is noted, and nothing follows from it

    def note(self, *entry: Any) -> None:
        """Note something that is JSON as it is: what it is, when, and more."""

    def number_result(self, now: float, played: Mapping[str, Any]) -> int:
        """Note a result, and return its number."""

    def act(self, what: str, now: float, room: str, game: Game, args: tuple[Any, ...]) -> Unwritten:
        """Note a call of a method of a game; returns the entry."""
