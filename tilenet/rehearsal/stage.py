"""Doing acts: some games in rooms, with stand-ins for players, and no world around them.

An act is data: the time, the name of a room, what is done there, and by whom and to what. Besides the methods of games
there are `open` and `close`, which a world would do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from tilenet.chance import Chance
from tilenet.game import Event, Game, Json, Key, Player, Points, Scene, Tile, View
from tilenet.saving.classes import classes_of
from tilenet.saving.reader import arguments, from_text, load
from tilenet.saving.writer import Data, Writer, save, to_text
from tilenet.text import same_hash

NAMES = ("ann", "bob", "cid", "dan", "eve")

Act: TypeAlias = list[Data]
Kinds: TypeAlias = Mapping[str, type[Game]]  # the games that rooms can be opened for, by the names of their plugins


@dataclass(eq=False)
class StandIn:
    """A player as a game knows one, and nothing else."""

    id: str
    name: str
    points: int = 10
    is_bot: bool = False
    is_away: bool = False
    is_gone: bool = False
    origin: str = ""
    account_id: int | None = None

    def __hash__(self) -> int:
        return same_hash(self.id)


def company() -> dict[str, StandIn]:
    """Everybody who may play: one is a bot, and two have accounts."""
    people = {name: StandIn(f"id-{name}", name) for name in NAMES}
    people["dan"].is_bot = True
    people["bob"].account_id, people["eve"].account_id = 1, 2
    return {one.id: one for one in people.values()}


class Step(NamedTuple):
    """What came of one act. The looks are empty if nobody looked."""

    events: list[str]
    deadline: float | None
    is_done: bool
    summary: str
    scene: str = ""
    views: str = ""


NOTHING = Step([], None, False, "")  # what comes of opening and closing a room


class Room(NamedTuple):
    """A game, and what it was made from."""

    game: Game
    plugin: str
    setup: Mapping[str, Json]


class Saved(NamedTuple):
    """Everything at one moment: the saved games by room, the people, and the rooms that they are in.

    `heard` is what games that forget rooms were told of them: they are told again when they are loaded.
    """

    rooms: dict[str, str]
    people: list[dict[str, Data]]
    where: dict[str, str]
    heard: dict[str, list[tuple[float, Data]]]


class Stage:
    """Some rooms and their people."""

    def __init__(self, kinds: Kinds, seed: str) -> None:
        self.kinds = kinds
        self.rooms: dict[str, Room] = {}
        self.people = company()
        self.where: dict[str, str] = {}  # the rooms that people are in, by their ids
        self.heard: dict[str, list[tuple[float, Data]]] = {}  # news of rooms, for those who forget
        self.happened: Sequence[Event] = ()  # in the last act
        self._seed = seed

    def do(self, act: Act, *, is_watched: bool) -> Step:
        """Do something, and look at the game if anybody does."""
        now, name, what, *rest = act
        self.happened = ()
        if what == "open":
            plugin, setup = rest
            self.rooms[name] = Room(self._make(name, plugin, setup), plugin, setup)
            return NOTHING
        if what == "close":
            del self.rooms[name]
            return NOTHING
        game = self.rooms[name].game
        if what == "own":
            game.is_own_table = game.is_held = True
            return NOTHING
        if what == "scored":
            self.people[rest[0]["player"]].points = rest.pop()
        if what == "rooms_changed" and game.forgets_rooms:
            self.heard.setdefault(name, []).append((now, rest))
        if what == "enter":
            self.where[rest[0]["player"]] = name
        elif what == "leave":
            self.where.pop(rest[0]["player"], None)
        self.happened = perform(game, what, rest, now, self.people.__getitem__)
        events, summary = ([write(game, part) for part in parts] for parts in (self.happened, [game.summary()]))
        step = Step(events, game.deadline, game.is_done, summary[0])
        return self._look(name, step) if is_watched else step

    def _make(self, name: str, plugin: str, setup: Mapping[str, Json]) -> Game:
        return self.kinds[plugin](Chance.named(f"{self._seed} {name}"), **setup)

    def members(self, room: str) -> list[StandIn]:
        return [self.people[id] for id, where in self.where.items() if where == room]

    def _look(self, room: str, step: Step) -> Step:
        game = self.rooms[room].game
        views = sorted((one.id, _view(game.view(one))) for one in self.people.values())
        game.stale_views()
        if game.kind:
            game.facts()
            for one in self.members(room):
                game.own_facts(one)
                game.legal(one)
        return step._replace(scene=_scene(game.scene()), views=_digest(map(repr, views)))

    # Saving

    def save(self) -> Saved:
        rooms = {name: to_text(save(*room)) for name, room in self.rooms.items()}
        heard = {name: news[:] for name, news in self.heard.items()}
        return Saved(rooms, [*map(asdict, self.people.values())], dict(self.where), heard)

    def load(self, saved: Saved) -> None:
        self.people = {one["id"]: StandIn(**one) for one in saved.people}
        self.where = dict(saved.where)
        people: dict[str, Player] = {**self.people}
        for name, text in saved.rooms.items():
            data = from_text(text)
            plugin, setup = data["game"], data["setup"]
            self.rooms[name] = Room(load(data, self.kinds[plugin], people.__getitem__), plugin, setup)
        for name, news in saved.heard.items():
            self.heard[name] = [(now, noted) for now, noted in news]
            for now, noted in self.heard[name]:
                perform(self.rooms[name].game, "rooms_changed", noted, now, self.people.__getitem__)


def perform(
    game: Game, what: str, noted: Iterable[Data], now: float, find: Callable[[str], StandIn]
) -> Sequence[Event]:
    """Call a method of a game, with arguments as they were noted; returns what happened. Points count at once."""
    args = arguments(game, noted, find)
    match what, args:
        case "away" | "back" | "leave", [StandIn() as player]:
            player.is_away = what == "away"
    happened = []
    for event in getattr(game, what)(*args, now) or ():
        if isinstance(event, Points) and isinstance(event.player, StandIn):
            event.player.points = max(0, event.player.points + event.change)
        happened.append(event)
    return happened


def write(game: Game, value: object) -> str:
    """Anything that a game has to do with as text, the same in every process."""
    return json.dumps(data_of(game, value), ensure_ascii=False)


def data_of(game: Game, value: object) -> Data:
    return Writer(classes_of(type(game))).value(value)


def _digest(lines: Iterable[str]) -> str:
    return sha256("\n".join(lines).encode(errors="replace")).hexdigest()[:16]


@lru_cache(64)
def _scene(scene: Scene) -> str:
    look = repr((scene.size, scene.text, scene.fg, scene.bg, scene.image))
    return f"{scene.text} {_digest([look, *_faces(scene)])}"


@lru_cache(64)
def _view(view: View) -> str:
    return _digest(_faces(view))


def _faces(look: Scene | View) -> list[str]:
    """All tiles and keys. Their order means nothing."""
    faces: list[tuple[object, Tile | Key]] = [*look.tiles.items(), *look.keys.items()]
    return sorted(f"{id!r} {face!r}" for id, face in faces)


# Doing acts again


def again(kinds: Kinds, seed: str, acts: Sequence[Act], saved_at: int) -> tuple[list[Step], Saved]:
    """The same acts from the beginning, with nobody looking; and the games as they are saved then."""
    stage = Stage(kinds, seed)
    steps = [stage.do(act, is_watched=False) for act in acts[:saved_at]]
    saved = stage.save()
    return steps + [stage.do(act, is_watched=False) for act in acts[saved_at:]], saved


def go_on(kinds: Kinds, seed: str, saved: Saved, acts: Sequence[Act]) -> list[Step]:
    """The rest of the acts, by games that are loaded, with everybody looking."""
    stage = Stage(kinds, seed)
    stage.load(saved)
    return [stage.do(act, is_watched=True) for act in acts]
