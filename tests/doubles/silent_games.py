"""Games that are wrong in silence, each in one way: nobody would notice before players do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tilenet.game import (
    HELP,
    HOME,
    Event,
    Events,
    Feat,
    Game,
    Go,
    Open,
    Player,
    Result,
    Scene,
    Standing,
    Tile,
    TileId,
    View,
    help_tile,
    home_tile,
)


class Quiet(Game):
    """Nothing is wrong with it."""

    title = "Quiet"
    about = "Nothing happens."
    help = ("Click.",)

    def scene(self) -> Scene:
        return Scene((4, 3), self.tiles())

    def tiles(self) -> dict[TileId, Tile]:
        return {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "x": Tile(0, 1, "x"), "y": Tile(1, 1, "y")}


class Misspelt(Quiet):
    def clik(self, player: Player, tile: TileId, now: float) -> Events:
        return ()


class Prefixed(Quiet):
    def on_click(self, player: Player, tile: TileId, now: float) -> Events:
        return ()


class MisspeltAttribute(Quiet):
    option: ClassVar = {"speed": int}


class MisspeltDeadline(Quiet):
    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.dead_line = now + 10
        return ()


class CallsItself(Quiet):
    """A name that is close to a hook's is fine if something uses it."""

    def clicks(self) -> int:
        return 1

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.ticked = self.clicks()
        return [Go(player)] * (self.ticked - 1)


class TooFew(Quiet):
    def click(self, player: Player, tile: TileId) -> Events:  # type: ignore[override]
        return ()


class OtherOrder(Quiet):
    def click(self, tile: TileId, player: Player, now: float) -> Events:  # type: ignore[override]
        return ()


class FactsWithoutAKind(Quiet):
    def facts(self) -> Mapping[Any, Any]:
        return {"x": 1}


class WrongKind(Quiet):
    kind = "Quiet"


class Options(Quiet):
    options: ClassVar = {"size": int, "is_fast": bool, "missing": str, "speed": int, "cells": str}
    size = -1
    is_fast = False
    speed = 7
    cells = (1, 2)  # how that is written is the author's to know


class TwoLines(Quiet):
    about = "One.\nTwo."


class Shown(Quiet):
    """Changes the scene that everybody has seen."""

    caches: ClassVar = {"_scene": None}
    _scene: Scene | None = None
    last: TileId = ""

    def scene(self) -> Scene:
        self._scene = self._scene or super().scene()
        return self._scene

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if self._scene is not None:
            self._scene.tiles[tile] = self._scene.tiles[tile]._replace(name=f"{player.name} {now}")
        return ()


class ShownView(Quiet):
    caches: ClassVar = {"_views": {}}

    def view(self, player: Player) -> View:
        views: dict[Player, View] = vars(self).setdefault("_views", {})
        view = views.setdefault(player, View())
        view.tiles["x"] = Tile(0, 1, f"{view.tiles['x'].name if 'x' in view.tiles else ''}x")
        return view


class SameRole(Quiet):
    kind = "quiet/1"

    def tiles(self) -> dict[TileId, Tile]:
        return super().tiles() | {1: Tile(2, 2), "1": Tile(3, 2)}


class NoRole(Quiet):
    kind = "quiet/1"

    def tiles(self) -> dict[TileId, Tile]:
        return super().tiles() | {2.5: Tile(2, 2)}


class Clicked(Quiet):
    """What a click leads to."""

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        return [self.event(player, now)]

    def event(self, player: Player, now: float) -> Event:
        raise NotImplementedError


class NoWay(Clicked):
    def event(self, player: Player, now: float) -> Event:
        return Go(player, "nowhere")


class NoPlugin(Clicked):
    def event(self, player: Player, now: float) -> Event:
        return Open("nothing")


class NobodyFirst(Clicked):
    """The best of one has the second place."""

    def event(self, player: Player, now: float) -> Event:
        return Result("Quiet", (Standing(player, 2, 1.0, feats=(Feat("fastest", 1.0),)),))


class Raises(Clicked):
    def event(self, player: Player, now: float) -> Event:
        known: dict[str, Event] = {}
        return known[player.name]


class Deadline(Quiet):
    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.deadline = self.at(now)
        return ()

    def at(self, now: float) -> Any:
        raise NotImplementedError

    def tick(self, now: float) -> Events:
        self.deadline = None
        return ()


class Passed(Deadline):
    def at(self, now: float) -> Any:
        return 10


class OtherClock(Deadline):
    def at(self, now: float) -> Any:
        return now + 1.7e9


class NoTime(Deadline):
    def at(self, now: float) -> Any:
        return float("nan")


class Stays(Deadline):
    def at(self, now: float) -> Any:
        return now + 1

    def tick(self, now: float) -> Events:
        return ()


class FarHome(Quiet):
    def scene(self) -> Scene:
        return Scene((40, 3), self.tiles() | {HOME: home_tile(30, 0)})
