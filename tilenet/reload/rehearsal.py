"""The rehearsal of new code: it does again what the journal of the running server says, and is compared with it.

A room that is saved twice in the journal is loaded as it was saved at first, and what came after that is done again:
then it has to stand where the running server says it stood. Theatres are only loaded and drawn: how far they are
depends on how much of the recording they have read. A room whose game this code cannot load begins anew, as after a
crash; that is allowed, and told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from tilenet.journal.segments import Damaged, Entry, Position, Segment, segments
from tilenet.journal.worldclock import WorldClock
from tilenet.reload.standing import difference, noted_standing, standing
from tilenet.replays.theatre import NAME as THEATRE
from tilenet.saving.classes import classes_of
from tilenet.saving.entries import entry_of
from tilenet.saving.reader import Reader
from tilenet.saving.writer import CannotSave
from tilenet.world.building import NoSuchGame
from tilenet.world.players.player import Player
from tilenet.world.rooms.revival import redo
from tilenet.world.rooms.room import Room
from tilenet.world.world import World

GAP = "gap"  # in the place of entries that may be missing
OF_THE_WORLD = frozenset(
    (GAP, "now", "salt", "player", "points", "token", "result", "rooms")
)  # what is not about a room


def entries(folder: Path, until: Position) -> Iterator[Entry]:
    """All that is in a journal, at least up to a position: it is still being written. Raises Damaged or OSError."""
    end: Position | None = None
    for one in map(Segment, segments(folder)):
        is_first = True
        try:
            for text in one:
                if text is None:
                    yield [GAP, 0.0]
                    continue
                if is_first and one.follows(text) != end:
                    yield [GAP, 0.0]
                elif not is_first:
                    yield entry_of(text)
                is_first = False
        except Damaged:
            if one.end < until:
                raise
        end = one.end


class Elsewhere(Exception):
    """The new code does not stand where the old code stood; the text says which room, and why."""


class Rehearsal:
    """One rehearsal, in a world that nobody else knows."""

    def __init__(self, world: World, clock: WorldClock, *, redoes: bool = True) -> None:
        """If it does not redo what was done, it is enough that all rooms can be loaded."""
        self.anew: dict[str, str] = {}  # rooms that begin anew, and why
        self._world = world
        self._clock = clock
        self._redoes = redoes
        self._followed: set[str] = set()  # rooms that stand where they stood

    def run(self, entries: Sequence[Entry]) -> None:
        """Do everything again, and look at what came of it. Raises Elsewhere."""
        for at, (what, now, *rest) in enumerate(entries):
            if what in OF_THE_WORLD:
                self._know(what, rest)
                continue
            self._clock.show(now)
            name, *args = rest
            try:
                self._do(name, what, args)
            except Elsewhere:
                raise
            except Exception as error:
                if self._what_is_next(entries, at, name) != "failed":
                    raise Elsewhere(f"{_title(self._world, name)}: {type(error).__name__}: {error}") from error
                self._followed.discard(name)  # it failed then, too
        for room in (*self._world.rooms.values(), *self._world.homes):
            self._look(room)

    def _know(self, what: str, args: list[Any]) -> None:
        if what == "player":
            self._world.revive(args[0])
        elif what == "points":
            self._world.revive_points(args[0], args[1])
        elif what == GAP:
            self._followed.clear()

    def _do(self, name: str, what: str, args: list[Any]) -> None:
        room = self._world.building.find(name)
        if what == "saved":
            if room is not None and name in self._followed:
                self._compare(room, args[0])
            self._load(name, args[0])
        elif what == "unsaved":
            self._begin_anew(name, "it cannot be saved")
        elif room is None or what == "tape":
            pass  # it was not saved yet, or it begins anew; and this is not about the game
        elif what == "table":
            self._world.building.put_table_back(room, args[0])
        elif what == "close":
            self._world.building.close_room(room)
            self.anew.pop(name, None)
        elif what == "failed":
            self._followed.discard(name)  # this code does not fail, which is fine
        elif name in self._followed:
            reader = Reader(classes_of(type(room.game)), self._world.known)
            redo(room, what, tuple(reader.value(part) for part in args))

    def _compare(self, room: Room, noted: dict[str, Any]) -> None:
        try:
            found = difference(standing(room), noted_standing(noted))
        except CannotSave as error:
            found = str(error)
        if found:
            raise Elsewhere(f"{room.title}: {found} (if that is meant: --new-rules)")

    def _load(self, name: str, noted: dict[str, Any]) -> None:
        """Stand where a room was saved."""
        gone = [one for one in noted["people"] if len(one) > 1]  # of others there is nothing but the id
        people: dict[str, Player] = {one["id"]: self._world.revive(one) for one in gone}
        self.anew.pop(name, None)
        try:
            self._world.building.reopen(name, noted, lambda id: people.get(id) or self._world.known(id))
        except ValueError as error:  # CannotLoad is one
            self._begin_anew(name, str(error))
        except LookupError as error:
            self._begin_anew(name, str(error) if isinstance(error, NoSuchGame) else f"there is no {error} any more")
        else:
            if self._redoes and noted["game"] != THEATRE:
                self._followed.add(name)

    def _begin_anew(self, name: str, why: str) -> None:
        self.anew[name] = why
        self._followed.discard(name)
        room = self._world.building.find(name)
        if room is not None:
            self._world.building.forget(room)

    def _what_is_next(self, entries: Sequence[Entry], at: int, name: str) -> str:
        """What happened next in a room."""
        later = islice(entries, at + 1, None)
        return next((str(one[0]) for one in later if one[0] not in OF_THE_WORLD and one[2] == name), "")

    def _look(self, room: Room) -> None:
        """Draw the room for everybody who is in it: most code that is new draws something."""
        try:
            room.game.scene()
            room.game.facts()
            for player in room.members.values():
                room.game.view(player)
        except Exception as error:
            raise Elsewhere(f"{room.title}: {type(error).__name__}: {error}") from error


def _title(world: World, name: str) -> str:
    room = world.building.find(name)
    return name if room is None else str(room.title)
