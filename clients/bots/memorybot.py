"""How a bot plays Memory through TileNet: it goes to the room, and picks cards, one at each ring of its one timer.

Whose card is up it cannot see. So it goes by what it has clicked itself: if the last of these is up, that is its first.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import Bot, Hands, NoRoom
from tilenet.clients.bots.memoryreader import LARGE, ROOM, Board, MemoryReader
from tilenet.clients.bots.options import Option, number, pace
from tilenet.clients.model import Cell
from tilenet.clients.samples.memorybinary import SOON, SWAY, BinaryBot, Mind


class MemoryBot(Bot):
    kind = "memory/1"
    options: ClassVar = {
        "skill": Option(BinaryBot.skill, "how much it remembers, from 0 (nothing) to 1 (everything)", number(0, 1)),
        "pace": pace(BinaryBot.pace),
        "large": Option(False, f"play in the room {LARGE!r}"),
    }

    def __init__(
        self,
        hands: Hands,
        clock: IReactorTime,
        random: Random,
        *,
        greets: bool = False,
        room: str = "",
        skill: float = BinaryBot.skill,
        pace: float = BinaryBot.pace,
        large: bool = False,
    ) -> None:
        super().__init__(hands, clock, random, greets=greets, room=room)
        self._pace = pace
        self._room = LARGE if large else ROOM
        self._mind = Mind(skill, random)
        self._seen: set[Cell] = set()  # the cards that were up when it last looked
        self._clicked: list[Cell] = []  # its last one or two picks

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        seen = MemoryReader(self._hands.model)
        if not seen.is_whole:
            return
        if seen.is_in(self._room):
            self._greet(seen.matrix)
            self._watch(seen.board)
        elif seen.tile(self._room) is None:
            self.stop()
            raise NoRoom(self._room)
        if self._alarm is None and self._can_act(seen):
            self._set_alarm(self._pace)

    def _watch(self, board: Board) -> None:
        """Remember what is new."""
        if board.is_done:
            self._mind.clear()
            self._clicked.clear()
        for cell, letters in board.shown.items():
            if cell not in self._seen:
                self._mind.see(cell, letters)
        self._seen = set(board.shown)

    # What it does

    def _can_act(self, seen: MemoryReader) -> bool:
        if not seen.is_in(self._room):
            return True
        return seen.board.is_on and not any(cell in seen.board.wrong for cell in self._clicked)

    def _set_alarm(self, seconds: float) -> None:
        self._alarm = self._clock.callLater(seconds * self._random.uniform(1, 1 + SWAY), self._ring)

    def _ring(self) -> None:
        """Click, if there is something to click; if not, wait for news."""
        self._alarm = None
        seen = MemoryReader(self._hands.model)
        if seen.is_whole and self._can_act(seen):
            self._set_alarm(self._pick(seen.board) if seen.is_in(self._room) else self._walk(seen))

    def _walk(self, seen: MemoryReader) -> float:
        """Enter the room. Returns how long to wait then."""
        tile = seen.tile(self._room)
        if tile is not None:
            self._hands.click(tile)
        return self._pace

    def _pick(self, board: Board) -> float:
        """Pick a first card, or a second if its own first is up. Returns how long to wait then.

        If only its own first card is left to pick, it puts that back: somebody else has its mate up.
        """
        first = next((cell for cell in reversed(self._clicked) if cell in board.up), None)
        down = [*board.down]
        if first is None:
            cell = self._mind.first(down, board.shown.values())
            self._clicked = [] if cell is None else [cell]
        else:
            cell = self._mind.second(board.up[first].name, down) if down else first
            self._clicked = [first, cell]
        if cell is not None:
            self._hands.click(board.down[cell] if cell in board.down else board.up[cell])
        return min(self._pace, SOON) if first is None else self._pace
