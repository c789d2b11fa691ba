"""How a bot plays Tombala: it finds a room, marks what is drawn, claims its cinkos, and asks for the next number.

It acts only when its one timer rings, and does one thing at a time: after each click it waits until it sees the effect.
If there is none, it tries again later and later, and does other things meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import Bot, Hands, NoRoom
from tilenet.clients.bots.tombalareader import LOBBY, TombalaReader
from tilenet.clients.model import Thing

Span: TypeAlias = tuple[float, float]  # seconds, at least and at most

PACE: Span = 0.3, 1.5  # from seeing what to do in a game to the click
WALK: Span = 1.0, 2.0  # before it enters the lobby or a room
LULL: Span = 3.0, 8.0  # without a room to join, before it makes one
REST: Span = 4.0, 8.0  # after a game, before it leaves
PATIENCE = 2.0  # seconds to wait for the effect of a click; then it waits as long again, then twice as long ...
MOST_PATIENCE = 64.0  # ... and at most this long, before it tries again


class Act(NamedTuple):
    """Something to click, as long as that makes sense."""

    key: str  # which act this is; it differs from turn to turn
    tile: Thing
    span: Span
    cinkos: int = 0  # that it claims


class Delay(NamedTuple):
    """How long to wait before repeating an act that had no effect."""

    seconds: float
    until: float


class TombalaBot(Bot):
    kind = "tombala-lobby/1"

    def __init__(
        self, hands: Hands, clock: IReactorTime, random: Random, *, greets: bool = False, room: str = ""
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room)
        self._matrix: str | None = None  # where it was when it last looked
        self._delays: dict[str, Delay] = {}  # of acts in this matrix
        self._claimed = 0  # cinkos, in this matrix
        self._intended: str | None = None  # the act that it is about to do
        self._intended_at = 0.0
        self._done: str | None = None  # the act that it has done, until it sees the effect
        self._waits_until = 0.0

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        seen = TombalaReader(self._hands.model)
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

    # What there is to do, in order of urgency

    def _acts(self, seen: TombalaReader) -> Iterator[Act]:
        if seen.is_in_a_room:
            return self._acts_after_it(seen) if seen.is_over else self._acts_in_the_game(seen)
        return self._acts_in_the_lobby(seen) if seen.is_in_the_lobby else self._acts_elsewhere(seen)

    def _acts_elsewhere(self, seen: TombalaReader) -> Iterator[Act]:
        if (lobby := seen.tile(LOBBY)) is not None:
            yield Act("enter", lobby, WALK)
        elif seen.home is not None:
            yield Act("home", seen.home, WALK)

    def _acts_in_the_lobby(self, seen: TombalaReader) -> Iterator[Act]:
        for room in seen.rooms:
            yield Act(f"join {room.objid}", room, WALK)  # not its name, which counts the seconds
        if seen.new_room is not None:
            yield Act("new", seen.new_room, LULL)

    def _acts_in_the_game(self, seen: TombalaReader) -> Iterator[Act]:
        wrong = seen.wrong
        for found in wrong:
            yield Act(f"mark {found.number}", found.tile, PACE)
        announced = self._claimed if seen.announced is None else seen.announced
        if not wrong and seen.complete > announced and seen.cinko is not None:
            yield Act(f"cinko {seen.complete}", seen.cinko, PACE, seen.complete)
        if seen.next is not None:
            yield Act(f"next {len(seen.drawn)}", seen.next, PACE)

    def _acts_after_it(self, seen: TombalaReader) -> Iterator[Act]:
        if seen.home is not None:
            yield Act("leave", seen.home, REST)

    # What it is about to do, and when

    def _plan(self, seen: TombalaReader) -> None:
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
        """Be about to do something. News does not delay it while it remains the most urgent."""
        if act.key != self._intended:
            self._intended = act.key
            self._intended_at = self._clock.seconds() + self._random.uniform(*act.span)
        self._set_alarm(self._intended_at, lambda: self._do(act))

    def _set_alarm(self, at: float, act: Callable[[], None]) -> None:
        self._alarm = self._clock.callLater(max(0.0, at - self._clock.seconds()), self._ring, act)

    # What it does

    def _ring(self, act: Callable[[], None]) -> None:
        """Do what it was about to do. News since then would have made another plan."""
        self._alarm = None
        if TombalaReader(self._hands.model).is_whole:
            act()
            self._plan(TombalaReader(self._hands.model))

    def _do(self, act: Act) -> None:
        self._intended, self._done = None, act.key
        self._waits_until = self._clock.seconds() + PATIENCE
        self._claimed = max(self._claimed, act.cinkos)
        self._hands.click(act.tile)

    def _wait_no_more(self) -> None:
        """The last act had no effect: wait before repeating it, longer each time."""
        assert self._done is not None
        before = self._delays.get(self._done)
        seconds = PATIENCE if before is None else min(MOST_PATIENCE, 2 * before.seconds)
        self._delays[self._done] = Delay(seconds, self._clock.seconds() + seconds)
        self._done = None
