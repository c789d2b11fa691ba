"""After a crash: what the journal says is done again, until the world stands where it stood.

A room that cannot be brought back, because its code has changed for instance, begins anew with everybody who was there.
Then the files are kept aside, and the log says where.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar

from twisted.logger import Logger

from tilenet.journal import aside
from tilenet.journal.journal import Journal
from tilenet.journal.lost import ANEW, OVER, Lost
from tilenet.journal.overview import Gap, Overview
from tilenet.journal.patience import Patience
from tilenet.journal.progress import Progress
from tilenet.journal.worldclock import WorldClock
from tilenet.saving.classes import classes_of
from tilenet.saving.entries import entry_of
from tilenet.saving.reader import CannotLoad, Reader
from tilenet.text import counted, plain
from tilenet.world.building import NoSuchGame
from tilenet.world.players.player import Player
from tilenet.world.rooms.revival import redo
from tilenet.world.rooms.room import Room
from tilenet.world.world import World

_OF_ROOMS = frozenset(("saved", "unsaved", "tape", "table", "close"))
_SIMPLE = frozenset((str, int))
MOST_RESULTS = 1_000_000  # that may come after the last one that the store has
OFTEN = 1024  # entries from one look at the time to the next


def nobody_stays() -> None:
    """All connections were lost."""


class OtherCode(Exception):
    """A room cannot do again what was done in it."""


class Recovery:
    """Brings a world back to where it was."""

    log = Logger()

    def __init__(self, world: World, clock: WorldClock, journal: Journal) -> None:
        self._world = world
        self._clock = clock
        self._journal = journal
        self._saved: Mapping[str, int] = {}  # the number of the entry by which each room was saved last
        self._rooms: dict[str, Room] = {}  # those that stand, by name
        self._changed: set[str] = set()  # those whose games have other code than when they were saved
        self._lost: dict[str, Lost] = {}  # those that could not be brought back
        self._is_damaged = False  # whether the journal may tell somebody what is wrong
        self._patience = Patience()

    def run(self, resume: Callable[[], None] = nobody_stays, until: float | None = None) -> None:
        """Read the journal, do everything again, and go on from there; or from this time, if it is known.

        `resume` attaches the clients whose connections were handed over by the program before this one.
        """
        with _no_garbage():
            count = self.do_again()
            if until is not None:
                self._clock.show(until)
            self._clock.go_on()
            self._journal.is_recovering = False
            with self._patience:
                for number, (name, room) in enumerate([*self._rooms.items()]):
                    self._patience.at = number
                    self._try(name, room.chronicle.outline, room.go_on)
            self._keep_aside()
            self._journal.begin()
            self._world.start()
            resume()
            self._begin_anew()
            self._world.go_on()
        if count:
            self.log.info(
                "Back after {entries} of the journal: {rooms}, {people}",
                entries="1 entry" if count == 1 else f"{count} entries",
                rooms=counted(len(self._world.rooms), "room"),
                people=counted(len(self._world.players), "player"),
            )

    def do_again(self) -> int:
        """Do everything again; returns how many entries there were."""
        self._journal.is_recovering = True
        self._journal.last_result = self._world.books.last_result
        overview = Overview(self._journal.folder)
        self._is_damaged = overview.is_damaged
        self._saved = overview.saved
        progress = Progress()
        with self._patience:
            for number, text in overview.texts():
                self._patience.at = number
                if isinstance(text, Gap):
                    self._gap(number)
                else:
                    self._redo(number, text)
                if number % OFTEN == 0:
                    progress.done(number, overview.entries, "entries")
        progress.over()
        if overview.end is not None:
            self._journal.follow(overview.end)
        return overview.entries

    def _redo(self, number: int, text: bytes) -> None:
        try:
            what, now, subject, *args = entry_of(text)
            self._clock.show(now)
            if what in self._of_the_world:
                self._of_the_world[what](self, subject, *args)
                return
            if not isinstance(subject, str):
                raise ValueError("there is no room of that name")
        except Exception as error:  # it can be read, but is not what we have written
            self._wrong(f"The entry {number} of the journal is left out: {_reason(error)}")
            return
        room = self._rooms.get(subject)  # where it is, this comes after what was saved of it last
        if room is not None and what not in _OF_ROOMS:
            try:
                if subject in self._changed:
                    raise OtherCode("its code has changed, and acts came after it was saved")
                redo(room, what, self._arguments(room, args))
            except (Exception, SystemExit) as error:
                self._begins_anew(subject, room.chronicle.outline, error)
                self._lost[subject].note(what, args)
        elif subject in self._lost:
            self._lost[subject].note(what, args)
        else:
            self._set_up(number, what, subject, room, args)

    def _set_up(self, number: int, what: str, name: str, room: Room | None, args: list[Any]) -> None:
        """Something that does not happen in a game: the room is opened, or closed."""
        noted: Any = args[0] if args else None
        if what == "close" and room is not None:
            self._world.building.close_room(room)
            del self._rooms[name]
        elif what == "tape" and room is not None:
            self._try(name, room.chronicle.outline, partial(room.chronicle.restore_tape, noted))
        elif what == "table" and room is not None:
            self._try(name, room.chronicle.outline, partial(self._world.building.put_table_back, room, noted))
        elif what == "close" and isinstance(noted, str) and number > self._saved.get(name, 0):
            self._world.building.closed_before(name, noted)  # those who list it may have heard of it before
        elif self._saved.get(name) == number and what == "saved":
            self._try(name, lambda: noted, partial(self._open, name, noted))
        elif self._saved.get(name) == number and what == "unsaved":
            self.log.warn("The room {room} begins anew: its game cannot be saved", room=plain(name))
            self._lose(name, lambda: noted)

    def _gap(self, number: int) -> None:
        """Something may be missing: what is known of rooms counts only if they were saved later."""
        for name, room in [*self._rooms.items()]:
            if self._saved.get(name, 0) < number:
                self._wrong(f"The room {plain(name)} begins anew: part of the journal is missing")
                self._lose(name, room.chronicle.outline)

    # What is not about a room

    def _salt(self, salt: str) -> None:
        self._world.salt = bytes.fromhex(salt)

    def _player(self, noted: Mapping[str, Any]) -> None:
        self._world.revive(noted)

    def _points(self, id: str, points: object) -> None:
        self._world.revive_points(id, points)

    def _token(self, id: str, digest: str | None, until: float | None) -> None:
        if not isinstance(id, str) or not (until is None or isinstance(until, int | float)):
            raise ValueError("this is not a token")
        self._world.revive_token(id, None if digest is None else bytes.fromhex(digest), until)

    def _result(self, number: int, played: Mapping[str, Any]) -> None:
        if type(number) is not int or number > self._journal.last_result + MOST_RESULTS:
            raise ValueError(f"{number!r} is not the number of a result")
        if number > self._journal.last_result:  # it may be noted more than once, until the store has it
            self._world.books.record_again(played, number)
            self._journal.last_result = number

    def _count_rooms(self, plugin: str, number: int) -> None:
        self._world.building.count_opened(plugin, number)

    def _now(self, _: object) -> None:
        """It was this time, and nothing else had happened."""

    _of_the_world: ClassVar[Mapping[str, Callable[..., None]]] = {
        "now": _now,
        "salt": _salt,
        "player": _player,
        "points": _points,
        "token": _token,
        "result": _result,
        "rooms": _count_rooms,
    }

    # Rooms

    def _try(self, name: str, outline: Callable[[], object], do: Callable[[], object]) -> None:
        try:
            do()
        except (Exception, SystemExit) as error:  # whatever is wrong with one room, the others come back
            self._begins_anew(name, outline, error)

    def _begins_anew(self, name: str, outline: Callable[[], object], error: BaseException) -> None:
        happens = "is closed" if isinstance(error, NoSuchGame) else "begins anew"
        self._wrong(f"The room {plain(name)} {happens}: {_reason(error)}")
        self._lose(name, outline)

    def _open(self, name: str, noted: Any) -> None:
        world = self._world
        people = {one["id"]: world.revive(one) for one in noted["people"] if len(one) > 1}  # who are gone
        room = world.building.reopen(name, noted, lambda id: people.get(id) or world.known(id))
        self._rooms[name] = room
        if not room.chronicle.is_code_of(noted):
            self._changed.add(name)

    def _arguments(self, room: Room, args: list[Any]) -> tuple[Any, ...]:
        """What a game was called with: most often a player, and the id of a tile."""
        reader: Reader | None = None
        found: list[Any] = []
        for one in args:
            kind = type(one)
            if kind is dict and len(one) == 1 and "player" in one:
                found.append(self._world.known(one["player"]))
            elif kind is str:
                found.append(one)
            elif kind is list and _SIMPLE.issuperset(map(type, one)):
                found.append(tuple(one))
            else:
                reader = reader or Reader(classes_of(type(room.game)), self._world.known)
                found.append(reader.value(one))
        return tuple(found)

    def _lose(self, name: str, outline: Callable[[], object]) -> None:
        self._lost[name] = Lost(outline())
        room = self._rooms.pop(name, None) or self._world.building.find(name)
        if room is not None:
            self._world.building.forget(room)

    def _begin_anew(self) -> None:
        """Those who were in rooms that are lost come to the new ones, or go Home."""
        world = self._world
        for name, lost in self._lost.items():
            try:
                is_there = name in world.rooms or world.building.begin_anew(name, lost.outline)
            except NoSuchGame:
                is_there = False
            except Exception as error:
                is_there = False
                self.log.error("{room} cannot even begin anew: {why}", room=plain(str(name)), why=_reason(error))
            for id in lost.people:
                player = self._find(id)
                if player is None or player.room is not None:
                    continue
                if player.client is not None:  # a program, which knows no word for it
                    player.client.end(OVER)
                else:
                    world.place(player, name if is_there else None)
                    if player.room is not None:
                        world.tell_when_back(player, ANEW if player.room.name == name else OVER)
            if is_there:
                world.building.keep_host(name, lost.outline)
        for player in [*world.players.values()]:
            if player.room is None and player.client is None:
                world.place(player)

    def _find(self, id: str) -> Player | None:
        try:
            player = self._world.known(id)
        except KeyError:
            return None
        return player if player.objid in self._world.players else None

    # What is wrong

    def _wrong(self, why: str) -> None:
        self._is_damaged = True
        self.log.error("{why}", why=why)

    def _keep_aside(self) -> None:
        """As soon as everything is in new files, the old ones are moved."""
        if self._is_damaged:
            try:
                self._journal.aside = aside.prepare(self._journal.folder)
                self.log.error("The journal is kept in {folder}", folder=plain(str(self._journal.aside)))
            except OSError as error:
                self.log.error("The journal cannot be kept: {why}", why=_reason(error))


def _reason(error: BaseException) -> str:
    is_told = isinstance(error, OtherCode | CannotLoad | NoSuchGame)
    return plain(str(error) if is_told else f"{type(error).__name__}: {error}")[:500]


@contextmanager
def _no_garbage() -> Iterator[None]:
    """All that is made here stays."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
