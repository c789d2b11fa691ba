"""The lobby of Tombala: which rooms there are, and the ways to make one and to go in."""

from __future__ import annotations

from math import ceil
from random import Random
from typing import ClassVar

from tilenet.game import HELP, HOME, Events, Game, Go, KeyId, Player, Scene, Tell, Tile, TileId, help_tile, home_tile
from tilenet.games.tombala import commands
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.hall import Hall, NotPossible

COLUMNS = 4  # of which the last is for what is not a room
SHOWN = 24  # rooms; /rooms tells of more

NEW, NEW_TIMED = "new", "new timed"
EVERY = 5  # seconds, for those who do not care
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
        self.hall = Hall(TombalaGame, self.rooms, self.rooms_each)
        self._here: set[Player] = set()
        self._scene: Scene | None = None
        self._shown: tuple[object, ...] | None = None  # what the scene was made of
        self._now = 0.0

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
                    yield from self._make(player, None if tile == NEW else EVERY, now)
        except NotPossible as error:
            yield Tell(player, str(error))

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        self._now = now
        if to is not None or not text.startswith("/"):
            return super().say(player, text, to, now)
        nowhere = lambda rest: [Tell(player, commands.NOT_IN_A_ROOM)]  # noqa: E731
        return commands.obey(
            player,
            text,
            {
                "create": lambda rest: commands.create(self.hall, player, rest, now),
                "rooms": lambda rest: commands.rooms(self.hall, player, now),
                "join": lambda rest: commands.join(self.hall, player, rest),
                "help": lambda rest: commands.help_lines(player),
                **dict.fromkeys(("quit", "mark", "cinko", "next"), nowhere),
            },
        )

    def _make(self, player: Player, every: int | None, now: float) -> Events:
        opening = self.hall.create(player, self.hall.free_name(), self.countdown, now, every)
        yield opening
        yield Go(player, opening.room)

    def scene(self) -> Scene:
        rooms = self.hall.rooms()
        shown = [(room.setup.name, commands.about(room, self._now), room.is_open) for room in rooms[:SHOWN]]
        seen = (len(rooms), *shown)
        if self._scene is None or seen != self._shown:
            self._shown = seen
            self._scene = self._draw(shown, len(rooms))
        return self._scene

    def _draw(self, shown: list[tuple[str, str, bool]], count: int) -> Scene:
        columns = COLUMNS - 1
        tiles: dict[TileId, Tile] = {
            ("room", name): Tile(number % columns, number // columns, name, text, enabled)
            for number, (name, text, enabled) in enumerate(shown)
        }
        tiles[NEW] = Tile(columns, 0, "New room", f"A room of yours; the game begins in {self.countdown} s")
        tiles[NEW_TIMED] = Tile(columns, 1, "New timed room", f"The same, with a new number every {EVERY} s")
        tiles[HOME], tiles[HELP] = home_tile(columns, 2), help_tile(columns, 3)
        text = f"{count} room{'' if count == 1 else 's'}. Click one to join it, or New room."
        if not count:
            text = "There are no rooms yet: New room makes one."
        if count > SHOWN:
            text += f" {SHOWN} are shown; /rooms tells of more, /join NAME goes into any."
        return Scene((COLUMNS, max(4, ceil(len(shown) / columns))), tiles, text=text)
