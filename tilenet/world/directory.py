"""The directory: every room of the world as data, for the games and doors that list them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.game import Listing

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room

ALL = "*"  # what a game lists that lists every room
PAUSE = 1.0  # seconds for which changes are gathered: so walking about costs only those who see it

Changes: TypeAlias = Mapping[str, Listing | None]


class Directory:
    """All rooms but the Homes. A listing is made when it is asked for, or when changes are handed on."""

    def __init__(self, clock: IReactorTime, hand_on: Callable[[], object]) -> None:
        """`hand_on` is called when changes have been gathered for long enough."""
        self._clock = clock
        self._hand_on = hand_on
        self._rooms: dict[str, Room] = {}
        self._listings: dict[str, Listing] = {}  # those that are up to date
        self._changes: dict[str, str] = {}  # the names of rooms that have changed, and what they belong to
        self._pause: IDelayedCall | None = None

    def changed(self, room: Room) -> None:
        """Something about a room is new, or the room itself."""
        self._rooms[room.name] = room
        self._note(room)

    def begin(self, rooms: Iterable[Room]) -> None:
        """There are these rooms, in this order, and all of them are news."""
        self._rooms = {room.name: room for room in rooms}
        for room in self._rooms.values():
            self._changes.pop(room.name, None)
            self._note(room)

    def closed(self, room: Room) -> None:
        if self._rooms.pop(room.name, None) is not None:
            self._note(room)

    def forget(self, room: str, belongs_to: str) -> None:
        """There is no room of that name, whatever those have heard who list it."""
        if room not in self._rooms:
            self._changes[room] = belongs_to

    def _note(self, room: Room) -> None:
        self._listings.pop(room.name, None)
        if self._pause is None:
            self._pause = self._clock.callLater(PAUSE, self._hand_on)
        self._changes[room.name] = room.belongs_to

    def close(self) -> None:
        """Hand on nothing more."""
        pause, self._pause = self._pause, None
        if pause is not None and pause.active():
            pause.cancel()

    def get(self, room: str) -> Listing | None:
        """A room as it is now."""
        found = self._listings.get(room)
        if found is None and room in self._rooms:
            found = self._listings[room] = self._rooms[room].listing()
        return found

    def listed_by(self, lists: str) -> list[Listing]:
        """What a game lists, as it is now, in the order in which the rooms were opened."""
        return self._get_all(name for name, room in self._rooms.items() if _is_listed(lists, name, room.belongs_to))

    def _get_all(self, names: Iterable[str]) -> list[Listing]:
        return [listing for name in names if (listing := self.get(name)) is not None]

    def take_changes(self) -> dict[str, str]:
        """What has changed since the last time: the names of rooms, and what they belong to."""
        self.close()
        changes, self._changes = self._changes, {}
        return changes

    def changes_for(self, lists: str, changes: Mapping[str, str]) -> Changes:
        """Those of the changes that a game lists."""
        return {name: self.get(name) for name, belongs_to in changes.items() if _is_listed(lists, name, belongs_to)}


def _is_listed(lists: str, name: str, belongs_to: str) -> bool:
    return lists in (ALL, name, belongs_to)
