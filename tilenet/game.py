"""What the author of a game needs: scenes to show, events to tell, and the class to fill in.

A game is state and rules. It imports no Twisted, has no clock and no socket: time is a parameter (`now`, in seconds of
a clock that only goes forward), chance is the `Random` it was given. It shows what there is to see by `scene` and
`view`, and tells what happened by yielding events; the room around it does the rest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, NamedTuple, Protocol, TypeAlias


class Player(Protocol):
    """A player as a game sees one: to be compared, kept in sets, and called by name."""

    @property
    def name(self) -> str: ...

    @property
    def points(self) -> int: ...


# What is shown


@dataclass(frozen=True)
class Image:
    """A picture for a tile or for the room, such as a PNG; equal images are sent to a client once."""

    width: int
    height: int
    data: bytes


class Tile(NamedTuple):
    """One tile: its cell, and what it looks like. Colours are AARRGGBB; None is the room's."""

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


TileId: TypeAlias = Hashable
KeyId: TypeAlias = Hashable

#: The tiles that the room itself answers to, by their ids. Every game puts them where it likes.
HOME = "home"
HELP = "help"


def home_tile(x: int, y: int) -> Tile:
    return Tile(x, y, "Home", "Back to Home")


def help_tile(x: int, y: int) -> Tile:
    return Tile(x, y, "Help", "What is this room?")


@dataclass(frozen=True, eq=False)
class Scene:
    """What everybody in a room sees. The ids are the game's own; a tile is the same one as long as its id is shown."""

    size: tuple[int, int]
    tiles: Mapping[TileId, Tile]
    keys: Mapping[KeyId, Key] = field(default_factory=dict)
    text: str = ""
    fg: str = "ffe6e6e6"
    bg: str = "ff1a1a1a"
    image: Image | None = None

    def __post_init__(self) -> None:
        # A scene stays as it is, also when the game goes on changing the dicts that it was made from.
        object.__setattr__(self, "tiles", dict(self.tiles))
        object.__setattr__(self, "keys", dict(self.keys))


@dataclass(frozen=True, eq=False)
class View:
    """What one player sees otherwise: tiles, in the same cells, and keys, in place of those of the same id."""

    tiles: Mapping[TileId, Tile] = field(default_factory=dict)
    keys: Mapping[KeyId, Key] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", dict(self.tiles))
        object.__setattr__(self, "keys", dict(self.keys))


NO_VIEW = View()


# What happens


class Event:
    """Something that happened. A game may have events of its own; doors of other protocols translate those."""


@dataclass(frozen=True)
class Say(Event):
    """The room says something to all who are in it."""

    text: str


@dataclass(frozen=True)
class Tell(Event):
    """The room says something to one player."""

    player: Player
    text: str


@dataclass(frozen=True)
class Chat(Event):
    """A player says something to the room."""

    player: Player
    text: str


@dataclass(frozen=True)
class Points(Event):
    """A player wins or loses points, wherever they are; they never fall below 0. Done when it is yielded."""

    player: Player
    change: int


@dataclass(frozen=True)
class Go(Event):
    """A player is sent to another room, by its plugin's name or the one it was opened under; without one, Home.

    Done after all else was sent.
    """

    player: Player
    room: str | None = None


@dataclass(frozen=True)
class Open(Event):
    """Another room is opened, under a name to go to. It is closed when nobody is in it and its game is done."""

    room: str
    title: str
    make: Callable[[Random], Game]
    closed: Callable[[], object]  # called when it is closed, or out of order: nobody can go there any more
    belongs_to: str = ""  # the room at Home that counts its people as its own


@dataclass(frozen=True)
class Close(Event):
    """A room that was opened is closed again, if nobody is in it."""

    room: str


Events: TypeAlias = Iterable[Event]


class Game(ABC):
    """One game in one room. The room makes it, and makes a new one if it raises.

    The methods that are told of something yield events, or return a list of them, or nothing.
    """

    title: ClassVar[str]
    about: ClassVar[str]  # one line, for the tile in Home
    help: Sequence[str]  # spoken line by line to who asks

    #: Which attributes of the class a server may set, and what each is: `int` or `float` (0 to a million), or `str`.
    options: ClassVar[Mapping[str, type]] = {}

    #: Whether nobody needs it any more: if the room was opened by another game, it is closed when it is empty.
    is_done: bool = False

    #: When `tick` is wanted next, on the clock of `now`; None if there is nothing to wait for.
    deadline: float | None = None

    def __init__(self, random: Random) -> None:
        self.random = random

    @abstractmethod
    def scene(self) -> Scene:
        """What everybody sees now. Asked for after every call below; the same object as before means no change."""

    def view(self, player: Player) -> View:
        """What this player sees otherwise; the same object as before means no change."""
        return NO_VIEW

    def enter(self, player: Player, now: float) -> Events:
        """A player has come in."""
        return ()

    def leave(self, player: Player, now: float) -> Events:
        """A player has gone, or was lost."""
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
        """A player behind a door of another protocol asks for something, in terms of the game's own."""
        return ()

    def scored(self, player: Player, now: float) -> Events:
        """A player in the room has won or lost points by something in another room."""
        return ()

    def take_over(self, failed: Game) -> None:  # noqa: B027
        """This game is in place of another that has failed; what is worth keeping can be taken from it."""

    def tick(self, now: float) -> Events:
        """The deadline has come. The next one must lie ahead of `now`, or be None."""
        return ()
