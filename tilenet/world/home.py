"""Home: where everybody arrives, with a tile for each room, and a way to get points again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias
from weakref import WeakKeyDictionary

from tilenet.game import HELP, Events, Game, Go, Player, Points, Scene, Tell, Tile, TileId

RECHARGE = "recharge"
COLUMNS = 3
OWN = ("records",)  # rooms that are beside Recharge and Help, because nobody plays there
NAMED = 4  # how many people in a room are named
FULL = 5  # points after recharging
PAUSE = 60.0  # seconds between two recharges


@dataclass(frozen=True)
class Place:
    """A room that players can walk into."""

    name: str
    title: str
    about: str
    people: int
    bots: int
    watching: int  # of both
    some: Sequence[str]  # the names of up to NAMED of both, people first
    parent: str = ""  # the title of the game that this is a variant of


#: When each player last recharged; all Homes share one of these.
Recharges: TypeAlias = WeakKeyDictionary[Player, float]


class Home(Game):
    """One Home. `places` returns the rooms and who is in them: a new list whenever anything has changed."""

    title = "Home"
    about = "Where everybody arrives."
    help = (
        "This is Home. Click a room to walk into it; the tile Home in that room leads back here.",
        "Everybody in the room hears what you say. To whisper, say something (in brackets) to one player.",
        "You keep your points wherever you go, and everybody can see them.",
        f"If you have fewer than {FULL} points, Recharge brings you back to {FULL}, once a minute.",
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
        groups: tuple[dict[TileId, tuple[str, str]], ...] = ({}, {}, {})  # games, variants of them, and the rest
        for place in places:
            number = 2 if place.name in OWN else 1 if place.parent else 0
            groups[number]["room", place.name] = place.title, _tooltip(place)
        groups[-1][RECHARGE] = "Recharge", f"Fewer than {FULL} points? Back to {FULL}, once a minute."
        groups[-1][HELP] = "Help", "What is this room?"
        tiles: dict[TileId, Tile] = {}
        rows = 0
        for group in groups:  # each begins a row
            for number, (id, words) in enumerate(group.items()):
                tiles[id] = Tile(number % COLUMNS, rows + number // COLUMNS, *words)
            rows += math.ceil(len(group) / COLUMNS)
        return Scene((COLUMNS, max(2, rows)), tiles, text="Click a room to walk into it.")

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("room", str(name)):
                yield Go(player, name)
            case "recharge":
                yield from self._recharge(player, now)

    def _recharge(self, player: Player, now: float) -> Events:
        last = self._recharges.get(player)
        if player.points >= FULL:
            yield Tell(player, f"Recharge is for players with fewer than {FULL} points. You have {player.points}.")
        elif last is not None and now < last + PAUSE:
            yield Tell(player, f"You can recharge again in {math.ceil(last + PAUSE - now)} s.")
        else:
            self._recharges[player] = now
            yield Points(player, FULL - player.points)
            yield Tell(player, f"You have {FULL} points again.")


def _tooltip(place: Place) -> str:
    """What a room is and who is there. Clients may read the numbers: so they come before the names of players."""
    about = f"More of {place.parent}: {place.about}" if place.parent else place.about
    if not place.people and not place.bots:
        return f"{about} Nobody is there now."
    some = [_count(place.people, "person", "people"), _count(place.bots, "bot", "bots")]
    others = place.people + place.bots - len(place.some)
    names = f"{', '.join(place.some)}{f' and {others} more' if others else ''}"
    who = " and ".join(filter(None, some))
    if place.watching:
        who += f", {place.watching} of them watching" if place.people + place.bots > 1 else ", watching"
    return f"{about} There now: {who}: {names}."


def _count(number: int, one: str, many: str) -> str:
    return "" if not number else f"{number} {one if number == 1 else many}"
