"""What a room of Tombala looks like now: drawn again only where something has changed, and for whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tilenet.game import Player, Scene, Tile, TileId
from tilenet.games.tombala import table
from tilenet.games.tombala.rules import Match


class Look:
    """The scene of one room, and the players whose views may have changed since they were asked for."""

    caches: ClassVar[dict[str, object]] = {"scene": None, "_touched": None, "_board_of": (None, {})}

    def __init__(self) -> None:
        self.scene: Scene | None = None  # None when something in it may have changed
        self._touched: set[Player] | None = None  # whose views may have changed; None if it may be anybody's
        self._board_of: tuple[tuple[int, ...] | None, dict[TileId, Tile]] = (None, {})  # what was drawn, and its tiles

    def changed(self) -> None:
        """Something that everybody sees has changed."""
        self.scene = None

    def changed_for_all(self) -> None:
        """The same, and everybody's view."""
        self.scene = self._touched = None

    def changed_for(self, player: Player) -> None:
        """This player's own view has changed."""
        if self._touched is not None:
            self._touched.add(player)

    def forget(self, player: Player) -> None:
        if self._touched is not None:
            self._touched.discard(player)

    def take_touched(self) -> set[Player] | None:
        touched, self._touched = self._touched, set()
        return touched

    def draw(
        self, match: Match | None, seats: Sequence[str], seconds: int, headline: str, *, has_lobby: bool = True
    ) -> Scene:
        """Draw the scene; `seconds` are those of a countdown, if one runs."""
        tiles = {**self._board(match), **table.command_tiles(has_lobby=has_lobby), **table.seat_tiles(seats)}
        tiles[table.CLOCK] = table.clock_tile(seconds)
        self.scene = Scene(table.SIZE, tiles, table.keys(has_lobby=has_lobby), headline)
        return self.scene

    def _board(self, match: Match | None) -> dict[TileId, Tile]:
        """The tiles that change only when a number is drawn."""
        drawn = () if match is None else tuple(match.drawn)  # of the next match, it may be as many
        if drawn != self._board_of[0]:
            self._board_of = drawn, table.board_tiles(drawn) | table.last_tiles(drawn) | table.card_tiles()
        return self._board_of[1]
