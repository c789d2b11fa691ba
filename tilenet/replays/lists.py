"""Which replays there are, by their age: all of them, the public ones, and those of each player."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TypeAlias

from tilenet.replays.shelf import Kept

Key: TypeAlias = tuple[float, str]  # when the game ended, and the id


class Lists:
    """The same replays in several lists, so that nobody who asks for a few has to look at all of them."""

    def __init__(self) -> None:
        self._all: list[Key] = []  # the oldest first, as in the others
        self._public: list[Key] = []
        self._of: dict[str, list[Key]] = {}  # by the ids of players who were there

    def add(self, kept: Kept) -> None:
        for one in self._lists_for(kept):
            insort(one, _key(kept))

    def remove(self, kept: Kept) -> None:
        for one in self._lists_for(kept):
            del one[bisect_left(one, _key(kept))]
        for id in kept.people:
            if not self._of[id]:
                del self._of[id]

    def oldest(self, count: int) -> list[Key]:
        return self._all[:count]

    def latest(self, count: int, who: str | None, after: Kept | None, *, only_theirs: bool) -> list[str]:
        """The ids of the latest that this player may see, the last first; `after` is the last that was shown."""
        theirs = [] if who is None else self._of.get(who, [])
        found: set[Key] = set()
        for one in (theirs,) if only_theirs else (theirs, self._public):
            end = len(one) if after is None else bisect_left(one, _key(after))
            found.update(one[max(0, end - count) : end])
        return [id for _, id in sorted(found, reverse=True)[:count]]

    def _lists_for(self, kept: Kept) -> list[list[Key]]:
        lists = [self._all, *(self._of.setdefault(id, []) for id in kept.people)]
        return lists if kept.is_private else [*lists, self._public]


def _key(kept: Kept) -> Key:
    return kept.ended, kept.id
