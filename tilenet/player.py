"""A player in the world: one person at one door, who is a TileNet agent to all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tilenet.accounts import Account
from tilenet.cache import NOWHERE, Cache, Meeting
from tilenet.game import Event
from tilenet.limits import Bucket, Limits
from tilenet.messages import Set
from tilenet.scene import NOTHING, Face, news
from tilenet.text import clean_speech
from tilenet.wire import encode

if TYPE_CHECKING:
    from tilenet.room import Room


class Door(Protocol):
    """How a player is reached, whatever the protocol."""

    @property
    def sees(self) -> bool:
        """Whether it wants to be sent what there is to see and hear."""

    def send(self, data: bytes) -> None:
        """What there is to see and hear, as TileNet tags."""

    def happened(self, event: Event) -> None:
        """An event of the game's own; what doors of other protocols translate."""


class Nobody:
    """The door of a player who is gone."""

    sees = False

    def send(self, data: bytes) -> None:
        """There is nobody to be told."""

    def happened(self, event: Event) -> None:
        """There is nobody to be told."""


NOBODY = Nobody()


class Muted(Exception):
    """Something was not said; the text tells the speaker why."""


class Player:
    """One player: who they are, where they are, and what their client knows.

    At first `name` is the one given at the login; after that the world makes it a distinct one.
    """

    def __init__(
        self, objid: str, account: Account, name: str, address: str, door: Door, cache: Cache, speech: Bucket
    ) -> None:
        self.objid = objid
        self.being = encode(Set(objid))
        self.returning = encode(Set(objid, x=0))
        self.account = account
        self.address = address
        self.door = door
        self.cache = cache
        self.room: Room | None = None
        self.home: Room | None = None  # the Home that the player came through last
        self.distinct_name = name
        self._speech = speech
        self.name = name
        self._show()

    def __repr__(self) -> str:
        return f"<Player {self.name!r}>"

    @property
    def energy(self) -> int:
        """One more than the points: so a player without points can still click."""
        return self.account.points + 1

    @property
    def points(self) -> int:
        return self.account.points

    def changed(self) -> bytes:
        """The news of what is new about this agent."""
        old = self.meeting.face
        self._show()
        face = self.meeting.face
        return encode(news(self.objid, old, face)) if face != old else b""

    def is_gone(self) -> None:
        """Gone from the world. A game may still keep the player, but what belonged to the connection is let go."""
        self.door = NOBODY
        self.cache = Cache(lambda objid: False)

    def went_to(self, room: Room | None) -> None:
        self.room = room
        self._show()

    def say(self, text: str, limits: Limits) -> str:
        """The text as others may hear it; empty if there is nothing to say. Raises Muted."""
        if self._speech.wait():
            raise Muted("Not said: you are talking too fast.")
        if len(text) <= 4 * limits.speech_length:  # else it is too long, however much of it is invisible
            text = clean_speech(text)
        if len(text) > limits.speech_length:
            raise Muted(f"Not said: that is over {limits.speech_length} characters.")
        if text:
            self._speech.spend()
        return text

    def _show(self) -> None:
        face = Face(self.energy, self.name, self.address)
        self.meeting = Meeting(face, NOWHERE if self.room is None else self.room.objid)
        self.introduction = encode(news(self.objid, NOTHING, face))
