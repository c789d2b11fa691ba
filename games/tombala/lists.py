"""The lists of Tombala's own protocol: the players in a room, and all rooms; and how many bytes they may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from json import JSONEncoder
from typing import NamedTuple

from tilenet.game import Listing
from tilenet.games.tombala.rooms import Entry, entry_of
from tilenet.games.tombala.wire import encode

#: Bytes of a user list. Published clients read 1024 at once, so there is space after it for a card and the first
#: number, or for the answer to a join, which has the room's name in it.
LONGEST_LIST = 880
LIST_FRAME = len('BUSRLS:{"userlist": []}\n') - len(", ")  # around the names, with a comma after each
LONG_NAME = 75  # bytes of a room's name; if it has more, the list has to be so much shorter
LONGEST_ROOMS = 200 * 1024  # bytes of a room list; rooms that do not fit are left out

_in_json = JSONEncoder().encode  # as json.dumps, without looking for options each time


@lru_cache(4096)
def _length(name: str) -> int:
    """Bytes of a name in a list, with the comma after it."""
    return len(_in_json(name)) + 2


# The players in a room


def fits(room: str, names: Sequence[str]) -> bool:
    """Whether a list of these players in that room is short enough for everybody's client."""
    return _how_many_fit(room, names) == len(names)


@lru_cache(256)
def user_list(room: str, names: tuple[str, ...]) -> bytes:
    """The same bytes for everybody in a room.

    No client of this protocol can join if the list would be too long then. If players who came later through another
    door do not fit, they are left out.
    """
    return encode("BUSRLS", {"userlist": names[: _how_many_fit(room, names)]})


def _how_many_fit(room: str, names: Sequence[str]) -> int:
    longest = LONGEST_LIST - max(0, _length(room) - LONG_NAME)
    lengths = accumulate(map(_length, names), initial=LIST_FRAME)
    return sum(length <= longest for length in lengths) - 1


# All rooms


class _Encoded(NamedTuple):
    """A room that was encoded."""

    listing: Listing
    entry: Entry
    text: str


class RoomList:
    """All rooms as JSON: those that can be joined first, the earliest first. Only what has changed is encoded again."""

    def __init__(self, date_of: Callable[[float], str]) -> None:
        """`date_of` says when something is, by the clock on the wall; if that is set, a new list is needed."""
        self._date_of = date_of
        self._listings: Sequence[Listing] = []  # as they were last time
        self._json = b"[]"
        self._encoded: dict[str, _Encoded] = {}  # by the names of the rooms

    def in_json(self, listings: Sequence[Listing]) -> bytes:
        if listings != self._listings:
            self._listings = listings
            encoded = (self._encode(listing) for listing in listings)
            self._encoded = {one.listing.room: one for one in encoded if one is not None}
            self._json = self._join()
        return self._json

    def _encode(self, listing: Listing) -> _Encoded | None:
        known = self._encoded.get(listing.room)
        if known is not None and known.listing is listing:
            return known
        entry = entry_of(listing)
        return None if entry is None else _Encoded(listing, entry, self._text(entry))

    def _text(self, entry: Entry) -> str:
        name, date, users = (
            _in_json(entry.name),
            self._date_of(entry.begins_at),
            ", ".join(map(_in_json, entry.players)),
        )
        return f'{{"roomname": {name}, "startTime": "{date}", "userlist": [{users}]}}'

    def _join(self) -> bytes:
        in_order = sorted(self._encoded.values(), key=lambda one: one.entry.rank)
        texts = [one.text for one in in_order]
        found = ", ".join(texts)
        if len(found) > LONGEST_ROOMS:
            lengths = accumulate(len(text) + 2 for text in texts)
            found = ", ".join(text for text, length in zip(texts, lengths, strict=True) if length <= LONGEST_ROOMS)
        return f"[{found}]".encode()
