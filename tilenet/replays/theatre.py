"""A room in which a recorded game is shown to everybody who is there, by the scenes, views and facts of that game.

What is kept of it is where it is, and who watches from which seat. The recorded game itself is run again as far as
that, a little at a time; after a crash, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Protocol

from twisted.logger import Logger

from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.game import (
    HELP,
    HOME,
    NO_VIEW,
    Event,
    Events,
    Game,
    GameClock,
    Go,
    KeyId,
    Open,
    Player,
    Refuse,
    Say,
    Scene,
    Summary,
    Tell,
    Tile,
    TileId,
    View,
    Words,
    help_tile,
    home_tile,
)
from tilenet.replays.controls import FORK, KEYS, minutes, seconds
from tilenet.replays.library import Unknown
from tilenet.replays.picture import OURS
from tilenet.replays.playback import CannotPlay, Playback, Work
from tilenet.replays.playhead import Playhead
from tilenet.replays.projection import Projection
from tilenet.replays.recording import Recording
from tilenet.replays.retelling import retold

NAME = "replay"  # of its plugin
LARGEST = 4 * 2**20  # bytes of a recording that a server shows
SLICE = 150.0  # work that may be done at once
MANY = 50  # entries of a recording that are as much work to open as 1
PAUSE = 0.02  # seconds from one slice to the next
MOST_SEATS = 24
LONGEST_NAME = 40  # characters

MOST_FORKS = 5  # of one replay at once
NOBODY_PLAYS = Words("Nobody plays at this moment.")
TOO_MANY_FORKS = Words("Too many tables already play on from this game.")
GONE = Words("This replay is not kept any more, or it is too long.")
NOT_FOR_YOU = Words("This replay is not kept any more, or it is only for those who were at that table.")
NOT_READY = Words("One moment: the replay is being prepared.")
COMMANDS = Words("Say /at 1:23 to go to a time, /moment 2 to a moment, /seat ann to choose a seat.")
SUMMARY = Summary(phase="replay")


class Library(Protocol):
    """Where recordings are."""

    def find(self, id: str, who: str | None = None) -> dict[str, Any]: ...
    def header(self, id: str) -> dict[str, Any]: ...
    def open(self, id: str, most: int) -> Recording: ...


class Theatre(Game):
    """One replay. Everybody sees the same moment of it, each from the seat that they have chosen."""

    log = Logger()

    title = Words("Replay")
    about = Words("A finished game, shown again.")
    kind = "replay/1"  # of one that cannot be shown, or of a game without a kind; all others are as their games are
    help = (
        Words("This game is over, and you are watching it again. Everybody here sees the same moment of it."),
        Words("Play, pause, change the speed, go a step on or back, or to one of the moments."),
        Words("Choose a seat to see what that player saw. Each chooses for themselves."),
        Words(
            "Fork opens a table where the game goes on from this moment, with you in the seat that you have chosen. "
            "It is only for fun: nobody wins or loses points there."
        ),
        COMMANDS,
    )
    commands: ClassVar = dict.fromkeys(("at", "moment", "seat"), COMMANDS)
    is_recorded = False
    is_patient = True  # so that all theatres together do a slice in a turn
    caches: ClassVar[Mapping[str, object]] = {"_projection": None}

    library: ClassVar[Library]  # set by the plugin, as well as
    games: ClassVar[Mapping[str, IGamePlugin]] = {}  # those that can be shown, by the names of their plugins

    def __init__(self, random: Random, replay: str = "") -> None:
        super().__init__(random)
        self.replay = replay
        self.here: dict[Player, int] = {}  # who watches, and the numbers of the seats that they watch from; 0 is none
        self.head = Playhead()
        self.problem = ""  # why it cannot be shown
        self.now = 0.0
        self.next_slice = 0.0  # when there may be one
        self.is_stale = True  # whether something else is to be shown, once there is time for it
        self.forks: dict[int, str] = {}  # rooms where the game goes on, by how many entries were done
        self.name = ""  # of the recorded room
        self.seats: list[dict[str, str]] = []  # the ids and names of those whose seats can be watched from
        self._projection: Projection | None = None
        try:
            header = self.library.header(replay)
            plugin = self.games[header["game"]]
        except (Unknown, KeyError):
            self.is_done = True
        else:
            self.name = header["title"]
            self.seats = _seats(header["people"])
            self.kind = plugin.kind or Theatre.kind  # type: ignore[misc]  # of this one
            if isinstance(plugin, GamePlugin):
                self.board_role = plugin.game.board_role  # type: ignore[misc]

    def summary(self) -> Summary:
        return SUMMARY

    def admits(self, player: Player, now: float) -> str | None:
        """Games at private tables are for those who were there."""
        try:
            self.library.find(self.replay, player.id)
        except Unknown:
            return NOT_FOR_YOU
        return None

    # Time

    @property
    def playback(self) -> Playback | None:
        """What can be gone through, once all of it is known."""
        projection = self._projection
        return projection.playback if projection is not None and projection.playback.is_known else None

    @property
    def deadline(self) -> float | None:  # type: ignore[override]  # nobody sets it
        """When there is something to do: never while it stands still, or if nobody is here."""
        if self.problem or not self.here:
            return None
        playback = self.playback
        head = self.head
        if self.is_stale or playback is None or playback.done != head.done or head.is_ending:
            return self.next_slice
        return max(head.due(playback, self.now), self.next_slice) if head.is_playing else None

    @property
    def clock(self) -> GameClock | None:  # type: ignore[override]
        """That of then."""
        playback = self.playback
        return None if playback is None else self.head.clock(playback, self.now)

    def position(self) -> float:
        """Where it is, in seconds from the beginning."""
        return self.head.position(self.playback, self.now)

    def _ask(self, now: float) -> None:
        """Something else is to be shown: as soon as it can be, and it keeps its place if it waits already."""
        self.now = now
        self.is_stale = True
        self.next_slice = min(self.next_slice, now)

    def tick(self, now: float) -> Events:
        """Do what is due, but not too much at once."""
        self.now = now
        self.is_stale = False
        self.next_slice = now + PAUSE
        work = Work(SLICE)
        try:
            return self._show(self._open(work), work)
        except CannotPlay as error:
            self.log.warn("The replay {id} cannot be shown: {detail}", id=self.replay, detail=error.detail)
            self._projection = None
            self.problem = Words("This replay cannot be shown. {why}", why=error.reason)
            self.kind, self.board_role = Theatre.kind, ""  # type: ignore[misc]
            self.is_done = True
            return [Say(self.problem)]

    def _open(self, work: Work) -> Projection:
        if self._projection is None:
            try:
                recording = self.library.open(self.replay, LARGEST)
            except Unknown:
                raise CannotPlay(GONE) from None
            self._projection = Projection(Playback(recording, self.games), self.seats)
            work.left -= len(recording.entries) / MANY
        return self._projection

    def _show(self, projection: Projection, work: Work) -> list[Event]:
        playback, head = projection.playback, self.head
        if not playback.is_known and not playback.wind(len(playback), work):
            return []
        if not head.done:
            head.begin(playback, self.now)
        if not playback.wind(head.done, work):
            return []
        happened: list[Event] = []
        while work.left > 0 and head.is_due(playback, self.now):
            for event in playback.step(work):
                with playback.careful():
                    happened += self._tell(event)
            head.step(playback)
        if head.is_ending and playback.ending is not None:
            happened.append(playback.ending)
        head.is_ending = False
        projection.look(head.as_shown(playback, self.now), sorted({*self.here.values()}))
        return happened

    def _tell(self, event: Event) -> Iterable[Event]:
        """What was said then is said again, to those whom it was for."""
        told = retold(event)
        if told is None:
            return []
        if told.to is None:
            return [told.event]
        assert isinstance(told.event, Say)
        numbers = [number for number, one in enumerate(self.seats, 1) if one["id"] == told.to]
        return [Tell(player, told.event.text) for player, number in self.here.items() if number in numbers]

    # Who watches

    def enter(self, player: Player, now: float) -> Events:
        self.here[player] = 0
        if self.problem:
            yield Tell(player, self.problem)
        self._ask(now)

    def leave(self, player: Player, now: float) -> Events:
        """Nobody needs an empty theatre."""
        self.now = now
        self.here.pop(player, None)
        self.is_done = self.is_done or not self.here
        return ()

    def _choose(self, player: Player, number: int) -> Events:
        if 0 <= number <= len(self.seats) and number != self.here.get(player):
            self.here[player] = number
            if number:
                yield Tell(player, Words("You are watching from {name}'s seat.", name=self.seats[number - 1]["name"]))
            else:
                yield Tell(player, Words("You are watching as a spectator."))

    # What they do

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.now = now
        if isinstance(tile, tuple) and tile[:2] == (OURS, "seat"):
            yield from self._choose(player, tile[2])
        elif tile == FORK:
            yield from self._fork(player)
        else:
            yield from self._control(player, tile)
        self._ask(now)

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        return self.click(player, KEYS[key][0], now) if key in KEYS else ()

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        if to is not None or not text.startswith("/"):
            return super().say(player, text, to, now)
        return self._command(player, text.removeprefix("/"), now)

    def _command(self, player: Player, text: str, now: float) -> Events:
        self.now = now
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word:
            case "at" if (at := seconds(rest)) is not None:
                yield from self._control(player, (OURS, "at", at))
            case "moment" if rest.isdecimal():
                yield from self._control(player, (OURS, "moment", int(rest[:6])))
            case "seat" if (number := self._seat_called(rest)) is not None:
                yield from self._choose(player, number)
            case _:
                yield Tell(player, COMMANDS)
        self._ask(now)

    def _seat_called(self, text: str) -> int | None:
        names = ["", *(one["name"].casefold() for one in self.seats)]
        if text.casefold() in names:
            return names.index(text.casefold())
        return int(text[:6]) if text.isdecimal() and int(text[:6]) < len(names) else None

    def _control(self, player: Player, what: TileId) -> Events:
        """Somebody uses the controls; if others are here, everybody is told who."""
        playback = self.playback
        if self.problem or playback is None:
            yield Refuse(player, self.problem or NOT_READY)
            return
        said = self.head.use(playback, what, self.now)
        if said and len(self.here) > 1:
            yield Say(Words("{name}: {what}", name=player.name, what=said))

    # Playing on

    def _fork(self, player: Player) -> Events:
        """Open a table where the game goes on from here; whoever else does the same at this moment comes to it."""
        playback = self.playback
        if self.problem or playback is None or playback.done != self.head.done:
            yield Refuse(player, self.problem or NOT_READY)
            return
        if self.head.done in self.forks:
            yield Go(player, self.forks[self.head.done])
            return
        with playback.careful():
            moment = playback.moment(self._seats_for(player), playback.start + self.position())
        if not moment["seats"] or len(self.forks) >= MOST_FORKS:
            yield Refuse(player, NOBODY_PLAYS if not moment["seats"] else TOO_MANY_FORKS)
            return
        at = minutes(self.position())
        self.head.stop(self.position())
        title = Words("{title}, from {time}", title=self.name, time=at)
        moment["replay"] = self.replay if playback.recording.header["is_private"] else ""
        opening = Open(playback.recording.header["game"], {**playback.setup}, title, moment=moment)
        yield opening
        yield Go(player, opening)
        if len(self.here) > 1:
            yield Say(Words("{name} is playing on from here; Fork takes you to the same table.", name=player.name))

    def _seats_for(self, player: Player) -> list[str]:
        """The seats that are offered: first the one that the player watches from, else the player's own."""
        ids = [one["id"] for one in self.seats]
        number = self.here.get(player, 0)
        chosen = ids[number - 1] if number else player.id
        return sorted(ids, key=lambda id: id != chosen)

    def opened(self, opening: Open, room: str | None, now: float) -> Events:
        if room is not None:
            self.forks[self.head.done] = room
        return ()

    def closed(self, room: str, now: float) -> Events:
        self.forks = {done: other for done, other in self.forks.items() if other != room}
        return ()

    # What is seen

    def scene(self) -> Scene:
        scene = None if self._projection is None else self._projection.scene
        if scene is not None:
            return scene
        tiles: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 0)}
        return Scene((2, 2), tiles, text=self.problem or (NOT_READY if self.name else GONE))

    def view(self, player: Player) -> View:
        views = {} if self._projection is None else self._projection.views
        return views.get(self.here.get(player, 0), NO_VIEW)

    def facts(self) -> Mapping[Any, Any]:
        told: dict[str, Any] = {
            "id": self.replay,
            "title": self.name,
            "at": self.position(),
            "speed": self.head.speed,
            "playing": self.head.is_playing and not self.problem,
            "seats": [one["name"] for one in self.seats],
        }
        projection, playback = self._projection, self.playback
        if playback is not None:
            told |= {"start": playback.start, "length": playback.length}
            told["moments"] = [{"at": one.at, "text": one.text} for one in playback.moments]
        elif self.problem:
            told["problem"] = self.problem
        else:
            told["prepared"] = 0.0 if projection is None else projection.playback.progress
        return {**({} if projection is None else projection.facts), "replay": told}

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        number = self.here.get(player, 0)
        own = {} if self._projection is None else self._projection.own_facts.get(number, {})
        return {**own, "seat_of": number or None}


def opening(header: Mapping[str, Any]) -> Open:
    """What opens a theatre for a recording with this header."""
    return Open(NAME, {"replay": header["id"]}, title=Words("Replay: {title}", title=header["title"]))


def plugin(library: Library, games: Iterable[IGamePlugin]) -> GamePlugin:
    """What makes theatres, for a server that keeps replays of these games."""
    known = {game.name: game for game in games if game.name != NAME}
    return GamePlugin(NAME, type(Theatre.__name__, (Theatre,), {"library": library, "games": known}), is_at_home=False)


def _seats(people: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Those who played; or everybody who was there, if the recording does not say who did."""
    named = [one for one in people if isinstance(one.get("name"), str)]
    played = [one for one in named if "seat" in one or "place" in one]
    return [{"id": one["id"], "name": one["name"][:LONGEST_NAME]} for one in (played or named)[:MOST_SEATS]]
