"""What is one player's own at the table: the layout of the keys, the cards selected, a question, and a view of it."""

from __future__ import annotations

from collections.abc import Mapping

from tilenet.game import NO_VIEW, Key, KeyId, Tile, TileId, View
from tilenet.games.set.layouts import ALPHABETIC, COMMON, FOLLOWING, YES

FULL = 3  # cards selected
SELECTED = "ffbde8f0"  # behind a selected card


class Hand:
    """One player's hand. The others never see anything of it."""

    def __init__(self) -> None:
        self.layout = ALPHABETIC
        self.selected: set[int] = set()  # positions
        self.asked_until: float | None = None  # whether to quit
        self.wrong_at = float("-inf")  # when a wrong answer was last told to all
        self._view = NO_VIEW

    def let_go(self) -> None:
        """Keep nothing but the layout."""
        self.selected.clear()
        self.asked_until = None

    def switch(self) -> None:
        self.layout = FOLLOWING[self.layout]

    def view(self, scene: Mapping[TileId, Tile]) -> View:
        """The scene's tiles as this player sees them; the very same view as before if nothing in it is new."""
        tiles, keys = self._tiles(scene), self._keys()
        if tiles != self._view.tiles or keys != self._view.keys:
            self._view = View(tiles, keys) if tiles or keys else NO_VIEW
        return self._view

    def _tiles(self, scene: Mapping[TileId, Tile]) -> dict[TileId, Tile]:
        is_plain = self.layout is ALPHABETIC
        tiles: dict[TileId, Tile] = {}
        for position in sorted(self.selected) if is_plain else range(len(self.layout.letters)):
            tile = scene["card", position]._replace(text=self.layout.card(position))
            if position in self.selected:
                tile = tile._replace(name=f"* {tile.name}", bg=SELECTED)
            tiles["card", position] = tile
        return tiles

    def _keys(self) -> dict[KeyId, Key]:
        keys = {} if self.layout is ALPHABETIC else self.layout.keys()
        if self.asked_until is not None:
            keys[YES] = COMMON[YES]._replace(enabled=True)
        return keys
