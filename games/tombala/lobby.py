"""The lobby of Tombala: which rooms there are, and the ways to make one and to go in."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import ClassVar

from tilenet.game import HELP, HOME, Events, Game, KeyId, Player, Scene, Tell, Tile, TileId, help_tile, home_tile
from tilenet.games.tombala import commands
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.hall import COUNTDOWN, Entry, Hall, NotPossible

COLUMNS = 4  # of which the last is for what is not a room
SHOWN = 24  # rooms; /rooms tells of more

NEW, NEW_TIMED = "new", "new timed"
USUAL_EVERY = 5  # seconds, for those who do not care
LOOK = 1.0  # seconds after which what is shown is looked at again: rooms change by themselves


class Lobby(Game):
    """Where those are who have no room yet."""

    title = "Tombala"
    about = "Turkish bingo, in many rooms: make one, or join one before it begins."
    help = (
        "Tombala is Turkish bingo: who first has three full rows on the card wins. Click a room to join it before it "
        "begins, or make one by New room.",
        *commands.USAGE,
    )
    options: ClassVar = {"rooms": int, "rooms_each": int, "countdown": int}
    rooms = 1000  # that there can be at once
    rooms_each = 5  # made by one player
    countdown = 30  # seconds of a new room, for those who do not care

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.countdown = min(max(self.countdown, COUNTDOWN[0]), COUNTDOWN[-1])
        self.hall = Hall(TombalaGame, self.rooms, self.rooms_each)
        self._here: set[Player] = set()
        self._scene: Scene | None = None
        self._shown: tuple[object, ...] | None = None  # what the scene was made of
        self._slots: list[Entry | None] = []  # which room is where in it
        self._seated = 0, False  # the hall's revision when they were given their places, and whether anybody was here
        self._now = 0.0

    def take_over(self, failed: Game) -> None:
        """The rooms are still there."""
        if isinstance(failed, Lobby):
            self.hall = failed.hall

    def enter(self, player: Player, now: float) -> Events:
        self._here.add(player)
        return self.tick(now)

    def leave(self, player: Player, now: float) -> Events:
        self._here.discard(player)
        if not self._here:
            self.deadline = None
        return ()

    def tick(self, now: float) -> Events:
        self._now = now
        self.deadline = now + LOOK
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self._now = now
        try:
            match tile:
                case ("room", str(name)):
                    yield from commands.join(self.hall, player, name)
                case "new" | "new timed":
                    yield from self._make(player, None if tile == NEW else USUAL_EVERY, now)
        except NotPossible as error:
            yield Tell(player, str(error))

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        self._now = now
        if to is not None or not text.startswith("/"):
            return super().say(player, text, to, now)
        nowhere = lambda rest: [Tell(player, "You are in no room: /join one first.")]  # noqa: E731
        return commands.obey(
            player,
            text,
            {
                "create": lambda rest: commands.create(self.hall, player, rest, now),
                "rooms": lambda rest: commands.rooms(self.hall, player, now),
                "join": lambda rest: commands.join(self.hall, player, rest),
                "help": lambda rest: commands.help_lines(player),
                "quit": lambda rest: [Tell(player, commands.NOT_IN_A_ROOM)],
                **dict.fromkeys(("mark", "cinko", "next"), nowhere),
            },
        )

    def _make(self, player: Player, every: int | None, now: float) -> Events:
        name = self.hall.free_name()
        yield from self.hall.create(player, name, self.countdown, now, every)
        yield from commands.join(self.hall, player, name)

    def scene(self) -> Scene:
        rooms = self.hall.rooms() if self._here else []  # so that nothing is kept of rooms while nobody looks
        if self._seated != (self.hall.revision, bool(self._here)):
            self._seated = self.hall.revision, bool(self._here)
            self._slots = _seat(self._slots, rooms)
        shown = tuple(None if room is None else self._tile(slot, room) for slot, room in enumerate(self._slots))
        if self._scene is None or (len(rooms), shown) != self._shown:
            self._shown = len(rooms), shown
            self._scene = self._draw([tile for tile in shown if tile is not None], len(rooms))
        return self._scene

    def _tile(self, slot: int, room: Entry) -> tuple[str, Tile]:
        """kahve (25 s, 2 here)"""
        x, y = slot % (COLUMNS - 1), slot // (COLUMNS - 1)
        name = f"{room.setup.name} ({commands.in_short(room, self._now)})"
        return room.setup.name, Tile(x, y, name, commands.about(room, self._now), room.is_open)

    def _draw(self, shown: list[tuple[str, Tile]], count: int) -> Scene:
        columns = COLUMNS - 1
        tiles: dict[TileId, Tile] = {("room", name): tile for name, tile in shown}
        tiles[NEW] = Tile(columns, 0, "New room", f"A room of yours; the game begins in {self.countdown} s")
        tiles[NEW_TIMED] = Tile(columns, 1, "New timed room", f"The same, with a new number every {USUAL_EVERY} s")
        tiles[HOME], tiles[HELP] = home_tile(columns, 2), help_tile(columns, 3)
        text = f"{count} room{'' if count == 1 else 's'}. Click one to join it before it begins, or New room."
        if not count:
            text = "There are no rooms yet: New room makes one."
        if count > SHOWN:
            text = f"{SHOWN} of {count} rooms. Click one, or New room; /rooms tells of more."
        return Scene((COLUMNS, max(4, ceil(len(self._slots) / columns))), tiles, text=text)


def _seat(slots: Sequence[Entry | None], rooms: Sequence[Entry]) -> list[Entry | None]:
    """Which room is shown where. It stays there; new ones fill the gaps, or come behind."""
    here, seated = set(rooms), set(slots)
    kept = [room if room in here else None for room in slots]
    waiting = sorted((room for room in rooms if room not in seated), key=_interest)  # within that they are in order
    for slot, room in enumerate(kept):
        if room is None and waiting:
            kept[slot] = waiting.pop(0)
    while waiting and len(kept) < SHOWN:
        kept.append(waiting.pop(0))
    while waiting:  # there are too many: those that are of less interest go
        slot, least = max(enumerate(kept), key=lambda place: _interest(place[1]))
        if _interest(waiting[0]) >= _interest(least):
            break
        kept[slot] = waiting.pop(0)
    while kept and kept[-1] is None:
        kept.pop()
    return kept


def _interest(room: Entry | None) -> tuple[bool, bool]:
    """The least is of most: a room that can be joined, with people in it."""
    return (True, True) if room is None else (not room.is_open, not room.names)
