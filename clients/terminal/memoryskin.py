"""Memory as the panel draws it, with a sign for each picture where there is no room for the picture itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.panelskin import PanelSkin
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.vocabulary import members
from tilenet.words import Words

#: For each picture one column of a terminal: what it shows, and what it shows if that is cut out.
PAIRS = {
    "dot": "●○",
    "eye": "◉◎",
    "box": "■□",
    "gem": "◆◇",
    "bow": "⋈∞",
    "add": "✚+",
    "cup": "⊔⊓",
    "sun": "★☆",
    "arc": "◐◑",
    "jet": "▶▷",
    "zap": "ϟ≈",
    "tee": "╦┬",
    "dew": "▼▽",
    "fir": "▲△",
    "hut": "⌂#",
    "cod": "∝¤",
}
SIGNS = {name: pair[0] for name, pair in PAIRS.items()} | {f"cut {name}": pair[1] for name, pair in PAIRS.items()}


class MemorySkin(PanelSkin):
    """A board of Memory. In ASCII, its cards show their letters."""

    kinds = ("memory/1",)
    scores = Words("Cards found")

    def __init__(self, context: SkinContext) -> None:
        super().__init__(context)
        self._has_signs = context.signs.has_blocks

    def board(self) -> Mapping[Cell, Thing]:
        tiles = super().board()
        if not self._has_signs:
            return tiles
        cards = members(self._model.facts, "cards")
        return {cell: self._signed(tile, cards.get(self._model.role_of(tile.objid))) for cell, tile in tiles.items()}

    def _signed(self, tile: Thing, card: object) -> Thing:
        """A card with its sign as its name; a card without one as it is."""
        sign = SIGNS.get(str(card.get("symbol"))) if isinstance(card, dict) else None
        if sign is None or not isinstance(card, dict):
            return tile
        return replace(tile, name=f"{sign}!" if card.get("state") == "wrong" else sign)
