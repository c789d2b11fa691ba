"""What the author of a game needs: scenes to show, events to yield, and the class to fill in.

A game is state and rules. It imports no Twisted and has no clock and no socket: time is a parameter (`now`, in seconds
on a clock that only goes forward), and random numbers come from the `Random` it was given. `scene` and `view` return
what players see, and the other methods yield events that say what happened; the room around the game does the rest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache, partial
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias

from tilenet.chance import SEED, Chance
from tilenet.deals import LONGEST, Deals, conclude
from tilenet.waiting import Patience as Patience
from tilenet.waiting import Turns as Turns
from tilenet.words import Words as Words


class Player(Protocol):
    """A player as a game sees one. Players can be compared and kept in sets."""

    @property
    def id(self) -> str:
        """Who this is, whatever they are called. It outlives the connection, and for accounts the server's process."""

    @property
    def name(self) -> str: ...

    @property
    def points(self) -> int: ...

    @property
    def is_bot(self) -> bool:
        """Whether this player is a program that has said so."""

    @property
    def is_away(self) -> bool:
        """Whether the connection is lost, so that the player can do nothing, but may come back to the seat."""

    @property
    def is_gone(self) -> bool:
        """Whether this player will never come back: a guest who has logged out, whose points are gone, too."""

    @property
    def account_id(self) -> int | None:
        """The number of this player's account; None for a guest."""

    @property
    def origin(self) -> str:
        """A word for the address that the player came from last, as limits count addresses; empty on the server's own
        machine. It tells nothing about the address but whether it is the same.
        """


# What is shown


@dataclass(frozen=True)
class Image:
    """A picture for a tile or for the room, such as a PNG; equal images are sent to a client once."""

    width: int
    height: int
    data: bytes


class Tile(NamedTuple):
    """One tile: its cell, and what it looks like. Colours are AARRGGBB; None means the room's."""

    x: int
    y: int
    name: str = ""
    text: str = ""
    enabled: bool = True
    fg: str | None = None
    bg: str | None = None
    image: Image | None = None


class Key(NamedTuple):
    """One key that can be pressed in the room, by its Java name: VK_A, VK_SPACE."""

    name: str
    text: str = ""
    enabled: bool = True


Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

TileId: TypeAlias = Hashable
KeyId: TypeAlias = Hashable

#: The ids of the tiles that the room itself handles. Every game puts them where it likes.
HOME = "home"
HELP = "help"

NOT_DEALT = Words("Nothing is dealt by chance here.")
WORDS_TOO_LATE = Words("A game is on. Add your words when it is over.")
WORDS_FULL = Words("Enough players have added words to the next deal.")
WORDS_TOO_LONG = Words("Add at most {n} characters.", n=LONGEST)

#: What their tiles are called in every room.
HOME_NAME, HELP_NAME = Words("Home"), Words("Help")
_TO_HOME, _WHAT_IS_THIS = Words("Back to Home"), Words("What is this room?")


def home_tile(x: int, y: int, cost: str = "") -> Tile:
    """The way back; `cost` is what leaving would cost the player now, in a sentence."""
    return Tile(x, y, HOME_NAME, leaving(_TO_HOME, cost))


@lru_cache(256, typed=True)  # which tells Words from a str
def leaving(text: str, cost: str) -> str:
    """The text of a tile called Home or Lobby, or of a key, that leads out of the room.

    If there is a cost, which is a sentence, clients ask before they let a player do it.
    """
    return Words("{text} · Leave? {cost}", text=text, cost=cost) if cost else text


def help_tile(x: int, y: int) -> Tile:
    return Tile(x, y, HELP_NAME, _WHAT_IS_THIS)


def role(id: TileId | KeyId) -> str:
    """The id of a tile or key as a word, by which programs and skins know it: ("card", 0, 3) is card/0/3.

    TypeError if it cannot be told in a word: it is a str, an int, a member of an Enum, or a tuple of these.
    """
    if type(id) is str:
        return id if id.isalnum() else id.replace("%", "%25").replace("/", "%2F")
    if isinstance(id, tuple):
        return "/".join(
            [
                str(part) if type(part) is int else part if type(part) is str and part.isalnum() else role(part)
                for part in id
            ]
        )
    if isinstance(id, Enum):
        return id.name.lower()
    if isinstance(id, str):
        return role("".join(id))
    if isinstance(id, int) and not isinstance(id, bool):
        return str(id)
    raise TypeError(f"the id {id!r} has no role: it is a str, an int, a member of an Enum, or a tuple of these")


class Scene:
    """What everybody in a room sees. The game chooses the ids; a tile stays the same one as long as its id is shown.

    A scene never changes, even if the game later changes the dicts that it was made from.
    """

    __slots__ = ("bg", "fg", "image", "keys", "size", "text", "tiles")

    def __init__(
        self,
        size: tuple[int, int],
        tiles: Mapping[TileId, Tile],
        keys: Mapping[KeyId, Key] | None = None,
        text: str = "",
        fg: str = "ffe6e6e6",
        bg: str = "ff1a1a1a",
        image: Image | None = None,
    ) -> None:
        self.size = size
        self.tiles = {**tiles}
        self.keys = {**keys} if keys else {}
        self.text = text
        self.fg = fg
        self.bg = bg
        self.image = image


class View:
    """What one player sees differently: tiles and keys that replace those with the same ids; tiles keep their cells.

    `text` is a headline for this player alone. A view never changes either.
    """

    __slots__ = ("__weakref__", "keys", "text", "tiles")

    def __init__(
        self,
        tiles: Mapping[TileId, Tile] | None = None,
        keys: Mapping[KeyId, Key] | None = None,
        text: str | None = None,
    ) -> None:
        self.tiles = dict(tiles or {})
        self.keys = dict(keys or {})
        self.text = text


NO_VIEW = View()  # of a player who sees nothing differently now
NEVER_A_VIEW = View()  # of a game in which nobody ever does: the room does not ask again
NEVER_OWN_FACTS: Mapping[Any, Any] = {}  # of a game in which nobody ever knows more than others: the same


# What happens


class Event:
    """Something that happened. Games yield those below, and `Public` and `Private` ones that they define."""


class Public(Event):
    """An event that a game defines and that everybody in the room may know. Doors of other protocols translate it."""


@dataclass(frozen=True)
class Private(Event):
    """An event that a game defines and that only these players are told of, wherever they are."""

    to: tuple[Player, ...]


@dataclass(frozen=True)
class Say(Event):
    """The room says something to everybody in it."""

    text: str


@dataclass(frozen=True)
class Tell(Event):
    """The room says something to one player."""

    player: Player
    text: str


@dataclass(frozen=True)
class Refuse(Tell):
    """The room tells a player why what they have just done cannot be done now, and nothing has changed."""


@dataclass(frozen=True)
class Chat(Event):
    """A player says something to the room."""

    player: Player
    text: str


@dataclass(frozen=True)
class Moment(Event):
    """Something that people will want to find again in a replay of this match. Nobody is told of it now."""

    text: str


@dataclass(frozen=True)
class Points(Event):
    """A player wins or loses points, wherever they are; they never fall below 0. Counts as soon as it is yielded."""

    player: Player
    change: int


@dataclass(frozen=True)
class Recharge(Event):
    """Let a player in this room recharge when the act is over, as at Home: whoever has few points gets some, once a
    minute. The player is told so, or why not; a game with `follows_points` hears of the points.
    """

    player: Player


@dataclass(frozen=True)
class Cost(Event):
    """What a player did was as much work as this many more commands, so they can do less for a moment."""

    player: Player
    commands: float


@dataclass(frozen=True)
class Open(Event):
    """Open another room, which the world names and numbers. It is opened when the act is over; then `Game.opened` is
    called with its name, and `Game.closed` when it closes: when nobody is in it and its game is done.
    """

    game: str  # the name of its plugin
    setup: Mapping[str, Json] = field(default_factory=dict)  # what the game's class is made with, by name
    title: str = ""  # without one, the title of the game and a number: Set 2
    belongs_to: str = ""  # the room whose tile at Home counts the people in this one, too
    moment: Mapping[str, Json] | None = None  # of a replay, from which the game goes on


@dataclass(frozen=True)
class Go(Event):
    """Send a player to another room when the act is over: to the room of a plugin, or to one that was opened, by name;
    to one that this act opens; or Home, which is None. A room may turn them away, see `Game.admits`.
    """

    player: Player
    room: str | Open | None = None


@dataclass(frozen=True)
class ChangeAccount(Event):
    """Do something with a player's own account when the act is over, and tell them what came of it.

    Only what needs no secret: {"do": "logout"}, and {"do": "remove key", "fingerprint": ...}. What a player types as a
    password never reaches a game.
    """

    player: Player
    request: Mapping[str, Json]


@dataclass(frozen=True)
class Watch(Event):
    """Lead a player to a replay when the act is over, or tell them why not: if they may not see it, for instance."""

    player: Player
    replay: str  # its id


@dataclass(frozen=True)
class Close(Event):
    """Close a room that was opened, when the act is over, or as soon as nobody is in it."""

    room: str


@dataclass(frozen=True)
class TurnedAway(Private):
    """The room of this name has not admitted a player. Games do not yield this: it comes from the world."""

    room: str
    reason: str


# What others may know of a room


@dataclass(frozen=True)
class Summary:
    """What a game tells about its room: for its tile at Home, and for lobbies."""

    players: tuple[str, ...] = ()  # the names of those who play, or will
    seats: int | None = None  # how many can play; None if there is no bound
    phase: str = ""  # in a word: waiting, playing, over; or a word of the game's own
    begins_at: float | None = None  # on the clock of `now`
    can_join: bool = True
    can_watch: bool = True
    watching: int = 0  # how many of those in the room only watch
    details: Mapping[str, Json] = field(default_factory=dict)  # of the game's own, for its lobby or its door


NO_SUMMARY = Summary()


@dataclass(frozen=True)
class Listing:
    """One room in the directory of the world."""

    room: str  # its name, for `Go`
    game: str  # the name of its plugin
    title: str
    about: str
    belongs_to: str
    is_temporary: bool  # whether a game has opened it; the others are at Home
    setup: Mapping[str, Json]
    summary: Summary
    people: int
    bots: int
    some: tuple[str, ...]  # the names of a few of both, people first
    kind: str = ""  # of its game
    table_of: str = ""  # of a table that somebody has opened: the room at Home of its game
    takes_bots: bool = False  # whether bots can be brought there
    order: int = 50  # its place at Home, see `Game.order`


@dataclass(frozen=True)
class Feat:
    """Something in a game that is worth a record: of each name, the best is kept for each account."""

    name: str  # as players read it, such as "best streak"
    value: float
    unit: str = ""  # such as "s"
    is_less_better: bool = False


@dataclass(frozen=True)
class Standing:
    """How one player has done in a game that is over."""

    player: Player
    place: int  # from 1; players who tie share one
    score: float
    stayed: bool = True  # to the end
    feats: tuple[Feat, ...] = ()  # what else is worth a record
    notes: tuple[str, ...] = ()  # what else players like to read at the end, such as "13 sets"


@dataclass(frozen=True)
class Result(Event):
    """A game is over. The result is kept under this name: how everybody who played has done."""

    game: str
    standings: tuple[Standing, ...]
    is_told: bool = True  # whether the room tells the ranking now; otherwise the game yields a `Ranking` later
    reason: str = ""  # why it is over, in a word of the game's own, such as "time"
    note: str = ""  # how it was won, in a few words below the winner's name, such as "with the last set of the game"


@dataclass(frozen=True)
class Ranking(Event):
    """The room tells everybody how a game ended, after everything else that it says now.

    A `Result` does so by itself. A game that has come to nothing yields a ranking of nobody, which is not told.
    """

    standings: tuple[Standing, ...]
    reason: str = ""  # as in `Result`
    note: str = ""  # the same


def places(scores: Mapping[Player, float]) -> dict[Player, int]:
    """The place of everybody by score, the highest first; those who tie share one: 1 1 3."""
    first: dict[float, int] = {}
    for place, score in enumerate(sorted(scores.values(), reverse=True), 1):
        first.setdefault(score, place)
    return {player: first[score] for player, score in scores.items()}


def standings(scores: Mapping[Player, float], left: Container[Player] = ()) -> tuple[Standing, ...]:
    """How everybody has done, by score, the best first; `left` are those who did not stay to the end."""
    ranking = sorted(places(scores).items(), key=lambda item: item[1])
    return tuple(Standing(player, place, scores[player], player not in left) for player, place in ranking)


FEW = 64  # players in a guestbook, among whom nobody looks for those who are gone


class Guestbook:
    """Everybody who was at a game which people join and leave, in order of arrival.

    However long it goes on, the book stays short: among many, those who are gone for good are forgotten. Looking for
    them takes longer the more there are, so it is done again when their number has doubled.
    """

    def __init__(self, players: Iterable[Player] = ()) -> None:
        self._players = dict.fromkeys(players)
        self._most = FEW

    def __iter__(self) -> Iterator[Player]:
        return iter(self._players)

    def __len__(self) -> int:
        return len(self._players)

    def __contains__(self, player: object) -> bool:
        return player in self._players

    def add(self, player: Player) -> None:
        self._players[player] = None
        if len(self._players) > self._most:
            self._players = {one: None for one in self._players if not one.is_gone}
            self._most = max(FEW, 2 * len(self._players))


@dataclass(frozen=True)
class LookUp(Event):
    """Ask about results or replays, see `tilenet.records`, or about rooms, see `RoomsOf`.

    It is asked when the act is over; `Game.found` is called with the answer, a little later.
    """

    question: object


@dataclass(frozen=True)
class RoomsOf:
    """A question for `LookUp`: the room of this name, and those that belong to it; answered by a tuple of `Listing`."""

    room: str


Events: TypeAlias = Iterable[Event]


class GameClock(NamedTuple):
    """A clock that a game's facts are on, if that is not the clock of `now`: it may stand still, or run faster."""

    shown: float  # what it shows ...
    at: float  # ... when the clock of `now` shows this
    pace: float = 1.0  # its seconds in one second; 0 while it stands still

    def time(self, now: float) -> float:
        return self.shown + (now - self.at) * self.pace


class Choice(NamedTuple):
    """Something that players can choose for a table of their own: one of a few values, each with what it is called."""

    text: str
    values: Sequence[tuple[bool | int | float | str, str]]
    usual: bool | int | float | str


class Game(ABC):
    """One game in one room. The room makes it, and makes a new one if it raises.

    The methods that return `Events` can yield them, return a list of them, or return nothing.
    """

    title: ClassVar[str]
    about: ClassVar[str]  # one line, for the tile in Home
    help: Sequence[str]  # spoken line by line to a player who asks

    #: What the room is, with a version: "mole/1". A game that has one tells its `facts`, and the ids of its tiles and
    #: keys are public as roles. A new fact keeps the number; one that means something else, or goes, makes it mole/2.
    kind: ClassVar[str] = ""

    #: The first part of the roles of tiles that are the board and not buttons, such as "cell": clients without a skin
    #: for this kind draw them as vividly when they are disabled.
    board_role: ClassVar[str] = ""

    #: Whether its facts go to TileNet clients that ask for facts. Otherwise they are told the kind and the roles alone.
    tells_facts: ClassVar[bool] = True

    #: The class attributes that a server may set, and what reads them: `int` or `float` (0 to a million), `str`, or a
    #: function of your own, whose ValueError says what is wrong.
    options: ClassVar[Mapping[str, Callable[[str], object]]] = {}

    #: What players can choose for tables of their own: keyword arguments that the class is made with, by name.
    choices: ClassVar[Mapping[str, Choice]] = {}

    #: The plugin that makes tables of one's own for this game, which may be its own plugin; empty if there are none.
    table: ClassVar[str] = ""

    #: Whether this is a table of somebody's own. It is set before anybody comes in.
    is_own_table: bool = False

    #: Whether no match begins before `start`. Only at tables of one's own; `hold` changes it.
    is_held: bool = False

    #: Its place at Home: lower numbers come first. Games that are easy to join and to like do.
    order: ClassVar[int] = 50

    #: Which rooms `rooms_changed` tells of: the one with this name and those that belong to it; "*" for all.
    lists: ClassVar[str | None] = None

    #: Whether what `rooms_changed` tells is kept in `caches` alone: the room tells all of it again after a restart.
    forgets_rooms: ClassVar[bool] = False

    #: The attributes that `scene`, `view` and `stale_views` may change, because they only remember what was drawn, and
    #: what they are before anything is. They are not saved. Any other class of a game can have this, too.
    caches: ClassVar[Mapping[str, object]] = {}

    #: Another number when what is saved means something else than before, although the attributes are the same. A game
    #: that was saved with another number is not loaded: it begins anew, with everybody who was there.
    version: ClassVar[int] = 1

    #: Whether nobody needs this game any more: a room that another game has opened closes when it is done and empty.
    is_done: bool = False

    #: The commands that players can type here, without their slash, and what each does, for /help:
    #: {"roll": Words("/roll rolls the dice.")}. `say` gets them with the slash. Nobody else hears them, and they count
    #: for the player alone: however much others at the same address say, they are not refused.
    commands: ClassVar[Mapping[str, str]] = {}

    #: Whether `scored` is called.
    follows_points: ClassVar[bool] = False

    #: When to call `tick` next, on the clock of `now`; None if there is nothing to wait for.
    deadline: float | None = None

    #: Whether what it does at its deadlines takes long and can wait: then others come first, and hardly more than one
    #: of all such games has its `tick` in one turn of the server. If nobody waits, a deadline that is now is met now.
    is_patient: ClassVar[bool] = False

    #: Whether its matches are dealt by chance, by `new_match`: then everybody can know the hash of each deal before it,
    #: add words to it, and check it when the match is over.
    is_dealt: ClassVar[bool] = False

    #: Whether a match is kept as a replay when the game yields its `Result`. A room where nothing is won needs none.
    is_recorded: ClassVar[bool] = True

    #: The bot that plays it, by its name in `tilenet bot NAME`; empty if there is none.
    bot: ClassVar[str] = ""

    #: The clock of all times in the facts; None if that is the clock of `now`, as in all games that are played live.
    clock: GameClock | None = None

    #: The random numbers of the match that is on, or was the last: see `new_match`.
    chance: Chance | None = None

    #: How matches are dealt; None without a `Chance`, as in some tests.
    deals: Deals | None = None

    def __init__(self, random: Random) -> None:
        self.random = random
        if self.is_dealt and isinstance(random, Chance):
            self.deals = Deals(random.randbytes(SEED))

    def new_match(self) -> Random:
        """The random numbers for a match that begins now: they follow from a secret that was fixed before.

        The hash of that secret is announced when the match before has ended, by a `Result` or a `Ranking`; so the act
        that ends one match must not begin another.
        If a test gives the game other numbers than those of a `Chance`, matches get them as well.
        """
        if not isinstance(self.random, Chance):
            return self.random
        if self.deals is None:
            self.chance = self.random.new_match()
        else:
            self.chance = Chance(self.deals.begin(partial(self.random.randbytes, SEED)).seed)
        return self.chance

    def add_words(self, player: Player, words: str, gone: str, now: float) -> Events:
        """A player adds words to the next deal, by saying /seed; see `is_dealt`.

        `gone` is the name of somebody who has left, and whose words make place for these; empty if nobody's do.
        """
        if self.deals is None:
            yield Refuse(player, NOT_DEALT)
        elif self.deals.next is None:
            yield Refuse(player, WORDS_TOO_LATE)
        elif len(words) > LONGEST:
            yield Refuse(player, WORDS_TOO_LONG)
        elif self.deals.next.add(player.name, words, gone):
            if gone:
                yield Say(Words("The words of {name}, who has left, do not count any more.", name=gone))
            yield Say(Words("{name} adds to the next deal: {words}", name=player.name, words=words))
        else:
            yield Refuse(player, WORDS_FULL)

    def renew(self, secret: bytes, now: float) -> Events:
        """The match is over, and all that it was dealt by can be told: from now on it is dealt by something else."""
        if isinstance(self.random, Chance):
            self.random.renew(secret)
            if self.deals is not None:
                self.deals.end(self.random.randbytes(SEED))
                if self.deals.last is not None and self.deals.next is not None:
                    yield Say(conclude(self.deals.next))

    def summary(self) -> Summary:
        """What others may know of this room. Called after each method below; the same object means no change."""
        return NO_SUMMARY

    def admits(self, player: Player, now: float) -> str | None:
        """Why a player cannot come in now, in a sentence; None if they can."""
        return None

    @abstractmethod
    def scene(self) -> Scene:
        """What everybody sees now. Called after each method below; the same object as before means no change."""

    def view(self, player: Player) -> View:
        """What this player sees differently, or NO_VIEW; the same object as before means no change.

        A game that leaves this as it is has no views: the room asks once, and never again.
        """
        return NEVER_A_VIEW

    def stale_views(self) -> Iterable[Player] | None:
        """The players whose views may have changed since the last call; None if it may be anybody's.

        If many players have views of their own, this saves asking for all of them after every act.
        """
        return None

    def facts(self) -> Mapping[Any, Any]:
        """What everybody may know, as data: see docs/writing-a-game.md. Called after `scene`, if anybody wants facts.

        The room makes plain JSON of it: a `Player` becomes name and agent, an id a role, an Enum its name, a set a
        list; None is left out.
        """
        return {}

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        """What this player knows besides. Called again for those in `stale_views`, as `view` is."""
        return NEVER_OWN_FACTS

    def legal(self, player: Player) -> Iterable[TileId | KeyId] | None:
        """The ids of what this player can use now with an effect; None if that is every enabled tile and key."""
        return None

    def enter(self, player: Player, now: float) -> Events:
        """A player has come in."""
        return ()

    def leave(self, player: Player, now: float) -> Events:
        """A player has gone, or was lost."""
        return ()

    def away(self, player: Player, now: float) -> Events:
        """A player's connection is lost. The seat is held for a while; then comes `back`, or `leave`."""
        return ()

    def back(self, player: Player, now: float) -> Events:
        """A player who was away is back, and sees the room again."""
        return ()

    def found(self, question: object, answer: object, now: float) -> Events:
        """The answer to what the game has asked by `LookUp`; None if the server keeps nothing of that."""
        return ()

    def opened(self, opening: Open, room: str | None, now: float) -> Events:
        """The room that this game has opened has this name; None if its game cannot start."""
        return ()

    def closed(self, room: str, now: float) -> Events:
        """A room that this game has opened is closed, or out of order: nobody can go there any more."""
        return ()

    def rooms_changed(self, changes: Mapping[str, Listing | None], now: float) -> Events:
        """The rooms that this game lists, by name, as they are now; None for those that are closed.

        All of them at first, then those that have changed, at most once a second.
        """
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        """A player in the room clicked an enabled tile."""
        return ()

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        """A player in the room pressed an enabled key."""
        return ()

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        """A player said something to the room (None), to a tile or to a key. To the room it is chat."""
        return [Chat(player, text)] if to is None else ()

    def ask(self, player: Player, request: object, now: float) -> Events:
        """A player who came through a door of another protocol makes a request, which the game defines.

        The player need not be in the room. Answer with a `Private` event.
        """
        return ()

    def why_not_start(self) -> str | None:
        """Why `start` can begin no match now, in a sentence, such as too few players; None if it can.

        A game that has tables of one's own says None whenever no match is on and those who are here can play one.
        """
        return Words("This game begins by itself.")

    def start(self, now: float) -> Events:
        """The host of the table wants the next match to begin now, or everybody is ready for it.

        Only called if `why_not_start` gives no reason. All who are here and can play do.
        """
        return ()

    def hold(self, is_held: bool, now: float) -> Events:
        """The host of the table lets matches begin by themselves from now on, or only by `start`."""
        self.is_held = is_held
        return ()

    def scored(self, player: Player, now: float) -> Events:
        """A player in the room has won or lost points through a game in another room.

        Only a game with `follows_points` is told.
        """
        return ()

    def replace_failed(self, failed: Game) -> None:  # noqa: B027
        """This game replaces one that has failed; take from it what is worth keeping.

        Then `enter` is called for everybody in the room; points and costs that it yields do not count this time.
        """

    def tick(self, now: float) -> Events:
        """The deadline has come. The next one must be later than `now`, or None."""
        return ()
