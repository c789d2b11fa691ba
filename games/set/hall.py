"""Set at several tables: the first is always there; others are opened for those who would have to wait."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from tilenet.game import Choice, Events, Go, Listing, LookUp, Open, Player, RoomsOf, Tell, Tile, TileId, Words
from tilenet.games.set import seats
from tilenet.games.set.game import SetGame
from tilenet.games.set.shown import OVER, PLAYING

ROOM = "set"  # the world's name for the room of the first table, and for the plugin of all
OTHER = "other table"
NO_SEAT = Words("There is no free seat at any other table now. Try again later.")
SHORTER = Words("There is no free seat at any other table now, so you are led to one where fewer people wait.")


@dataclass(frozen=True)
class TablesFor(RoomsOf):
    """A question for `LookUp`: all tables, for a player who would like to play at another one."""

    player: Player


class SetTable(SetGame):
    """One of the tables. A player who cannot play soon at this one can go to another."""

    help = (
        *SetGame.help,
        seats.HELP,
        Words("If a game is running, or the table is full, Other table leads to a table where you can play soon."),
    )
    options: ClassVar = {**SetGame.options, "tables": int}
    choices: ClassVar = {
        "countdown": Choice(Words("Countdown"), [(n, Words("{n} s", n=n)) for n in (10, 20, 30, 60)], 20),
        "at_three": Choice(Words("Submit at three"), [(False, Words("off")), (True, Words("on"))], usual=False),
    }
    table = ROOM
    tables = 100  # how many there can be at once: more than the connections that one address may have

    def __init__(self, random: Random, *, countdown: float | None = None, at_three: bool = False) -> None:
        super().__init__(random, countdown=countdown, at_three=at_three)
        self._waits: Player | None = None  # for a table that is being opened

    def enter(self, player: Player, now: float) -> Events:
        self.is_done = False
        return super().enter(player, now)

    def leave(self, player: Player, now: float) -> Events:
        yield from super().leave(player, now)
        self.is_done = not self._queue.here

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        return [LookUp(TablesFor(ROOM, player))] if tile == OTHER else super().click(player, tile, now)

    def found(self, question: object, answer: object, now: float) -> Events:
        if isinstance(question, TablesFor) and isinstance(answer, tuple):
            yield from self._lead_on(question.player, answer)

    def _lead_on(self, player: Player, tables: Sequence[Listing]) -> Events:
        """Send a player to the first table with a seat, or to a new one; if there are too many, to one to restart.

        If all of them are playing, it is better to be where fewer people wait.
        """
        here = self.summary()  # those who play are at no other table, so this tells which one this is
        others = [one for one in tables if one.summary != here]
        free = [one.room for one in others if one.summary.can_join]
        over = [one.room for one in others if one.summary.phase == OVER]
        waiting = [(one.summary.watching, one.room) for one in others if one.summary.phase == PLAYING]
        shorter = [(watching, room) for watching, room in waiting if watching + 1 < here.watching]
        if free:
            yield Go(player, free[0])
        elif len(tables) < self.tables:
            self._waits = player
            opening = Open(ROOM, belongs_to=ROOM)
            yield opening
            yield Go(player, opening)
        elif over:
            yield Go(player, over[0])
        elif shorter:
            yield Tell(player, SHORTER)
            yield Go(player, min(shorter)[1])
        else:
            yield Tell(player, NO_SEAT)

    def opened(self, opening: Open, room: str | None, now: float) -> Events:
        player, self._waits = self._waits, None
        if room is None and player is not None:
            yield Tell(player, NO_SEAT)

    @property
    def _has_others(self) -> bool:
        """Whether there can be other tables for those at this one."""
        return self.tables > 1 and not self.is_own_table

    def _meanwhile(self) -> str:
        meanwhile = super()._meanwhile()
        return Words("{meanwhile} Or click Other table.", meanwhile=meanwhile) if self._has_others else meanwhile

    def _tiles(self) -> dict[TileId, Tile]:
        if self.is_own_table:
            return super()._tiles()
        name, text = Words("Other table"), Words("Go to a table where you can play soon")
        return {**super()._tiles(), OTHER: Tile(2, 7, name, text, self._is_busy())}

    def _is_busy(self) -> bool:
        """Whether people may want to go to another table, and there can be one."""
        is_full = self.match is None and len(self._queue.here) >= self.seats
        return self._has_others and (self.is_on or is_full)

    def legal(self, player: Player) -> Iterable[TileId]:
        """Those who play can go to another table, too, but nothing would be won by it."""
        others = [OTHER] if self._is_busy() and not self._has_seat(player) else []
        return [*super().legal(player), *others]

    def _has_seat(self, player: Player) -> bool:
        return self._is_playing(player) if self.is_on else player in self._players()
