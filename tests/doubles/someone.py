"""A player as rules and games know one, without a world."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Someone:
    """A player whose every property a test may choose."""

    name: str
    points: int = 10
    is_bot: bool = False
    is_away: bool = False
    is_gone: bool = False
    account_id: int | None = None
    origin: str = ""

    @property
    def id(self) -> str:
        return self.name
