"""How a bot plays noughts and crosses: it sits down, moves when it is its turn, and gives way to people who watch."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import HOME, Hands
from tilenet.clients.bots.noughtsmind import best
from tilenet.clients.bots.options import Option, number
from tilenet.clients.bots.pacedbot import PACE, PacedBot

RESTART = "restart"
SKILL = 0.8
PAUSE = 4  # times its pace, in which people can look at the end of a game
SIDE = 3  # rows and columns of the usual board, and cells in a line


class NoughtsBot(PacedBot):
    """It leaves it to people to start another game: they might have gone for a cup of tea."""

    kind = "noughts/1"
    strengths: ClassVar = {"weak": {"skill": 0.3}, "medium": {}, "strong": {"skill": 1.0}}
    options: ClassVar = {
        "skill": Option(SKILL, "from 0 (moves at random) to 1 (cannot be beaten on the usual board)", number(0, 1)),
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
        if self.model.table or self.tile(RESTART) is None:
            return None  # at a table of somebody's own, people say who plays next, and when
        if self._is_wanted:
            return HOME  # a player who comes in again is the last in line
        return RESTART if self._is_against_a_bot else None

    def _move(self, mark: str) -> str:
        """It thinks about only a part of its moves, unless its skill is 1."""
        marks, options = self.facts["board"], self.facts.get("options", {})
        side, in_line = options.get("board", SIDE), options.get("in_line", SIDE)
        if self.random.random() < self._skill:
            return self.random.choice(best(marks, mark, side, in_line))
        cells = [f"cell/{x}/{y}" for y in range(side) for x in range(side)]
        return self.random.choice([cell for cell in cells if cell not in marks])

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
