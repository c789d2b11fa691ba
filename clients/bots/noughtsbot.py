"""How a bot plays noughts and crosses: it sits down, moves when it is its turn, and gives way to people who watch."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import ClassVar

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import HOME, Bot, Hands
from tilenet.clients.bots.options import Option, number, pace
from tilenet.clients.model import Thing

MARKS = "X", "O"
RESTART = "restart"
SKILL, PACE = 0.8, 1.0
SWAY = 0.5  # how much longer than its pace a bot may think, as a part of it
PATIENCE = 10.0  # seconds, after which a click that came to nothing is made again
PAUSE = 4  # times its pace, in which people can look at the end of a game

SIDE = 3
CELLS = [f"cell/{x}/{y}" for y in range(SIDE) for x in range(SIDE)]
LINES = [
    *([SIDE * y + x for x in range(SIDE)] for y in range(SIDE)),
    *([SIDE * y + x for y in range(SIDE)] for x in range(SIDE)),
    [0, 4, 8],
    [2, 4, 6],
]


@lru_cache(8192)
def worth(board: str, mark: str) -> int:
    """What a board is worth to the player who moves next: 1 if they can win, -1 if the other can, 0 otherwise."""
    other = MARKS[mark == MARKS[0]]
    if any(all(board[cell] == other for cell in line) for line in LINES):
        return -1
    return max((-worth(_after(board, cell, mark), other) for cell in _free(board)), default=0)


def _free(board: str) -> list[int]:
    return [cell for cell, mark in enumerate(board) if mark not in MARKS]


def _after(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


def best(marks: Mapping[str, str], mark: str) -> list[str]:
    """The cells that are best to mark if both play well from then on."""
    board = "".join(marks.get(cell, ".") for cell in CELLS)
    other = MARKS[mark == MARKS[0]]
    found = {cell: -worth(_after(board, cell, mark), other) for cell in _free(board)}
    return [CELLS[cell] for cell, value in found.items() if value == max(found.values())]


class NoughtsBot(Bot):
    """It leaves it to people to start another game: they might have gone for a cup of tea."""

    kind = "noughts/1"
    options: ClassVar = {
        "skill": Option(SKILL, "from 0 (moves at random) to 1 (cannot be beaten)", number(0, 1)),
        "pace": pace(PACE),
    }

    def __init__(
        self,
        hands: Hands,
        clock: IReactorTime,
        random: Random,
        *,
        greets: bool = False,
        room: str = "",
        skill: float = SKILL,
        pace: float = PACE,
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room)
        self._skill = skill  # the part of its moves that it thinks about
        self._pace = pace  # the least time that it takes for one
        self._has_clicked = False  # and waits for what comes of it

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        if not self._sees_all:
            return
        if self._is_in_its_room:
            self._greet(self._model.matrix)
        else:
            self._way()
        if self._has_clicked:
            self.stop()
            self._has_clicked = False
        if self._alarm is None and self._can_act():
            pause = PAUSE if self._is_in_its_room and not self._is_my_turn else 1
            seconds = self._pace * pause * self._random.uniform(1, 1 + SWAY)
            self._alarm = self._clock.callLater(seconds, self._ring)

    # What it sees

    @property
    def _is_my_turn(self) -> bool:
        return self._you.get("seat") in self._facts["turn"]

    @property
    def _players(self) -> dict[str, bool]:
        """The agents of those who play, and whether they are bots."""
        players = (seat["player"] for seat in self._facts["seats"].values())
        return {player["agent"]: "bot" in player for player in players}

    @property
    def _is_wanted(self) -> bool:
        """Whether a person is watching, who would rather play."""
        players = self._players
        return any(one.objid not in players and not self._model.is_bot(one) for one in self._model.agents())

    @property
    def _is_against_a_bot(self) -> bool:
        return any(is_bot for agent, is_bot in self._players.items() if agent != self._you["agent"])

    def _can_act(self) -> bool:
        if not self._is_in_its_room:
            return True
        if "seat" not in self._you:
            return False
        is_over = self._facts["phase"] == "over"
        return self._is_my_turn or (is_over and (self._is_wanted or self._is_against_a_bot))

    # What it does

    def _ring(self) -> None:
        """Click, if there is something to click, and again if nothing comes of it."""
        self._alarm = None
        tile = self._choice() if self._sees_all and self._can_act() else None
        self._has_clicked = tile is not None
        if tile is not None:
            self._hands.click(tile)
            self._alarm = self._clock.callLater(PATIENCE, self._ring)

    def _choice(self) -> Thing | None:
        if not self._is_in_its_room:
            return self._way()
        if not self._is_my_turn:  # the game is over; a player who comes in again is the last in line
            return self._tile(HOME if self._is_wanted else RESTART)
        marks = self._facts["board"]
        is_clever = self._random.random() < self._skill
        free = [cell for cell in CELLS if cell not in marks]
        return self._tile(self._random.choice(best(marks, self._you["seat"]) if is_clever else free))
