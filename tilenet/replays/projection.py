"""A playback as a theatre shows it: the scene with the controls, the views from seats, and the facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from tilenet.game import HELP, HOME, NEVER_A_VIEW, Scene, View, help_tile, home_tile
from tilenet.replays.controls import LIT, Position, controls, keys, seat
from tilenet.replays.picture import free_cells, plain_facts, still, still_view
from tilenet.replays.playback import Playback
from tilenet.world.screens.images import Images
from tilenet.world.screens.painter import Painter


class Projection:
    """What was drawn last. Only what a room could show is ever drawn."""

    def __init__(self, playback: Playback, seats: Sequence[Mapping[str, Any]]) -> None:
        """`seats` are the people whose seats can be watched from; they are numbered from 1, and 0 is no seat."""
        numbers = count(1)
        self.playback = playback
        self.scene: Scene | None = None
        self.views: dict[int, View] = {}  # from each seat that somebody watches from
        self.facts: dict[str, Any] = {}
        self.own_facts: dict[int, dict[str, Any]] = {}
        self._seats = seats
        self._made_from: tuple[Scene, Position] | None = None
        self._views_made_from: dict[int, tuple[View, Scene]] = {}
        self._painter = Painter("m0", lambda kind: f"{kind}{next(numbers)}", Images())  # which says what is illegal

    def look(self, position: Position, numbers: Iterable[int]) -> None:
        """Draw everything as it is now, with the views from these seats."""
        with self.playback.careful():
            scene = self._look_at_scene(position)
            tells_facts = bool(self.playback.game.kind) and self.playback.game.tells_facts
            self.facts = plain_facts(self.playback.facts()) if tells_facts else {}
            self.own_facts = {}
            for number in numbers:
                self._look_from(number, scene)
                if number and tells_facts:
                    self.own_facts[number] = self._find_own_facts(number)
            self.playback.game.stale_views()

    def _look_at_scene(self, position: Position) -> Scene:
        recorded, before = self.playback.scene(), self._made_from
        if self.scene is None or before is None or recorded is not before[0] or position != before[1]:
            scene = self._draw(recorded, position)
            self._painter.paint("", scene)
            self._painter.roles()
            self.scene, self._made_from = scene, (recorded, position)
        return self.scene

    def _draw(self, recorded: Scene, position: Position) -> Scene:
        tiles = still(recorded)
        fixed = {id: tile for id, tile in recorded.tiles.items() if id in (HOME, HELP)}
        cells = free_cells(recorded.size, {(tile.x, tile.y) for tile in (*tiles.values(), *fixed.values())})
        for id, make in ((HOME, home_tile), (HELP, help_tile)):
            tiles[id] = make(*(fixed[id][:2] if id in fixed else next(cells)))
        for control, tile in controls(position, [one["name"] for one in self._seats]):
            x, y = next(cells)
            tiles[control] = tile._replace(x=x, y=y)
        width, height = recorded.size
        size = (
            max(width, *(tile.x + 1 for tile in tiles.values())),
            max(height, *(tile.y + 1 for tile in tiles.values())),
        )
        return Scene(size, tiles, keys(tiles), recorded.text, recorded.fg, recorded.bg, recorded.image)

    def _look_from(self, number: int, scene: Scene) -> None:
        recorded = self.playback.view(self._seats[number - 1]["id"]) if number else NEVER_A_VIEW
        before = self._views_made_from.get(number)
        if before is None or recorded is not before[0] or scene is not before[1]:
            chosen = scene.tiles[seat(number)]._replace(bg=LIT)
            view = View({**still_view(recorded, scene.tiles), seat(number): chosen}, text=recorded.text)
            self._painter.faces(view)
            self.views[number], self._views_made_from[number] = view, (recorded, scene)

    def _find_own_facts(self, number: int) -> dict[str, Any]:
        id = self._seats[number - 1]["id"]
        found = plain_facts(self.playback.own_facts(id))
        found.pop("leave", None)  # what it would have cost then: nobody here has to be asked
        person, seats = self.playback.people.get(id), self.facts.get("seats")
        if person is not None and isinstance(seats, dict):
            somebody = plain_facts({"player": person})
            for name, one in seats.items():
                if isinstance(one, dict) and somebody.items() <= one.items():
                    found["seat"] = name
        return found
