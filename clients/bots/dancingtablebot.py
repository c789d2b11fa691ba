"""How a bot plays Dancing at a table, as people do: it takes the seat that is free, places stars, and dances.

It thinks in small slices, so that others in the same process do not notice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import HOME, Bot, Hands
from tilenet.clients.bots.dancing.slices import Rota, Work
from tilenet.clients.bots.dancing.task import Dance, Move, Point, Step, Task
from tilenet.clients.bots.dancing.thinking import place_stars, think
from tilenet.clients.bots.options import Option, number
from tilenet.clients.model import Thing

ROOM_KIND = "dancing/1"
SEATS = {"0": "dance", "1": "spoil"}  # the roles of the tiles to sit down, by seat
DONE, STEP_ENDS, UNDO, LINES, LOBBY = "done", "step ends", "undo", "lines", "lobby"

SLACK = 0.3
PACE = 1.2  # seconds between two acts, at most
HURRY = 0.6  # the part of the time that is left in which it would like to be done
LULL = 6.0  # seconds that people have to choose a seat first
REST = 8.0  # seconds after a match, before it leaves
PATIENCE = 5.0  # seconds, after which an act that came to nothing is tried again

SLICE = 0.004  # seconds of thinking ...
PAUSE, MOST_PAUSE = 0.03, 3.0  # ... and between that and the next, of all bots in this process
SAID = 25  # moves or stars that are typed at once


class Plan(NamedTuple):
    """What it will do in the round that is on."""

    key: object  # which round, of which board
    first: int  # steps that had been made before
    steps: list[Step]


class TableBot(Bot):
    kind = "dancing-lobby/1"
    table_kind = ROOM_KIND
    strengths: ClassVar = {"weak": {"slack": 0.8}, "medium": {}, "strong": {"slack": 0.0}}
    options: ClassVar = {
        "slack": Option(SLACK, "from 0 (takes as few steps as it can) to 1 (takes twice as many)", number(0, 1)),
    }
    rota: ClassVar = Rota(PAUSE, MOST_PAUSE)

    def __init__(
        self,
        hands: Hands,
        clock: IReactorTime,
        random: Random,
        *,
        greets: bool = False,
        room: str = "",
        slack: float = SLACK,
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room)
        self._slack = slack
        self._matrix: str | None = None  # where it was when it last looked
        self._came_at = 0.0
        self._intended: object = None  # what it is about to do
        self._thought: tuple[object, Work[Dance | None]] | None = None  # about which round, and what is left to do
        self._plan: Plan | None = None

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        if not self.sees_all:
            return
        if self.model.current != self._matrix:
            self._matrix, self._came_at = self.model.current, self.clock.seconds()
            self._thought = self._plan = None
        if self.model.kind == ROOM_KIND:
            self.greet(self.model.matrix)
        self._decide()

    def _decide(self) -> None:
        """Be about to do what is next, unless it is that already."""
        act = self._next()
        what = None if act is None else act.what
        if what == self._intended and self.alarm is not None:
            return
        self.stop()
        self._intended = what
        if act is not None:
            self.alarm = self.clock.callLater(act.delay, self._ring, act)

    def _ring(self, act: Act) -> None:
        """Do it. If nothing comes of it, it is done again a little later."""
        self.alarm = None
        if self.sees_all:
            if act.do():
                self.alarm = self.clock.callLater(PATIENCE, self._try_again)
            else:
                self._try_again()

    def _try_again(self) -> None:
        self.alarm = self._intended = None
        if self.sees_all:
            self._decide()

    # What is next

    def _next(self) -> Act | None:
        if self.model.kind == ROOM_KIND:
            return self._at_a_table()
        tile = self._match_to_join() if self.is_in_its_room else self.way()
        return None if tile is None else self._click(self.model.role_of(tile.objid), PACE)

    def _match_to_join(self) -> Thing | None:
        """A table where somebody waits for an opponent."""
        matches: Mapping[str, Mapping[str, Any]] = self.facts.get("matches", {})
        found = (role for role, one in matches.items() if one["phase"] == "waiting" and any(one["names"]))
        return next((tile for role in found if (tile := self.tile(role)) is not None), None)

    def _at_a_table(self) -> Act | None:
        facts, seat = self.facts, self.you.get("seat")
        if "board" in self.you:
            return self._spoil() if facts.get("step") == "stars" else self._dance()
        if facts["phase"] == "over":
            stays = self.model.tile(LOBBY) is None  # another match begins at the same table
            return None if stays or self.tile(HOME) is None else self._click(HOME, REST)
        if facts["phase"] == "waiting" and seat is None:
            return self._sit_down()
        return None

    def _sit_down(self) -> Act | None:
        """Opposite somebody; if nobody has taken a seat, people come first."""
        taken = self.facts["seats"]
        free = [role for seat, role in SEATS.items() if seat not in taken and self.tile(role) is not None]
        if not free:
            return None
        waits = 0.0 if taken else max(0.0, self._came_at + LULL - self.clock.seconds())
        return self._click(free[-1], waits + PACE / 2)

    # Stars

    def _spoil(self) -> Act:
        stars: Sequence[str] = self.you["board"]["stars"]
        if stars:
            return self._click(DONE, PACE)
        return Act("stars", PACE, self._place)

    def _place(self) -> bool:
        stars = place_stars(self._task, self._slack, self.random)
        for first in range(0, len(stars), SAID):
            self._say("star", [number for star in stars[first : first + SAID] for number in star])
        return True

    # Steps

    def _dance(self) -> Act:
        key = self._round
        if self._plan is None or self._plan.key != key:
            return Act(("think", key), self.rota.wait(self.clock.seconds()), self._think)
        steps, number = self._plan.steps, self.you["board"]["step"] - self._plan.first
        pace = self._pace(2 * (len(steps) - number) + 1)
        step = {_roles(move): move for move in (steps[number] if number < len(steps) else ())}
        prepared = [*map(tuple, self.you["moves"])]
        if any(move not in step for move in prepared):
            return self._click(UNDO, pace, len(prepared))
        if not step:
            return self._click(LINES, pace, number)
        missing = [move for roles, move in step.items() if roles not in prepared]
        if not missing:
            return self._click(STEP_ENDS, pace, number)
        return Act(("move", number, len(missing)), pace, lambda: self._move(missing))

    @property
    def _round(self) -> object:
        board = self.you["board"]
        return board["round"], tuple(sorted(board["stars"])), self.facts["deadline"]

    def _pace(self, acts: int) -> float:
        """Slowly enough to be followed, if there is time for that."""
        left = self.model.seconds_left(self.facts.get("deadline")) or 0.0
        return min(PACE, HURRY * left / acts)

    def _move(self, moves: Sequence[Move]) -> bool:
        self._say("move", [number for move in moves[:SAID] for point in move for number in point])
        return True

    def _think(self) -> bool:
        """One slice; the next one comes later, when it is this bot's turn."""
        key = self._round
        if self._thought is None or self._thought[0] != key:
            self._thought = key, think(self._task, self._slack, self.random)
        end = self.clock.seconds() + SLICE
        try:
            next(self._thought[1])
            while self.clock.seconds() < end:
                next(self._thought[1])
        except StopIteration as stop:
            self._thought = None
            steps: list[Step] = [] if stop.value is None else stop.value.steps
            self._plan = Plan(key, self.you["board"]["step"], steps)
        return False

    @property
    def _task(self) -> Task:
        """The board as it is now."""
        options, board = self.facts["options"], self.you["board"]
        groups: list[list[Point]] = [[] for _ in range(options["colours"])]
        for role, colour in sorted(board["dancers"].items()):
            groups[colour - 1].append(_point(role))
        dancers = tuple(point for group in groups for point in group)
        stars = tuple(_point(role) for role in board["stars"])
        return Task(options["size"], options["colours"], options["dancers"], dancers, stars)

    # What it does

    def _click(self, role: str, delay: float, *about: object) -> Act:
        return Act((role, *about), delay * self.random.uniform(0.8, 1.2), lambda: self._do_click(role))

    def _do_click(self, role: str) -> bool:
        tile = self.tile(role)
        return tile is not None and self.hands.click(tile)

    def _say(self, command: str, numbers: Sequence[int]) -> None:
        if self.model.matrix is not None:
            self.hands.say(self.model.matrix, f"/{command} {' '.join(map(str, numbers))}")


class Act(NamedTuple):
    """Something that it will do."""

    what: object
    delay: float  # seconds
    do: Callable[[], bool]  # whether something should come of it


def _roles(move: Move) -> tuple[str, ...]:
    """A move by the roles of its cells."""
    return tuple(f"cell/{row}/{column}" for row, column in move)


def _point(role: str) -> Point:
    _, row, column = role.split("/")
    return int(row), int(column)
