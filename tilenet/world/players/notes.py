"""A journal, as the world knows it: what is noted there, so that nothing is lost in a crash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tilenet.saving.entries import Unwritten


class Notes(Protocol):
    is_recovering: bool  # whether the past is being done again: then nothing is noted, and nothing follows from it
    acts: int  # of players and of time that were noted in this segment
    add: Callable[[Unwritten], object]  # notes an entry that will not change

    def note(self, *entry: Any) -> None:
        """Note something that is JSON as it is: what it is, when, and more."""

    def number_result(self, now: float, played: Mapping[str, Any]) -> int:
        """Note a result, and return its number."""
