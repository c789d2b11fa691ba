"""How a bot plays Memory through TileNet: it goes to the room, and picks cards, one at each ring of its one timer."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from twisted.internet.interfaces import IReactorTime

from tilenet.clients.bots.bot import Bot, Hands
from tilenet.clients.bots.options import Option, number, pace
from tilenet.clients.model import Cell
from tilenet.clients.samples.memorybinary import SOON, SWAY, BinaryBot, Mind

LARGE = "memory-large"  # the name of the room with the larger board


class MemoryBot(Bot):
    kind = "memory/1"
    strengths: ClassVar = {"weak": {"skill": 0.2}, "medium": {}, "strong": {"skill": 1.0}}
    options: ClassVar = {
        "skill": Option(BinaryBot.skill, "how much it remembers, from 0 (nothing) to 1 (everything)", number(0, 1)),
        "pace": pace(BinaryBot.pace),
        "large": Option(False, f"play in the room {LARGE}"),
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
        super().__init__(hands, clock, random, greets=greets, room=LARGE if large else room)
        self._pace = pace
        self._mind = Mind(skill, random)
        self._seen: set[Cell] = set()  # the cards that were up when it last looked

    def model_changed(self) -> None:
        """The model has changed: look at it, and decide what to do. Raises NoRoom."""
        if not self.sees_all:
            return
        if self.is_in_its_room:
            self.greet(self.model.matrix)
            self._watch()
        else:
            self.way()
            self._forget()
        if self.alarm is None and self._can_act():
            self._set_alarm(self._pace)

    # What it sees

    @property
    def _is_on(self) -> bool:
        return self.is_in_its_room and self.facts["phase"] == "playing"

    @property
    def _cells(self) -> list[Cell]:
        """All cards, row by row."""
        dim = range(self.facts["options"]["dim"])
        return [(x, y) for y in dim for x in dim]

    def _card(self, cell: Cell) -> Mapping[str, Any]:
        """What is known of a card; nothing if it is down."""
        found: Mapping[str, Any] = self.facts["cards"].get(_role(cell), {})
        return found

    def _mine(self, state: str) -> list[Cell]:
        """The bot's own cards in this state."""
        seat = self.you.get("seat")
        cards = ((cell, self._card(cell)) for cell in self._cells)
        return [cell for cell, card in cards if card.get("state") == state and card["by"] == seat]

    @property
    def _shown(self) -> dict[Cell, str]:
        """The letters of all cards that will be hidden again."""
        cards = ((cell, self._card(cell)) for cell in self._cells)
        return {cell: card["letters"] for cell, card in cards if card.get("state") in ("up", "wrong")}

    def _watch(self) -> None:
        """Remember what is new."""
        if self.facts["phase"] == "over":
            self._forget()
        shown = self._shown
        for cell, letters in shown.items():
            if cell not in self._seen:
                self._mind.see(cell, letters)
        self._seen = set(shown)

    def _forget(self) -> None:
        """The cards will be dealt again."""
        self._mind.clear()
        self._seen.clear()

    # What it does

    def _can_act(self) -> bool:
        return not self.is_in_its_room or (self._is_on and not self._mine("wrong"))

    def _set_alarm(self, seconds: float) -> None:
        self.alarm = self.clock.callLater(seconds * self.random.uniform(1, 1 + SWAY), self._ring)

    def _ring(self) -> None:
        """Click, if there is something to click; if not, wait for news."""
        self.alarm = None
        if self.sees_all and self._can_act():
            self._set_alarm(self._pick() if self.is_in_its_room else self._walk())

    def _walk(self) -> float:
        """Enter the room. Returns how long to wait then."""
        tile = self.way()
        if tile is not None:
            self.hands.click(tile)
        return self._pace

    def _pick(self) -> float:
        """Pick a first card, or a second if its own first is up. Returns how long to wait then.

        If only its own first card is left to pick, it puts that back: somebody else has its mate up.
        """
        first = next(iter(self._mine("up")), None)
        down = [cell for cell in self._cells if not self._card(cell)]
        if first is None:
            cell = self._mind.first(down, self._shown.values())
        else:
            cell = self._mind.second(self._card(first)["letters"], down) if down else first
        tile = None if cell is None else self.tile(_role(cell))
        if tile is not None:
            self.hands.click(tile)
        return min(self._pace, SOON) if first is None else self._pace


def _role(cell: Cell) -> str:
    x, y = cell
    return f"card/{x}/{y}"
