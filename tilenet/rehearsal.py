"""A game outside any room, with stand-ins for players: what is done to it, and what comes of it, both as data.

So the same acts can be done again: in another process, by a game that was saved and loaded, or with nobody looking. A
game that then does anything else cannot be saved, and a server could not go on with it after a crash. `improvise` finds
acts at random; `python -m tilenet.rehearsal` is the other process, which reads tasks from its standard input.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, TypeAlias

from tilenet.chance import Chance
from tilenet.game import HELP, HOME, Event, Game, Go, Key, LookUp, Player, Points, Scene, Tile, View
from tilenet.saving.classes import classes_of
from tilenet.saving.reader import Reader, from_text, load
from tilenet.saving.writer import NO_SETUP, Data, Writer, save, to_text

NAMES = ("ann", "bob", "cid", "dan", "eve")
SPEECH = ("hello", "/help", "/mark 17", "/cinko 1", "/next", "/rooms", "/create kahve 5", "/join kahve")

Act: TypeAlias = list[Data]  # the time, what is done, and by whom and to what
Requests: TypeAlias = Callable[[Game, Random], object]  # what a player behind a door of another protocol may ask for
Answers: TypeAlias = Callable[[object, Random], object]  # what the store may say to a question


@dataclass(eq=False)
class StandIn:
    """A player as a game knows one, and nothing else."""

    id: str
    name: str
    points: int = 10
    is_bot: bool = False
    is_away: bool = False
    is_gone: bool = False
    account_id: int | None = None


def company() -> dict[str, StandIn]:
    """Everybody who may play: one is a bot, and two have accounts."""
    people = {name: StandIn(f"id-{name}", name) for name in NAMES}
    people["dan"].is_bot = True
    people["bob"].account_id, people["eve"].account_id = 1, 2
    return {one.id: one for one in people.values()}


class Part(NamedTuple):
    """The game to rehearse: its class, and what it is made with besides random numbers, by name."""

    kind: type[Game]
    setup: Mapping[str, Data] = NO_SETUP

    def make(self, seed: str) -> Game:
        return self.kind(Chance.named(seed), **self.setup)


class Step(NamedTuple):
    """What came of one act. The looks are empty if nobody looked."""

    events: list[str]
    deadline: float | None
    is_done: bool
    spectators: int
    scene: str = ""
    views: str = ""


class Rehearsal:
    """One game with its stand-ins."""

    def __init__(self, game: Game, people: dict[str, StandIn]) -> None:
        self.game = game
        self.people = people
        self.happened: list[Event] = []  # in the last act
        self._classes = classes_of(type(game))

    def do(self, act: Act, *, is_watched: bool) -> Step:
        """Do something, and look at the game if anybody does."""
        now, what, *rest = act
        args = [Reader(self._classes, self.people.__getitem__).value(part) for part in rest]
        match what, args:
            case "away" | "back", [StandIn() as player]:
                player.is_away = what == "away"
            case "leave", [StandIn() as player]:
                player.is_away = False
            case "scored", [StandIn() as player, int(points)]:
                player.points = points
                args = [player]
        self.happened = [*self._take(getattr(self.game, what)(*args, now) or ())]
        game = self.game
        step = Step([self.write(event) for event in self.happened], game.deadline, game.is_done, game.spectators)
        if not is_watched:
            return step
        views = sorted((one.id, _view(game.view(one))) for one in self.people.values())
        game.stale_views()
        return step._replace(scene=_scene(game.scene()), views=_digest(map(repr, views)))

    def _take(self, events: Iterable[Event]) -> Iterable[Event]:
        """Points count at once, as in a room."""
        for event in events:
            if isinstance(event, Points) and isinstance(event.player, StandIn):
                event.player.points = max(0, event.player.points + event.change)
            yield event

    def write(self, value: object) -> str:
        """Anything as text, the same in every process."""
        return json.dumps(self.data(value), ensure_ascii=False)

    def data(self, value: object) -> Data:
        return Writer(self._classes).value(value)


def _digest(lines: Iterable[str]) -> str:
    return sha256("\n".join(lines).encode(errors="replace")).hexdigest()[:16]


def _scene(scene: Scene) -> str:
    look = repr((scene.size, scene.text, scene.fg, scene.bg, scene.image))
    return f"{scene.text} {_digest([look, *_faces(scene)])}"


def _view(view: View) -> str:
    return _digest(_faces(view))


def _faces(look: Scene | View) -> list[str]:
    """All tiles and keys. Their order means nothing."""
    faces: list[tuple[object, Tile | Key]] = [*look.tiles.items(), *look.keys.items()]
    return sorted(f"{id!r} {face!r}" for id, face in faces)


# Finding acts


class Improvised(NamedTuple):
    """A random session: what was done, what came of it, and the game as it was saved in the middle."""

    acts: list[Act]
    steps: list[Step]
    saved: str
    people: list[dict[str, Data]]  # at that moment
    saved_at: int  # after so many acts


class Improviser:
    """Plays a game at random, with everybody looking."""

    def __init__(self, part: Part, seed: str, requests: Requests | None, answers: Answers | None) -> None:
        self.rehearsal = Rehearsal(part.make(seed), company())
        self.now = 1000.0
        self._dice = Random(seed)
        self._requests = requests
        self._answers = answers
        self._here: list[StandIn] = []
        self._questions: list[object] = []
        self._leaving: list[StandIn] = []

    def next(self) -> Act:
        """The next act: what must be now, or anything that may be."""
        game, dice = self.rehearsal.game, self._dice
        if self._leaving:
            return self._act("leave", self._leaving.pop(0))
        wait = dice.choice([0.0, 0.0, 0.1, 0.7, 3.0, 20.0])
        if game.deadline is not None and (dice.random() < 0.2 or game.deadline <= self.now + wait):
            self.now = max(self.now, game.deadline)
            return self._act("tick")
        self.now += wait
        if self._questions and dice.random() < 0.5:
            question = self._questions.pop(dice.randrange(len(self._questions)))
            return self._act("found", question, None if self._answers is None else self._answers(question, dice))
        absent = [one for one in self.rehearsal.people.values() if one not in self._here and not one.is_gone]
        if not self._here or (absent and dice.random() < 0.12):
            return self._act("enter", dice.choice(absent))
        return self._deed(dice.choice(self._here))

    def _deed(self, player: StandIn) -> Act:
        """What somebody who is here does."""
        dice = self._dice
        if player.is_away:
            return self._act(dice.choice(["back", "leave"]), player)
        what = dice.choices(["leave", "away", "scored", "say", "ask", "press", "click"], [4, 3, 2, 6, 12, 15, 60])[0]
        game = self.rehearsal.game
        if what == "scored":
            return self._act(what, player, dice.randrange(20))
        if what == "say":
            return self._act(what, player, dice.choice(SPEECH), dice.choice([None, None, *game.scene().tiles]))
        if what == "ask":
            request = None if self._requests is None else self._requests(game, dice)
            return self._act("back", player) if request is None else self._act(what, player, request)
        if what in ("press", "click"):
            return self._touch(player, what)
        return self._act(what, player)

    def _touch(self, player: StandIn, what: str) -> Act:
        scene, view = self.rehearsal.game.scene(), self.rehearsal.game.view(player)
        faces: dict[Any, Tile | Key] = {**scene.keys, **view.keys} if what == "press" else {**scene.tiles, **view.tiles}
        enabled = [id for id, face in faces.items() if face.enabled and id not in (HOME, HELP)]
        return self._act(what, player, self._dice.choice(enabled)) if enabled else self._act("back", player)

    def _act(self, what: str, *args: object) -> Act:
        return [self.now, what, *(self.rehearsal.data(arg) for arg in args)]

    def done(self, act: Act) -> None:
        """See who is here now, and who has to go."""
        match act:
            case [_, "enter", {"player": id}]:
                self._here.append(self.rehearsal.people[id])
            case [_, "leave", {"player": id}]:
                self._here.remove(self.rehearsal.people[id])
        for event in self.rehearsal.happened:
            if isinstance(event, Go) and event.player in self._here and event.player not in self._leaving:
                self._leaving += [one for one in self._here if one is event.player]
            elif isinstance(event, LookUp):
                self._questions.append(event.question)


def improvise(
    part: Part, seed: str, length: int, requests: Requests | None = None, answers: Answers | None = None
) -> Improvised:
    """Play a game at random, and save it in the middle."""
    improviser = Improviser(part, seed, requests, answers)
    rehearsal = improviser.rehearsal
    saved_at = Random(f"{seed} saved").randrange(length)
    found = Improvised([], [], "", [], saved_at)
    for number in range(length):
        if number == saved_at:
            found = found._replace(saved=saved_text(rehearsal, part), people=[*map(asdict, rehearsal.people.values())])
        act = improviser.next()
        found.acts.append(act)
        found.steps.append(rehearsal.do(act, is_watched=True))
        improviser.done(act)
    return found


def saved_text(rehearsal: Rehearsal, part: Part) -> str:
    return to_text(save(rehearsal.game, "rehearsed", part.setup))


# Doing them again


def again(part: Part, seed: str, acts: Sequence[Act], saved_at: int) -> tuple[list[Step], str]:
    """The same acts from the beginning, with nobody looking; and the game as it is saved then."""
    rehearsal = Rehearsal(part.make(seed), company())
    steps, saved = [], ""
    for number, act in enumerate(acts):
        if number == saved_at:
            saved = saved_text(rehearsal, part)
        steps.append(rehearsal.do(act, is_watched=False))
    return steps, saved


def go_on(kind: type[Game], saved: str, people: Sequence[dict[str, Any]], acts: Sequence[Act]) -> list[Step]:
    """The rest of the acts, by a game that is loaded, with everybody looking."""
    company = {one["id"]: StandIn(**one) for one in people}
    loaded: dict[str, Player] = {**company}
    rehearsal = Rehearsal(load(from_text(saved), kind, loaded.__getitem__), company)
    return [rehearsal.do(act, is_watched=True) for act in acts]


def name_of(kind: type[Game]) -> str:
    """What the other process finds a class by."""
    return f"{kind.__module__}:{kind.__qualname__}"


def main() -> None:
    """Do what each line of the standard input asks for, and answer with a line."""
    for line in sys.stdin:
        task = json.loads(line)
        sys.path[:] = task["path"]
        module, _, name = task["kind"].partition(":")
        kind = getattr(import_module(module), name)
        part = Part(kind, task["setup"])
        steps, saved = again(part, task["seed"], task["acts"], task["saved_at"])
        rest = go_on(kind, task["saved"], task["people"], task["acts"][task["saved_at"] :])
        print(json.dumps({"again": steps, "saved": saved, "go on": rest}), flush=True)


if __name__ == "__main__":
    main()
