"""What all bots have in common, whatever they play: the hands that they are given, and what is asked of a player."""

from __future__ import annotations

import typing
from collections.abc import Callable
from random import Random

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.model import Model, Thing

GREETING = "Hello, I am a bot."


class Hands(typing.Protocol):
    """What a player needs of a link."""

    model: Model

    def click(self, token: Thing) -> bool:
        """Click a token."""

    def say(self, target: Thing, text: str) -> None:
        """Say something."""


class Player(typing.Protocol):
    """One bot from its login to the end of the connection."""

    def told(self) -> None:
        """Look at what is new, and see what to do about it. Raises NoRoom."""

    def stop(self) -> None:
        """Do nothing any more."""


class NoRoom(Exception):
    """The room of the game, whose name this has, is not on this server."""


#: Makes a player of its hands, the clock, its chance, and whether it says hello.
Role: typing.TypeAlias = Callable[[Hands, IReactorTime, Random, bool], Player]
