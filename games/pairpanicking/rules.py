"""The rules of PairPanicking: what lies on the board, who is active, what is won and lost, and when a game is over.

Numbers such as 7.3 refer to the game's written rules. Events say what happens; points count as soon as they are
yielded, so whoever takes the events changes `player.points` before asking for the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import NamedTuple

from tilenet.chance import Dealer
from tilenet.game import Event, Events, Guestbook, Player, Points

SIDE = 8
SYMBOLS = 16
COPIES = 4  # of each symbol
WAIT = 2.0  # seconds that two squares show
ACTIVE = 1  # points that a player needs to be active

ENTRY, START = 1, 1  # what entering the room and starting a game cost
FOUND, FOUND_EXTRA = 2, 4  # points that a pair brings everybody here, and its finder in addition
MISSED, MISSED_EXTRA = 1, 1  # what different symbols cost active players, and the one who turned the second in addition

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
    by: Player | None  # None: the table


@dataclass(frozen=True)
class Refused(Event):
    """A game was not started, for lack of points."""

    by: Player


@dataclass(frozen=True)
class Found(Event):
    """A pair: who found it by turning the second square, and their extra points."""

    by: Player
    symbol: int
    extra: int


@dataclass(frozen=True)
class Missed(Event):
    """Two different symbols: who turned which, and what it cost the second player in addition."""

    first: tuple[Player, int]
    second: tuple[Player, int]
    extra: int | None  # None if it has cost nobody anything


class Tally(NamedTuple):
    """What a player has done in a game, by turning second squares."""

    pairs: int = 0
    tries: int = 0


@dataclass(frozen=True)
class Over(Event):
    end: End
    winners: tuple[Player, ...]
    players: tuple[Player, ...]  # everybody who has been here during the game; nobody, if no square was turned


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
        """The symbol that a square shows; KeyError if it is hidden or solved."""
        if self._states[square] is not State.SHOWING:
            raise KeyError(square)
        return self._symbols[square]

    def scramble(self, random: Random) -> None:
        """Deal anew all symbols that nobody sees now."""
        unseen = [square for square in SQUARES if self._states[square] is not State.SHOWING]
        symbols = [self._symbols[square] for square in unseen]
        random.shuffle(symbols)
        self._symbols.update(zip(unseen, symbols, strict=True))

    def show(self, square: Square) -> None:
        self._states[square] = State.SHOWING

    def hide(self, square: Square) -> None:
        self._states[square] = State.HIDDEN

    def solve(self, square: Square) -> None:
        self._states[square] = State.SOLVED
        self.solved += 1


class Contest:
    """Everybody in one room, and the games that they play there, one after the other."""

    def __init__(self, dealer: Dealer, *, misses_cost: bool = True) -> None:
        self.misses_cost = misses_cost
        self.board = Board(Random(0))  # nobody plays on it
        self.is_on = False
        self.deadline: float | None = None  # when two showing squares are decided
        self._dealer = dealer
        self._here: dict[Player, None] = {}  # in order of arrival
        self._players = Guestbook()  # of the current game: everybody who has been here during it
        self._is_played = False  # whether a square was turned in it
        self.tallies: dict[
            Player, Tally
        ] = {}  # of those here who have turned a second square in this game, or the last
        self._turned: dict[Square, Player] = {}  # the showing squares, and who turned them
        self._leavers: dict[Player, None] = {}  # who has left since two squares show, and pays if they are no pair

    @property
    def people(self) -> Collection[Player]:
        """Everybody here, active or not."""
        return self._here.keys()

    @property
    def turned(self) -> Mapping[Square, Player]:
        """The squares that show, and who turned them."""
        return self._turned

    @property
    def pairs_left(self) -> int:
        return (len(SQUARES) - self.board.solved) // 2

    def enter(self, player: Player) -> Events:
        """7.1, whether or not a game is running."""
        self._here[player] = None
        self._leavers.pop(player, None)
        if self.is_on:
            self._players.add(player)
        yield Points(player, -ENTRY)

    def leave(self, player: Player) -> Events:
        """7.5: afterwards they pay for nothing that others do, but for the two squares that show now."""
        del self._here[player]
        self.tallies.pop(player, None)
        if len(self._turned) == 2:
            self._leavers[player] = None
        yield from self._check_for_the_end(End.DESERTED)

    def scored(self) -> Events:
        """Somebody here has won or lost points elsewhere."""
        return self._check_for_the_end(End.SPENT)

    def start(self, player: Player) -> Events:
        """3 and 7.2; refused if the player cannot pay, or if paying would end the game at once."""
        if self.is_on:
            return
        if not self.can_start(player):
            yield Refused(player)
            return
        self._deal()
        yield Points(player, -START)
        yield Started(player)

    def begin(self) -> Events:
        """A new game that nobody pays for, because the host of a table says so or everybody is ready."""
        self._deal()
        yield Started(None)

    def is_anybody_active(self) -> bool:
        """Whether a game can begin that does not end at once."""
        return any(map(is_active, self._here))

    def _deal(self) -> None:
        self.board = Board(self._dealer.new_match())
        self.is_on = True
        self._players = Guestbook(self._here)
        self._is_played = False
        self.tallies = {}

    def can_start(self, player: Player) -> bool:
        """Whether a player can pay, and somebody is active afterwards."""
        return player.points >= START and (player.points >= START + ACTIVE or self._are_others_active(player))

    def _are_others_active(self, player: Player) -> bool:
        return any(is_active(other) for other in self._here if other is not player)

    def trigger(self, player: Player, square: Square, now: float) -> Events:
        """4.1 and 5. A third square ends the wait for the other two."""
        if not self.is_on or self.board.state(square) is not State.HIDDEN:
            return
        if len(self._turned) == 2:
            yield from self._decide()
            if not self.is_on:
                return
        self.board.show(square)
        self._turned[square] = player
        self._is_played = True
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
        by, _ = second
        if by in self._here:
            tally = self.tallies.get(by, Tally())
            self.tallies[by] = Tally(tally.pairs + is_pair, tally.tries + 1)
        if is_pair:
            yield from self._found(*second)
        else:
            yield from self._missed(first, second)
        self._leavers.clear()
        yield from self._check_for_the_end(End.SPENT)

    def _found(self, by: Player, symbol: int) -> Events:
        """7.3: only players who are here gain points (7.5)."""
        extra = FOUND_EXTRA if by in self._here and is_active(by) else 0
        for player in self._here:
            yield Points(player, FOUND + (extra if player is by else 0))
        yield Found(by, symbol, extra)

    def _missed(self, first: tuple[Player, int], second: tuple[Player, int]) -> Events:
        """7.4: players who have left since the two show lose points, too (7.5), unless they are gone for good."""
        by = second[0]
        if not self.misses_cost:
            yield Missed(first, second, None)
            return
        payers = [player for player in (*self._here, *self._leavers) if is_active(player) and not player.is_gone]
        extra = min(MISSED_EXTRA, by.points - MISSED) if by in payers else 0  # nobody loses what they do not have
        for player in payers:
            yield Points(player, -MISSED - (extra if player is by else 0))
        yield Missed(first, second, extra)

    def _check_for_the_end(self, end: End) -> Events:
        """4 and 6: the game is over when every square is solved, or when nobody here is active."""
        active = [player for player in self._here if is_active(player)]
        if not self.is_on or (active and self.pairs_left):
            return
        for square in self._turned:
            self.board.hide(square)
        self._turned.clear()
        self._leavers.clear()
        players, self._players = tuple(self._players) if self._is_played else (), Guestbook()
        self.deadline = None
        self.is_on = False
        most = max((player.points for player in active), default=0)
        winners = tuple(player for player in active if player.points == most)
        yield Over(end if self.pairs_left else End.SOLVED, winners, players)
