"""What a room of Tombala says of its game: the numbers, the user's card and marks, the players, and the countdown."""

from __future__ import annotations

from tilenet.clients.model import Cell, Model
from tilenet.clients.roomfacts import text
from tilenet.clients.terminal.countdown import seconds_to
from tilenet.clients.vocabulary import OVER, STARTING, Seat, members, seats

CARD_ROWS, CARD_COLUMNS = 3, 9
TENS, DECADES = 10, 9  # the board: ten numbers in a row
LAST = 10  # numbers that are shown again, the newest first
NUMBERS = range(1, TENS * DECADES + 1)


def card_role(row: int, column: int) -> str:
    return f"card/{row}/{column}"


CARD_ROLES = [card_role(row, column) for row in range(CARD_ROWS) for column in range(CARD_COLUMNS)]


class TombalaFacts:
    """The facts of the present room, as they are now."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def cell(self, role: str) -> Cell | None:
        """Where a tile is; None if there is no such tile."""
        tile = self._model.tile(role)
        return None if tile is None else tile.cell

    def stands_for(self, cell: Cell | None, *roles: str) -> bool:
        """Whether one of the tiles with these roles is in a cell."""
        return cell is not None and any(self.cell(role) == cell for role in roles)

    @property
    def drawn(self) -> list[int]:
        """The numbers that were drawn, the newest last."""
        return [number for number in self._model.facts.get("drawn", ()) if number in NUMBERS]

    @property
    def last(self) -> list[int]:
        """The newest of them, in the order in which they are shown."""
        return self.drawn[: -LAST - 1 : -1]

    @property
    def card(self) -> dict[str, int]:
        """The numbers on the user's card, by role."""
        return members(self._model.you, "card")

    @property
    def marks(self) -> set[int]:
        return {*self._model.you.get("marks", ())}

    @property
    def full_rows(self) -> list[int]:
        """The rows of the card that are complete and not announced yet, by number."""
        return [row for row in self._model.you.get("full", ()) if row in range(CARD_ROWS)]

    @property
    def is_auto(self) -> bool:
        return self._model.you.get("auto") is True

    @property
    def seats(self) -> list[Seat]:
        return seats(self._model)

    @property
    def mine(self) -> Seat | None:
        return next((seat for seat in self.seats if self.is_mine(seat)), None)

    def is_mine(self, seat: Seat) -> bool:
        return seat.agent == self._model.me

    @property
    def starts_at(self) -> object:
        """When the game begins, if a countdown runs."""
        facts = self._model.facts
        return facts.get("deadline") if text(facts, "phase") == STARTING else None

    @property
    def seconds(self) -> int | None:
        """Until then."""
        return seconds_to(self._model, self.starts_at)

    @property
    def is_over(self) -> bool:
        return text(self._model.facts, "phase") == OVER

    @property
    def winner(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.id == self._model.facts.get("winner")), None)
