"""What has happened in a contest: rounds, matches of two rounds, and who has won them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Round:
    """One program has danced, another has placed the stars."""

    choreographer: str
    spoiler: str
    steps: int | None  # to the goal; None if somebody has lost
    bound: int | None  # the fewest steps that could be, as far as we can tell; None if somebody has lost
    lost: dict[str, str]  # who, and why: nobody, one, or both, if neither has come
    seconds: float
    folder: str = ""  # where everything about it is kept


@dataclass(frozen=True)
class Match:
    """Two rounds of the same programs on the same instance, in both roles."""

    number: int
    game: int  # which instance
    rounds: tuple[Round, ...]

    @property
    def players(self) -> tuple[str, str]:
        return self.rounds[0].choreographer, self.rounds[0].spoiler

    @property
    def winner(self) -> str | None:
        """None is a draw. The rules are those of a match of two rounds at the server."""
        one, other = self.players
        losers = {name for each in self.rounds for name in each.lost}
        if losers:
            return None if len(losers) == 2 else ({one, other} - losers).pop()
        first, second = (each.steps or 0 for each in self.rounds)
        return None if first == second else one if first < second else other

    def as_json(self) -> dict[str, Any]:
        return {
            "match": self.number,
            "game": self.game,
            "players": self.players,
            "winner": self.winner,
            "rounds": [asdict(each) for each in self.rounds],
        }
