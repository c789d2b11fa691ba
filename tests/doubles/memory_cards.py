"""Chance for Memory: boards that are known, deals that are noted; and bytes that come in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from tilenet.games.memory.rules import deck

#: aa aa ab ab / ac ac ad ad / ba ba bb bb / bc bc bd bd
PLAIN = deck(4)
PAIRS = [((x, y), (x + 1, y)) for y in range(4) for x in (0, 2)]  # where they lie


class Stacked(Random):
    """Chance that deals a known board, again and again."""

    def __init__(self, cards: Sequence[Any] = PLAIN) -> None:
        super().__init__(0)
        self.cards = list(cards)

    def shuffle(self, x: Any) -> None:
        assert sorted(x) == sorted(self.cards)
        x[:] = self.cards

    def new_match(self) -> Stacked:
        return self


class Noted(Random):
    """Chance that notes its deals, for somebody else to deal the same."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.deals: list[list[str]] = []

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        self.deals.append(list(x))

    def new_match(self) -> Noted:
        return self


def cut(data: bytes, at: list[int]) -> list[bytes]:
    """The same bytes in pieces."""
    ends = [0, *sorted(one % (len(data) + 1) for one in at), len(data)]
    return [data[begin:end] for begin, end in pairwise(ends)]
