"""Finding acts: one room and those that it opens are played at random, with everybody looking.

It does what a world would do: people walk where games send them, rooms are opened and closed, and lobbies are told of
rooms that have changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, TypeAlias

from tilenet.game import (
    HELP,
    HOME,
    Close,
    Game,
    Go,
    Json,
    Key,
    Listing,
    LookUp,
    Open,
    RoomsOf,
    Tile,
)
from tilenet.rehearsal.stage import Act, Kinds, Saved, Stage, StandIn, Step, data_of
from tilenet.saving.writer import NO_SETUP

BEGIN = 1000.0  # seconds, on the clock of `now`
SPEECH = ("hello", "/help", "/mark 17", "/cinko 1", "/next", "/rooms", "/create kahve 5", "/join kahve", "/quit")
WAITS = (0.0, 0.0, 0.1, 0.7, 3.0, 20.0)  # seconds between two acts
DEEDS = {"leave": 4, "away": 3, "scored": 2, "say": 6, "ask": 40, "press": 15, "click": 60}

Requests: TypeAlias = Callable[[Game, Random], object]  # what a player behind a door of another protocol may ask for
Answers: TypeAlias = Callable[[object, Random], object]  # what the store may say to a question


class Improvised(NamedTuple):
    """A random session: what was done, what came of it, and everything as it was saved in the middle."""

    acts: list[Act]
    steps: list[Step]
    saved: Saved
    saved_at: int  # after so many acts


def improvise(
    kinds: Kinds,
    seed: str,
    length: int,
    *,
    setup: Mapping[str, Json] = NO_SETUP,
    requests: Requests | None = None,
    answers: Answers | None = None,
) -> Improvised:
    """Play the first of these games at random, and save it in the middle."""
    improviser = Improviser(kinds, seed, setup, requests, answers)
    acts: list[Act] = []
    steps: list[Step] = []
    saved_at = Random(f"{seed} saved").randrange(length)
    saved: Saved | None = None
    while len(acts) < length and (act := improviser.next()) is not None:
        if len(acts) == saved_at:
            saved = improviser.stage.save()
        acts.append(act)
        steps.append(improviser.do(act))
    return Improvised(acts, steps, saved or improviser.stage.save(), min(saved_at, len(acts)))


def enabled_ids(game: Game, player: StandIn, what: str) -> list[Any]:
    """The ids of the tiles that a player can click, or of the keys that they can press, without those of the room."""
    scene, view = game.scene(), game.view(player)
    faces: dict[Any, Tile | Key] = {**scene.keys, **view.keys} if what == "press" else {**scene.tiles, **view.tiles}
    return [id for id, face in faces.items() if face.enabled and id not in (HOME, HELP)]


def how_often_own(kind: type[Game]) -> float:
    """How many sessions are at a table of one's own: all of a game that only makes those, and half of one that has both
    tables and a room at Home.
    """
    return 0.5 if kind.table else float(bool(kind.choices))


class Improviser:
    """Plays at random."""

    def __init__(
        self,
        kinds: Kinds,
        seed: str,
        setup: Mapping[str, Json] = NO_SETUP,
        requests: Requests | None = None,
        answers: Answers | None = None,
    ) -> None:
        self.stage = Stage(kinds, seed)
        self.now = BEGIN
        self._first = next(iter(kinds))
        self._dice = Random(seed)
        self._requests = requests
        self._answers = answers
        self._where: dict[StandIn, str] = {}
        self._due: deque[tuple[Any, ...]] = deque([("open", self._first, self._first, dict(setup))])  # what comes next
        self._questions: list[tuple[str, object]] = []  # and the rooms that have asked them
        self._openers: dict[str, str] = {}  # of the rooms that were opened
        self._is_own = Random(f"{seed} own").random() < how_often_own(kinds[self._first])  # a table of one's own
        if self._is_own:
            self._due.append(("own", self._first))
        self._listed: dict[str, Listing] = {}  # what a lobby was told
        self._opened = 0  # so many

    def do(self, act: Act) -> Step:
        step = self.stage.do(act, is_watched=True)
        self._follow(act)
        return step

    def members(self, room: str) -> list[StandIn]:
        return [player for player, where in self._where.items() if where == room]

    # What comes next

    def next(self) -> Act | None:
        """What must be done now, or anything that may be; None if nobody can do anything any more."""
        while self._due:
            act = self._prepare(*self._due.popleft())
            if act is not None:
                return act
        return self._tick() or self._news() or self._anything()

    def _act(self, room: str, what: str, *args: object) -> Act:
        game = self.stage.rooms[room].game
        return [self.now, room, what, *(data_of(game, arg) for arg in args)]

    def _prepare(self, what: str, room: str, *args: Any) -> Act | None:
        """Something that the last acts have led to, if it is still possible."""
        rooms = self.stage.rooms
        if what == "open":
            return [self.now, room, what, *args]
        if what == "walk":
            return self._walk(room, *args)
        if room not in rooms or (what == "close" and room in self._where.values()):
            return None
        return [self.now, room, what] if what == "close" else self._act(room, what, *args)

    def _walk(self, room: str, player: StandIn) -> Act | None:
        """To a room, unless it turns the player away; out of the one where they are first."""
        target = self.stage.rooms.get(room)
        if target is not None and target.game.admits(player, self.now) is not None:
            return None
        if player in self._where:
            self._due.appendleft(("walk", room, player))
            return self._act(self._where[player], "leave", player)
        return None if target is None else self._act(room, "enter", player)

    def _tick(self, *, is_idle: bool = False) -> Act | None:
        """Time passes, up to the next deadline: sooner or later, and at once if nothing else can be done."""
        wait = self._dice.choice(WAITS)
        deadlines = [
            (room.game.deadline, name) for name, room in self.stage.rooms.items() if room.game.deadline is not None
        ]
        if deadlines:
            due, name = min(deadlines)
            if is_idle or due <= self.now + wait or self._dice.random() < 0.15:
                self.now = max(self.now, due)
                return self._act(name, "tick")
        self.now += wait
        return None

    def _news(self) -> Act | None:
        """A lobby is told what has changed, or a question is answered."""
        dice = self._dice
        if self._questions and dice.random() < 0.5:
            room, question = self._questions.pop(dice.randrange(len(self._questions)))
            answer = None if self._answers is None else self._answers(question, dice)
            return self._act(room, "found", question, answer) if room in self.stage.rooms else None
        if self.stage.rooms[self._first].game.lists is not None and dice.random() < 0.3:
            now = {one.room: one for one in self._listings()}
            changed = {name: one for name, one in now.items() if one != self._listed.get(name)}
            gone = dict.fromkeys(self._listed.keys() - now.keys())
            self._listed = now
            if changed or gone:
                return self._act(self._first, "rooms_changed", {**changed, **dict(sorted(gone.items()))})
        return None

    def _listings(self) -> Iterator[Listing]:
        for name, (game, plugin, setup) in self.stage.rooms.items():
            some = tuple(player.name for player, where in self._where.items() if where == name)
            belongs_to, is_temporary = self._first if name != self._first else "", name != self._first
            yield Listing(
                name,
                plugin,
                name,
                game.about,
                belongs_to,
                is_temporary,
                setup,
                game.summary(),
                len(some),
                0,
                some[:4],
                game.kind,
            )

    def _anything(self) -> Act | None:
        dice = self._dice
        absent = [one for one in self.stage.people.values() if one not in self._where]
        if absent and (not self._where or dice.random() < 0.12):
            player = dice.choice(absent)
            rooms = [name for name, room in self.stage.rooms.items() if room.game.admits(player, self.now) is None]
            if rooms:
                return self._act(dice.choice(rooms), "enter", player)
        if not self._where:
            return self._tick(is_idle=True)
        if self._is_own and dice.random() < 0.08:
            return self._host()
        player = dice.choice([*self._where])
        return self._deed(player, self._where[player])

    def _host(self) -> Act:
        """What the host of a table does: start a game, or say whether games wait for that."""
        can_start = self.stage.rooms[self._first].game.why_not_start() is None
        return (
            self._act(self._first, "start") if can_start else self._act(self._first, "hold", self._dice.random() < 0.5)
        )

    def _deed(self, player: StandIn, room: str) -> Act:
        """What somebody does."""
        dice, game = self._dice, self.stage.rooms[room].game
        if player.is_away:
            return self._act(room, dice.choice(["back", "leave"]), player)
        deeds = [deed for deed in DEEDS if deed != "ask" or self._requests is not None]
        what = dice.choices(deeds, [DEEDS[deed] for deed in deeds])[0]
        if what == "scored":
            return self._act(room, what, player, dice.randrange(20))
        if what == "say":
            to = dice.choice([None, None, *game.scene().tiles])
            return self._act(room, what, player, dice.choice(SPEECH), to)
        if what == "ask":
            return self._ask(player, room if dice.random() < 0.8 else dice.choice([*self.stage.rooms]))
        if what in ("press", "click"):
            return self._touch(player, room, what)
        return self._act(room, what, player)

    def _touch(self, player: StandIn, room: str, what: str) -> Act:
        ids = self.usable(self.stage.rooms[room].game, player, what)
        return self._act(room, what, player, self._dice.choice(ids)) if ids else self._chat(player, room)

    def usable(self, game: Game, player: StandIn, what: str) -> list[Any]:
        """The ids of the tiles that a player may click, or of the keys that they may press."""
        return enabled_ids(game, player, what)

    def _ask(self, player: StandIn, room: str) -> Act:
        request = None if self._requests is None else self._requests(self.stage.rooms[room].game, self._dice)
        return self._chat(player, self._where[player]) if request is None else self._act(room, "ask", player, request)

    def _chat(self, player: StandIn, room: str) -> Act:
        """What can always be done."""
        return self._act(room, "say", player, "hello", None)

    # What follows

    def _follow(self, act: Act) -> None:
        _, room, what, *args = act
        if what in ("enter", "leave"):
            player = self.stage.people[args[0]["player"]]
            self._where.pop(player, None)
            if what == "enter":
                self._where[player] = room
        if what == "close":
            self._due.append(("closed", self._openers[room], room))
            return
        opened: dict[int, str | None] = {}
        for event in self.stage.happened:
            match event:
                case Open(plugin, setup):
                    opened[id(event)] = name = self._open(plugin, setup, room)
                    self._due.append(("opened", room, event, name))
                case Go(StandIn() as player, target):
                    if isinstance(target, Open):
                        target = opened[id(target)]
                    if self._where.get(player) == room or what == "ask":
                        self._due.append(("walk", target, player))
                case Close(other) if other in self._openers:
                    self._due.append(("close", other))
                case LookUp(RoomsOf() as question):
                    self._due.append(("found", room, question, tuple(self._listings())))
                case LookUp(question):
                    self._questions.append((room, question))
        for name, (game, *_) in self.stage.rooms.items():
            if name in self._openers and game.is_done and name not in self._where.values():
                self._due.append(("close", name))

    def _open(self, plugin: str, setup: object, opener: str) -> str | None:
        """Now and then a game cannot start."""
        if plugin not in self.stage.kinds or self._dice.random() < 0.05:
            return None
        self._opened += 1
        name = f"{plugin}-{self._opened + 1}"
        self._openers[name] = opener
        self._due.append(("open", name, plugin, setup))
        return name
