"""A bot that clicks one tile at a time, and thinks for a while before: a subclass only says which."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import ClassVar

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import Bot, Hands
from tilenet.clients.bots.options import pace
from tilenet.clients.model import Thing

PACE = 1.0  # seconds
SWAY = 0.5  # how much longer a bot may think, as a part of that
PATIENCE = 10.0  # seconds, after which a click that came to nothing is made again


class PacedBot(Bot):
    """It walks to its room by itself, and clicks there what `choose` says."""

    options: ClassVar = {"pace": pace(PACE)}

    def __init__(
        self,
        hands: Hands,
        clock: IReactorTime,
        random: Random,
        *,
        greets: bool = False,
        room: str = "",
        pace: float = PACE,
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room)
        self.pace = pace
        self._has_clicked = False  # and waits for what comes of it

    @abstractmethod
    def choose(self) -> str | None:
        """The role of what it would click in its room now; None if there is nothing to do."""

    def thinks_for(self) -> float:
        """The least number of seconds before it clicks."""
        return self.pace

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        if not self.sees_all:
            return
        if self.is_in_its_room:
            self.greet(self.model.matrix)
        if self._has_clicked:
            self.stop()
            self._has_clicked = False
        if self._aim() is not None and self.alarm is None:
            seconds = self.thinks_for() if self.is_in_its_room else self.pace
            self.alarm = self.clock.callLater(seconds * self.random.uniform(1, 1 + SWAY), self._ring)

    def _aim(self) -> Thing | None:
        if not self.is_in_its_room:
            return self.way()
        role = self.choose()
        return None if role is None else self.tile(role)

    def _ring(self) -> None:
        """Click, if there is something to click, and again if nothing comes of it."""
        self.alarm = None
        tile = self._aim() if self.sees_all else None
        self._has_clicked = tile is not None
        if tile is not None:
            self.hands.click(tile)
            self.alarm = self.clock.callLater(PATIENCE, self._ring)
