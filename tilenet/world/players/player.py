"""A player in the world: who they are and where they are, whichever client they use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tilenet.game import Event
from tilenet.limits import Bucket, Limits
from tilenet.text import clean_speech, same_hash
from tilenet.words import Words
from tilenet.world.players.accounts import Account
from tilenet.world.players.presence import Presence, Step, after
from tilenet.world.screens.agent import NOWHERE, Agent
from tilenet.world.screens.news import News
from tilenet.world.screens.pictures import Face

if TYPE_CHECKING:
    from tilenet.world.players.client import Client
    from tilenet.world.rooms.room import Room


#: Signs in an agent's text, before the address.
AWAY = "away"
BOT = "bot"


class Muted(Exception):
    """Something was not said; the text tells the speaker why."""


class Player:
    """One player. Players with the same id are the same one; it outlives connection, login and process.

    `name` is the one that nobody else has. TileNet never alters a name at the login, so others see `login_name` until
    the world calls `settle_name`. `client` is None while nobody is connected as this player.
    """

    __slots__ = (
        "__weakref__",
        "_hash",
        "_shows_address",
        "_speech",
        "account",
        "address",
        "agent",
        "client",
        "holds_seat",
        "home",
        "id",
        "is_bot",
        "key",
        "login_name",
        "name",
        "objid",
        "origin",
        "presence",
        "reference",
        "room",
        "unrated",
    )

    def __init__(
        self, id: str, objid: str, account: Account, name: str, speech: Bucket, *, shows_address: bool = True
    ) -> None:
        self.id = id
        self.reference = {"player": id}  # in a journal
        self._hash = same_hash(id)
        self.objid = objid
        self.account = account
        self.name = self.login_name = name
        self.presence = Presence.ARRIVING
        self.client: Client | None = None
        self.room: Room | None = None
        self.home: Room | None = None  # the Home that the player came through last
        self.is_bot = False  # its client has said so
        self.address = ""  # of the last client
        self.holds_seat = False  # whether the seat is held if the client is lost
        self.origin = ""  # a word for what counts as one address; empty on this machine
        self.key = ""  # by which a guest is known again; without one, the address does
        self.unrated: set[str] = set()  # the matches that were on when a guest became an account: see `Room.match_id`
        self._shows_address = shows_address
        self._speech = speech
        self.agent = Agent(objid, self._face())

    def __repr__(self) -> str:
        return f"<Player {self.name!r}>"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Player) and self.id == other.id)

    def __hash__(self) -> int:
        return self._hash

    @property
    def energy(self) -> int:
        """One more than the points: so a player without points can still click."""
        return self.account.points + 1

    @property
    def points(self) -> int:
        return self.account.points

    @property
    def account_id(self) -> int | None:
        return self.account.id

    @property
    def guest_origin(self) -> str:
        """The same word for the address of a guest, who can have another name at any time; empty for an account."""
        return self.origin if self.account.id is None else ""

    @property
    def is_away(self) -> bool:
        return self.presence is Presence.AWAY

    @property
    def is_gone(self) -> bool:
        """For good: somebody with an account may come back."""
        return self.presence is Presence.GONE and self.account.id is None

    @property
    def is_in_world(self) -> bool:
        """Somebody with an account may be known after they have left."""
        return self.presence is not Presence.GONE

    @property
    def has_screen(self) -> bool:
        return self.client is not None and self.client.screen is not None

    @property
    def takes_facts(self) -> bool:
        return self.client is not None and self.client.screen is not None and self.client.screen.format.takes_facts

    def step(self, step: Step) -> None:
        """Something happens to the player's presence."""
        self.presence = after(self.presence, step)

    def attach(self, client: Client, origin: str) -> News:
        """Use this client from now on; returns the news of that for others."""
        self.step(Step.ATTACH)
        self.client = client
        self.address = client.address
        self.holds_seat = client.screen is not None  # programs of games' own protocols cannot come back
        self.origin = origin
        return self.changed()

    def charge(self, commands: float) -> None:
        """Something that the player did was as much work as this many commands."""
        if self.client is not None:
            self.client.spend(commands)

    def notify(self, event: Event) -> None:
        """Tell the client of an event, if it listens to events."""
        if self.client is not None and self.client.listener is not None:
            self.client.listener(event)

    def settle_name(self) -> bool:
        """Let others see the name from now on; whether they have seen another."""
        is_new = self.login_name != self.name
        self.login_name = self.name
        return is_new

    def renumber(self, objid: str) -> None:
        """Be another agent from now on, as every login wants one that nobody has seen before."""
        self.objid = objid
        self.agent = Agent(objid, self._face())
        self.went_to(self.room)

    def as_data(self) -> dict[str, Any]:
        """What has to be known of the player after a crash."""
        account = self.account
        return {
            "id": self.id,
            "name": self.name,
            "points": account.points,
            "account": account.id,
            "is_bot": self.is_bot,
            "key": self.key,
            "address": self.address,
            "presence": self.presence.value,
            "holds": self.holds_seat,
            "home": "" if self.home is None else self.home.name,
            **({"unrated": sorted(self.unrated)} if self.unrated else {}),
        }

    def as_public_data(self) -> dict[str, Any]:
        """All that a game can read of the player."""
        account = self.account
        return {
            "id": self.id,
            "name": self.name,
            "points": account.points,
            "account": account.id,
            "is_bot": self.is_bot,
            "presence": self.presence.value,
            "origin": self.origin,
        }

    def changed(self) -> News:
        """The news for others of what is new about this player."""
        return self.agent.look(self._face())

    def went_to(self, room: Room | None) -> None:
        self.room = room
        self.changed()  # something may have happened while the player was nowhere
        self.agent.move(NOWHERE if room is None else room.objid)

    def say(self, text: str, limits: Limits, weight: float = 1.0) -> str:
        """The text as others may hear it; empty if there is nothing to say. Raises Muted.

        Commands have less weight, since nobody else hears them: more of them can be typed, or clicked, in a moment.
        """
        if self._speech.wait():
            raise Muted(Words("Not said: you are talking too fast."))
        if len(text) <= 4 * limits.speech_length:  # otherwise it is too long, however much of it is invisible
            text = clean_speech(text)
        if len(text) > limits.speech_length:
            raise Muted(Words("Not said: that is over {n} characters.", n=limits.speech_length))
        if text:
            self._speech.spend(weight)
        return text

    def _face(self) -> Face:
        return Face(self.energy, self.login_name, " · ".join(self._signs()))

    def _signs(self) -> Iterator[str]:
        """What others are told about the player besides the name."""
        if self.is_away:
            yield AWAY
        if self.is_bot:
            yield BOT
        if self._shows_address and self.address:
            yield self.address
