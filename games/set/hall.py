"""Set at several tables: the first is always there; others are opened for those who would have to wait."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import ClassVar

from tilenet.game import Events, Game, Go, Open, Player, Tell, Tile, TileId
from tilenet.games.set import seats
from tilenet.games.set.game import SetGame

ROOM = "set"  # the world's name for the room of the first table
OTHER = "other table"


class SetTable(SetGame):
    """One of the tables. A player who cannot play soon at this one can go to another."""

    help = (
        *SetGame.help,
        seats.HELP,
        "If a game is running, or the table is full, Other table leads to a table where you can play soon.",
    )
    options: ClassVar = {**SetGame.options, "tables": int}
    tables = 20  # how many there can be at once

    def __init__(
        self,
        random: Random,
        *,
        countdown: float | None = None,
        number: int = 1,
        hall: dict[int, SetTable] | None = None,
    ) -> None:
        """A table with this number, in the hall of the others."""
        super().__init__(random, countdown=countdown)
        self._number = number
        self._hall: dict[int, SetTable] = {} if hall is None else hall
        self._hall[number] = self
        if self.tables > 1:
            self.meanwhile = f"{self.meanwhile} Or click Other table."

    def replace_failed(self, failed: Game) -> None:
        """Keep the other tables: they still exist."""
        if isinstance(failed, SetTable):
            self._hall = failed._hall
            self._hall[self._number] = self

    @property
    def has_seat(self) -> bool:
        """Whether somebody who comes in now plays when the countdown ends."""
        return self.match is None and self._queue.busy < self.seats

    def enter(self, player: Player, now: float) -> Events:
        self.is_done = False
        return super().enter(player, now)

    def leave(self, player: Player, now: float) -> Events:
        yield from super().leave(player, now)
        self.is_done = not self._queue.here

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        return self._go_on(player) if tile == OTHER else super().click(player, tile, now)

    def _go_on(self, player: Player) -> Events:
        """Send a player to the first table with a seat, or to a new one; if there are too many, to one to restart."""
        others = [(number, table) for number, table in sorted(self._hall.items()) if table is not self]
        found = [number for number, table in others if table.has_seat]
        if not found and len(self._hall) < self.tables:
            number = next(number for number in count(2) if number not in self._hall)
            yield self._new_table(number)
            found = [number] if number in self._hall else []  # it is not if its game cannot begin
        found = found or [number for number, table in others if table.match is not None and table.match.is_over]
        if found:
            yield Go(player, _room(found[0]))
        else:
            yield Tell(player, "There is no free seat at any other table now. Try again later.")

    def _new_table(self, number: int) -> Open:
        hall, kind, countdown = self._hall, type(self), self.countdown

        def make(random: Random) -> SetTable:
            return kind(random, countdown=countdown, number=number, hall=hall)

        return Open(_room(number), f"{self.title} {number}", make, lambda: hall.pop(number, None), ROOM)

    def _tiles(self) -> dict[TileId, Tile]:
        is_needed = self.is_on or (self.match is None and len(self._queue.here) >= self.seats)
        other = Tile(2, 7, "Other table", "Go to a table where you can play soon", is_needed and self.tables > 1)
        return {**super()._tiles(), OTHER: other}


def _room(number: int) -> str:
    """The world's name for the room of a table."""
    return ROOM if number == 1 else f"{ROOM}-{number}"
