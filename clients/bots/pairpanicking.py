"""How a bot plays PairPanicking: when it turns a square, when it leaves that to others, and where it goes for points.

It acts only when its one timer rings. Whatever it is told may give it another aim, and the timer another time.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass
from enum import Enum
from random import Random

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.clients.bots import sight
from tilenet.clients.bots.memory import Memory, Square
from tilenet.clients.bots.role import GREETING, Hands, NoRoom, Role
from tilenet.clients.bots.sight import Board, Sight
from tilenet.clients.model import Thing

LOOK = 2.0  # seconds that two squares show, if nobody turns a third
LULL = 20.0  # seconds without a game before a bot starts one
PAUSE = 65.0  # seconds between two visits to Recharge: a little more than the minute that it asks for
SWAY = 0.5  # each wait is longer than it must be by up to this part of it
ACTIVE = 2  # the energy of one point: who has less is out of the game
RICH = 5  # the energy of who can pay for a game and has three points left


@dataclass(frozen=True)
class Habits:
    """How a bot plays: how much it remembers, and the least time from one of its clicks to the next."""

    skill: float = 0.8  # with less, the points of a small company often run out before the pairs
    pace: float = 3.0

    def role(self) -> Role:
        """What a troupe needs to know, to play like this."""
        return lambda hands, clock, random, greets: Player(hands, clock, random, self, greets=greets)


class What(Enum):
    """What a bot may be about to do, by the name of the tile that it clicks."""

    ENTER = sight.ROOM
    RECHARGE = sight.RECHARGE
    GO_HOME = sight.HOME
    RESTART = sight.RESTART
    TURN = sight.HIDDEN


class Aim(typing.NamedTuple):
    """What the bot is about to do. To turn a square when others show is another aim."""

    what: What
    showing: frozenset[Square] = frozenset()


class Player:
    """One bot from its login to the end of the connection."""

    def __init__(
        self, hands: Hands, clock: IReactorTime, random: Random, habits: Habits, *, greets: bool = False
    ) -> None:
        self._hands = hands
        self._clock = clock
        self._random = random
        self._pace = habits.pace
        self._greets = greets
        self._memory = Memory(habits.skill, random)
        self._showing: frozenset[Square] = frozenset()  # when it last looked
        self._solved: frozenset[Square] = frozenset()
        self._aim: Aim | None = None
        self._alarm: IDelayedCall | None = None
        self._is_fetching_points = False
        self._may_fetch = clock.seconds()  # when it may go for points again
        self._free = 0.0  # when it may click again
        self._rest()

    def told(self) -> None:
        """Look at what is new, and see what to do about it. Raises NoRoom."""
        seen = Sight(self._hands.model)
        if not seen.is_whole:
            return
        if seen.is_in_the_room:
            self._greet(seen)
            self._watch(seen.board)
        elif seen.tile(sight.ROOM) is None:
            self.stop()
            raise NoRoom(sight.ROOM)
        self._plan(seen)

    def stop(self) -> None:
        """Do nothing any more."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._aim = None

    # What it sees

    def _greet(self, seen: Sight) -> None:
        if self._greets and seen.matrix is not None:
            self._greets = False
            self._hands.say(seen.matrix, GREETING)

    def _watch(self, board: Board) -> None:
        if not board.is_on or not self._solved <= board.solved:
            self._memory.clear()
        for square, symbol in board.showing.items():
            if square not in self._showing:
                self._memory.see(square, symbol)
        self._showing, self._solved = frozenset(board.showing), board.solved

    # What it is about to do, and when

    def _plan(self, seen: Sight) -> None:
        aim = self._choose_aim(seen)
        if aim == self._aim:
            return
        patience = 0.0 if aim is None else self._patience(aim)
        self.stop()
        if aim is not None:
            self._aim = aim
            wait = max(self._free - self._clock.seconds(), self._sway(patience))
            self._alarm = self._clock.callLater(wait, self._ring)

    def _choose_aim(self, seen: Sight) -> Aim | None:
        if not seen.is_in_the_room:
            can_recharge = self._is_fetching_points and seen.tile(sight.RECHARGE) is not None
            return Aim(What.RECHARGE if can_recharge else What.ENTER)
        if seen.energy < ACTIVE:
            return Aim(What.GO_HOME)
        if not seen.board.is_on:
            return Aim(What.RESTART) if seen.energy >= RICH else None
        return Aim(What.TURN, frozenset(seen.board.showing)) if seen.board.hidden else None

    def _patience(self, aim: Aim) -> float:
        """Seconds from now that belong to others."""
        match aim.what:
            case What.RESTART:
                return LULL
            case What.GO_HOME:
                return max(0.0, self._may_fetch - self._clock.seconds())
            case What.TURN:
                return self._patience_to_turn(aim.showing)
            case _:
                return 0.0

    def _patience_to_turn(self, showing: frozenset[Square]) -> float:
        if self._aim is None or self._aim.what is not What.TURN:
            return 2 * self._pace  # the game has just begun, or the bot has just come
        # Who has turned one square wants to turn the second; and two are there to be looked at.
        return self._pace if len(showing) == 1 else min(self._pace, LOOK)

    def _sway(self, seconds: float) -> float:
        return seconds * self._random.uniform(1, 1 + SWAY)

    # What it does

    def _ring(self) -> None:
        """Do what it was about to do, if that is still the thing to do."""
        aim, self._alarm, self._aim = self._aim, None, None
        seen = Sight(self._hands.model)
        if not seen.is_whole:
            return
        if aim is not None and aim == self._choose_aim(seen):
            self._act(aim.what, seen)
        self._plan(seen)

    def _act(self, what: What, seen: Sight) -> None:
        tile = self._choose_square(seen.board) if what is What.TURN else seen.tile(what.value)
        if what in (What.GO_HOME, What.RECHARGE):
            self._is_fetching_points = what is What.GO_HOME
            self._may_fetch = self._clock.seconds() + PAUSE
        if tile is not None:
            self._hands.click(tile)
        self._rest()

    def _choose_square(self, board: Board) -> Thing:
        return board.hidden[self._memory.choose([*board.hidden], board.showing)]

    def _rest(self) -> None:
        """No click for a while, even if the last one came to nothing."""
        self._free = self._clock.seconds() + self._sway(self._pace)
