"""What a room needs of the world around it, and where a room comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from twisted.internet.interfaces import IReactorTime

from tilenet.game import Json, Listing, Open
from tilenet.limits import Buckets, Limits
from tilenet.turns.turn import Turn
from tilenet.world.players.books import Books
from tilenet.world.players.player import Player
from tilenet.world.screens.images import Images

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room


class Origin(NamedTuple):
    """Where a room comes from: what it takes to make its game again, as data."""

    game: str  # the name of its plugin
    about: str
    setup: Mapping[str, Json]
    belongs_to: str = ""
    is_temporary: bool = False  # whether a game has opened it, so that it closes when nobody needs it


class Host(Protocol):
    """The building, as a room knows it."""

    clock: IReactorTime
    limits: Limits
    images: Images
    turn: Turn
    books: Books
    talk_by_address: Buckets
    send_to: Callable[[Player, str | None], None]  # lets a player walk to the room of that name, or Home

    def mint(self, kind: str) -> str:
        """A new objid."""

    def open(self, opening: Open, opener: Room) -> str | None:
        """Open a room; returns its name, or None if its game cannot start."""

    def shut(self, room: str) -> None:
        """Close a room that was opened, as soon as nobody is in it."""

    def close_room(self, room: Room) -> None:
        """Nobody needs that room any more."""

    def room_changed(self, room: Room) -> None:
        """What the directory says about a room has changed."""

    def rooms_listed_by(self, lists: str) -> Mapping[str, Listing]:
        """All rooms that a game lists, by name."""

    def look_up(self, question: object, found: Callable[[object], object]) -> None:
        """Find the answer to a question."""
