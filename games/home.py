"""Home: where everybody arrives, with a tile for each room, and a way out of having no points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias
from weakref import WeakKeyDictionary

from tilenet.game import HELP, Events, Game, Go, Player, Points, Scene, Tell, Tile, TileId, help_tile

RECHARGE = "recharge"
COLUMNS = 4  # of which the last is for what is not a room

NAMED = 4  # so many people in a room are told by name
FULL = 5  # points that recharging lifts to
PAUSE = 60.0  # seconds between two times


@dataclass(frozen=True)
class Place:
    """A room that one can walk into."""

    name: str
    title: str
    about: str
    people: int
    some: Sequence[str]  # the names of up to NAMED of them


#: When who has recharged last; all Homes share one of these.
Recharges: TypeAlias = WeakKeyDictionary[Player, float]


class Home(Game):
    """One Home. What rooms there are, and who is in them, is in `places`: another list when anything has changed."""

    title = "Home"
    about = "Where everybody arrives."
    help = (
        "This is Home. Click the tile of a room to walk into it; Home in there leads back here.",
        "What you say to the room is heard by all in it; to one player (in brackets), by that player alone.",
        "Points are yours wherever you go; your energy, which all can see, is your points and one more.",
        f"With fewer than {FULL} points click Recharge, once a minute.",
    )

    def __init__(self, random: Random, places: Callable[[], Sequence[Place]], recharges: Recharges) -> None:
        super().__init__(random)
        self._places = places
        self._recharges = recharges
        self._drawn: Sequence[Place] | None = None

    def scene(self) -> Scene:
        places = self._places()
        if places is not self._drawn:
            self._drawn = places
            self._scene = self._draw(places)
        return self._scene

    def _draw(self, places: Sequence[Place]) -> Scene:
        columns = COLUMNS - 1
        tiles: dict[TileId, Tile] = {
            ("room", place.name): Tile(number % columns, number // columns, place.title, _tooltip(place))
            for number, place in enumerate(places)
        }
        tiles[HELP] = help_tile(columns, 0)
        tiles[RECHARGE] = Tile(columns, 1, "Recharge", f"Fewer than {FULL} points? Back to {FULL}, once a minute.")
        rows = max(2, math.ceil(len(places) / columns))
        return Scene((COLUMNS, rows), tiles, text="Click a room to walk into it.")

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("room", str(name)):
                yield Go(player, name)
            case "recharge":
                yield from self._recharge(player, now)

    def _recharge(self, player: Player, now: float) -> Events:
        last = self._recharges.get(player)
        if player.points >= FULL:
            yield Tell(player, f"Recharging is for those with fewer than {FULL} points. You have {player.points}.")
        elif last is not None and now < last + PAUSE:
            yield Tell(player, f"You can recharge again in {math.ceil(last + PAUSE - now)} s.")
        else:
            self._recharges[player] = now
            yield Points(player, FULL - player.points)
            yield Tell(player, f"You have {FULL} points again.")


def _tooltip(place: Place) -> str:
    if not place.people:
        return f"{place.about} Nobody is there now."
    others = place.people - len(place.some)
    return f"There now: {', '.join(place.some)}{f' and {others} more' if others else ''}. {place.about}"
