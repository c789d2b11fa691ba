"""What a recorded game showed, as it is shown in a replay: nothing of it can be used, and all of it is legal."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import chain, count
from typing import Any

from tilenet.game import HELP, HOME, Scene, Tile, TileId, View
from tilenet.replays.playback import DAMAGED, MOST_FACTS, CannotPlay
from tilenet.world.screens.plain import NotPlain, plain

OURS = "replay"  # how the ids of a replay's own tiles begin
WIDEST = 18  # columns and rows that all clients show
MOST_TILES = 2000
MOST_TEXT = 100_000  # characters of all tiles together


def still(scene: Scene) -> dict[TileId, Tile]:
    """The tiles of a recorded scene but for those that every room has. Raises CannotPlay."""
    if not isinstance(scene, Scene) or len(scene.tiles) > MOST_TILES or not _is_size(scene.size):
        raise CannotPlay(DAMAGED, "the scene")
    tiles = {id: _still(tile) for id, tile in scene.tiles.items() if not _is_ours(id)}
    if sum(len(tile.name) + len(tile.text) for tile in tiles.values()) > MOST_TEXT:
        raise CannotPlay(DAMAGED, "the texts of the tiles")
    return tiles


def still_view(view: View, shown: Mapping[TileId, Tile]) -> dict[TileId, Tile]:
    """What one player saw differently, of the tiles that are shown."""
    if not isinstance(view, View):
        raise CannotPlay(DAMAGED, "a view")
    return {id: _still(tile) for id, tile in view.tiles.items() if id in shown and not _is_ours(id)}


def _still(tile: Tile) -> Tile:
    if not isinstance(tile, Tile) or not isinstance(tile.name, str) or not isinstance(tile.text, str):
        raise CannotPlay(DAMAGED, "a tile")
    return tile._replace(enabled=False)


def _is_ours(id: Hashable) -> bool:
    return id in (HOME, HELP) or id == OURS or (isinstance(id, tuple) and id[:1] == (OURS,))


def _is_size(size: Any) -> bool:
    match size:
        case (int(width), int(height)):
            return 0 < width <= MOST_TILES and 0 < height <= MOST_TILES
    return False


def free_cells(size: tuple[int, int], taken: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Cells for other tiles: below a scene, then beside it, as long as all clients show them; then in it."""
    width, height = size
    below = ((x, y) for y in range(height, WIDEST) for x in range(max(width, 8)))
    beside = ((x, y) for x in range(width, WIDEST) for y in range(min(height, WIDEST)))
    inside = ((x, y) for y in range(height) for x in range(width))
    beyond = ((x, y) for y in count(max(height, WIDEST)) for x in range(max(width, 8)))
    return (cell for cell in chain(below, beside, inside, beyond) if cell not in taken)


def plain_facts(facts: Mapping[Any, Any]) -> dict[str, Any]:
    """The facts of a recorded game as JSON."""
    try:
        found: dict[str, Any] = plain(dict(facts), MOST_FACTS)
    except NotPlain as error:
        raise CannotPlay(DAMAGED, f"the facts: {error}") from None
    if _count(found) > MOST_FACTS:
        raise CannotPlay(DAMAGED, "too many facts")
    return found


def _count(value: Any) -> int:
    """How many values there are in a value, and pieces of its texts."""
    if isinstance(value, dict):
        return sum(1 + _count(one) for one in value.values())
    if isinstance(value, list):
        return sum(1 + _count(one) for one in value)
    return len(value) // 100 if isinstance(value, str) else 0
