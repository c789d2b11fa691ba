"""Questions about results and replays, and their answers, as data: what a game can ask by `LookUp`, and is told by
`Game.found`.

Only people with accounts are ranked. A win is a first place, if somebody had a worse one: where all tie, nobody wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from tilenet.game import Feat, Player

BEST = 20  # rows of a ranking, and of the latest results
TOP = 5  # players of a result who are named
OWN = 10  # results on somebody's own page
POINTS = 60  # ratings on it


class Order(Enum):
    RATING = "by rating"
    WINS = "by wins"


class Period(Enum):
    """By the clock and the calendar of the server."""

    TODAY = "today"
    MONTH = "this month"
    EVER = "ever"


# Questions


@dataclass(frozen=True)
class Overview:
    """What is there at all? The answer is the `Contents`."""


@dataclass(frozen=True)
class Best:
    """Who is best at a game? The answer is a tuple of `Ranked`."""

    game: str
    order: Order
    period: Period


@dataclass(frozen=True)
class Latest:
    """How have the last games ended? The answer is a tuple of `Finished`."""

    game: str


@dataclass(frozen=True)
class Own:
    """How has one account done? The answer is a `Career`."""

    account: int
    game: str


@dataclass(frozen=True)
class OwnAccount:
    """What is kept of one account? The answer is an `AccountPage`."""

    account: int


@dataclass(frozen=True)
class Replays:
    """Which finished games can this player watch again? The answer is a tuple of `Replay`, the latest first.

    Nobody is told of games at private tables but those who were there.
    """

    player: Player
    count: int
    only_theirs: bool = False  # only those of games at which the player was
    after: str = ""  # the id of the last that was shown, to go on from there


Question: TypeAlias = Best | Latest | Own


# Answers


@dataclass(frozen=True)
class NotNow:
    """The answer to any question while it cannot be looked up."""


@dataclass(frozen=True)
class Contents:
    """Which games there are results of, in alphabetical order, and the one of the latest result."""

    revision: int  # another one whenever other questions may have other answers
    games: tuple[str, ...] = ()
    last: str | None = None


@dataclass(frozen=True)
class Ranked:
    """A row of a ranking. Wins and games are those of the period; the rating is today's."""

    place: int  # from 1; players who are equal share one
    name: str
    rating: float | None  # None for somebody who was never rated
    wins: int
    games: int


@dataclass(frozen=True)
class Placed:
    """A player in a result."""

    place: int
    name: str
    score: float


@dataclass(frozen=True)
class Finished:
    """A result."""

    ago: float  # seconds
    is_rated: bool
    players: int
    top: tuple[Placed, ...]  # the first few of them, by their places


@dataclass(frozen=True)
class Replay:
    """A finished game that can be watched again."""

    id: str
    title: str  # of its room
    kind: str
    ago: float  # seconds since it ended
    seconds: float  # that it took
    is_private: bool
    was_there: bool  # whether the player who asks was in the room
    place: int | None  # of that player; None if they did not play
    players: int
    top: tuple[Placed, ...]  # the first few of them, by their places


@dataclass(frozen=True)
class AccountKey:
    """A key for ssh that an account has."""

    fingerprint: str
    kind: str
    comment: str
    added: str  # the day: 2026-11-19


@dataclass(frozen=True)
class AccountPage:
    """What the owner of an account likes to know of it. Days are those of the server, such as 2026-11-19."""

    name: str
    since: str  # the day when it was made
    games: int = 0  # that count in its totals
    wins: int = 0
    keys: tuple[AccountKey, ...] = ()
    rename_from: str | None = None  # the day from which on it can be renamed; None if that is now


@dataclass(frozen=True)
class OwnResult:
    """A result as one of the players sees it."""

    ago: float  # seconds
    place: int
    players: int
    score: float
    rating: float | None  # after it, if it was rated


@dataclass(frozen=True)
class Career:
    """All that one account has done in a game."""

    name: str
    games: int = 0
    wins: int = 0
    rating: float | None = None
    best: float | None = None  # score
    feats: tuple[Feat, ...] = ()  # the best of each name
    ratings: tuple[float, ...] = ()  # over time; of many, some that are evenly spread, with the first and the last
    latest: tuple[OwnResult, ...] = ()
