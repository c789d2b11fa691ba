"""What a bot sees of the room of Set: the cards, those that it has selected, its own seat, and what can be clicked."""

from __future__ import annotations

from functools import cached_property

from tilenet.clients.bots.sight import Look
from tilenet.clients.model import Thing

ROOM = "Set"
SUBMIT, NO_SET, RESTART = "Submit", "No set", "Restart"
COLUMNS = 4
PLACES = 12  # for cards, row by row; below them are as many seats
MARK = "* "  # before the name of a card that one has selected


class TableSight(Look):
    """One look at the model by who plays Set."""

    @property
    def is_on(self) -> bool:
        """Whether a game runs."""
        return self.tile(SUBMIT) is not None

    @property
    def is_over(self) -> bool:
        """Whether another game can be begun."""
        return self.tile(RESTART) is not None

    @cached_property
    def seat(self) -> str | None:
        """One's own name and score, as they stand on the table; None is who watches."""
        name = "" if self.agent is None else self.agent.name
        seats = (self._name(place) for place in range(PLACES, 2 * PLACES))
        return next((seat for seat in seats if seat.rpartition(" ")[0] == name), None)

    @cached_property
    def cards(self) -> list[str]:
        """The names of the cards, selected or not."""
        return [self._name(place).removeprefix(MARK) for place in range(PLACES)]

    @cached_property
    def selected(self) -> frozenset[int]:
        """The places of the cards that one has selected oneself."""
        return frozenset(place for place in range(PLACES) if self._name(place).startswith(MARK))

    def place(self, place: int) -> Thing | None:
        return self._grid.get((place % COLUMNS, place // COLUMNS))

    def _name(self, place: int) -> str:
        tile = self.place(place)
        return "" if tile is None else tile.name
