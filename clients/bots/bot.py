"""What all bots have in common, whatever they play: how they find a room of their kind, and what they are given."""

from __future__ import annotations

import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.clients.bots.options import Option
from tilenet.clients.model import Model, Thing

GREETING = "Hello, I am a bot."
WATCH = "/watch {}"  # leads to a room by its name
HOME_KIND, HOME = "home/1", "home"  # the kind of Home, and the role of the way there


class Hands(typing.Protocol):
    """The part of a link that a bot uses."""

    model: Model

    def click(self, token: Thing) -> bool:
        """Click a token."""

    def say(self, target: Thing, text: str) -> None:
        """Say something."""


class Bot(ABC):
    """One bot from its login to the end of the connection. It acts only when its one timer rings.

    It sees what rooms say of themselves as data: their kinds, the roles of their tiles, and their facts.
    """

    #: The kind of the room at Home that leads to its games, such as noughts/1.
    kind: ClassVar[str] = ""

    #: The kind of the rooms in which it plays, if those are others.
    table_kind: ClassVar[str] = ""

    #: What it is made with to be weak, medium or strong, as keyword arguments; empty if it is always the same.
    strengths: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    #: Whether it stays in a room in which a game is on for the next one.
    waits: ClassVar[bool] = True

    #: What can be set on the command line, by the names of keyword arguments.
    options: ClassVar[Mapping[str, Option]] = {}

    def __init__(
        self, hands: Hands, clock: IReactorTime, random: Random, *, greets: bool = False, room: str = ""
    ) -> None:
        """`room` is the name of the room to play in; otherwise it is any of the bot's kind at Home."""
        self.hands = hands
        self.clock = clock
        self.random = random
        self._greets = greets
        self._room_name = room
        self._heard_before: int | None = None  # lines, when it asked the way to its room
        self.alarm: IDelayedCall | None = None

    @abstractmethod
    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""

    def stop(self) -> None:
        """Do nothing from now on."""
        if self.alarm is not None:
            self.alarm.cancel()
        self.alarm = None

    # What it sees

    @property
    def model(self) -> Model:
        return self.hands.model

    @property
    def facts(self) -> Mapping[str, Any]:
        """What everybody in the room may know."""
        return self.model.facts

    @property
    def you(self) -> Mapping[str, Any]:
        """What the bot knows besides."""
        return self.model.you

    @property
    def sees_all(self) -> bool:
        """Whether the server has told all about the room: its facts come last."""
        agent = self.model.my_agent
        return bool(self.you) and agent is not None and self.model.is_here(agent.objid)

    @property
    def is_in_its_room(self) -> bool:
        return self.model.kind == self.kind

    def tile(self, role: str) -> Thing | None:
        """The tile with this role, if it can be clicked."""
        tile = self.model.tile(role)
        return tile if tile is not None and self.model.can_act_on(tile) else None

    def way(self) -> Thing | None:
        """What to click to get to its room from elsewhere, if that is possible now. Raises NoRoom.

        It says its way to a room without a door at Home, as a table where a replay is played on.
        """
        is_at_home = self.model.kind == HOME_KIND
        role = self._door() if is_at_home else HOME
        if self.model.tile(role) is None:
            if is_at_home and self._room_name and self._may_come_without_a_door():
                return None
            self.stop()
            raise NoRoom(f"{self._room_name} of the kind {self.kind}".strip())
        return self.tile(role)

    def _may_come_without_a_door(self) -> bool:
        """Ask to be led to the room, once; whether the server has not refused that."""
        model = self.model
        if self._heard_before is not None:
            new = model.lines_heard - self._heard_before
            return not any(line.is_to_me for line in [*model.heard][-new:] if new)
        if model.matrix is not None:
            self._heard_before = model.lines_heard
            self.hands.say(model.matrix, WATCH.format(self._room_name))
        return True

    def _door(self) -> str:
        """The role of its room at Home: of several that will do, a game comes before a variant of it."""
        rooms: Mapping[str, Mapping[str, Any]] = self.facts.get("rooms", {})
        found = [role for role, room in rooms.items() if self._would_play_in(room)]
        return min(found, key=lambda role: "variant_of" in rooms[role], default="")

    def _would_play_in(self, room: Mapping[str, Any]) -> bool:
        return room.get("kind") == self.kind and self._room_name in ("", room.get("room"))

    # What it does

    def greet(self, room: Thing | None) -> None:
        """It is in its room: say hello, once."""
        self._heard_before = None
        if self._greets and room is not None:
            self._greets = False
            self.hands.say(room, GREETING)


class NoRoom(Exception):
    """The server does not have such a room: the text is its name, or its kind."""


#: Makes a bot. The last argument is whether it says hello.
MakeBot: typing.TypeAlias = Callable[[Hands, IReactorTime, Random, bool], Bot]


def maker(bot: type[Bot], **settings: Any) -> MakeBot:
    """Makes bots of a kind, with these keyword arguments."""
    return lambda hands, clock, random, greets: bot(hands, clock, random, greets=greets, **settings)
