"""Leads players to replays: which of them they may see, and the one theatre in which everybody watches it together.

Whoever may not see a replay is told the same as if there were none: so nobody finds out anything by guessing ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tilenet.limits import Buckets
from tilenet.records import Placed, Replay, Replays
from tilenet.replays.library import Library, Unknown
from tilenet.replays.recording import is_sensible
from tilenet.replays.theatre import NAME, opening
from tilenet.text import clean_speech
from tilenet.words import Words
from tilenet.world.building import Building
from tilenet.world.players.player import Player

ROOM = "replays"  # whose tile at Home counts the people in theatres, too
MOST_THEATRES = 100  # at once
OPENINGS, PERIOD = 10, 60.0  # how many theatres one player, or one address, can open in so many seconds
MOST_ROWS = 50  # replays in one answer
TOP = 4  # players of a replay who are named
LONGEST = 60  # characters of a name or a title

UNKNOWN = Words("There is no such replay, or it is only for those who were at that table.")
TOO_MANY = Words("Too many replays are being watched right now. Try again later.")
TOO_FAST = Words("You have opened many replays. Try again in a minute.")
FAILED = Words("This replay cannot be shown.")


class Usher:
    """Knows the theatres that are open."""

    def __init__(self, library: Library, building: Building, wall_time: Callable[[], float]) -> None:
        self._library = library
        self._building = building
        self._wall_time = wall_time
        self._theatres: dict[str, str] | None = None  # by replay: the names of rooms, some of which may be closed
        self._openings = Buckets(OPENINGS / PERIOD, OPENINGS, building.clock.seconds)

    # Which there are

    def answer(self, question: Replays) -> tuple[Replay, ...]:
        """The replays that a player may see, as far as they were asked for."""
        who = question.player.id
        count = min(question.count, MOST_ROWS)
        headers = self._library.latest(count, who, question.after or None, only_theirs=question.only_theirs)
        now = self._wall_time()
        titles = {str(game.title): game.title for game in self._building.games}  # which can be translated
        return tuple(_replay(header, who, now, titles) for header in headers)

    def refuses(self, player: Player, replay: str) -> str:
        """Why a player may not see a replay; empty if they may."""
        try:
            self._library.find(replay, player.id)
        except Unknown:
            return UNKNOWN
        return ""

    # The way there

    def lead(self, player: Player, replay: str) -> str:
        """Lead a player to a replay; if that is not possible, return why."""
        try:
            header = self._library.find(replay, player.id)
        except Unknown:
            return UNKNOWN
        room = self._theatre(replay)
        if room is None:
            if len(self._open_theatres()) >= MOST_THEATRES:
                return TOO_MANY
            if self._openings.of(player.origin or player.id).take():
                return TOO_FAST
            room = self._building.open(replace(opening(header), belongs_to=ROOM))
            if room is None:
                return FAILED
            self._open_theatres()[replay] = room
            theatre = self._building.rooms[room]
            theatre.last_replay = replay
            theatre.chronicle.note_all()
        if player.room is not self._building.rooms[room]:
            self._building.send_to(player, room)
        shown = self._building.rooms.get(room)
        if shown is None or player.room is not shown:
            self._building.shut(room)  # unless others are there
        else:
            shown.tell(player, Words("This replay's id is {id}: /watch {id} brings you here from any room.", id=replay))
        return ""

    def _theatre(self, replay: str) -> str | None:
        """The room in which it is shown now."""
        room = self._open_theatres().get(replay)
        return room if room is not None and self._shows(room, replay) else None

    def _open_theatres(self) -> dict[str, str]:
        """Those that are open; after a crash, some may have been opened before it."""
        if self._theatres is None:
            rooms = [room for room in self._building.rooms.values() if room.origin.game == NAME]
            self._theatres = {str(room.origin.setup.get("replay")): room.name for room in rooms}
        elif len(self._theatres) >= MOST_THEATRES:
            self._theatres = {id: room for id, room in self._theatres.items() if self._shows(room, id)}
        return self._theatres

    def _shows(self, room: str, replay: str) -> bool:
        found = self._building.rooms.get(room)
        return found is not None and found.origin.game == NAME and found.origin.setup.get("replay") == replay


# Headers as data. Somebody may have edited them.


def _replay(header: Mapping[str, Any], who: str, now: float, titles: Mapping[str, str]) -> Replay:
    people: Sequence[Mapping[str, Any]] = header["people"]
    placed = sorted((one for one in people if _is_place(one.get("place"))), key=lambda one: one["place"])
    mine = next((one for one in people if one["id"] == who), None)
    top = tuple(Placed(one["place"], _text(one.get("name")), _number(one.get("score"))) for one in placed[:TOP])
    return Replay(
        header["id"],
        titles.get(header["title"]) or _text(header["title"]),
        _text(header.get("kind")),
        max(0.0, now - _number(header["ended"])),
        max(0.0, _number(header["seconds"])),
        header["is_private"],
        mine is not None,
        mine["place"] if mine is not None and mine in placed else None,
        len(placed),
        top,
    )


def _is_place(value: object) -> bool:
    return type(value) is int and 0 < value < 10**6


def _text(value: object) -> str:
    return clean_speech(value)[:LONGEST] if isinstance(value, str) else ""


def _number(value: object) -> float:
    return value if isinstance(value, int | float) and is_sensible(value) else 0.0
