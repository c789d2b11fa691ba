"""What a bot has in front of it in memory: a link that notes what it does, a clock, and what a server tells it."""

from __future__ import annotations

from collections.abc import Container
from itertools import product
from typing import NamedTuple, Protocol

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.model import Model, Thing
from tilenet.games.set.rules import find_set, words
from tilenet.wire.messages import LoggedIn, Message
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Act, Click
from tilenet.world.rooms.room import Room
from tilenet.world.screens.pictures import Face


class Hand:
    """A link that notes what was done, and when."""

    def __init__(self, clock: Clock) -> None:
        self.model = Model()
        self.clicks: list[tuple[float, Thing]] = []
        self.said: list[tuple[str, str]] = []
        self._clock = clock

    def click(self, token: Thing) -> bool:
        assert self.model.can_act_on(token), token
        self.clicks.append((self._clock.seconds(), token))
        return True

    def say(self, target: Thing, text: str) -> None:
        self.said.append((target.name, text))


class Told(Protocol):
    """A bot, as far as it matters here."""

    def model_changed(self) -> None: ...


class BotWorld:
    """A bot's link and clock, and what the server tells it. A subclass makes the bot, and knows its rooms."""

    bot: Told
    tick = 0.125  # seconds, by which time passes
    patience = 200.0  # seconds, within which a click must come

    def __init__(self) -> None:
        self.clock = Clock()
        self.hand = Hand(self.clock)
        self.hand.model.take(LoggedIn("Welcome.", "a1"))

    def tell(self, *messages: Message) -> None:
        for message in messages:
            self.hand.model.take(message)
        self.bot.model_changed()

    def clicks(self, seconds: float) -> list[str]:
        """Let time pass; the names of what was clicked meanwhile."""
        before = len(self.hand.clicks)
        self.clock.pump([self.tick] * round(seconds / self.tick))
        return [token.name for _, token in self.hand.clicks[before:]]

    def next_click(self) -> tuple[float, Thing]:
        """What is clicked next, and how long it took."""
        before, count = self.clock.seconds(), len(self.hand.clicks)
        while len(self.hand.clicks) == count:
            self.clock.advance(self.tick)
            assert self.clock.seconds() - before <= self.patience, "no click"
        return self.hand.clicks[-1][0] - before, self.hand.clicks[-1][1]


def cards_without_a_set() -> list[str]:
    """Twelve: three would have to agree, or differ, where there are only two of a kind."""
    found = [a + 3 * b + 9 * c + 27 * d for a, b, c, d in product((0, 1), repeat=4)][:12]
    assert find_set(found) is None
    return [*map(words, found)]


class Noted(NamedTuple):
    """A click that a server was asked for."""

    at: float
    face: Face


def watch_clicks(
    test: SynchronousTestCase, clock: Clock, rooms: Container[Room] | None = None
) -> dict[str, list[Noted]]:
    """Note who clicks what, and when, from now on; anywhere, or in these rooms."""
    found: dict[str, list[Noted]] = {}
    act = Room.act

    def noted(room: Room, player: Player, did: Act, *more: object) -> None:
        if isinstance(did, Click) and (rooms is None or room in rooms):
            face = room.audience.picture_of(player.objid).faces[did.token]
            found.setdefault(player.name, []).append(Noted(clock.seconds(), face))
        act(room, player, did, *more)  # type: ignore[arg-type]

    test.patch(Room, "act", noted)
    return found
