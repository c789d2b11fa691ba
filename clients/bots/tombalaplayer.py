"""How a bot plays Tombala: it looks for a room, marks what was drawn, claims its cinkos, asks for the next number.

It acts only when its one timer rings, and does one thing at a time: after each click it waits until it sees what came
of it. What comes to nothing is tried again later and later, and meanwhile it does what else there is to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.clients.bots.role import GREETING, Hands, NoRoom, Role
from tilenet.clients.bots.tombalasight import LOBBY, TombalaSight
from tilenet.clients.model import Thing

Span: TypeAlias = tuple[float, float]  # seconds, at least and at most

PACE: Span = 0.3, 1.5  # from seeing what there is to do in a game to the click
WALK: Span = 1.0, 2.0  # before it goes into the lobby, or into a room
LULL: Span = 3.0, 8.0  # without a room that can be joined, before it makes one
REST: Span = 4.0, 8.0  # after a game, before it goes
PATIENCE = 2.0  # seconds for the server to show what came of a click; then it waits as long, then twice as long ...
MOST_PATIENCE = 64.0  # ... and at most so long, before it tries that again


class Act(NamedTuple):
    """Something to click, as long as it is there to be done."""

    key: str  # which act this is; another one in each turn
    tile: Thing
    span: Span
    cinkos: int = 0  # those that it claims


class Delay(NamedTuple):
    """How long an act that came to nothing is left alone."""

    seconds: float
    until: float


def role() -> Role:
    """What a troupe needs to know."""
    return lambda hands, clock, random, greets: Player(hands, clock, random, greets=greets)


class Player:
    """One bot from its login to the end of the connection."""

    def __init__(self, hands: Hands, clock: IReactorTime, random: Random, *, greets: bool = False) -> None:
        self._hands = hands
        self._clock = clock
        self._random = random
        self._greets = greets
        self._alarm: IDelayedCall | None = None
        self._matrix: str | None = None  # where it was when it last looked
        self._delays: dict[str, Delay] = {}  # of acts in this matrix
        self._claimed = 0  # cinkos, in this matrix
        self._intended: str | None = None  # the act that it is about to do
        self._intended_at = 0.0
        self._done: str | None = None  # the act that it has done, as long as it does not see what came of it
        self._waits_until = 0.0

    def told(self) -> None:
        """Look at what is new, and see what to do about it. Raises NoRoom."""
        seen = TombalaSight(self._hands.model)
        if not seen.is_whole or seen.matrix is None:
            return
        if seen.matrix.objid != self._matrix:
            self._matrix = seen.matrix.objid
            self._delays, self._claimed, self._intended, self._done = {}, 0, None, None
        if seen.is_in_a_room:
            self._greet(seen.matrix)
        elif not seen.is_in_the_lobby and seen.tile(LOBBY) is None and seen.home is None:
            self.stop()
            raise NoRoom(LOBBY)
        self._plan(seen)

    def stop(self) -> None:
        """Do nothing any more."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None

    def _greet(self, room: Thing) -> None:
        if self._greets:
            self._greets = False
            self._hands.say(room, GREETING)

    # What there is to do, the first thing first

    def _acts(self, seen: TombalaSight) -> Iterator[Act]:
        if seen.is_in_a_room:
            return self._acts_after_it(seen) if seen.is_over else self._acts_in_the_game(seen)
        return self._acts_in_the_lobby(seen) if seen.is_in_the_lobby else self._acts_elsewhere(seen)

    def _acts_elsewhere(self, seen: TombalaSight) -> Iterator[Act]:
        if (lobby := seen.tile(LOBBY)) is not None:
            yield Act("enter", lobby, WALK)
        elif seen.home is not None:
            yield Act("home", seen.home, WALK)

    def _acts_in_the_lobby(self, seen: TombalaSight) -> Iterator[Act]:
        for room in seen.rooms:
            yield Act(f"join {room.objid}", room, WALK)  # its name says when it begins, and so is another all the time
        if seen.new_room is not None:
            yield Act("new", seen.new_room, LULL)

    def _acts_in_the_game(self, seen: TombalaSight) -> Iterator[Act]:
        wrong = seen.wrong
        for found in wrong:
            yield Act(f"mark {found.number}", found.tile, PACE)
        announced = self._claimed if seen.announced is None else seen.announced
        if not wrong and seen.complete > announced and seen.cinko is not None:
            yield Act(f"cinko {seen.complete}", seen.cinko, PACE, seen.complete)
        if seen.next is not None:
            yield Act(f"next {len(seen.drawn)}", seen.next, PACE)

    def _acts_after_it(self, seen: TombalaSight) -> Iterator[Act]:
        if seen.home is not None:
            yield Act("leave", seen.home, REST)

    # What it is about to do, and when

    def _plan(self, seen: TombalaSight) -> None:
        self.stop()
        acts = [*self._acts(seen)]
        if self._done is not None and self._done in (act.key for act in acts):
            self._set_alarm(self._waits_until, self._wait_no_more)
            return
        self._done = None
        now = self._clock.seconds()
        act = next((act for act in acts if self._possible_at(act) <= now), None)
        if act is not None:
            self._intend(act)
        else:
            self._intended = None
            if acts:
                self._set_alarm(min(map(self._possible_at, acts)), lambda: None)

    def _possible_at(self, act: Act) -> float:
        return self._delays[act.key].until if act.key in self._delays else 0.0

    def _intend(self, act: Act) -> None:
        """Be about to do something. News do not put it off, as long as they leave it the first thing to do."""
        if act.key != self._intended:
            self._intended = act.key
            self._intended_at = self._clock.seconds() + self._random.uniform(*act.span)
        self._set_alarm(self._intended_at, lambda: self._do(act))

    def _set_alarm(self, at: float, act: Callable[[], None]) -> None:
        self._alarm = self._clock.callLater(max(0.0, at - self._clock.seconds()), self._ring, act)

    # What it does

    def _ring(self, act: Callable[[], None]) -> None:
        """Do what it was about to do; whatever was told since then has made another plan."""
        self._alarm = None
        if TombalaSight(self._hands.model).is_whole:
            act()
            self._plan(TombalaSight(self._hands.model))

    def _do(self, act: Act) -> None:
        self._intended, self._done = None, act.key
        self._waits_until = self._clock.seconds() + PATIENCE
        self._claimed = max(self._claimed, act.cinkos)
        self._hands.click(act.tile)

    def _wait_no_more(self) -> None:
        """What it has done came to nothing: leave it alone for a while, longer each time."""
        assert self._done is not None
        before = self._delays.get(self._done)
        seconds = PATIENCE if before is None else min(MOST_PATIENCE, 2 * before.seconds)
        self._delays[self._done] = Delay(seconds, self._clock.seconds() + seconds)
        self._done = None
