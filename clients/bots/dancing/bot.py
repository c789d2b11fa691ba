"""The bot for Dancing without Stars: what a player does in which role, and when it stops thinking."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from enum import Enum
from random import Random
from threading import Thread

from tilenet.clients.address import Address
from tilenet.clients.bots.dancing.plan import plans
from tilenet.clients.bots.dancing.spoiler import spoil
from tilenet.clients.bots.dancing.task import BadTask, Dance, Task, parse
from tilenet.clients.bots.dancing.wire import (
    ROLE,
    Closed,
    Link,
    Lost,
    SocketLink,
    dance_texts,
    introduction,
    is_file,
    is_parameters,
    join,
    read_points,
)

SECONDS = 120.0  # that a server gives a player
RESERVE = 1 / 8  # the part of it that we leave: 15 of 120 s
PAUSE = 0.5  # seconds between our two connections, so that the server takes them in this order
PARTING = 5.0  # seconds that the second player has when the first one is done


class Role(Enum):
    """What a player does in a round."""

    CHOREOGRAPHER = "choreographer"
    SPOILER = "spoiler"

    @property
    def other(self) -> Role:
        return Role.SPOILER if self is Role.CHOREOGRAPHER else Role.CHOREOGRAPHER


TOLD = {f"{ROLE}{role.value}": role for role in Role}  # by what a server says of it
ANY, BOTH = "any", "both"
ROLES = [ANY, *(role.value for role in Role), BOTH]


class Player:
    """One player in one match. A server may tell the role in each round; otherwise, it is swapped after the first."""

    def __init__(
        self,
        link: Link,
        role: Role,
        seconds: float,
        say: Callable[[str], None],
        random: Random,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link = link
        self._role = role
        self._told: Role | None = None  # the role in the next round, if the server has told it
        self._seconds = seconds
        self._say = say
        self._random = random
        self._clock = clock
        self._rounds = 0
        self._is_done = False  # whether nothing is left for us to send in this round
        self._has_verdict = False  # whether the server has said how it ended

    def play(self) -> None:
        """Play until the server closes the connection. Raises Lost if that is before we have done our part.

        A server may end a match without a verdict, as the published one does.
        """
        parameters = file = ""
        try:
            while True:
                message = self._link.receive()
                if message in TOLD:
                    self._told = TOLD[message]
                elif is_parameters(message):
                    parameters = message
                elif is_file(message):
                    file = message
                else:
                    self._hear(message)
                if parameters and file:
                    self._play_round(parse(parameters, file))
                    parameters = file = ""
        except BadTask as error:
            raise Lost(f"this cannot be danced: {error}") from None
        except Closed:
            if not self._is_done:
                raise
            if not self._has_verdict:
                self._tell("the match is over; the server sent no verdict")

    def _play_round(self, task: Task) -> None:
        if self._told is not None:
            self._role, self._told = self._told, None
        elif self._rounds:
            self._role = self._role.other
        self._rounds += 1
        self._is_done = self._has_verdict = False
        self._tell(f"{task.size} x {task.size} cells, {task.colours} colours, {task.each} dancers of each")
        if self._role is Role.SPOILER:
            self._spoil(task)
        else:
            message = self._link.receive()
            if stars := read_points(message):
                self._dance(replace(task, stars=tuple(stars)))
            else:
                self._hear(message)  # the spoiler has lost already

    def _spoil(self, task: Task) -> None:
        stars = spoil(task, self._random, clock=self._clock)
        self._tell(f"{len(stars)} stars")
        self._link.send(join(stars))
        self._is_done = True

    def _dance(self, task: Task) -> None:
        begin = self._clock()
        dance = None
        for dance in plans(task, self._seconds * (1 - RESERVE), self._random, self._clock):
            self._tell(f"{len(dance.steps)} steps, found after {self._clock() - begin:.1f} s")
        if dance is None:
            self._tell("no way to form the lines")
            dance = Dance([], [])
        for text in dance_texts(dance):
            self._link.send(text)
        self._is_done = True

    def _hear(self, message: str) -> None:
        self._is_done = self._has_verdict = self._rounds > 0  # before a round, it is why there is none
        self._tell(message)

    def _tell(self, words: str) -> None:
        self._say(f"{self._role.value}: {words}")


def run(address: Address, name: str, role: Role | None, seconds: float, say: Callable[[str], None]) -> None:
    """Play a match in this role, or in the one that is free. Raises Lost.

    A server that does not tell roles makes the first of two players the choreographer, and we take ourselves for that.
    """
    with closing(SocketLink(address)) as link:
        link.send(introduction(name, ANY if role is None else role.value))
        Player(link, role or Role.CHOREOGRAPHER, seconds, say, Random()).play()


def run_both(address: Address, name: str, seconds: float, say: Callable[[str], None]) -> None:
    """Play a match against ourselves, through two connections. Raises Lost."""

    def play_second() -> None:
        with suppress(Lost):  # then the first is lost, too, and says why
            run(address, name, Role.SPOILER, seconds, say)

    with closing(SocketLink(address)) as link:
        link.send(introduction(name, Role.CHOREOGRAPHER.value))
        time.sleep(PAUSE)
        second = Thread(target=play_second, daemon=True)
        second.start()
        Player(link, Role.CHOREOGRAPHER, seconds, say, Random()).play()
        second.join(PARTING)  # it hears the end at the same time, and has a moment to say so
