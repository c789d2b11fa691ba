"""How a bot plays noughts and crosses: it sits down, moves when it is its turn, and gives way to people who watch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import Bot, Hands, MakeBot, NoRoom
from tilenet.clients.bots.noughtsreader import MARKS, ROOM, SIDE, NoughtsReader
from tilenet.clients.bots.roomreader import HOME, RESTART
from tilenet.clients.model import Cell, Thing

SWAY = 0.5  # how much longer than its pace a bot may think, as a part of it
PATIENCE = 10.0  # seconds, after which a click that came to nothing is made again
PAUSE = 4  # times its pace, in which people can look at the end of a game

CELLS = [(x, y) for y in range(SIDE) for x in range(SIDE)]
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


def best(marks: Mapping[Cell, str], mark: str) -> list[Cell]:
    """The moves that are best if both play well from then on."""
    board = "".join(marks.get(cell, ".") for cell in CELLS)
    other = MARKS[mark == MARKS[0]]
    found = {cell: -worth(_after(board, cell, mark), other) for cell in _free(board)}
    return [CELLS[cell] for cell, value in found.items() if value == max(found.values())]


@dataclass(frozen=True)
class Habits:
    """How a bot plays: how many of its moves it thinks about, and the least time that it takes for one."""

    skill: float = 0.8
    pace: float = 1.0

    def maker(self) -> MakeBot:
        """Makes bots with these habits."""
        return lambda hands, clock, random, greets: NoughtsBot(hands, clock, random, self, greets=greets)


class NoughtsBot(Bot):
    """It leaves it to people to start another game: they might have gone for a cup of tea."""

    def __init__(
        self, hands: Hands, clock: IReactorTime, random: Random, habits: Habits, *, greets: bool = False
    ) -> None:
        super().__init__(hands, clock, random, greets=greets)
        self._habits = habits
        self._has_clicked = False  # and waits for what comes of it

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        seen = NoughtsReader(self._hands.model)
        if not seen.is_whole:
            return
        if seen.is_in(ROOM):
            self._greet(seen.matrix)
        elif seen.tile(ROOM) is None:
            self.stop()
            raise NoRoom(ROOM)
        if self._has_clicked:
            self.stop()
            self._has_clicked = False
        if self._alarm is None and self._can_act(seen):
            pause = PAUSE if seen.is_in(ROOM) and not seen.is_my_turn else 1
            seconds = self._habits.pace * pause * self._random.uniform(1, 1 + SWAY)
            self._alarm = self._clock.callLater(seconds, self._ring)

    def _can_act(self, seen: NoughtsReader) -> bool:
        if not seen.is_in(ROOM):
            return True
        if not seen.mark:
            return False
        return seen.is_my_turn or (seen.tile(RESTART) is not None and (seen.is_wanted or seen.is_against_a_bot))

    def _ring(self) -> None:
        """Click, if there is something to click, and again if nothing comes of it."""
        self._alarm = None
        seen = NoughtsReader(self._hands.model)
        tile = self._choice(seen) if seen.is_whole and self._can_act(seen) else None
        self._has_clicked = tile is not None
        if tile is not None:
            self._hands.click(tile)
            self._alarm = self._clock.callLater(PATIENCE, self._ring)

    def _choice(self, seen: NoughtsReader) -> Thing | None:
        if not seen.is_in(ROOM):
            return seen.tile(ROOM)
        if not seen.is_my_turn:  # the game is over; a player who comes in again is the last in line
            return seen.tile(HOME if seen.is_wanted else RESTART)
        is_clever = self._random.random() < self._habits.skill
        cells = [cell for cell in best(seen.marks, seen.mark) if cell in seen.free] if is_clever else [*seen.free]
        return seen.free[self._random.choice(cells)] if cells else None
