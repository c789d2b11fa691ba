"""What a bot sees of Set: the cards, which of them it has selected, its own seat, and what it can click."""

from __future__ import annotations

from functools import cached_property

from tilenet.clients.bots.roomreader import RESTART, RoomReader
from tilenet.clients.model import Thing

ROOM = "Set"
SUBMIT, NO_SET = "Submit", "No set"
COLUMNS = 4
PLACES = 12  # for cards, row by row; below them are as many seats
MARK = "* "  # before the name of a selected card
GIVEN_UP = "Has given up"  # at the beginning of the text of a seat whose player watches, too


class SetReader(RoomReader):
    """One look at the model, for a bot that plays Set."""

    @property
    def is_on(self) -> bool:
        """Whether a game is running."""
        return self.tile(SUBMIT) is not None

    @property
    def is_over(self) -> bool:
        """Whether somebody can start another game."""
        return self.tile(RESTART) is not None

    @cached_property
    def seat(self) -> str | None:
        """The bot's own name and score, as the table shows them; None if it watches."""
        name = "" if self.agent is None else self.agent.name
        seats = (self.place(place) for place in range(PLACES, 2 * PLACES))
        taken = (seat.name for seat in seats if seat is not None and not seat.text.startswith(GIVEN_UP))
        return next((seat for seat in taken if seat.rpartition(" ")[0] == name), None)

    @cached_property
    def cards(self) -> list[str]:
        """The names of the cards, selected or not."""
        return [self._name(place).removeprefix(MARK) for place in range(PLACES)]

    @cached_property
    def selected(self) -> frozenset[int]:
        """The places of the cards that the bot has selected."""
        return frozenset(place for place in range(PLACES) if self._name(place).startswith(MARK))

    def place(self, place: int) -> Thing | None:
        return self._grid.get((place % COLUMNS, place // COLUMNS))

    def _name(self, place: int) -> str:
        tile = self.place(place)
        return "" if tile is None else tile.name
