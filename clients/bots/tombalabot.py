"""How a bot plays Tombala: it finds a room, marks what is drawn, claims its cinkos, and asks for the next number.

It acts only when its one timer rings, and does one thing at a time: after each click it waits until it sees the effect.
If there is none, it tries again later and later, and does other things meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import HOME, Bot, Hands
from tilenet.clients.model import Thing

ROOM_KIND = "tombala/1"  # of the rooms to which the lobby leads
NEW, NEXT, CINKO, LOBBY = "new", "next", "cinko", "lobby"  # roles
CARD = [[f"card/{row}/{column}" for column in range(9)] for row in range(3)]

Span: TypeAlias = tuple[float, float]  # seconds, at least and at most

PACE: Span = 0.3, 1.5  # from seeing what to do in a game to the click
WALK: Span = 1.0, 2.0  # before it enters the lobby or a room
LULL: Span = 3.0, 8.0  # without a room to join, before it makes one
GAME: Span = 600.0, 900.0  # the same while others play, who may want to play again: most games are over by then
REST: Span = 4.0, 8.0  # after a game, before it leaves
PATIENCE = 2.0  # seconds to wait for the effect of a click; then it waits as long again, then twice as long ...
MOST_PATIENCE = 64.0  # ... and at most this long, before it tries again


class Act(NamedTuple):
    """Something to click, as long as that makes sense."""

    key: str  # which act this is; it differs from turn to turn
    tile: Thing
    span: Span


class Delay(NamedTuple):
    """How long to wait before repeating an act that had no effect."""

    seconds: float
    until: float


class TombalaBot(Bot):
    kind = "tombala-lobby/1"
    table_kind = ROOM_KIND
    waits = False

    def __init__(
        self, hands: Hands, clock: IReactorTime, random: Random, *, greets: bool = False, room: str = ""
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room)
        self._matrix: str | None = None  # where it was when it last looked
        self._delays: dict[str, Delay] = {}  # of acts in this matrix
        self._intended: str | None = None  # the act that it is about to do
        self._intended_at = 0.0
        self._done: str | None = None  # the act that it has done, until it sees the effect
        self._waits_until = 0.0

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        if not self.sees_all:
            return
        if self.model.current != self._matrix:
            self._matrix = self.model.current
            self._delays, self._intended, self._done = {}, None, None
        if self._is_at_a_table:
            self.greet(self.model.matrix)
        self._plan()

    @property
    def _is_at_a_table(self) -> bool:
        return self.model.kind == ROOM_KIND

    # What there is to do, in order of urgency

    def _acts(self) -> Iterator[Act]:
        if self._is_at_a_table:
            return self._acts_after_it() if self._is_over else self._acts_in_the_game()
        return self._acts_in_the_lobby() if self.is_in_its_room else self._acts_elsewhere()

    def _acts_elsewhere(self) -> Iterator[Act]:
        if (way := self.way()) is not None:
            yield Act("walk", way, WALK)

    def _acts_in_the_lobby(self) -> Iterator[Act]:
        """Rooms with more players come first, otherwise they are in the order of the lobby."""
        open_rooms = (role for role, room in self.facts["rooms"].items() if not room.get("begun"))
        rooms = {role: tile for role in open_rooms if (tile := self.tile(role)) is not None}
        players = {role: self.facts["rooms"][role]["players"] for role in rooms}
        for role in sorted(rooms, key=lambda role: (-players[role], rooms[role].y, rooms[role].x)):
            yield Act(f"join {role}", rooms[role], self._time_to_join(role))
        if (new := self.tile(NEW)) is not None:
            are_others_playing = any("begun" in room and room["players"] for room in self.facts["rooms"].values())
            yield Act("new after a game", new, GAME) if are_others_playing else Act("new", new, LULL)

    def _time_to_join(self, role: str) -> Span:
        """It hurries if the game begins soon."""
        left = self.model.seconds_left(self.facts["rooms"][role].get("begins"))
        return (min(WALK[0], left / 4), min(WALK[1], left / 2)) if left else WALK

    @property
    def _is_over(self) -> bool:
        """Whether there is nothing left to do here: the game has ended, or has begun without us."""
        phase = self.facts["phase"]
        return phase == "over" or (phase == "playing" and not self.you.get("card"))

    def _acts_in_the_game(self) -> Iterator[Act]:
        card, marks, drawn = self.you.get("card", {}), self.you.get("marks", ()), self.facts["drawn"]
        rows = [{role: card[role] for role in row if role in card} for row in CARD]
        wrong = {role: number for row in rows for role, number in row.items() if (number in marks) != (number in drawn)}
        for role, number in wrong.items():
            if (cell := self.tile(role)) is not None:
                yield Act(f"mark {number}", cell, PACE)
        complete = sum(bool(row) and all(number in marks for number in row.values()) for row in rows)
        if not wrong and complete > self._announced and (cinko := self.tile(CINKO)) is not None:
            yield Act(f"cinko {complete}", cinko, PACE)
        if (next_number := self.tile(NEXT)) is not None:
            yield Act(f"next {len(drawn)}", next_number, PACE)

    @property
    def _announced(self) -> int:
        """How many cinkos the bot has announced."""
        return int(self.facts["seats"][self.you["seat"]]["score"])

    def _acts_after_it(self) -> Iterator[Act]:
        """It stays where there is no way to a lobby: another game begins at the same table."""
        if self.model.tile(LOBBY) is not None and (home := self.tile(HOME)) is not None:
            yield Act("leave", home, REST)

    # What it is about to do, and when

    def _plan(self) -> None:
        self.stop()
        acts = [*self._acts()]
        if self._done is not None and self._done in (act.key for act in acts):
            self._set_alarm(self._waits_until, self._wait_no_more)
            return
        self._done = None
        now = self.clock.seconds()
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
            self._intended_at = self.clock.seconds() + self.random.uniform(*act.span)
        self._set_alarm(self._intended_at, lambda: self._do(act))

    def _set_alarm(self, at: float, act: Callable[[], None]) -> None:
        self.alarm = self.clock.callLater(max(0.0, at - self.clock.seconds()), self._ring, act)

    # What it does

    def _ring(self, act: Callable[[], None]) -> None:
        """Do what it was about to do. News since then would have made another plan."""
        self.alarm = None
        if self.sees_all:
            act()
            self._plan()

    def _do(self, act: Act) -> None:
        self._intended, self._done = None, act.key
        self._waits_until = self.clock.seconds() + PATIENCE
        self.hands.click(act.tile)

    def _wait_no_more(self) -> None:
        """The last act had no effect: wait before repeating it, longer each time."""
        assert self._done is not None
        before = self._delays.get(self._done)
        seconds = PATIENCE if before is None else min(MOST_PATIENCE, 2 * before.seconds)
        self._delays[self._done] = Delay(seconds, self.clock.seconds() + seconds)
        self._done = None
