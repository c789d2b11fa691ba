"""The rules of PairPanicking: what lies on the board, who is active, what is won and lost, and when a game is over.

Numbers such as 7.3 are those of the game's rules. What happens is told by events; points count when they are yielded,
so whoever takes the events changes `player.points` before asking for the next one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto
from random import Random

from tilenet.game import Event, Events, Player, Points

SIDE = 8
SYMBOLS = 16
COPIES = 4  # of each symbol
WAIT = 2.0  # seconds that two squares show
ACTIVE = 1  # points that an active player has at least

ENTRY, START = 1, 1  # what coming in and starting a game cost
FOUND, FINDER = 2, 4  # what a pair brings to all who are here, and to its finder on top
MISSED, MISSER = 1, 1  # what two different symbols cost all active players, and who turned the second on top

Square = tuple[int, int]
SQUARES = [(x, y) for y in range(SIDE) for x in range(SIDE)]


class State(Enum):
    """What can be seen of a square."""

    HIDDEN = auto()
    SHOWING = auto()
    SOLVED = auto()


class End(Enum):
    """Why a game is over."""

    SOLVED = auto()
    SPENT = auto()  # nobody here has points left
    DESERTED = auto()  # the last active player has gone


@dataclass(frozen=True)
class Started(Event):
    by: Player


@dataclass(frozen=True)
class Refused(Event):
    """A game was not started, for want of points."""

    by: Player


@dataclass(frozen=True)
class Found(Event):
    """A pair was found by who turned its second square, and what that brought them on top."""

    by: Player
    symbol: int
    extra: int


@dataclass(frozen=True)
class Missed(Event):
    """Two different symbols: who turned which, and what that cost who turned the second on top."""

    first: tuple[Player, int]
    second: tuple[Player, int]
    extra: int


@dataclass(frozen=True)
class Over(Event):
    end: End
    winners: tuple[Player, ...]


def is_active(player: Player) -> bool:
    return player.points >= ACTIVE


class Board:
    """64 squares with a symbol under each, all hidden at first."""

    def __init__(self, random: Random) -> None:
        symbols = [*range(SYMBOLS)] * COPIES
        random.shuffle(symbols)
        self._symbols: dict[Square, int] = dict(zip(SQUARES, symbols, strict=True))
        self._states = dict.fromkeys(SQUARES, State.HIDDEN)
        self.solved = 0  # squares

    def state(self, square: Square) -> State:
        return self._states[square]

    def symbol(self, square: Square) -> int:
        """The symbol that a square shows. What lies under the others is not told: KeyError."""
        if self._states[square] is not State.SHOWING:
            raise KeyError(square)
        return self._symbols[square]

    def show(self, square: Square) -> None:
        self._states[square] = State.SHOWING

    def hide(self, square: Square) -> None:
        self._states[square] = State.HIDDEN

    def solve(self, square: Square) -> None:
        self._states[square] = State.SOLVED
        self.solved += 1


class Contest:
    """Everybody in one room, and the games that they play there, one after the other."""

    def __init__(self, random: Random) -> None:
        self.board = Board(random)
        self.is_on = False
        self.deadline: float | None = None  # when two showing squares are decided
        self._random = random
        self._here: dict[Player, None] = {}  # in the order of their coming
        self._players: dict[Player, None] = {}  # of the running game: all who were here at some time
        self._turned: dict[Square, Player] = {}  # the showing squares, and who has turned them

    @property
    def people(self) -> Collection[Player]:
        """All who are here, active or not."""
        return self._here.keys()

    @property
    def pairs_left(self) -> int:
        return (len(SQUARES) - self.board.solved) // 2

    def enter(self, player: Player) -> Events:
        """7.1, whether a game runs or not."""
        self._here[player] = None
        if self.is_on:
            self._players[player] = None
        yield Points(player, -ENTRY)

    def leave(self, player: Player) -> Events:
        del self._here[player]
        yield from self._look_for_the_end(End.DESERTED)

    def scored(self) -> Events:
        """Somebody here has won or lost points elsewhere."""
        return self._look_for_the_end(End.SPENT)

    def start(self, player: Player) -> Events:
        """3 and 7.2, but not for who cannot pay, or by whose payment the game would be over at once."""
        if self.is_on:
            return
        others = any(is_active(other) for other in self._here if other is not player)
        if player.points < START or not (others or player.points >= START + ACTIVE):
            yield Refused(player)
            return
        self.board = Board(self._random)
        self.is_on = True
        self._players = dict(self._here)
        yield Points(player, -START)
        yield Started(player)

    def trigger(self, player: Player, square: Square, now: float) -> Events:
        """4.1 and 5. A third square ends the wait of the other two."""
        if not self.is_on or self.board.state(square) is not State.HIDDEN:
            return
        if len(self._turned) == 2:
            yield from self._decide()
            if not self.is_on:
                return
        self.board.show(square)
        self._turned[square] = player
        if len(self._turned) == 2:
            self.deadline = now + WAIT

    def decide(self, now: float) -> Events:
        """5: when the two have shown for long enough."""
        if self.deadline is not None and now >= self.deadline:
            yield from self._decide()

    def _decide(self) -> Events:
        first, second = ((player, self.board.symbol(square)) for square, player in self._turned.items())
        is_pair = first[1] == second[1]
        for square in self._turned:
            if is_pair:
                self.board.solve(square)
            else:
                self.board.hide(square)
        self._turned.clear()
        self.deadline = None
        if is_pair:
            yield from self._found(*second)
        else:
            yield from self._missed(first, second)
        yield from self._look_for_the_end(End.SPENT)

    def _found(self, by: Player, symbol: int) -> Events:
        """7.3: gains are for those who are here (7.5)."""
        extra = FINDER if by in self._here and is_active(by) else 0
        for player in self._here:
            yield Points(player, FOUND + (extra if player is by else 0))
        yield Found(by, symbol, extra)

    def _missed(self, first: tuple[Player, int], second: tuple[Player, int]) -> Events:
        """7.4: losses are also for those who have left (7.5)."""
        by = second[0]
        extra = min(MISSER, max(0, by.points - MISSED))  # nobody loses what they do not have
        for player in self._players:
            if is_active(player):
                yield Points(player, -MISSED - (extra if player is by else 0))
        yield Missed(first, second, extra)

    def _look_for_the_end(self, end: End) -> Events:
        """4 and 6: over when all is solved, or when nobody who is here is active."""
        active = [player for player in self._here if is_active(player)]
        if not self.is_on or (active and self.pairs_left):
            return
        for square in self._turned:
            self.board.hide(square)
        self._turned.clear()
        self._players.clear()
        self.deadline = None
        self.is_on = False
        most = max((player.points for player in active), default=0)
        winners = tuple(player for player in active if player.points == most)
        yield Over(end if self.pairs_left else End.SOLVED, winners)
