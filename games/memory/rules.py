"""The rules of Memory: what lies where, what a pick does, when cards are hidden, and when a game begins and ends.

Everybody plays at once, and each player has a turn of their own: a first card, then a second one. What is due by a
certain time happens when that time comes (`tick`), and in any case before anything later does.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from random import Random

from tilenet.chance import Dealer
from tilenet.game import Events, Guestbook, Player, Points
from tilenet.games.memory import colours
from tilenet.games.memory.events import (
    DOWN,
    BothHidden,
    Dealt,
    Filled,
    First,
    FirstHidden,
    Frozen,
    Over,
    Pair,
    Pick,
    Place,
    Right,
    State,
    TooEarly,
    Unfrozen,
    Welcome,
    Wrong,
)
from tilenet.games.memory.seats import Seat, Turn

SIDES = range(2, 27, 2)  # rows and columns of a board
ENOUGH = 2  # players; with fewer the game is frozen
FIRST_SHOWS = 5.0  # seconds that a first card is up, if no second is picked
PAIR_SHOWS = 2.0  # seconds that two cards are up that do not match
PAUSE = 10.0  # seconds between two games
REWARD = 1  # points in the world, for each pair


class Phase(Enum):
    """What players can do now."""

    WAITING = auto()  # for enough players
    ON = auto()
    OVER = auto()  # in the pause between two games


def deck(dim: int) -> list[str]:
    """The cards of a board, two of each: aa, ab, ac ..."""
    letters = "abcdefghijklmnopqrstuvwxyz"[:dim]
    pairs = [one + other for one in letters for other in letters][: dim * dim // 2]
    return [card for card in pairs for _ in range(2)]


class Contest:
    """One board, everybody at it, and the games that they play there, one after the other."""

    def __init__(self, dim: int, dealer: Dealer) -> None:
        if dim not in SIDES:
            raise ValueError(f"a board has {SIDES[0]} to {SIDES[-1]} rows, an even number, and not {dim!r}")
        self.dim = dim
        self.phase = Phase.WAITING
        self.is_held = False  # whether games begin only by `start`
        self.seats: dict[Player, Seat] = {}  # in order of arrival
        self._dealer = dealer
        self._played = Guestbook()  # who have picked a card in this game; some may have left
        self._turns: dict[Turn, None] = {}  # those with cards up, also of players who have left
        self._next_deal: float | None = None  # when the pause ends
        self._lay_out()

    def _lay_out(self) -> None:
        """All cards are down; they are dealt when a game begins."""
        self._letters = deck(self.dim)  # of all cards, and nobody else's business
        self._is_dealt = False
        self._places = [DOWN] * len(self._letters)
        self.pairs_left = len(self._letters) // 2

    def resize(self, dim: int) -> None:
        """The next board has this size, as soon as nobody is here and none is begun: programs are told it once."""
        if dim != self.dim and not self.seats and not self._is_dealt:
            self.dim = dim
            self._lay_out()

    # What everybody may know

    @property
    def places(self) -> Sequence[Place]:
        """The board, row by row."""
        return self._places

    @property
    def next_deal(self) -> float | None:
        """When the pause ends, if there is one."""
        return self._next_deal

    def busy_until(self, player: Player) -> float | None:
        """When a player can pick again, while their two wrong cards are up."""
        turn = self.seats[player].turn if player in self.seats else None
        return None if turn is None or turn.second is None else turn.due

    def can_pick(self, player: Player) -> list[int]:
        """The cells that a player can pick now with an effect: cards that are down, and one's own first card."""
        seat = self.seats.get(player)
        if seat is None or self.phase is not Phase.ON or self.busy_until(player) is not None:
            return []
        first = None if seat.turn is None else self._cell(seat.turn.first)
        return [cell for cell, place in enumerate(self._places) if place.state is State.DOWN or cell == first]

    def scramble(self, random: Random) -> None:
        """Deal anew all cards that are down."""
        down = [cell for cell, place in enumerate(self._places) if place.state is State.DOWN]
        letters = [self._letters[cell] for cell in down]
        random.shuffle(letters)
        for cell, pair in zip(down, letters, strict=True):
            self._letters[cell] = pair

    @property
    def deadline(self) -> float | None:
        """When something is due."""
        return min((turn.due for turn in self._turns), default=self._next_deal)

    @property
    def _in_the_game(self) -> tuple[Player, ...]:
        return tuple(player for player, seat in self.seats.items() if seat.is_in_the_game)

    # Coming and going

    def enter(self, player: Player, now: float) -> Events:
        """A player is given the board as soon as there is a game."""
        yield from self.tick(now)
        taken = {seat.colour for seat in self.seats.values()}
        taken.update(place.colour for place in self._places if place.state is not State.DOWN)
        self.seats[player] = Seat(colours.free(taken))
        yield Welcome((player,), self.dim)
        if self.phase is Phase.ON:
            yield from self._give_out_the_board()
        elif self.phase is Phase.WAITING:
            yield from self._go_on()

    def leave(self, player: Player, now: float) -> Events:
        """What the player has up is hidden in its time."""
        yield from self.tick(now)
        self.seats.pop(player, None)
        if not self.seats:
            self._played = Guestbook()  # others will go on
        if self.phase is Phase.ON and len(self.seats) < ENOUGH:
            self.phase = Phase.WAITING
            yield Frozen(self._in_the_game)

    def _go_on(self) -> Events:
        """Begin, or go on, if there are enough players."""
        if len(self.seats) >= ENOUGH and (self._is_dealt or not self.is_held):
            yield from self._play_on()

    def _play_on(self) -> Events:
        self.phase = Phase.ON
        if not self._is_dealt:
            self._is_dealt = True
            self._letters = deck(self.dim)
            self._dealer.new_match().shuffle(self._letters)
        if self._in_the_game:
            yield Unfrozen(self._in_the_game)
        yield from self._give_out_the_board()

    def _give_out_the_board(self) -> Events:
        new = tuple(player for player, seat in self.seats.items() if not seat.is_in_the_game)
        for player in new:
            self.seats[player].is_in_the_game = True
        yield Dealt(new, tuple(self._places))

    # Playing

    def pick(self, player: Player, pick: Pick, now: float) -> Events:
        """A player picks a card. What is not a card, and picks while there is no game, are ignored."""
        yield from self.tick(now)
        seat = self.seats.get(player)
        if seat is None or self.phase is not Phase.ON or not (0 <= pick.x < self.dim and 0 <= pick.y < self.dim):
            return
        is_down = self._places[self._cell(pick)].state is State.DOWN
        turn = seat.turn
        if turn is None:
            yield self._first(player, seat, pick, now) if is_down else Filled(self._in_the_game, player, pick)
        elif turn.second is not None:
            yield TooEarly(self._in_the_game, player, pick)
        elif not is_down:
            self._hide(turn)
            yield FirstHidden(self._in_the_game, turn.first)
        else:
            yield from self._second(player, turn, pick, now)

    def _first(self, player: Player, seat: Seat, pick: Pick, now: float) -> First:
        seat.turn = Turn(seat, pick, now + FIRST_SHOWS)
        self._played.add(player)
        self._turns[seat.turn] = None
        letters = self._show(pick, State.UP, player, seat)
        return First(self._in_the_game, player, seat.colour, pick, letters)

    def _second(self, player: Player, turn: Turn, pick: Pick, now: float) -> Events:
        seat, first = turn.seat, turn.first
        letters = self._letters[self._cell(first)], self._letters[self._cell(pick)]
        pair = Pair(player, seat.colour, first, pick, letters)
        is_right = letters[0] == letters[1]
        for each in (first, pick):
            self._show(each, State.LOCKED if is_right else State.UP, player, seat, is_wrong=not is_right)
        del self._turns[turn]
        seat.tried(is_right=is_right)
        if not is_right:
            turn.second, turn.due = pick, now + PAIR_SHOWS
            self._turns[turn] = None  # after those that were due at that time before
            yield Wrong(self._in_the_game, pair)
            return
        seat.turn = None
        self.pairs_left -= 1
        yield Points(player, REWARD)
        if self.pairs_left:
            yield Right(self._in_the_game, pair)
        else:
            yield self._end(pair, now)

    def _end(self, pair: Pair, now: float) -> Over:
        """All cards are locked, so nothing is left to be hidden in the pause."""
        told = self._in_the_game
        for seat in self.seats.values():
            seat.is_in_the_game = False
        self.phase, self._next_deal = Phase.OVER, None if self.is_held else now + PAUSE
        left = tuple(player for player in self._played if player not in self.seats)
        self._played = Guestbook()
        cards = {player: seat.cards for player, seat in self.seats.items()}
        return Over(told, pair, cards, left, {player: seat.tally for player, seat in self.seats.items()})

    # What the host of a table says

    def can_start(self) -> bool:
        """Whether there are enough players for a new game, and none is on."""
        return len(self.seats) >= ENOUGH and self.phase is not Phase.ON

    def start(self) -> Events:
        """A new game, now."""
        if self.phase is Phase.OVER:
            self._clear_away()
        yield from self._play_on()

    def hold(self, is_held: bool, now: float) -> Events:
        """From now on games begin only by `start`, or again by themselves."""
        yield from self.tick(now)
        self.is_held = is_held
        if self.phase is Phase.OVER:
            self._next_deal = None if is_held else now + PAUSE
        elif self.phase is Phase.WAITING:
            yield from self._go_on()

    # Time

    def tick(self, now: float) -> Events:
        """Do what is due, in the order in which it is due."""
        while (due := self.deadline) is not None and due <= now:
            if self.phase is Phase.OVER:
                yield from self._begin_again()
                continue
            turn = min(self._turns, key=lambda turn: turn.due)
            self._hide(turn)
            if turn.second is None:
                yield FirstHidden(self._in_the_game, turn.first)
            else:
                yield BothHidden(self._in_the_game, turn.first, turn.second)

    def _begin_again(self) -> Events:
        self._clear_away()
        yield from self._go_on()

    def _clear_away(self) -> None:
        self._next_deal = None
        self.phase = Phase.WAITING
        self._lay_out()
        for seat in self.seats.values():
            seat.clear()

    # Cards

    def _cell(self, pick: Pick) -> int:
        return pick.y * self.dim + pick.x

    def _show(self, pick: Pick, state: State, by: Player, seat: Seat, *, is_wrong: bool = False) -> str:
        cell = self._cell(pick)
        self._places[cell] = Place(state, self._letters[cell], seat.colour, by, seat.number, is_wrong)
        return self._letters[cell]

    def _hide(self, turn: Turn) -> None:
        del self._turns[turn]
        turn.seat.turn = None
        for pick in (turn.first, turn.second):
            if pick is not None:
                self._places[self._cell(pick)] = DOWN
