"""How a bot plays Set: when it clicks which card, when it answers, and when it leaves the next game to others.

It acts only when its one timer rings. Whatever it is told may give it another thought, and the timer another time. A
click on a card takes it back if it is selected, so after each click it waits until it sees what came of it.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from random import Random

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.clients.bots.role import GREETING, Hands, NoRoom, Role
from tilenet.clients.bots.setseer import Answer, Seer, Thought
from tilenet.clients.bots.setsight import NO_SET, RESTART, ROOM, SUBMIT, TableSight
from tilenet.clients.model import Thing

PAUSE = 0.2, 0.5  # seconds from one click to the next
WALK = 1.0, 2.0  # seconds before it goes into the room, or tries that again
LULL = 20.0, 30.0  # seconds without a game before it begins one
SETTLED = 0.8  # seconds after which a card that was replaced can be clicked
PATIENCE = 2.0  # seconds for the server to show what came of a click


class Step(typing.NamedTuple):
    """What is next, and not before when."""

    at: float
    act: Callable[[], None]


def role(level: int) -> Role:
    """What a troupe needs to know, to play at that level."""
    return lambda hands, clock, random, greets: Player(hands, clock, random, level, greets=greets)


class Player:
    """One bot from its login to the end of the connection."""

    def __init__(self, hands: Hands, clock: IReactorTime, random: Random, level: int, *, greets: bool = False) -> None:
        self._hands = hands
        self._clock = clock
        self._random = random
        self._greets = greets
        self._seer = Seer(level, random)
        self._alarm: IDelayedCall | None = None
        self._free = self._in(WALK)  # when it may click again
        self._may_restart: float | None = None  # since the game is over, when it may begin another
        self._cards: list[str] = []  # when it last looked; none if it does not play
        self._settled: dict[int, float] = {}  # when the card in a place can be clicked
        self._thought: Thought | None = None
        self._sees_at = 0.0  # when the thought is thought
        self._sees = False
        self._before: tuple[object, ...] | None = None  # what it saw when it clicked, as long as it sees that
        self._waits_until = 0.0

    def told(self) -> None:
        """Look at what is new, and see what to do about it. Raises NoRoom."""
        seen = TableSight(self._hands.model)
        if not seen.is_whole:
            return
        if seen.is_in(ROOM):
            self._greet(seen)
        elif seen.tile(ROOM) is None:
            self.stop()
            raise NoRoom(ROOM)
        self._look(seen)
        self._plan(seen)

    def stop(self) -> None:
        """Do nothing any more."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None

    # What it sees

    def _greet(self, seen: TableSight) -> None:
        if self._greets and seen.matrix is not None:
            self._greets = False
            self._hands.say(seen.matrix, GREETING)

    def _look(self, seen: TableSight) -> None:
        is_here = seen.is_in(ROOM)
        if not (is_here and seen.is_over):
            self._may_restart = None
        elif self._may_restart is None:
            self._may_restart = self._in(LULL)
        if not (is_here and seen.is_on and seen.seat is not None):
            self._cards, self._thought, self._before = [], None, None
            return
        if self._before != self._mine(seen):
            self._before = None
        before, self._cards = self._cards or [""] * len(seen.cards), seen.cards
        replaced = {place for place, card in enumerate(self._cards) if card != before[place]}
        self._settled.update(dict.fromkeys(replaced, self._clock.seconds() + SETTLED))
        if replaced or self._thought is None:
            self._think_about(replaced)

    def _mine(self, seen: TableSight) -> tuple[object, ...]:
        """What changes with each of its own clicks on the table: its selection, or its score."""
        return seen.selected, seen.seat

    # What it thinks

    def _think_about(self, replaced: set[int]) -> None:
        """Keep what it has in mind, if it is still there; else think again."""
        thought = self._thought
        if thought is None or thought.answer is not Answer.SET or replaced & {*thought.places}:
            self._think()
        elif not self._sees:
            self._sees_at += self._seer.glance(len(replaced))

    def _think(self) -> None:
        self._thought = self._seer.think(self._cards)
        self._sees_at = self._clock.seconds() + self._thought.seconds
        self._sees = False

    def _see(self) -> None:
        if self._thought is not None and self._thought.answer is Answer.NOTHING:
            self._think()
        else:
            self._sees = True

    # What it is about to do, and when

    def _plan(self, seen: TableSight) -> None:
        self.stop()
        step = self._next(seen)
        if step is not None:
            self._alarm = self._clock.callLater(max(0.0, step.at - self._clock.seconds()), self._ring, step.act)

    def _next(self, seen: TableSight) -> Step | None:
        if not seen.is_in(ROOM):
            return Step(self._free, lambda: self._walk(seen.tile(ROOM)))
        if self._may_restart is not None:
            return Step(self._may_restart, lambda: self._restart(seen.tile(RESTART)))
        return None if self._thought is None else self._next_in_the_game(seen, self._thought)

    def _next_in_the_game(self, seen: TableSight, thought: Thought) -> Step:
        if self._before is not None:
            return Step(self._waits_until, self._wait_no_more)
        leftover = seen.selected - {*(thought.places if self._sees else ())}
        if leftover:
            return Step(self._free, lambda: self._click(seen, seen.place(min(leftover))))
        if not self._sees:
            return Step(self._sees_at, self._see)
        if thought.answer is not Answer.SET:
            return Step(self._free, lambda: self._answer(seen, seen.tile(NO_SET)))
        missing = next((place for place in thought.places if place not in seen.selected), None)
        if missing is not None:
            card = seen.place(missing)
            return Step(max(self._free, self._settled[missing]), lambda: self._click(seen, card))
        return Step(self._free, lambda: self._answer(seen, seen.tile(SUBMIT)))

    def _in(self, seconds: tuple[float, float]) -> float:
        """A moment so many seconds from now, at least and at most."""
        return self._clock.seconds() + self._random.uniform(*seconds)

    # What it does

    def _ring(self, act: Callable[[], None]) -> None:
        """Do what it was about to do; whatever was told since then has made another plan."""
        self._alarm = None
        seen = TableSight(self._hands.model)
        if seen.is_whole:
            act()
            self._plan(seen)

    def _walk(self, tile: Thing | None) -> None:
        self._touch(tile)
        self._free = self._in(WALK)

    def _restart(self, tile: Thing | None) -> None:
        self._touch(tile)
        self._may_restart = self._in(LULL)

    def _click(self, seen: TableSight, tile: Thing | None) -> None:
        """Click something on the table."""
        self._touch(tile)
        self._before = self._mine(seen)
        self._waits_until = self._clock.seconds() + PATIENCE

    def _answer(self, seen: TableSight, tile: Thing | None) -> None:
        """Answer, and look at the cards anew, whether that was right or not."""
        self._click(seen, tile)
        self._think()

    def _touch(self, tile: Thing | None) -> None:
        if tile is not None:
            self._hands.click(tile)
        self._free = self._in(PAUSE)

    def _wait_no_more(self) -> None:
        self._before = None
