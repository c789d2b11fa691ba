"""A game that can be played at tables of one's own: whoever clicks first wins."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from tilenet.catalogue import GamePlugin
from tilenet.game import (
    HELP,
    HOME,
    Choice,
    Events,
    Game,
    Player,
    Result,
    Say,
    Scene,
    Summary,
    Tile,
    TileId,
    help_tile,
    home_tile,
    standings,
)

SIZES = Choice("Size", ((3, "small"), (5, "large")), 3)


class Race(Game):
    """It takes two, and begins by itself when they are there, unless it is held."""

    title = "Race"
    about = "Be the first to click."
    help = ("Click go.",)
    kind = "race/1"
    table = "race"
    choices: ClassVar = {"size": SIZES}

    def __init__(self, random: Random, size: int = 3) -> None:
        super().__init__(random)
        self.size = size
        self.here: list[Player] = []
        self.is_on = False
        self.has_ended = False

    def summary(self) -> Summary:
        phase = "playing" if self.is_on else "over" if self.has_ended else "waiting"
        return Summary(tuple(one.name for one in self.here), None, phase)

    def scene(self) -> Scene:
        tiles: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "go": Tile(0, 1, "go")}
        return Scene((self.size, 2), tiles, text="on" if self.is_on else "off")

    def facts(self) -> Mapping[Any, Any]:
        return {"phase": self.summary().phase}

    def why_not_start(self) -> str | None:
        if self.is_on:
            return "A game is on."
        return None if len(self.here) >= 2 else "It takes two players."

    def start(self, now: float) -> Events:
        self.is_on = True
        yield Say("Go!")

    def hold(self, is_held: bool, now: float) -> Events:
        self.is_held = is_held
        return self._begin(now)

    def _begin(self, now: float) -> Events:
        return () if self.is_held or self.why_not_start() else self.start(now)

    def enter(self, player: Player, now: float) -> Events:
        self.here.append(player)
        return self._begin(now)

    def leave(self, player: Player, now: float) -> Events:
        self.here.remove(player)
        if len(self.here) < 2:
            self.is_on = False
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if self.is_on and tile == "go":
            self.is_on, self.has_ended = False, True
            scores = {one: 3 if one is player else 1 for one in self.here}
            yield Result(self.title, standings(scores))


RACE = GamePlugin("race", Race)
