"""The rooms of Tombala as the lobby knows them: their names, who made them, and which are of most interest.

A room is opened and closed by the world, and its game says in a `Summary` who is there. So all of this is plain data.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from tilenet.game import Json, Listing
from tilenet.text import name_key

LOBBY = "tombala"  # the room that leads to all others
ROOM = "tombala-room"  # the plugin that makes them
TABLE = "tombala-table"  # the plugin that makes tables of one's own, which the lobby does not show

WAITING, PLAYING, OVER = "waiting", "playing", "over"  # the phases of a game
STARTING = "starting"  # what `WAITING` is called in a room's facts: a countdown runs

_Rank: TypeAlias = tuple[bool, bool, float, int]
_CANNOT_BE_JOINED = ((True,),)  # comes before all rooms that cannot
_LATEST = 64  # rooms of which one makes way
_NUMBERED = re.compile(r"room([1-9]\d{0,5})", re.ASCII)


class NotPossible(Exception):
    """Something cannot be done; the text says why."""


class Entry(NamedTuple):
    """What the lobby knows of a room."""

    room: str  # the world's name for it
    name: str  # as players call it
    by: str  # the id of the player who made it
    begins_at: float
    every: int | None = None  # seconds from number to number; None if the game waits for all players
    players: tuple[str, ...] = ()
    has_started: bool = False
    can_join: bool = True

    @property
    def can_enter(self) -> bool:
        """To play, or to watch."""
        return self.can_join or self.has_started

    @property
    def rank(self) -> tuple[bool, float]:
        """Its place in a list for players: those that can be joined come first, the earliest first."""
        return not self.can_join, self.begins_at


def entry_of(listing: Listing) -> Entry | None:
    """What a listing says; None if the room's game is over, or cannot start, or if it is a table of somebody's own."""
    setup, summary = listing.setup, listing.summary
    if listing.game != ROOM:
        return None
    if summary.phase not in (WAITING, PLAYING) or summary.begins_at is None:
        return None
    return Entry(
        listing.room,
        str(setup["name"]),
        str(setup["by"]),
        summary.begins_at,
        seconds_between(setup.get("every")),
        summary.players,
        summary.phase == PLAYING,
        summary.can_join,
    )


def seconds_between(every: Json) -> int | None:
    return every if isinstance(every, int) else None


def in_order(listings: Iterable[Listing]) -> list[Entry]:
    """The rooms in a list for players."""
    entries = [entry for listing in listings if (entry := entry_of(listing)) is not None]
    return sorted(entries, key=lambda entry: entry.rank)


class Rooms:
    """All rooms whose games are not over. What is done here takes no longer if there are many.

    Names are compared as players' names are.
    """

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}  # by the world's names
        self._keys: dict[str, str] = {}  # the world's names by the keys of the players' names
        self._made: Counter[str] = Counter()  # how many of them each player has made
        self._numbers: dict[str, int] = {}  # the order in which they were made
        self._ranked: list[tuple[_Rank, str]] = []  # sorted
        self._last = 0
        self._lowest = 1  # room1 and so on are taken, up to this one

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, room: str) -> Entry | None:
        return self._entries.get(room)

    def find(self, name: str) -> Entry | None:
        """The room that players call so."""
        return self._entries.get(self._keys.get(name_key(name[:100]), ""))

    def made_by(self, player: str) -> int:
        """How many of the rooms a player has made."""
        return self._made[player]

    def by_interest(self) -> Iterator[Entry]:
        """Those that can be joined first; of these, those with people in them; the earliest first."""
        return (self._entries[room] for _, room in self._ranked)

    def least_missed(self) -> Entry | None:
        """Of the rooms that can be joined and have nobody in them, the one that begins last.

        A room of a player who has made several goes before the only one of somebody else, who may be about to join it.
        """
        at = bisect_left(self._ranked, _CANNOT_BE_JOINED)
        latest = [self._entries[room] for _, room in reversed(self._ranked[max(0, at - _LATEST) : at])]
        empty = [entry for entry in latest if not entry.players]
        return max(empty, key=lambda entry: self._made[entry.by], default=None)

    def free_name(self) -> str:
        """A name for a room whose maker has not chosen one."""
        while f"room{self._lowest}" in self._keys:
            self._lowest += 1
        return f"room{self._lowest}"

    def put(self, entry: Entry) -> None:
        """A room is new, or has changed."""
        old = self._entries.get(entry.room)
        if old is not None:
            del self._ranked[bisect_left(self._ranked, (self._rank(old), old.room))]
        elif self._keys.setdefault(name_key(entry.name), entry.room) == entry.room:
            self._last += 1
            self._numbers[entry.room] = self._last
            self._made[entry.by] += 1
        else:
            return  # another room has its name by now
        self._entries[entry.room] = entry
        insort(self._ranked, (self._rank(entry), entry.room))

    def remove(self, room: str) -> None:
        """A room is closed, or its game is over: its name is free."""
        entry = self._entries.pop(room, None)
        if entry is None:
            return
        key = name_key(entry.name)
        del self._ranked[bisect_left(self._ranked, (self._rank(entry), room))]
        del self._keys[key], self._numbers[room]
        self._made[entry.by] -= 1
        if not self._made[entry.by]:
            del self._made[entry.by]
        if numbered := _NUMBERED.fullmatch(key):
            self._lowest = min(self._lowest, int(numbered[1]))

    def _rank(self, entry: Entry) -> _Rank:
        return not entry.can_join, not entry.players, entry.begins_at, self._numbers[entry.room]
