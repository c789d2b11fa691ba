"""How a match has ended: who wins, and how that is said, at length and in short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from tilenet.game import Words

Side: TypeAlias = int  # 0 or 1: side 0 dances in the first round


class Outcome(NamedTuple):
    """The steps of each round, and the sides that have lost one."""

    steps: tuple[int, ...]
    lost: tuple[Side, ...]

    @property
    def winner(self) -> Side | None:
        """None if it is a draw, or was a single round that nobody has lost."""
        if self.lost:
            return None if len(self.lost) == 2 else 1 - self.lost[0]
        if len(self.steps) == 1:
            return None
        first, second = self.steps  # side 0 and side 1 have danced so many
        return None if first == second else int(first > second)

    def verdict(self, names: Sequence[str]) -> Words:
        """ann wins, with 12 steps to 15"""
        winner, n = self.winner, min(self.steps)
        if winner is not None and self.lost:
            return Words("{name} wins", name=names[winner])
        if winner is not None:
            return Words(
                "{name} wins, with {n} step to {most}",
                many="{name} wins, with {n} steps to {most}",
                name=names[winner],
                n=n,
                most=max(self.steps),
            )
        if self.lost:
            return Words("a draw, each has lost a round")
        if len(self.steps) == 1:
            return Words("{name} needs {n} step", many="{name} needs {n} steps", name=names[0], n=n)
        return Words("a draw, with {n} step each", many="a draw, with {n} steps each", n=n)

    def score(self, names: Sequence[str]) -> Words:
        """12:15 ann: the verdict in few words. The name is last, so that a cut leaves the numbers."""
        winner, n = self.winner, min(self.steps)
        if winner is not None and self.lost:
            return Words("{name} wins", name=names[winner])
        if winner is not None:
            return Words("{n}:{most} {name}", n=n, most=max(self.steps), name=names[winner])
        if self.lost:
            return Words("a draw")
        if len(self.steps) == 1:
            return Words("{n} step {name}", many="{n} steps {name}", n=n, name=names[0])
        return Words("{n}:{n} a draw", n=n)
