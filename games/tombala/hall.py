"""The rooms of Tombala that there are now: making one, finding one, and whether it can be joined."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from typing import NamedTuple, TypeAlias

from tilenet.game import Close, Game, Open, Player
from tilenet.text import MAX_NAME, BadName, name_key, proper_name

LOBBY = "tombala"  # the world's name for the room that leads to all others

FAILED = "Something went wrong here. Try again later."

COUNTDOWN = range(1, 3601)  # seconds
EVERY = range(1, 301)  # seconds
_NUMBERS = count(1)  # of rooms, also when a lobby has to begin anew
_REVISIONS = count(1)
RESERVED = {"home", "help", "restart"}  # what these tiles are called everywhere


class NotPossible(Exception):
    """Something cannot be done; the text says why."""


class Setup(NamedTuple):
    """What is known of a room when it is made."""

    name: str  # as players call it
    address: str  # the world's name for it
    begins_at: float
    every: int | None = None  # seconds from number to number; None if all are waited for


class Entry(Game):
    """A room's game, as others see it."""

    setup: Setup

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """Who is there."""

    @property
    @abstractmethod
    def has_begun(self) -> bool: ...

    @property
    @abstractmethod
    def is_full(self) -> bool: ...

    @abstractmethod
    def has_room_for(self, player: Player) -> bool: ...

    @property
    def is_open(self) -> bool:
        """Whether it can be joined."""
        return not self.has_begun and not self.is_full


class Hall:
    """All rooms that have not ended. Their names are told apart as players' names are."""

    def __init__(self, make: MakeRoom, most: int, most_each: int) -> None:
        """There can be so many rooms in all, and so many made by one player."""
        self._make = make
        self._most = most
        self._most_each = most_each
        self._rooms: dict[str, tuple[Entry, Player]] = {}  # and who has made it
        self._sorted: list[Entry] | None = None  # None when something may have changed
        self.revision = next(_REVISIONS)  # another one whenever something may have changed, in whatever hall

    def rooms(self) -> list[Entry]:
        """Those that can be joined first, by when they begin."""
        if self._sorted is None:
            rooms = [room for room, _ in self._rooms.values()]
            self._sorted = sorted(rooms, key=lambda room: (not room.is_open, room.setup.begins_at))
        return self._sorted

    def changed(self) -> None:
        """Somebody has come into a room or left it, or its game has begun."""
        self._sorted = None
        self.revision = next(_REVISIONS)

    def find_to_join(self, player: Player, name: str) -> Entry:
        room, _ = self._rooms.get(name_key(name[:100]), (None, None))
        if room is None:
            raise NotPossible(f"{name[:MAX_NAME]} does not exist!")
        if room.has_begun:
            raise NotPossible(f"{room.setup.name} has already started!")
        if not room.has_room_for(player):
            raise NotPossible(f"{room.setup.name} is full!")
        return room

    def create(
        self, by: Player, name: str, countdown: int, now: float, every: int | None = None
    ) -> Iterator[Open | Close]:
        """A new room, which is there when these events were taken. If there are too many, an empty one goes."""
        try:
            name = proper_name(name)
        except BadName as error:
            raise NotPossible(str(error)) from None
        if name_key(name) in self._rooms or name_key(name) in RESERVED:
            raise NotPossible(f"{name} already exists!")
        if countdown not in COUNTDOWN:
            raise NotPossible(f"A countdown is from {COUNTDOWN[0]} to {COUNTDOWN[-1]} seconds!")
        if every is not None and every not in EVERY:
            raise NotPossible(f"A new number comes every {EVERY[0]} to {EVERY[-1]} seconds!")
        if sum(maker is by for _, maker in self._rooms.values()) >= self._most_each:
            raise NotPossible(f"You have made {self._most_each} rooms that are still there: that is enough!")
        if len(self._rooms) >= self._most:
            # So nobody can fill the hall with rooms that nobody is in. The one that begins last will be missed least.
            empty = [room.setup for room, _ in self._rooms.values() if not room.names]
            if not empty:
                raise NotPossible("There are too many rooms. Try again later!")
            yield Close(max(empty, key=lambda setup: setup.begins_at).address)
        setup = Setup(name, f"tombala-{next(_NUMBERS)}", now + countdown, every)

        def make(random: Random) -> Game:
            room = self._make(random, self, setup)
            other, _ = self._rooms.get(name_key(name), (None, None))
            if other is None or other.setup is setup:  # when it has to begin anew, its name may be somebody else's
                self._rooms[name_key(name)] = room, by
                self.changed()
            return room

        yield Open(setup.address, f"Tombala: {name}", make, lambda: self.remove(setup), LOBBY)
        if name_key(name) not in self._rooms:  # its game cannot begin, and the log says why
            raise NotPossible(FAILED)

    def free_name(self) -> str:
        """A name for a room of somebody who does not care how it is called."""
        return next(name for number in count(1) if (name := f"room{number}") not in self._rooms)

    def remove(self, setup: Setup) -> None:
        """A room has ended: its name is free."""
        room, _ = self._rooms.get(name_key(setup.name), (None, None))
        if room is not None and room.setup is setup:
            del self._rooms[name_key(setup.name)]
            self.changed()


MakeRoom: TypeAlias = Callable[[Random, Hall, Setup], Entry]
