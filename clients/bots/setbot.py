"""How a bot plays Set: when it clicks which card, when it answers, and when it starts another game.

It acts only when its one timer rings. News can change its mind, and with that the time of the timer. A click on a
selected card deselects it: so after each click the bot waits until it sees the effect.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from random import Random

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import Bot, Hands
from tilenet.clients.bots.options import Option, whole
from tilenet.clients.bots.setmind import DEFAULT_LEVEL, LEVELS, Answer, Card, Mind, Thought
from tilenet.clients.model import Thing

SUBMIT, NO_SET, RESTART = "submit", "no set", "restart"  # roles

PAUSE = 0.2, 0.5  # seconds from one click to the next
WALK = 1.0, 2.0  # seconds before it enters the room, or tries again
LULL = 20.0, 30.0  # seconds without a game before it starts one
SETTLED = 0.1  # seconds that it waits after a replaced card can be clicked
PATIENCE = 2.0  # seconds to wait for the effect of a click
FIDGET = 90.0  # seconds of thinking after which it selects a card, and deselects it: who does nothing loses the seat


class Step(typing.NamedTuple):
    """What to do next, and the earliest time for it."""

    at: float
    act: Callable[[], None]


class SetBot(Bot):
    kind = "set/1"
    strengths: typing.ClassVar = {"weak": {"level": min(LEVELS)}, "medium": {}, "strong": {"level": max(LEVELS)}}
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
        self._cards: Mapping[str, Card] = {}  # when it last looked; none if it does not play
        self._thought: Thought | None = None
        self._sees_at = 0.0  # when it has thought long enough
        self._sees = False
        self._clicked_at = 0.0  # or when the game began
        self._before: tuple[object, ...] | None = None  # what it saw when it clicked, until that changes
        self._waits_until = 0.0

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        if not self.sees_all:
            return
        if self.is_in_its_room:
            self.greet(self.model.matrix)
        else:
            self.way()
        self._look()
        self._plan()

    # What it sees

    @property
    def _is_playing(self) -> bool:
        """Players alone are told what they have selected."""
        return self.is_in_its_room and "selected" in self.you

    @property
    def _selected(self) -> frozenset[str]:
        return frozenset(self.you["selected"])

    @property
    def _mine(self) -> tuple[object, ...]:
        """What each of its own clicks changes: its selection, or its score."""
        return self._selected, self.facts["seats"][self.you["seat"]]["score"]

    def _free_at(self, card: str) -> float:
        """When a card can be clicked; in the past, if it was not replaced just now."""
        left = self.model.seconds_left(self.facts["free_at"].get(card))
        return self.clock.seconds() + left + SETTLED if left else 0.0

    def _look(self) -> None:
        if not (self.is_in_its_room and self.facts["phase"] == "over"):
            self._may_restart = None
        elif self._may_restart is None:
            self._may_restart = self._in(LULL)
        if not self._is_playing:
            self._cards, self._thought, self._before = {}, None, None
            return
        if self._before != self._mine:
            self._before = None
        if not self._cards:
            self._clicked_at = self.clock.seconds()
        before, self._cards = self._cards, self.facts["cards"]
        replaced = {card for card in (*before, *self._cards) if before.get(card) != self._cards.get(card)}
        if replaced or self._thought is None:
            self._think_about(replaced)

    # What it thinks

    def _think_about(self, replaced: set[str]) -> None:
        """Keep what it has in mind if the cards are still there; otherwise think again."""
        thought = self._thought
        if thought is None or thought.answer is not Answer.SET or replaced & {*thought.places}:
            self._think()
        elif not self._sees:
            self._sees_at += self._mind.glance(len(replaced))

    def _think(self) -> None:
        self._thought = self._mind.think(self._cards)
        self._sees_at = self.clock.seconds() + self._thought.seconds
        self._sees = False

    def _see(self) -> None:
        if self._thought is not None and self._thought.answer is Answer.NOTHING:
            self._think()
        else:
            self._sees = True

    # What it is about to do, and when

    def _plan(self) -> None:
        self.stop()
        step = self._next()
        if step is not None:
            self.alarm = self.clock.callLater(max(0.0, step.at - self.clock.seconds()), self._ring, step.act)

    def _next(self) -> Step | None:
        if not self.is_in_its_room:
            return Step(self._free, self._walk)
        if self._may_restart is not None:
            return Step(self._may_restart, self._restart)
        return None if self._thought is None else self._next_in_the_game(self._thought)

    def _next_in_the_game(self, thought: Thought) -> Step:
        if self._before is not None:
            return Step(self._waits_until, self._wait_no_more)
        selected = self._selected
        leftover = selected - {*(thought.places if self._sees else ())}
        if leftover:
            return Step(self._free, lambda: self._click(min(leftover)))
        if not self._sees:
            fidget = Step(self._clicked_at + FIDGET, self._fidget)
            return min(fidget, Step(self._sees_at, self._see), key=lambda step: step.at)
        if thought.answer is not Answer.SET:
            return Step(self._free, lambda: self._answer(NO_SET))
        missing = next((card for card in thought.places if card not in selected), None)
        if missing is not None:
            return Step(max(self._free, self._free_at(missing)), lambda: self._click(missing))
        return Step(self._free, lambda: self._answer(SUBMIT))

    def _in(self, seconds: tuple[float, float]) -> float:
        """A random moment, between these two numbers of seconds from now."""
        return self.clock.seconds() + self.random.uniform(*seconds)

    # What it does

    def _ring(self, act: Callable[[], None]) -> None:
        """Do what it was about to do. News since then would have made another plan."""
        self.alarm = None
        if self.sees_all:
            act()
            self._plan()

    def _walk(self) -> None:
        self._touch(self.way())
        self._free = self._in(WALK)

    def _restart(self) -> None:
        self._touch(self.tile(RESTART))
        self._may_restart = self._in(LULL)

    def _click(self, role: str) -> None:
        """Click something on the table."""
        self._touch(self.tile(role))
        self._before = self._mine
        self._waits_until = self.clock.seconds() + PATIENCE

    def _fidget(self) -> None:
        """Show that it is still there. It deselects the card next, because it has not seen a set."""
        now = self.clock.seconds()
        cards = [card for card in self._cards if self._free_at(card) <= now]
        self._click(self.random.choice(cards) if cards else "")

    def _answer(self, role: str) -> None:
        """Answer, and look at the cards again, whether the answer was right or not."""
        self._click(role)
        self._think()

    def _touch(self, tile: Thing | None) -> None:
        if tile is not None:
            self.hands.click(tile)
        self._clicked_at = self.clock.seconds()
        self._free = self._in(PAUSE)

    def _wait_no_more(self) -> None:
        self._before = None
