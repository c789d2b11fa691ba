"""How a bot plays Set: when it clicks which card, when it answers, and when it starts another game.

It acts only when its one timer rings. News can change its mind, and with that the time of the timer. A click on a
selected card deselects it: so after each click the bot waits until it sees the effect.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from random import Random

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import Bot, Hands, NoRoom
from tilenet.clients.bots.options import Option, whole
from tilenet.clients.bots.roomreader import RESTART
from tilenet.clients.bots.setmind import DEFAULT_LEVEL, LEVELS, Answer, Mind, Thought
from tilenet.clients.bots.setreader import NO_SET, ROOM, SUBMIT, SetReader
from tilenet.clients.model import Thing

PAUSE = 0.2, 0.5  # seconds from one click to the next
WALK = 1.0, 2.0  # seconds before it enters the room, or tries again
LULL = 20.0, 30.0  # seconds without a game before it starts one
SETTLED = 0.8  # seconds until a replaced card can be clicked
PATIENCE = 2.0  # seconds to wait for the effect of a click
FIDGET = 90.0  # seconds of thinking after which it selects a card, and deselects it: who does nothing loses the seat


class Step(typing.NamedTuple):
    """What to do next, and the earliest time for it."""

    at: float
    act: Callable[[], None]


class SetBot(Bot):
    kind = "set/1"
    options: typing.ClassVar = {
        "level": Option(
            DEFAULT_LEVEL,
            f"from {min(LEVELS)} (loses to a beginner) to {max(LEVELS)} (few people beat it)",
            whole(min(LEVELS), max(LEVELS)),
        )
    }

    def __init__(
        self,
        hands: Hands,
        clock: IReactorTime,
        random: Random,
        *,
        greets: bool = False,
        room: str = "",
        level: int = DEFAULT_LEVEL,
        mind: Mind | None = None,
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room)
        self._mind = mind or Mind(level, random)
        self._free = self._in(WALK)  # when it may click again
        self._may_restart: float | None = None  # if the game is over: when it may start another
        self._cards: list[str] = []  # when it last looked; none if it does not play
        self._settled: dict[int, float] = {}  # when the card in a place can be clicked
        self._thought: Thought | None = None
        self._sees_at = 0.0  # when it has thought long enough
        self._sees = False
        self._clicked_at = 0.0  # or when the game began
        self._before: tuple[object, ...] | None = None  # what it saw when it clicked, until that changes
        self._waits_until = 0.0

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        seen = SetReader(self._hands.model)
        if not seen.is_whole:
            return
        if seen.is_in(ROOM):
            self._greet(seen.matrix)
        elif seen.tile(ROOM) is None:
            self.stop()
            raise NoRoom(ROOM)
        self._look(seen)
        self._plan(seen)

    # What it sees

    def _look(self, seen: SetReader) -> None:
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
        if not self._cards:
            self._clicked_at = self._clock.seconds()
        before, self._cards = self._cards or [""] * len(seen.cards), seen.cards
        replaced = {place for place, card in enumerate(self._cards) if card != before[place]}
        self._settled.update(dict.fromkeys(replaced, self._clock.seconds() + SETTLED))
        if replaced or self._thought is None:
            self._think_about(replaced)

    def _mine(self, seen: SetReader) -> tuple[object, ...]:
        """What each of its own clicks changes: its selection, or its score."""
        return seen.selected, seen.seat

    # What it thinks

    def _think_about(self, replaced: set[int]) -> None:
        """Keep what it has in mind if the cards are still there; otherwise think again."""
        thought = self._thought
        if thought is None or thought.answer is not Answer.SET or replaced & {*thought.places}:
            self._think()
        elif not self._sees:
            self._sees_at += self._mind.glance(len(replaced))

    def _think(self) -> None:
        self._thought = self._mind.think(self._cards)
        self._sees_at = self._clock.seconds() + self._thought.seconds
        self._sees = False

    def _see(self) -> None:
        if self._thought is not None and self._thought.answer is Answer.NOTHING:
            self._think()
        else:
            self._sees = True

    # What it is about to do, and when

    def _plan(self, seen: SetReader) -> None:
        self.stop()
        step = self._next(seen)
        if step is not None:
            self._alarm = self._clock.callLater(max(0.0, step.at - self._clock.seconds()), self._ring, step.act)

    def _next(self, seen: SetReader) -> Step | None:
        if not seen.is_in(ROOM):
            return Step(self._free, lambda: self._walk(seen.tile(ROOM)))
        if self._may_restart is not None:
            return Step(self._may_restart, lambda: self._restart(seen.tile(RESTART)))
        return None if self._thought is None else self._next_in_the_game(seen, self._thought)

    def _next_in_the_game(self, seen: SetReader, thought: Thought) -> Step:
        if self._before is not None:
            return Step(self._waits_until, self._wait_no_more)
        leftover = seen.selected - {*(thought.places if self._sees else ())}
        if leftover:
            return Step(self._free, lambda: self._click(seen, seen.place(min(leftover))))
        if not self._sees:
            fidget = Step(self._clicked_at + FIDGET, lambda: self._fidget(seen))
            return min(fidget, Step(self._sees_at, self._see), key=lambda step: step.at)
        if thought.answer is not Answer.SET:
            return Step(self._free, lambda: self._answer(seen, seen.tile(NO_SET)))
        missing = next((place for place in thought.places if place not in seen.selected), None)
        if missing is not None:
            card = seen.place(missing)
            return Step(max(self._free, self._settled[missing]), lambda: self._click(seen, card))
        return Step(self._free, lambda: self._answer(seen, seen.tile(SUBMIT)))

    def _in(self, seconds: tuple[float, float]) -> float:
        """A random moment, between these two numbers of seconds from now."""
        return self._clock.seconds() + self._random.uniform(*seconds)

    # What it does

    def _ring(self, act: Callable[[], None]) -> None:
        """Do what it was about to do. News since then would have made another plan."""
        self._alarm = None
        seen = SetReader(self._hands.model)
        if seen.is_whole:
            act()
            self._plan(seen)

    def _walk(self, tile: Thing | None) -> None:
        self._touch(tile)
        self._free = self._in(WALK)

    def _restart(self, tile: Thing | None) -> None:
        self._touch(tile)
        self._may_restart = self._in(LULL)

    def _click(self, seen: SetReader, tile: Thing | None) -> None:
        """Click something on the table."""
        self._touch(tile)
        self._before = self._mine(seen)
        self._waits_until = self._clock.seconds() + PATIENCE

    def _fidget(self, seen: SetReader) -> None:
        """Show that it is still there. It deselects the card next, because it has not seen a set."""
        now = self._clock.seconds()
        places = [place for place, at in self._settled.items() if at <= now and self._cards[place]]
        self._click(seen, seen.place(self._random.choice(places)) if places else None)

    def _answer(self, seen: SetReader, tile: Thing | None) -> None:
        """Answer, and look at the cards again, whether the answer was right or not."""
        self._click(seen, tile)
        self._think()

    def _touch(self, tile: Thing | None) -> None:
        if tile is not None:
            self._hands.click(tile)
        self._clicked_at = self._clock.seconds()
        self._free = self._in(PAUSE)

    def _wait_no_more(self) -> None:
        self._before = None
