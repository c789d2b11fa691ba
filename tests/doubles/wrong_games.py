"""Games that cannot be repeated or saved, each for one reason; and one for which there is none."""

from __future__ import annotations

import random as everybodys
from collections.abc import Callable
from itertools import count
from random import Random
from typing import ClassVar, NamedTuple

from tilenet.game import HELP, HOME, Events, Game, Player, Say, Scene, Tile, TileId, help_tile, home_tile

_COUNT = count(1)


class Mood(NamedTuple):
    word: str


CALM, WILD = Mood("calm"), Mood("wild")


class Right(Game):
    """Does the same again."""

    title = about = "Right"
    help = ("Click.",)

    def scene(self) -> Scene:
        tiles: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "x": Tile(2, 0, "x")}
        return Scene((3, 1), tiles)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        yield Say(self.word(player))

    def word(self, player: Player) -> str:
        return f"{player.name} {self.random.random()}"


class Prints(Right):
    """As authors do who look for a mistake."""

    def word(self, player: Player) -> str:
        print("clicked")
        return super().word(player)


class OrderOfASet(Right):
    def word(self, player: Player) -> str:
        return " ".join({"ann", "bob", "cid", "dan", "eve", "fox", "gnu"})


class HistoryOfASet(Right):
    """Numbers that have the same place in a set are in the order in which they came."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.numbers = {*map(int, ["8", "16", "0"])}  # in this order, which a constant has only in source code

    def word(self, player: Player) -> str:
        return str([*self.numbers])


class ModuleState(Right):
    def word(self, player: Player) -> str:
        return str(next(_COUNT))


class OtherChance(Right):
    def word(self, player: Player) -> str:
        return str(everybodys.random())


class Identity(Right):
    """A mood that was loaded is another object."""

    mood = CALM

    def word(self, player: Player) -> str:
        word = "calm" if self.mood is CALM else "wild" if self.mood is WILD else "lost"
        self.mood = WILD if self.mood == CALM else CALM
        return word


class LookThatCounts(Right):
    looks = 0

    def scene(self) -> Scene:
        self.looks += 1
        return super().scene()

    def word(self, player: Player) -> str:
        return str(self.looks)


class UnlistedCache(Right):
    drawn: Scene | None = None

    def scene(self) -> Scene:
        self.drawn = self.drawn or super().scene()
        return self.drawn


class ListedCache(UnlistedCache):
    caches: ClassVar = {"drawn": None}


class StateAsACache(Right):
    """What is not saved is missed."""

    caches: ClassVar = {"clicks": 0}
    clicks = 0

    def word(self, player: Player) -> str:
        self.clicks += 1
        return str(self.clicks)


class KeptLambda(Right):
    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.hands: dict[str, list[Callable[[], int]]] = {"ann": [lambda: 1]}


class AttributeFromOutside(Right):
    def __init__(self, random: Random) -> None:
        super().__init__(random)
        setattr(self, "".join(("sur", "prise")), 1)
