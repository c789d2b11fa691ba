"""The lobby of Tombala: shows the rooms, and lets players make and join them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple

from tilenet.game import (
    Close,
    Cost,
    Events,
    Game,
    Go,
    Json,
    KeyId,
    Listing,
    LookUp,
    Open,
    Player,
    Refuse,
    RoomsOf,
    Scene,
    Tell,
    Tile,
    TileId,
    Words,
)
from tilenet.games.tombala import commands
from tilenet.games.tombala.commands import COMMANDS, AllRooms, NewRoom
from tilenet.games.tombala.events import Answer, Create, Find, Found
from tilenet.games.tombala.places import arrange
from tilenet.games.tombala.rooms import LOBBY, ROOM, TABLE, Entry, NotPossible, Rooms, entry_of, seconds_between
from tilenet.games.tombala.showcase import NEW, NEW_TIMED, SHOWN, USUAL_EVERY, room_facts, room_tile, scene_of
from tilenet.text import BadName, name_key, proper_name

REFRESH = 1.0  # seconds between two updates because time goes by, at least

COUNTDOWN = range(1, 3601)  # seconds
EVERY = range(1, 301)  # seconds
GRACE = 5  # seconds that a person has before the game, even if they come in at the last moment
MAKING = 3  # commands: what it costs to make a room, and to close it again
RESERVED = ("home", "help", "restart")  # names of tiles, the same in every room

FAILED = Words("Something went wrong here. Try again later.")


@dataclass(frozen=True)
class SecondLook(RoomsOf):
    """A question: a room that stands in the way of one that somebody wants to make."""

    player: Player
    wanted: NewRoom


class Wish(NamedTuple):
    """A room that is about to be opened for somebody."""

    player: Player
    is_from_here: bool  # if it is not, those who are here see it with the next update


class Lobby(Game):
    """The place for players who have not joined a room yet."""

    title = "Tombala"
    kind = "tombala-lobby/1"
    order = 20
    is_recorded = False
    about = Words("Turkish bingo, in many rooms: make one, or join one before its game starts.")
    help = (
        Words(
            "Tombala is Turkish bingo: the first player to complete all three rows of their card wins. Click a room to "
            "join it before its game starts, or to watch it afterwards; New room makes one."
        ),
        *commands.USAGE,
    )
    options: ClassVar = {"rooms": int, "rooms_each": int, "countdown": int}
    rooms = 1000  # how many there can be at once
    rooms_each = 5  # how many of them one player can have made
    countdown = 30  # seconds, in a `New room`
    lists = LOBBY
    table = TABLE
    commands = COMMANDS

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.countdown = min(max(self.countdown, COUNTDOWN[0]), COUNTDOWN[-1])
        self.known_rooms = Rooms()
        self._wishes: dict[str, Wish] = {}  # by the keys of the rooms' names
        self._here: set[Player] = set()
        self._slots: list[str | None] = []  # the room in each place of the scene
        self._shown: tuple[int, dict[TileId, Tile]] = 0, {}  # what the scene was made from
        self._listed: list[Entry] = []  # the rooms in it
        self._scene = scene_of({}, 0, 0, self.countdown)

    # The rooms

    def rooms_changed(self, changes: Mapping[str, Listing | None], now: float) -> Events:
        for room, listing in changes.items():
            if room != LOBBY:
                self._update(room, listing)
        self._look(now)
        return ()

    def opened(self, opening: Open, room: str | None, now: float) -> Events:
        setup, begins_at = opening.setup, opening.setup["begins_at"]
        name, wish = str(setup["name"]), self._wishes.pop(name_key(str(setup["name"])), None)
        assert isinstance(begins_at, float)
        if room is not None:
            self.known_rooms.put(Entry(room, name, str(setup["by"]), begins_at, seconds_between(setup["every"])))
        if wish is None:  # another lobby has failed since they asked
            return
        if wish.is_from_here:
            self._look(now)
        if room is None:
            yield from _answer(wish.player, False, FAILED, FAILED)
        else:
            yield Cost(wish.player, MAKING)
            yield Answer((wish.player,), True, f"{name} is created!")

    def closed(self, room: str, now: float) -> Events:
        self.known_rooms.remove(room)
        return ()

    def found(self, question: object, answer: object, now: float) -> Events:
        if not isinstance(question, SecondLook):
            return commands.answered(question, answer, now)
        assert isinstance(answer, tuple)
        self._update(question.room, answer[0] if answer else None)
        return self._try(question.player, lambda: self._create(question.player, question.wanted, now, question.room))

    def _update(self, room: str, listing: Listing | None) -> None:
        entry = None if listing is None else entry_of(listing)
        if entry is None:
            self.known_rooms.remove(room)
        else:
            self.known_rooms.put(entry)

    # Making a room, and joining one

    def _create(self, player: Player, wanted: NewRoom, now: float, seen: str = "") -> Events:
        """Open a room; `opened` is next. If there are too many, an empty one makes way. Raises NotPossible.

        What is known of another room may be a second old, so that has to be looked at first; `seen` was.
        """
        name = self._check(player, wanted)
        way: list[Close] = []
        taken = self.known_rooms.find(name)
        if taken is not None and taken.room == seen:
            raise _exists(name)
        if taken is not None:
            return [LookUp(SecondLook(taken.room, player, wanted))]
        if len(self.known_rooms) >= self.rooms:
            least = self.known_rooms.least_missed()  # so nobody can fill the lobby with empty rooms
            if least is None:
                raise NotPossible(Words("There are too many rooms. Try again later!"))
            if least.room != seen:
                return [LookUp(SecondLook(least.room, player, wanted))]
            way = [Close(least.room)]
        self._wishes[name_key(name)] = Wish(player, player in self._here)
        setup: dict[str, Json] = {
            "name": name,
            "begins_at": now + wanted.countdown,
            "every": wanted.every,
            "by": player.id,
            "grace": float(min(GRACE, wanted.countdown)) if wanted.is_to_join else 0.0,
        }
        opening = Open(ROOM, setup, f"{self.title}: {name}", LOBBY)
        return [*way, opening, *([Go(player, opening)] if wanted.is_to_join else [])]

    def _check(self, player: Player, wanted: NewRoom) -> str:
        """The name of a room that somebody wants to make, as it is kept. Raises NotPossible."""
        try:
            name = proper_name(wanted.name)
        except BadName as error:
            raise NotPossible(str(error)) from None
        if name_key(name) in RESERVED:
            raise _exists(name)
        if wanted.countdown not in COUNTDOWN:
            raise NotPossible(Words("The countdown must be {least} to {most} seconds!", **_ends(COUNTDOWN)))
        if wanted.every is not None and wanted.every not in EVERY:
            raise NotPossible(Words("The time between numbers must be {least} to {most} seconds!", **_ends(EVERY)))
        if self.known_rooms.made_by(player.id) >= self.rooms_each:
            raise NotPossible(Words("You already have {n} rooms, and cannot make more!", n=self.rooms_each))
        return name

    def _find(self, name: str) -> Entry:
        found = self.known_rooms.find(name)
        if found is None:
            raise commands.missing(name)
        return found

    # What players do

    def enter(self, player: Player, now: float) -> Events:
        self._here.add(player)
        self._look(now)
        return ()

    def leave(self, player: Player, now: float) -> Events:
        self._here.discard(player)
        if not self._here:
            self._slots, self.deadline = [], None
        return ()

    def tick(self, now: float) -> Events:
        self._look(now)
        return ()

    def ask(self, player: Player, request: object, now: float) -> Events:
        """A player in no room asks."""
        match request:
            case Create(name, countdown):
                return self._try(player, lambda: self._create(player, NewRoom(name, countdown), now))
            case Find(name):
                return self._try(player, lambda: [_found(player, self._find(name))])
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("room", str(name)):
                return self._try(player, lambda: [Go(player, self._find(name).room)])
            case "new" | "new timed":
                every = None if tile == NEW else USUAL_EVERY
                wanted = NewRoom(self.known_rooms.free_name(), self.countdown, every, is_to_join=True)
                return self._try(player, lambda: self._create(player, wanted, now))
        return ()

    def _try(self, player: Player, act: Callable[[], Events]) -> Events:
        """Do something, or tell the player why that is not possible."""
        try:
            return act()
        except NotPossible as error:
            return _answer(player, False, str(error), str(error))

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        if to is not None or not text.startswith(commands.SIGN):
            return super().say(player, text, to, now)
        nowhere = lambda rest: [Refuse(player, Words("You are not in a room: /join one first."))]  # noqa: E731
        return commands.obey(
            player,
            text,
            {
                "create": lambda rest: self._create(player, commands.new_room(rest), now),
                "rooms": lambda rest: [LookUp(AllRooms(LOBBY, player))],
                "join": lambda rest: [Go(player, self._find(commands.room_name(rest)).room)],
                "quit": lambda rest: [Refuse(player, Words("You are not in a room."))],
                **dict.fromkeys(("mark", "cinko", "next"), nowhere),
            },
        )

    # What is seen

    def scene(self) -> Scene:
        return self._scene

    def _look(self, now: float) -> None:
        """Show the rooms as they are now, if anybody is here, until time changes what is shown."""
        if not self._here:
            return
        self._slots = arrange(self._slots, self.known_rooms, SHOWN)
        placed = ((slot, self.known_rooms.get(room)) for slot, room in enumerate(self._slots) if room is not None)
        rooms = [(slot, entry) for slot, entry in placed if entry is not None]
        changes = [at for _, entry in rooms if (at := commands.next_change(entry, now)) is not None]
        self.deadline = max(now + REFRESH, min(changes)) if changes else None
        self._listed = [entry for _, entry in rooms]
        tiles: dict[TileId, Tile] = {("room", entry.name): room_tile(slot, entry, now) for slot, entry in rooms}
        shown = len(self.known_rooms), tiles
        if shown != self._shown:
            self._shown = shown
            self._scene = scene_of(tiles, len(self._slots), len(self.known_rooms), self.countdown)

    def facts(self) -> Mapping[Any, Any]:
        return {
            "count": self._shown[0],
            "rooms": {("room", entry.name): room_facts(entry) for entry in self._listed},
            "options": {"countdown": self.countdown, "every": USUAL_EVERY},
        }

    def legal(self, player: Player) -> Iterable[TileId]:
        """A room that has closed is shown until the next look."""
        known = ((entry, self.known_rooms.get(entry.room)) for entry in self._listed)
        yield from (("room", one.name) for one, now in known if one.can_enter and now is not None and now.can_enter)
        is_room = len(self.known_rooms) < self.rooms or self.known_rooms.least_missed() is not None
        if is_room and self.known_rooms.made_by(player.id) < self.rooms_each:
            yield from (NEW, NEW_TIMED)


def _ends(seconds: range) -> dict[str, Any]:
    return {"least": seconds[0], "most": seconds[-1]}


def _exists(name: str) -> NotPossible:
    return NotPossible(Words("{name} already exists!", name=name))


def _found(player: Player, entry: Entry) -> Found:
    return Found((player,), entry.room, entry.name)


def _answer(player: Player, is_right: bool, text: str, told: str) -> Events:
    """One answer for doors of other protocols, and one for players who are here."""
    return [Answer((player,), is_right, text), (Tell if is_right else Refuse)(player, told)]
