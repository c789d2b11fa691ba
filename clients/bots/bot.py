"""What all bots have in common, whatever they play: what they are given, and what they have to do."""

from __future__ import annotations

import typing
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.clients.model import Model, Thing

GREETING = "Hello, I am a bot."


class Hands(typing.Protocol):
    """The part of a link that a bot uses."""

    model: Model

    def click(self, token: Thing) -> bool:
        """Click a token."""

    def say(self, target: Thing, text: str) -> None:
        """Say something."""


class Bot(ABC):
    """One bot from its login to the end of the connection. It acts only when its one timer rings."""

    def __init__(self, hands: Hands, clock: IReactorTime, random: Random, *, greets: bool = False) -> None:
        self._hands = hands
        self._clock = clock
        self._random = random
        self._greets = greets
        self._alarm: IDelayedCall | None = None

    @abstractmethod
    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""

    def stop(self) -> None:
        """Do nothing from now on."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None

    def _greet(self, room: Thing | None) -> None:
        """Say hello, once."""
        if self._greets and room is not None:
            self._greets = False
            self._hands.say(room, GREETING)


class NoRoom(Exception):
    """The server does not have the room with this name."""


#: Makes a bot. The last argument is whether it says hello.
MakeBot: typing.TypeAlias = Callable[[Hands, IReactorTime, Random, bool], Bot]
