"""A room in which every click counts, so that one that is lost or done twice shows: `tilenet torture` plays here."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from random import Random
from typing import Any

from tilenet.game import (
    HELP,
    HOME,
    Events,
    Game,
    KeyId,
    Player,
    Points,
    Say,
    Scene,
    Tile,
    TileId,
    help_tile,
    home_tile,
)

SHOWN = 60  # of the latest clicks


class Tally(Game):
    """Counts what each player does, and remembers the order. A click is a point."""

    title = "Tally"
    about = "Every click counts."
    help = ("Click Add, or say something: both are counted.",)
    kind = "tally/1"

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.counts: Counter[str] = Counter()  # clicks by name
        self.words: Counter[str] = Counter()  # what was said, by name
        self.latest: deque[list[Any]] = deque(maxlen=SHOWN)  # name and number of each click

    def scene(self) -> Scene:
        tiles: dict[TileId, Tile] = {
            HOME: home_tile(0, 0),
            HELP: help_tile(1, 0),
            "add": Tile(0, 1, "Add", f"{self.counts.total()} clicks"),
        }
        return Scene((2, 2), tiles)

    def facts(self) -> Mapping[Any, Any]:
        return {"counts": {**self.counts}, "words": {**self.words}, "latest": [*self.latest]}

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.counts[player.name] += 1
        number = self.counts[player.name]
        self.latest.append([player.name, number])
        yield Points(player, 1)
        yield Say(f"{player.name} {number}")

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        self.words[player.name] += 1
        return super().say(player, text, to, now)
