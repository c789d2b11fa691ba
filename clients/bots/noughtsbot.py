"""How a bot plays noughts and crosses: it sits down, moves when it is its turn, and gives way to people who watch."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import ClassVar

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import HOME, Hands
from tilenet.clients.bots.options import Option, number
from tilenet.clients.bots.pacedbot import PACE, PacedBot

MARKS = "X", "O"
RESTART = "restart"
SKILL = 0.8
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


class NoughtsBot(PacedBot):
    """It leaves it to people to start another game: they might have gone for a cup of tea."""

    kind = "noughts/1"
    strengths: ClassVar = {"weak": {"skill": 0.3}, "medium": {}, "strong": {"skill": 1.0}}
    options: ClassVar = {
        "skill": Option(SKILL, "from 0 (moves at random) to 1 (cannot be beaten)", number(0, 1)),
        **PacedBot.options,
    }

    def __init__(
        self,
        hands: Hands,
        clock: IReactorTime,
        random: Random,
        *,
        greets: bool = False,
        room: str = "",
        pace: float = PACE,
        skill: float = SKILL,
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room, pace=pace)
        self._skill = skill  # the part of its moves that it thinks about

    def thinks_for(self) -> float:
        return self.pace * (PAUSE if self.facts["phase"] == "over" else 1)

    def choose(self) -> str | None:
        mine = self.you.get("seat")
        if mine is None:
            return None
        if mine in self.facts["turn"]:
            return self._move(mine)
        if self.facts["phase"] != "over":
            return None
        if self._is_wanted:
            return HOME  # a player who comes in again is the last in line
        return RESTART if self._is_against_a_bot else None

    def _move(self, mark: str) -> str:
        marks = self.facts["board"]
        is_clever = self.random.random() < self._skill
        return self.random.choice(best(marks, mark) if is_clever else [cell for cell in CELLS if cell not in marks])

    @property
    def _players(self) -> dict[str, bool]:
        """The agents of those who play, and whether they are bots."""
        players = (seat["player"] for seat in self.facts["seats"].values())
        return {player["agent"]: "bot" in player for player in players}

    @property
    def _is_wanted(self) -> bool:
        """Whether a person is watching, who would rather play."""
        players = self._players
        return any(one.objid not in players and not self.model.is_bot(one) for one in self.model.agents())

    @property
    def _is_against_a_bot(self) -> bool:
        return any(is_bot for agent, is_bot in self._players.items() if agent != self.you["agent"])
