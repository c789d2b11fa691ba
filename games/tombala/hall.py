"""The rooms of Tombala that exist now, as their games report them: making one, finding one, and who can join it."""

from __future__ import annotations

from bisect import bisect, insort
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from json import dumps
from random import Random
from typing import NamedTuple, TypeAlias

from tilenet.game import Close, Cost, Game, Open, Player
from tilenet.games.tombala.table import SEATS
from tilenet.text import MAX_NAME, BadName, name_key, proper_name

LOBBY = "tombala"  # the world's name for the room that leads to all others

FAILED = "Something went wrong here. Try again later."

COUNTDOWN = range(1, 3601)  # seconds
EVERY = range(1, 301)  # seconds
MAKING = 3  # commands: what it costs to make a room, and to close it again
_NUMBERS = count(1)  # of rooms; they go on even if the lobby starts again
_REVISIONS = count(1)

#: Bytes of a user list in Tombala's own protocol. Published clients read 1024 at once, so there is space after it for a
#: card and the first number, or for the answer to a join, which has the room's name in it.
LONGEST_LIST = 880
LIST_FRAME = len('BUSRLS:{"userlist": []}\n') - len(", ")  # around the names, with a comma after each
LONG_NAME = 75  # bytes of a room's name; if it has more, the list has to be so much shorter

RESERVED = {"home", "help", "restart"}  # names of tiles, the same in every room

_Rank: TypeAlias = tuple[bool | float, ...]
_CANNOT_BE_JOINED: _Rank = (True,)  # comes before all rooms that cannot


class NotPossible(Exception):
    """Something cannot be done; the text says why."""


class Setup(NamedTuple):
    """What is fixed when a room is made."""

    name: str  # as players call it
    address: str  # the world's name for it
    begins_at: float
    every: int | None = None  # seconds from number to number; None if the game waits for all players


@dataclass(frozen=True, eq=False)
class Entry:
    """A room as the hall knows it. Its game reports a new entry whenever something in it changes."""

    setup: Setup
    names: tuple[str, ...] = ()  # of the players there
    has_begun: bool = False
    texts: dict[object, str] = field(default_factory=dict)  # what doors make of it, to make it once

    @property
    def is_full(self) -> bool:
        return len(self.names) >= SEATS

    @property
    def is_open(self) -> bool:
        """Whether it can be joined."""
        return not self.has_begun and not self.is_full

    def has_room_for(self, name: str) -> bool:
        """Whether there is a seat, and the list of all names is still short enough for everybody's client."""
        length = LIST_FRAME + _length(name) + sum(map(_length, self.names))
        longest = LONGEST_LIST - max(0, _length(self.setup.name) - LONG_NAME)
        return not self.is_full and (length <= longest or not self.names)


@lru_cache(4096)
def _length(name: str) -> int:
    """Bytes of a name in a list, with the comma after it."""
    return len(dumps(name)) + 2


class _Known:
    """What the hall knows of a room, and its places in the hall's orders."""

    __slots__ = ("entry", "listed", "maker", "number", "of_interest")

    def __init__(self, entry: Entry, maker: Player, number: int) -> None:
        """Rooms are numbered in the order in which they are made."""
        self.entry = entry
        self.maker = maker
        self.number = number
        is_closed, begins_at = not entry.is_open, entry.setup.begins_at
        self.listed: _Rank = is_closed, begins_at, number
        self.of_interest: _Rank = is_closed, not entry.names, begins_at, number


class _Order:
    """Rooms by rank, kept sorted while they come, change and go: so a full hall costs little more than an empty one."""

    def __init__(self) -> None:
        self._ranked: list[tuple[_Rank, Entry]] = []  # no two have the same rank

    def __iter__(self) -> Iterator[Entry]:
        return (entry for _, entry in self._ranked)

    def add(self, rank: _Rank, entry: Entry) -> None:
        insort(self._ranked, (rank, entry))

    def remove(self, rank: _Rank) -> None:
        del self._ranked[bisect(self._ranked, (rank,))]

    def replace(self, old: _Rank, new: _Rank, entry: Entry) -> None:
        if new == old:
            self._ranked[bisect(self._ranked, (old,))] = new, entry
        else:
            self.remove(old)
            self.add(new, entry)

    def last_before(self, rank: _Rank) -> Entry | None:
        at = bisect(self._ranked, (rank,))
        return self._ranked[at - 1][1] if at else None


class Hall:
    """All rooms that have not ended. Their names are compared as players' names are."""

    def __init__(self, make: MakeRoom, most: int, most_each: int) -> None:
        """There can be at most `most` rooms in all, and `most_each` made by one player."""
        self._make = make
        self._most = most
        self._most_each = most_each
        self._rooms: dict[str, _Known] = {}  # by address
        self._addresses: dict[str, str] = {}  # by the key of their names
        self._made: Counter[Player] = Counter()  # how many of them each player has made
        self._listed, self._by_interest = _Order(), _Order()
        self._list: list[Entry] | None = None  # None when something may have changed
        self.revision = next(_REVISIONS)  # a new one whenever something may have changed, unique in all halls

    def __len__(self) -> int:
        return len(self._rooms)

    def rooms(self) -> list[Entry]:
        """Those that can be joined first; the earliest first."""
        if self._list is None:
            self._list = [*self._listed]
        return self._list

    def by_interest(self) -> Iterator[Entry]:
        """Those that can be joined first; of these, those with people in them; the earliest first."""
        return iter(self._by_interest)

    def at(self, address: str) -> Entry | None:
        """The room that the world calls so."""
        known = self._rooms.get(address)
        return None if known is None else known.entry

    def report(self, entry: Entry) -> None:
        """Somebody has come into a room or left it, or its game has begun."""
        old = self._rooms.get(entry.setup.address)
        if old is not None:
            new = self._rooms[entry.setup.address] = _Known(entry, old.maker, old.number)
            self._listed.replace(old.listed, new.listed, entry)
            self._by_interest.replace(old.of_interest, new.of_interest, entry)
            self._changed()

    def _add(self, room: _Known) -> None:
        self._rooms[room.entry.setup.address] = room
        self._made[room.maker] += 1
        self._listed.add(room.listed, room.entry)
        self._by_interest.add(room.of_interest, room.entry)
        self._changed()

    def _changed(self) -> None:
        self._list = None
        self.revision = next(_REVISIONS)

    def find_to_join(self, player: Player, name: str) -> Entry:
        room = self.at(self._addresses.get(name_key(name[:100]), ""))
        if room is None:
            raise NotPossible(f"{name[:MAX_NAME]} does not exist!")
        if room.has_begun:
            raise NotPossible(f"{room.setup.name} has already started!")
        if not room.has_room_for(player.name):
            raise NotPossible(f"{room.setup.name} is full!")
        return room

    def create(
        self, by: Player, name: str, countdown: int, now: float, every: int | None = None
    ) -> Iterator[Open | Close | Cost]:
        """Open a new room: it exists once these events are taken. If there are too many, an empty one is closed."""
        try:
            name = proper_name(name)
        except BadName as error:
            raise NotPossible(str(error)) from None
        key = name_key(name)
        if key in self._addresses or key in RESERVED:
            raise NotPossible(f"{name} already exists!")
        if countdown not in COUNTDOWN:
            raise NotPossible(f"A countdown takes {COUNTDOWN[0]} to {COUNTDOWN[-1]} seconds!")
        if every is not None and every not in EVERY:
            raise NotPossible(f"A new number comes every {EVERY[0]} to {EVERY[-1]} seconds!")
        if self._made[by] >= self._most_each:
            raise NotPossible(f"You already have {self._most_each} rooms, and cannot make more!")
        if len(self) >= self._most:
            # So nobody can fill the hall with empty rooms. The one that begins last will be missed least.
            last = self._by_interest.last_before(_CANNOT_BE_JOINED)
            if last is None or last.names:
                raise NotPossible("There are too many rooms. Try again later!")
            yield Close(last.setup.address)
        number = next(_NUMBERS)
        setup = Setup(name, f"tombala-{number}", now + countdown, every)

        def make(random: Random) -> Game:
            room = self._make(random, self, setup)
            if setup.address in self._rooms:  # it starts again
                self.report(Entry(setup))
            elif self._addresses.setdefault(key, setup.address) == setup.address:  # unless another has its name by now
                self._add(_Known(Entry(setup), by, number))
            return room

        yield Open(setup.address, f"Tombala: {name}", make, lambda: self.remove(setup), LOBBY)
        if key not in self._addresses:  # its game cannot begin, and the log says why
            raise NotPossible(FAILED)
        yield Cost(by, MAKING)

    def free_name(self) -> str:
        """A free name for a room, if its maker has not chosen one."""
        return next(name for number in count(1) if (name := f"room{number}") not in self._addresses)

    def remove(self, setup: Setup) -> None:
        """A room has ended: its name is free."""
        room = self._rooms.pop(setup.address, None)
        if room is not None:
            del self._addresses[name_key(setup.name)]
            self._made[room.maker] -= 1
            if not self._made[room.maker]:
                del self._made[room.maker]
            self._listed.remove(room.listed)
            self._by_interest.remove(room.of_interest)
            self._changed()


MakeRoom: TypeAlias = Callable[[Random, Hall, Setup], Game]
