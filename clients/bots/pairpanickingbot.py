"""How a bot plays PairPanicking: when it turns a square, when it lets others do so, and where it gets points.

It acts only when its one timer rings. News can change its aim, and with that the time of the timer.
"""

from __future__ import annotations

import typing
from enum import Enum, auto
from random import Random

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import Bot, Hands
from tilenet.clients.bots.options import Option, number, pace
from tilenet.clients.bots.pairpanickingreader import RESTART, Board, read_board
from tilenet.clients.bots.recollection import Recollection, Square
from tilenet.clients.model import Thing
from tilenet.clients.vocabulary import RECHARGE

LOOK = 2.0  # seconds that two squares stay turned, if nobody turns a third
LULL = 20.0  # seconds without a game before a bot starts one
PAUSE = 65.0  # seconds between two clicks on Recharge: a little more than the minute that the server wants
SWAY = 0.5  # each wait is made longer at random, by up to this part of it
ACTIVE = 2  # energy of a player with one point; with less, a player is out of the game
RICH = 5  # energy of a player who can pay for a game and has three points left


SKILL = 0.8  # with less, a few bots often run out of points before all pairs are found
PACE = 3.0


class Action(Enum):
    """What a bot can be about to do."""

    ENTER = auto()
    RECHARGE = auto()
    RESTART = auto()
    TURN = auto()


class Aim(typing.NamedTuple):
    """What the bot is about to do. If other squares show, turning one is another aim."""

    what: Action
    showing: frozenset[Square] = frozenset()


class PairPanickingBot(Bot):
    kind = "pairpanicking/1"
    strengths: typing.ClassVar = {"weak": {"skill": 0.2}, "medium": {}, "strong": {"skill": 1.0}}
    options: typing.ClassVar = {
        "skill": Option(SKILL, "how much it remembers, from 0 (nothing) to 1 (everything)", number(0, 1)),
        "pace": pace(PACE),
    }

    def __init__(
        self,
        hands: Hands,
        clock: IReactorTime,
        random: Random,
        *,
        greets: bool = False,
        room: str = "",
        skill: float = SKILL,
        pace: float = PACE,
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room)
        self._pace = pace
        self._memory = Recollection(skill, random)
        self._showing: frozenset[Square] = frozenset()  # when it last looked
        self._solved: frozenset[Square] = frozenset()
        self._aim: Aim | None = None
        self._may_recharge = clock.seconds()  # when it may get points again
        self._free = 0.0  # when it may click again
        self._rest()

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        if not self.sees_all:
            return
        if self.is_in_its_room:
            self.greet(self.model.matrix)
            self._watch(read_board(self.model))
        else:
            self.way()
        self._plan()

    def stop(self) -> None:
        super().stop()
        self._aim = None

    # What it sees

    def _watch(self, board: Board) -> None:
        if not board.is_on or not self._solved <= board.solved:
            self._memory.clear()
        for square, symbol in board.showing.items():
            if square not in self._showing:
                self._memory.see(square, symbol)
        self._showing, self._solved = frozenset(board.showing), board.solved

    # What it is about to do, and when

    def _plan(self) -> None:
        aim = self._choose_aim()
        if aim == self._aim:
            return
        patience = 0.0 if aim is None else self._patience(aim)
        self.stop()
        if aim is not None:
            self._aim = aim
            wait = max(self._free - self.clock.seconds(), self._sway(patience))
            self.alarm = self.clock.callLater(wait, self._ring)

    def _choose_aim(self) -> Aim | None:
        if not self.is_in_its_room:
            return Aim(Action.ENTER)
        board, agent = read_board(self.model), self.model.my_agent
        energy = 0 if agent is None else agent.energy
        if energy < (ACTIVE if board.is_on else RICH):
            return Aim(Action.RECHARGE)
        if not board.is_on:
            return Aim(Action.RESTART)
        return Aim(Action.TURN, frozenset(board.showing)) if board.hidden else None

    def _patience(self, aim: Aim) -> float:
        """How many seconds to leave to others."""
        match aim.what:
            case Action.RESTART:
                return LULL
            case Action.RECHARGE:
                return max(0.0, self._may_recharge - self.clock.seconds())
            case Action.TURN:
                return self._patience_to_turn(aim.showing)
            case _:
                return 0.0

    def _patience_to_turn(self, showing: frozenset[Square]) -> float:
        if self._aim is None or self._aim.what is not Action.TURN:
            return 2 * self._pace  # the game has just begun, or the bot has just come
        # A player who has turned one square wants to turn the second, too; and two are there to be looked at.
        return self._pace if len(showing) == 1 else min(self._pace, LOOK)

    def _sway(self, seconds: float) -> float:
        return seconds * self.random.uniform(1, 1 + SWAY)

    # What it does

    def _ring(self) -> None:
        """Do what it was about to do, if that still makes sense."""
        aim, self.alarm, self._aim = self._aim, None, None
        if not self.sees_all:
            return
        if aim is not None and aim == self._choose_aim():
            self._act(aim.what)
        self._plan()

    def _act(self, what: Action) -> None:
        tile = self._target(what)
        if tile is not None:
            if what is Action.RECHARGE:
                self._may_recharge = self.clock.seconds() + PAUSE
            self.hands.click(tile)
        self._rest()

    def _target(self, what: Action) -> Thing | None:
        """The tile to click."""
        match what:
            case Action.ENTER:
                return self.way()
            case Action.TURN:
                return self._choose_square(read_board(self.model))
            case Action.RECHARGE:
                return self.tile(RECHARGE)
            case Action.RESTART:
                return self.tile(RESTART)

    def _choose_square(self, board: Board) -> Thing:
        return board.hidden[self._memory.choose([*board.hidden], board.showing)]

    def _rest(self) -> None:
        """Do not click for a while, even if the last click did nothing."""
        self._free = self.clock.seconds() + self._sway(self._pace)
