"""Home: where everybody arrives, with a tile for each room, and a way to get points again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, NamedTuple

from tilenet.game import (
    HELP,
    HOME_NAME,
    Events,
    Game,
    Go,
    Listing,
    Player,
    Points,
    Refuse,
    Scene,
    Tell,
    Tile,
    TileId,
    Words,
    help_tile,
)
from tilenet.world.playnow import in_words, soonest

RECHARGE = "recharge"
COLUMNS = 3
OWN = ("records", "replays", "account")  # rooms that are beside Recharge and Help, because nobody plays there
TABLES = 6  # of people's own that a game names
NAMED = 4  # how many people in a room are named
FULL = 5  # points after recharging
PAUSE = 60.0  # seconds between two recharges

HEADLINE = Words("Click a room to walk into it.")
NOT_KEPT = Words("Right now a crash of the server would lose running games and points.")
RECHARGE_TILE = Words("Recharge"), Words("Fewer than {n} points? Back to {n}, once a minute.", n=FULL)


class Home(Game):
    """One Home. A player who has recharged in one cannot recharge in another, so all of them share `recharges`."""

    title = HOME_NAME
    about = Words("Where everybody arrives.")
    help = (
        Words("This is Home. Click a room to walk into it; the tile Home in that room leads back here."),
        Words("Everybody in the room hears what you say. `@bob hello` whispers to bob, in whatever room he is."),
        Words("You keep your points wherever you go, and everybody can see them."),
        Words("If you have fewer than {n} points, Recharge brings you back to {n}, once a minute.", n=FULL),
    )

    kind = "home/1"
    is_recorded = False
    lists = "*"
    forgets_rooms = True
    caches: ClassVar = {
        "_facts": None,
        "_stale": {},
        "_rooms": {},
        "_places": (),
        "_scene": None,
        "is_kept": True,
        "choices": {},
    }

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.recharges: dict[str, float] = {}  # when somebody last did, by the id of the player
        self._rooms: dict[str, Listing] = {}
        self._places: Sequence[Place] = ()
        self._resting: dict[Player, float] = {}  # those here who cannot recharge again yet, until when
        self._stale: dict[Player, None] = {}  # whose own facts have changed
        self._facts: Mapping[Any, Any] | None = None  # None before anybody has asked
        self._scene: Scene | None = None  # None before anybody has looked
        self.is_kept = True  # whether a crash would lose nothing
        self.offered: Mapping[str, Any] = {}  # of games that can be played at tables of one's own, as facts, by room

    def rooms_changed(self, changes: Mapping[str, Listing | None], now: float) -> Events:
        for name, listing in changes.items():
            if listing is None:
                self._rooms.pop(name, None)
            else:
                self._rooms[name] = listing
        self._places = _places(self._rooms.values())
        self._facts = None
        self._scene = None
        return ()

    def keep(self, is_kept: bool) -> None:
        """Whether a crash would lose nothing from now on: everybody here may know."""
        self.is_kept = is_kept
        self._scene = None

    def scene(self) -> Scene:
        if self._scene is None:
            self._scene = self._draw()
        return self._scene

    def _draw(self) -> Scene:
        groups: tuple[dict[TileId, tuple[str, str]], ...] = ({}, {}, {})  # games, variants of them, and the rest
        for place in self._places:
            number = 2 if place.room.room in OWN else 1 if place.parent else 0
            groups[number]["room", place.room.room] = place.room.title, _tooltip(place)
        groups[-1][RECHARGE] = RECHARGE_TILE
        groups[-1][HELP] = help_tile(0, 0)[2:4]
        tiles: dict[TileId, Tile] = {}
        rows = 0
        for group in groups:  # each begins a row
            for number, (id, words) in enumerate(group.items()):
                tiles[id] = Tile(number % COLUMNS, rows + number // COLUMNS, *words)
            rows += math.ceil(len(group) / COLUMNS)
        return Scene((COLUMNS, max(2, rows)), tiles, text=HEADLINE if self.is_kept else NOT_KEPT)

    def facts(self) -> Mapping[Any, Any]:
        if self._facts is None:
            self._facts = {
                "rooms": {
                    ("room", place.room.room): _facts_of(place, self.offered.get(place.room.room))
                    for place in self._places
                },
                "play": self._play(),
            }
        return self._facts

    def _play(self) -> Mapping[str, Any] | None:
        """Where /play leads."""
        found = soonest(self._rooms.values())
        return None if found is None else {"text": in_words(found), "room": found.room}

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        return {"recharge_at": self._resting.get(player)}

    def stale_views(self) -> Iterable[Player]:
        stale, self._stale = self._stale, {}
        return stale

    def legal(self, player: Player) -> Iterable[TileId]:
        rooms = [("room", place.room.room) for place in self._places]
        return [*rooms, RECHARGE] if player.points < FULL and player not in self._resting else rooms

    def enter(self, player: Player, now: float) -> Events:
        self._let_rest(player, now)
        return ()

    def leave(self, player: Player, now: float) -> Events:
        self._stale.pop(player, None)
        if self._resting.pop(player, None) is not None:
            self._set_deadline()
        return ()

    def tick(self, now: float) -> Events:
        """Those who have rested can recharge again."""
        for player in [one for one, until in self._resting.items() if now >= until]:
            del self._resting[player]
            self._stale[player] = None
        self._set_deadline()
        return ()

    def _let_rest(self, player: Player, now: float) -> None:
        """A player who is here can recharge again after a while, if they just have."""
        last = self.recharges.get(player.id)
        if last is not None and now < last + PAUSE:
            self._resting[player] = last + PAUSE
            self._stale[player] = None
            self._set_deadline()

    def _set_deadline(self) -> None:
        self.deadline = min(self._resting.values(), default=None)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("room", str(name)):
                yield Go(player, name)
            case "recharge":
                yield from self._recharge(player, now)
                self._let_rest(player, now)

    def ask(self, player: Player, request: object, now: float) -> Events:
        """Somebody elsewhere would like to recharge."""
        return self._recharge(player, now) if request == RECHARGE else ()

    def _recharge(self, player: Player, now: float) -> Events:
        last = self.recharges.get(player.id)
        if player.points >= FULL:
            why = Words(
                "Recharge is for players with fewer than {n} points. You have {points}.", n=FULL, points=player.points
            )
            yield Refuse(player, why)
        elif last is not None and now < last + PAUSE:
            yield Refuse(player, Words("You can recharge again in {seconds} s.", seconds=math.ceil(last + PAUSE - now)))
        else:
            self._forget_old(now)
            self.recharges[player.id] = now
            yield Points(player, FULL - player.points)
            yield Tell(player, Words("You have {n} points again.", n=FULL))

    def _forget_old(self, now: float) -> None:
        for one in [one for one, last in self.recharges.items() if now >= last + PAUSE]:
            del self.recharges[one]


class Place(NamedTuple):
    """A room that players can walk into from Home, with all that belong to it."""

    room: Listing
    people: int
    bots: int
    watching: int  # of both
    some: Sequence[str]  # the names of up to NAMED of both, people first
    parent: Listing | None  # the game that this is a variant of
    tables: Sequence[Listing]  # of people's own, that everybody may see


def _places(listings: Iterable[Listing]) -> list[Place]:
    rooms: dict[str, list[Listing]] = {one.room: [one] for one in listings if not one.is_temporary}
    for one in listings:
        if one.is_temporary:
            rooms.get(one.table_of or one.belongs_to, []).append(one)
    return sorted((_place(some, rooms) for some in rooms.values()), key=lambda place: place.room.order)


def _place(rooms: Sequence[Listing], by_name: Mapping[str, Sequence[Listing]]) -> Place:
    """Who is there now. A game is a variant of another if its name begins with that and a hyphen: set-practice."""
    first = rooms[0]
    parents = [some[0] for name, some in by_name.items() if first.room.startswith(f"{name}-")]
    people, bots = sum(one.people for one in rooms), sum(one.bots for one in rooms)
    return Place(
        first,
        people,
        bots,
        sum(one.summary.watching for one in rooms),
        _some_names(rooms),
        max(parents, key=lambda one: len(one.room), default=None),
        sorted((one for one in rooms if one.table_of), key=lambda one: (not one.people, not one.summary.can_join)),
    )


def _facts_of(place: Place, choices: Mapping[str, Any] | None) -> Mapping[Any, Any]:
    return {
        "table": None if choices is None else {"choices": choices},
        "tables": [_table_facts(one) for one in place.tables[:TABLES]] or None,
        "room": place.room.room,
        "title": place.room.title,
        "about": place.room.about,
        "kind": place.room.kind,
        "people": place.people,
        "bots": place.bots,
        "watching": place.watching,
        "names": place.some,
        "variant_of": place.parent and place.parent.room,
    }


def _table_facts(table: Listing) -> Mapping[Any, Any]:
    """A table that everybody may come to: `join` is what to type after /join."""
    return {
        "join": table.room,
        "title": table.title,
        "people": table.people,
        "bots": table.bots,
        "names": table.some,
        "phase": table.summary.phase or None,
    }


def _some_names(rooms: Iterable[Listing]) -> list[str]:
    """The names of a few people; if there are not enough of them, of bots."""
    people = [name for one in rooms for name in one.some[: one.people]]
    bots = [name for one in rooms for name in one.some[one.people :]]
    return [*people, *bots][:NAMED]


def _tooltip(place: Place) -> Words:
    """What a room is and who is there. Clients may read the numbers: so they come before the names of players."""
    about = place.room.about
    if place.parent:
        about = Words("More of {game}: {about}", game=place.parent.title, about=about)
    if not place.people and not place.bots:
        return Words("{about} Nobody is there now.", about=about)
    names, others = ", ".join(place.some), place.people + place.bots - len(place.some)
    if others:
        names = Words("{names} and {more} more", names=names, more=others)
    who = _who(place.people, place.bots, place.watching)
    return Words("{about} There now: {who}: {names}.", about=about, who=who, names=names)


@lru_cache(1024)
def _who(people: int, bots: int, watching: int) -> Words:
    """2 people and 1 bot, 1 of them watching"""
    who = Words("{n} person", many="{n} people", n=people)
    robots = Words("{n} bot", many="{n} bots", n=bots)
    if people and bots:
        who = Words("{people} and {bots}", people=who, bots=robots)
    elif bots:
        who = robots
    if not watching:
        return who
    if people + bots == 1:
        return Words("{who}, watching", who=who)
    return Words("{who}, {watching} of them watching", who=who, watching=watching)
