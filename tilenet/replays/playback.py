"""Runs a recorded game again, with stand-ins for players, to any of its entries: forward, or back by a checkpoint.

It trusts no recording: whatever is wrong with one is a `CannotPlay`. How long one takes is for the caller to
bound: work is counted, and `wind` stops when it has done as much as it was asked for.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.game import NEVER_A_VIEW, Event, Game, Moment, Ranking, Result, Scene, View
from tilenet.rehearsal.stage import perform
from tilenet.replays.people import People, Person
from tilenet.replays.recording import Entries, NotARecording, Recording
from tilenet.replays.retelling import retold, sayable
from tilenet.saving.reader import CannotLoad, from_text, load
from tilenet.saving.writer import CannotSave, save
from tilenet.text import plain
from tilenet.words import Words
from tilenet.world.screens.plain import plain as plain_json

ACTS = {  # the methods of games that recordings may call
    *(
        "add_words",
        "enter",
        "leave",
        "away",
        "back",
        "click",
        "press",
        "say",
        "ask",
        "scored",
        "found",
        "opened",
        "closed",
        "tick",
        "start",
        "hold",
    ),
    "rooms_changed",
}
LARGEST_GAME = 2**18  # bytes of a saved game: loading more takes too long
MOST_FACTS = 20_000  # values
MOST_MOMENTS = 1000  # that can be found again; those after them cannot
LONGEST_MOMENT = 200  # characters
CHECKPOINTS = 32
SPACING = 200  # entries from one checkpoint to the next at first; more of a long recording
ENTRY, LOOK = 2, 3  # how much work an entry is, and a look at what came of it
A_LOT = 1000  # bytes that are as much work as 1

DAMAGED = Words("This recording is damaged.")
NOT_INSTALLED = Words("The game is not installed here.")
OTHER_VERSION = Words("It was made with another version of the game.")
TOO_LONG = Words("It is too long.")


class CannotPlay(Exception):
    """A recording cannot be played; the text says why, in words."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail  # for those who look for what is wrong


class Found(NamedTuple):
    """A moment worth finding again."""

    at: float  # seconds from the beginning
    text: str
    done: int  # how many entries are done then


class Checkpoint(NamedTuple):
    """Everything when so many entries are done."""

    done: int
    packed: bytes


class Work:
    """How much may be done before others have their turn: see `ENTRY`."""

    def __init__(self, most: float) -> None:
        self.left = most


class Playback:
    """A recording, of which some entries are done. All of them are done once, to know what there is in it."""

    def __init__(self, recording: Recording, games: Mapping[str, IGamePlugin]) -> None:
        """`games` are those that are installed, by the names of their plugins."""
        self.recording = recording
        self.game: Game
        self.done = 0  # how many entries are
        self.times: list[float] = []  # of the entries, on the clock of then, as far as they are known
        self.moments: list[Found] = []
        self.visible: list[int] = []  # after how many entries something else was to be seen
        self.ending: Event | None = None  # the last one that was told
        self.people = People()
        self._entries = recording.entries
        self._games = games
        self._members: dict[str, None] = {}  # the ids of those who are in the room
        self.plugin = ""
        self._setup: Mapping[str, Any] = {}
        self._checkpoints: list[Checkpoint] = []
        self._spacing = SPACING
        self._seen: tuple[Scene, list[View]] | None = None  # by the last look
        self._told: Any = None  # the facts when something else was to be seen: a clock that ticks changes none
        self._start: float = recording.header["start"]

    @property
    def members(self) -> Collection[str]:
        """The ids of those who are in the room."""
        return self._members

    # Times

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def is_known(self) -> bool:
        """Whether all of it was run once."""
        return len(self.times) == len(self._entries)

    @property
    def progress(self) -> float:
        """How much of it is known, of 1."""
        return len(self.times) / len(self._entries)

    @property
    def start(self) -> float:
        """When it begins, on the clock of then. What was noted before that is how it came to be."""
        first, last = self.times[0], self.times[-1]
        return self._start if first <= self._start < last else first

    @property
    def length(self) -> float:
        """In seconds."""
        return self.times[-1] - self.start

    def at(self, done: int) -> float:
        """When so many entries have just been done, in seconds from the beginning."""
        return min(max(0.0, self.times[done - 1] - self.start), self.length) if done else 0.0

    def done_at(self, seconds: float) -> int:
        """How many entries are done at this time."""
        return len(self) if seconds >= self.length else bisect_right(self.times, self.start + seconds)

    def next_visible(self, done: int) -> int:
        """After how many entries there is something else to be seen."""
        at = bisect_right(self.visible, done)
        return self.visible[at] if at < len(self.visible) else len(self)

    def last_visible(self, done: int) -> int:
        """The same, before what is seen after so many entries."""
        at = bisect_left(self.visible, done)
        first = self.done_at(0.0)
        return max(first, self.visible[at - 1]) if at else first

    # Running

    def wind(self, goal: int, work: Work) -> bool:
        """Go forward or back until so many entries are done, or as much as the work allows; whether it is there."""
        with self.careful():
            nearest = next((one for one in reversed(self._checkpoints) if one.done <= goal), None)
            if nearest is not None and not nearest.done <= self.done <= goal:
                self._load(nearest, work)
        while self.done < goal and work.left > 0:
            self.step(work)
        return self.done == goal

    def step(self, work: Work) -> Sequence[Event]:
        """Do the next entry; returns what happened."""
        is_new = self.done == len(self.times)
        with self.careful():
            entry = self._entries[self.done]
            size = self._entries.size(self.done) if isinstance(self._entries, Entries) else 0
            work.left -= ENTRY + size / A_LOT
            now = self._time(entry[1]) if is_new else self.times[self.done]
            happened = self._do(now, entry, size)
            self.done += 1
            if is_new:
                self._note(now, happened, work)
        return happened

    def _time(self, now: Any) -> float:
        """The time of an entry, which comes not before that of the last one."""
        if type(now) not in (int, float) or not isfinite(now):
            raise CannotPlay(DAMAGED, f"{now!r} is not a time")
        if self.times and now < self.times[-1]:
            raise CannotPlay(DAMAGED, f"the time goes back from {self.times[-1]:.3f} to {now:.3f}")
        return float(now)

    def _do(self, now: float, entry: list[Any], size: int) -> Sequence[Event]:
        what, _, *rest = entry
        match what, rest:
            case "saved", [_, dict() as noted]:
                if size > LARGEST_GAME:
                    raise CannotPlay(TOO_LONG, f"the saved game has more than {LARGEST_GAME // 2**10} KiB")
                self._begin(noted)
            case "player", [dict() as noted]:
                self.people.know(noted, now)
            case "points", [str() as id, points]:
                self.people.has(id, points)
            case _ if what in ACTS:
                self._follow(what, rest[1:])
                return perform(self.game, what, rest[1:], now, self.people.__getitem__)
            case _:
                raise CannotPlay(DAMAGED, f"there is nothing called {what!r} to do")
        return ()

    def _follow(self, what: str, args: list[Any]) -> None:
        """Who comes and who leaves."""
        match what, args:
            case "enter", [{"player": str(id)}]:
                self._members[id] = None
            case "leave", [{"player": str(id)}]:
                self._members.pop(id, None)

    def _begin(self, noted: Mapping[str, Any]) -> None:
        """The room is as it was saved."""
        for one in noted["people"]:
            self.people.know(one)
        self.plugin, self._setup = noted["game"], noted["setup"]
        self._members = dict.fromkeys(noted["members"])
        saved = from_text(json.dumps(noted["state"]))
        self.game = load(saved, self._kind(), self.people.__getitem__)

    def _kind(self) -> type[Game]:
        plugin = self._games.get(self.plugin)
        if plugin is None:
            raise CannotPlay(NOT_INSTALLED, self.plugin)
        if isinstance(plugin, GamePlugin) and plugin.is_made_by_its_class:
            return plugin.game
        return type(plugin.make(Random(0), self._setup))

    # What is found out the first time

    def _note(self, now: float, happened: Sequence[Event], work: Work) -> None:
        self.times.append(now)
        for event in happened:
            if isinstance(event, Moment) and len(self.moments) < MOST_MOMENTS:
                self.moments.append(Found(now, sayable(event.text, LONGEST_MOMENT), self.done))
            elif isinstance(event, Result | Ranking) and (told := retold(event)) is not None:
                self.ending = told.event
        if self.is_known:
            self.moments = [one._replace(at=self.at(one.done)) for one in self.moments]
        work.left -= LOOK
        scene, views = self.game.scene(), [self.game.view(self.people[id]) for id in self._members]
        self.game.stale_views()
        if self._seen is None or not _is_same(self._seen, scene, views):
            told, self._told = self._told, plain_json(self.game.facts(), MOST_FACTS) if self.game.kind else None
            is_clock = self._entries[self.done - 1][0] == "tick" and told is not None and told == self._told
            if not is_clock:
                self.visible.append(self.done)
        self._seen = scene, views
        last = self._checkpoints[-1].done if self._checkpoints else 0
        if self.done == 1 or self.done - last >= self._spacing:
            self._save(work)

    def _save(self, work: Work) -> None:
        saved = save(self.game, self.plugin, self._setup)
        text = json.dumps([saved, self.people.as_data(), [*self._members]]).encode("utf-8", "surrogatepass")
        work.left -= len(text) / A_LOT
        self._checkpoints.append(Checkpoint(self.done, zlib.compress(text, 1)))
        if len(self._checkpoints) > CHECKPOINTS:
            self._checkpoints = self._checkpoints[::2]
            self._spacing *= 2

    def _load(self, checkpoint: Checkpoint, work: Work) -> None:
        text = zlib.decompress(checkpoint.packed)
        work.left -= len(text) / A_LOT
        saved, people, members = json.loads(text.decode("utf-8", "surrogatepass"))
        self.people = People.of(people)
        self._members = dict.fromkeys(members)
        self.plugin, self._setup = saved["game"], saved["setup"]
        self.game = load(saved, self._kind(), self.people.__getitem__)
        self.done = checkpoint.done

    # Looking

    def scene(self) -> Scene:
        with self.careful():
            return self.game.scene()

    def view(self, id: str) -> View:
        """What somebody saw differently, if they were there."""
        with self.careful():
            person = self._present(id)
            return NEVER_A_VIEW if person is None else self.game.view(person)

    def facts(self) -> Mapping[Any, Any]:
        with self.careful():
            return self.game.facts()

    def own_facts(self, id: str) -> Mapping[Any, Any]:
        with self.careful():
            person = self._present(id)
            return {} if person is None else self.game.own_facts(person)

    def saved(self) -> dict[str, Any]:
        """The game as it is now, as `saving.save` gives it."""
        with self.careful():
            return save(self.game, self.plugin, self._setup)

    def moment(self, seats: Sequence[str], at: float) -> dict[str, Any]:
        """Where it is at this time, as `Open` wants it; those who are present are offered these seats, in order."""
        present = [id for id in seats if id in self._members]
        people = [
            {"id": one["id"], "name": one["name"], "points": one["points"], "is_bot": one["is_bot"]}
            for one in self.people.as_data()
        ]
        watching = [id for id in self._members if id not in present]
        return {"state": self.saved(), "at": at, "seats": present, "watching": watching, "people": people}

    @property
    def setup(self) -> Mapping[str, Any]:
        """What the room of the game was made with."""
        return self._setup

    def _present(self, id: str) -> Person | None:
        return self.people.get(id) if id in self._members else None

    @contextmanager
    def careful(self) -> Iterator[None]:
        """Whatever goes wrong in here is a `CannotPlay`."""
        try:
            yield
        except CannotPlay:
            raise
        except NotARecording:
            raise CannotPlay(DAMAGED, f"line {self.done + 2} cannot be read") from None  # the header is line 1
        except CannotLoad as error:
            is_argument = error.path.startswith("(")
            raise CannotPlay(OTHER_VERSION, plain(error.reason if is_argument else str(error))) from error
        except (CannotSave, Exception, SystemExit) as error:
            reason = Words("Entry {n} cannot be replayed.", n=self.done + 1)
            raise CannotPlay(reason, plain(f"{type(error).__name__}: {error}")) from error


def _is_same(seen: tuple[Scene, list[View]], scene: Scene, views: list[View]) -> bool:
    before, old = seen
    if len(old) != len(views) or not all(map(_is_same_view, old, views)):
        return False
    return before is scene or all(getattr(before, name) == getattr(scene, name) for name in Scene.__slots__)


def _is_same_view(one: View, other: View) -> bool:
    return one is other or (one.tiles == other.tiles and one.keys == other.keys and one.text == other.text)
