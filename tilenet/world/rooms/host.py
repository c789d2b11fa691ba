"""What a room needs of the world around it, and where a room comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from twisted.internet.interfaces import IReactorTime

from tilenet.game import Game, Json, Listing, Open, Result
from tilenet.limits import Buckets, Limits
from tilenet.records import Replay, Replays
from tilenet.turns.turn import Turn
from tilenet.world.players.books import Books
from tilenet.world.players.notes import Notes
from tilenet.world.players.player import Player
from tilenet.world.rooms.tape import Tape
from tilenet.world.screens.images import Images

if TYPE_CHECKING:
    from tilenet.world.invitations import Invitations
    from tilenet.world.rooms.room import Room
    from tilenet.world.tables import Tables


class NotPossible(Exception):
    """Something about tables cannot be done; the text says why."""


class TooOften(Exception):
    """Somebody has tried too many codes of tables, and may try again in so many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Origin(NamedTuple):
    """Where a room comes from: what it takes to make its game again, as data."""

    game: str  # the name of its plugin
    about: str
    setup: Mapping[str, Json]
    belongs_to: str = ""
    is_temporary: bool = False  # whether a game has opened it, so that it closes when nobody needs it
    ahead: float | None = None  # of a game that goes on from a replay: seconds that its clock is ahead of the world's
    replay: str = ""  # the id of that replay: only those who may see it come in

    @property
    def is_fork(self) -> bool:
        """Whether its game goes on from a replay."""
        return self.ahead is not None


class Links(NamedTuple):
    """How people come here from outside, as they are told at tables; empty if that is not known."""

    web: str = ""  # the address of the page
    ssh: str = ""  # a command

    def to(self, code: str) -> dict[str, str]:
        """To the table with this code."""
        found = {"link": self.web and f"{self.web}#/{code}", "ssh": self.ssh and f"{self.ssh} -t {code}"}
        return {name: link for name, link in found.items() if link}


class Recorder(Protocol):
    """Keeps replays of matches."""

    def follow(self, tape: Tape, people: Iterable[str]) -> None:
        """From now on, the tape notes what changes about the players with these ids."""

    def forget(self, tape: Tape) -> None:
        """The tape begins again, or its room is closed."""

    def changed(self, player: Player, now: float) -> None:
        """What games can read of a player may have changed."""

    def kept(self, room: Room) -> str:
        """The id of the replay of the match that is on in a room, or is next, if it was over before; or else empty."""

    def id_of(self, room: Room) -> str:
        """The id of the replay of the match that is on in a room, when it is kept; empty if it is not known before."""

    def keep(self, room: Room, tape: Tape, result: Result, now: float) -> str:
        """A match is over. Returns the id of its replay; empty if it is not kept."""


class Usher(Protocol):
    """Leads players to replays."""

    def answer(self, question: Replays) -> tuple[Replay, ...]:
        """The replays that a player may see."""

    def refuses(self, player: Player, replay: str) -> str:
        """Why a player may not see a replay; empty if they may."""

    def lead(self, player: Player, replay: str) -> str:
        """Lead a player to a replay; if that is not possible, return why."""


class Company(Protocol):
    """Brings bots to rooms, and sends them away."""

    def start(self) -> None:
        """The server is up."""

    def stop(self) -> None:
        """The server stops, and so do all sessions."""

    def strengths(self, bot: str, kind: str) -> Sequence[str] | None:
        """The strengths that this bot can have, from the weakest; None if none can come to rooms of this kind."""

    def bring(self, room: Room, player: Player, strength: str) -> str:
        """Bring the bot of its game to a room, for a player; return why that is not possible, or nothing."""

    def send_away(self, room: Room, player: Player, name: str) -> str:
        """Send away the bot of this name from a room, or without a name the one that came last; return why not, or
        nothing.
        """


class Host(Protocol):
    """The building, as a room knows it."""

    clock: IReactorTime
    limits: Limits
    images: Images
    turn: Turn
    books: Books
    talk_by_address: Buckets
    journal: Notes | None
    recorder: Recorder | None
    company: Company | None
    links: Links
    tables: Tables
    invitations: Invitations
    shows_tracebacks: bool  # to everybody in a room whose game has failed, who are its authors
    send_to: Callable[[Player, str | None], None]  # lets a player walk to the room of that name, or Home

    def mint(self, kind: str) -> str:
        """A new objid."""

    def new_secret(self) -> bytes:
        """Something that nobody can guess, to deal the next match by."""

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

    def place_of(self, room: Room) -> str:
        """Where those are who are in a room, as others may know it."""

    def bots_for(self, game: Game) -> Sequence[str] | None:
        """The strengths of bots that can be brought to a game, which may be none; None if no bot can."""

    def whereabouts(self) -> Mapping[str, Sequence[Player]]:
        """Everybody, by place; where most are comes first."""

    def addressed(self, text: str) -> tuple[Player | None, str]:
        """The player by whose name a text begins, if there is one, and the rest of it."""

    def change_account(self, player: Player, request: Mapping[str, Json]) -> None:
        """Do something with a player's account that needs no secret, and tell them what came of it."""

    def recharge(self, player: Player) -> None:
        """Let a player who is not at Home recharge, as they could there."""

    def play_now(self, player: Player) -> str:
        """Lead a player to where they can play soonest; return why that is not possible, or nothing."""

    def invitations_of(self, player: Player) -> list[dict[str, Any]]:
        """What a player is told of the invitations that they have."""

    def invited(self, player: Player) -> None:
        """A player has other invitations than before."""

    def remake(self, room: Room, setup: Mapping[str, Json]) -> None:
        """Let the game of a room begin anew with other options."""

    def hide(self, room: Room, *, is_hidden: bool) -> None:
        """Whether those who list rooms know nothing of one."""

    def watch(self, player: Player, replay: str) -> None:
        """Lead a player to a replay, or tell them why not."""

    def refuses(self, player: Player, replay: str) -> str:
        """Why a player may not see a replay; empty if they may."""

    def look_up(self, question: object, found: Callable[[object], object]) -> None:
        """Find the answer to a question."""
