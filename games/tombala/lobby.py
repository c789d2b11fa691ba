"""The lobby of Tombala: shows the rooms, and lets players make and join them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import islice
from math import ceil
from random import Random
from typing import ClassVar

from tilenet.game import HELP, HOME, Events, Game, KeyId, Player, Scene, Tell, Tile, TileId, help_tile, home_tile
from tilenet.games.tombala import commands
from tilenet.games.tombala.events import Answer, Create, Join, Listing, ListRooms
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.hall import COUNTDOWN, Entry, Hall, NotPossible

COLUMNS = 4  # the last is for tiles that are not rooms
SHOWN = 24  # rooms; /rooms lists more

NEW, NEW_TIMED = "new", "new timed"
USUAL_EVERY = 5  # seconds from number to number in a `New timed room`
REFRESH = 1.0  # seconds between two updates of the scene: rooms change by themselves


class Lobby(Game):
    """The place for players who have not joined a room yet."""

    title = "Tombala"
    about = "Turkish bingo, in many rooms: make one, or join one before it begins."
    help = (
        "Tombala is Turkish bingo: the first player with three full rows on the card wins. Click a room to join it "
        "before it begins, or make one with New room.",
        *commands.USAGE,
    )
    options: ClassVar = {"rooms": int, "rooms_each": int, "countdown": int}
    rooms = 1000  # how many there can be at once
    rooms_each = 5  # how many of them one player can have made
    countdown = 30  # seconds, in a `New room`

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.countdown = min(max(self.countdown, COUNTDOWN[0]), COUNTDOWN[-1])
        self.hall = Hall(TombalaGame, self.rooms, self.rooms_each)
        self._here: set[Player] = set()
        self._scene: Scene | None = None
        self._was_asked = False  # by a player elsewhere: then the scene stays as it is
        self._shown: tuple[object, ...] | None = None  # what the scene was made from
        self._slots: list[str | None] = []  # the address of the room in each place of the scene
        self._seated = 0, False  # the hall's revision when rooms last got their places, and whether anybody was here
        self._now = 0.0

    def replace_failed(self, failed: Game) -> None:
        """Keep the rooms: they still exist."""
        if isinstance(failed, Lobby):
            self.hall = failed.hall

    def enter(self, player: Player, now: float) -> Events:
        self._here.add(player)
        return self.tick(now)

    def leave(self, player: Player, now: float) -> Events:
        self._here.discard(player)
        self._look(now)
        if not self._here:
            self.deadline = None
        return ()

    def tick(self, now: float) -> Events:
        self._look(now)
        self.deadline = now + REFRESH
        return ()

    def ask(self, player: Player, request: object, now: float) -> Events:
        """A player in no room asks. The scene changes at the next update, not with each request."""
        self._was_asked = True
        try:
            match request:
                case Create(name, countdown):
                    yield from self.hall.create(player, name, countdown, now)
                    yield Answer((player,), True, f"{name.strip()} is created!")
                case Join(name):
                    yield from commands.join(self.hall, player, name)
                case ListRooms():
                    yield Listing((player,), self.hall.revision, tuple(self.hall.rooms()))
        except NotPossible as error:
            yield Answer((player,), False, str(error))

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self._look(now)
        try:
            match tile:
                case ("room", str(name)):
                    yield from commands.join(self.hall, player, name)
                case "new" | "new timed":
                    yield from self._make(player, None if tile == NEW else USUAL_EVERY, now)
        except NotPossible as error:
            yield Tell(player, str(error))

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        self._look(now)
        if to is not None or not text.startswith("/"):
            return super().say(player, text, to, now)
        nowhere = lambda rest: [Tell(player, "You are not in a room: /join one first.")]  # noqa: E731
        return commands.obey(
            player,
            text,
            {
                "create": lambda rest: commands.create(self.hall, player, rest, now),
                "rooms": lambda rest: commands.rooms(self.hall, player, now),
                "join": lambda rest: commands.join(self.hall, player, rest),
                "help": lambda rest: commands.help_lines(player),
                "quit": lambda rest: [Tell(player, "You are not in a room.")],
                **dict.fromkeys(("mark", "cinko", "next"), nowhere),
            },
        )

    def _make(self, player: Player, every: int | None, now: float) -> Events:
        name = self.hall.free_name()
        yield from self.hall.create(player, name, self.countdown, now, every)
        yield from commands.join(self.hall, player, name)

    def _look(self, now: float) -> None:
        self._now, self._was_asked = now, False

    def scene(self) -> Scene:
        if self._scene is None or not self._was_asked:
            self._scene = self._scene_now(self._scene)
        self._was_asked = False
        return self._scene

    def _scene_now(self, before: Scene | None) -> Scene:
        hall, is_seen = self.hall, bool(self._here)
        if self._seated != (hall.revision, is_seen):
            self._seated = hall.revision, is_seen
            self._slots = _arrange(self._slots, hall) if is_seen else []  # keep nothing of rooms that nobody sees
        rooms = ((slot, hall.at(address)) for slot, address in enumerate(self._slots) if address is not None)
        tiles = [self._tile(slot, room) for slot, room in rooms if room is not None]
        count = len(hall) if is_seen else 0
        if before is not None and (count, tiles) == self._shown:
            return before
        self._shown = count, tiles
        return self._draw(tiles, count)

    def _tile(self, slot: int, room: Entry) -> tuple[str, Tile]:
        """kahve (25 s, 2 here)"""
        x, y = slot % (COLUMNS - 1), slot // (COLUMNS - 1)
        name = f"{room.setup.name} ({commands.in_short(room, self._now)})"
        return room.setup.name, Tile(x, y, name, commands.about(room, self._now), room.is_open)

    def _draw(self, shown: list[tuple[str, Tile]], count: int) -> Scene:
        columns = COLUMNS - 1
        tiles: dict[TileId, Tile] = {("room", name): tile for name, tile in shown}
        tiles[NEW] = Tile(columns, 0, "New room", f"A room of your own; the game begins in {self.countdown} s")
        tiles[NEW_TIMED] = Tile(columns, 1, "New timed room", f"The same, with a new number every {USUAL_EVERY} s")
        tiles[HOME], tiles[HELP] = home_tile(columns, 2), help_tile(columns, 3)
        text = f"{count} room{'' if count == 1 else 's'}. Click one to join it before it begins, or New room."
        if not count:
            text = "There are no rooms yet. Click New room to make one."
        if count > SHOWN:
            text = f"{SHOWN} of {count} rooms. Click one, or New room; /rooms lists more."
        return Scene((COLUMNS, max(4, ceil(len(self._slots) / columns))), tiles, text=text)


def _arrange(slots: Sequence[str | None], hall: Hall) -> list[str | None]:
    """Which room is shown where. Rooms keep their places; new ones fill the gaps, or come after the others."""

    def interest(address: str | None) -> tuple[bool, bool]:
        """The lower, the more interesting: rooms that can be joined come first, then those with people in them."""
        room = None if address is None else hall.at(address)
        return (True, True) if room is None else (not room.is_open, not room.names)

    kept = [None if address is None or hall.at(address) is None else address for address in slots]
    others = (room.setup.address for room in hall.by_interest() if room.setup.address not in slots)
    waiting = deque(islice(others, SHOWN))
    for slot, address in enumerate(kept):
        if address is None and waiting:
            kept[slot] = waiting.popleft()
    while waiting and len(kept) < SHOWN:
        kept.append(waiting.popleft())
    while waiting:  # there are too many: the least interesting ones go
        slot, least = max(enumerate(kept), key=lambda place: interest(place[1]))
        if interest(waiting[0]) >= interest(least):
            break
        kept[slot] = waiting.popleft()
    while kept and kept[-1] is None:
        kept.pop()
    return kept
