"""The lobby of Dancing: shows the matches and the last results, and leads players to tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import ClassVar

from tilenet.game import (
    HELP,
    HOME,
    Close,
    Cost,
    Events,
    Game,
    Go,
    Json,
    Listing,
    Open,
    Player,
    Scene,
    Tell,
    Tile,
    TileId,
    help_tile,
    home_tile,
)
from tilenet.games.dancing.events import OpenTable
from tilenet.games.dancing.hall import LOBBY, MATCH, Entry, read_entry
from tilenet.games.dancing.instances import Instance, check_numbers, generate, load
from tilenet.games.dancing.match import SECONDS
from tilenet.games.dancing.stage import FASTEST, PACE, SLOWEST

RESULTS = 20  # that are shown; as long as they are, their rooms stay
CLOSED_AT_ONCE = 20  # rooms of older results: each is work
PAUSE = 0.02  # seconds until more of them are closed
COLUMNS, RESULT_COLUMNS = 2, 2  # of matches, and of results beside them; then there are the commands
ROWS = RESULTS // RESULT_COLUMNS
COMMANDS = COLUMNS + RESULT_COLUMNS  # their column
TABLES = ((12, 3, 5), (16, 3, 10), (20, 4, 15))  # size, colours and dancers of those that people can make
CELLS = 25  # of a new board that cost as much as a command: all of them have to be shown
MOST_CELLS = 40_000  # of all boards that people have made, until their matches are over: there is a bound to memory
FULL = "There are very many tables already. Try again later."
LED = "There are very many tables already, so you are led to one of them. Sit down if you like."


class Lobby(Game):
    """The place from which to walk to a match."""

    title = "Dancing"
    about = "Dancing without Stars, a contest of programs: watch their matches, or play against them."
    help = (
        "Programs play Dancing without Stars here, and everybody can watch: click a match. On the right are the last "
        f"{RESULTS} results; click one to see that match again.",
        "Programs connect by Dancing's own protocol, and every two that connect play a match. docs/dancing.md explains "
        "how to write one.",
        "You can play, too: click New for a table of your own, sit down there, and wait for an opponent. The next "
        "program that connects sits down opposite you.",
    )
    lists = LOBBY
    caches: ClassVar = {"_scene": None}
    options: ClassVar = {
        "rounds": int,
        "seconds": float,
        "pace": float,
        "size": int,
        "colors": int,
        "dancers": int,
        "file": str,
        "file_first": int,
    }
    rounds = 1  # of a match: 1, or 2 with the roles swapped
    seconds = SECONDS  # to think, for each player in each round
    pace = PACE  # seconds from step to step on the stage
    size = 30  # of the board
    colors = 4
    dancers = 40  # of each colour
    file = ""  # an input file for all matches; without one, each match has another instance
    file_first = 0  # 1 if clients are sent the input file before the parameters

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._check_options()
        self._instance = load(self.file, self.size) if self.file else None
        self._entries: dict[str, Entry] = {}  # all matches by their rooms, the oldest first
        self._made: dict[str, int] = {}  # the rooms of tables that people have made, and their cells
        self._ordered = 0  # cells of the next of these, which is being opened
        self._slots: list[str | None] = [None] * (COLUMNS * ROWS)  # the room of the match in each place
        self._results: list[str] = []  # the rooms of those that are over, the newest first
        self._old: list[str] = []  # the rooms of older ones, which are to be closed
        self._scene: Scene | None = None  # None when something in it has changed

    def _check_options(self) -> None:
        """Raise ValueError if this cannot be played."""
        if self.rounds not in (1, 2):
            raise ValueError(f"rounds must be 1 or 2, not {self.rounds}")
        if self.seconds <= 0:
            raise ValueError("seconds must be more than 0")
        if not FASTEST <= self.pace <= SLOWEST:
            raise ValueError(f"pace must be from {FASTEST:g} to {SLOWEST:g} seconds, not {self.pace:g}")
        if self.file_first not in (0, 1):
            raise ValueError(f"file_first must be 0 or 1, not {self.file_first}")
        if not self.file:
            check_numbers(self.size, self.colors, self.dancers)

    def replace_failed(self, failed: Game) -> None:
        """Keep count of the tables that people have made: they still exist."""
        if isinstance(failed, Lobby):
            self._made = failed._made

    # Which matches there are

    def rooms_changed(self, changes: Mapping[str, Listing | None], now: float) -> Events:
        for room, listing in changes.items():
            entry = None if listing is None else read_entry(listing)
            if entry is None:
                self._entries.pop(room, None)
            else:
                self._entries[room] = entry
        return self._renew(now)

    def opened(self, opening: Open, room: str | None, now: float) -> Events:
        if self._ordered and room is not None:
            self._made[room] = self._ordered
        self._ordered = 0
        return ()

    def closed(self, room: str, now: float) -> Events:
        self._made.pop(room, None)
        return () if self._entries.pop(room, None) is None else self._renew(now)

    def _renew(self, now: float) -> Events:
        """Matches have changed. The rooms of the last that are over stay, to be looked at; older ones close."""
        over = {room: entry for room, entry in self._entries.items() if entry.is_over}
        newest = sorted(over, key=lambda room: over[room].ended_at)[::-1]
        self._results, old = newest[:RESULTS], newest[RESULTS:]
        self._made = {room: cells for room, cells in self._made.items() if room not in over}
        self._slots = _arrange(self._slots, {room: e.players for room, e in self._entries.items() if room not in over})
        self._scene = None
        for room in old:
            del self._entries[room]
        self._old += old
        return self.tick(now)

    def tick(self, now: float) -> Events:
        """Close some of the old rooms. Programs that lose at once can end hundreds of matches in a second."""
        some, self._old = self._old[:CLOSED_AT_ONCE], self._old[CLOSED_AT_ONCE:]
        self.deadline = now + PAUSE if self._old else None
        return map(Close, some)

    # What players do

    def ask(self, player: Player, request: object, now: float) -> Events:
        """A program wants to play, and nobody waits for it."""
        if isinstance(request, OpenTable):
            return self._open_table(player, self._new_instance())
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        room = None
        match tile:
            case ("new", int(size), int(colours), int(dancers)):
                return self._make_table(player, size, lambda: generate(size, colours, dancers, self.new_match()))
            case "new usual":
                size = self.size if self._instance is None else self._instance.size
                return self._make_table(player, size, self._new_instance)
            case ("match", int(slot)):
                room = self._slots[slot]
            case ("result", int(place)) if place < len(self._results):
                room = self._results[place]
        return () if room is None else [Go(player, room)]

    def _new_instance(self) -> Instance:
        return self._instance or generate(self.size, self.colors, self.dancers, self.new_match())

    def _make_table(self, player: Player, size: int, make: Callable[[], Instance]) -> Events:
        """A new table for somebody who will be shown it, if there is room for one more; otherwise one with a seat."""
        if sum(self._made.values()) + size**2 > MOST_CELLS:
            room = self._free_table()
            yield Tell(player, FULL if room is None else LED)
            if room is not None:
                yield Go(player, room)
            return
        yield Cost(player, size**2 / CELLS)
        self._ordered = size**2
        yield from self._open_table(player, make())

    def _free_table(self) -> str | None:
        """The table that somebody has made at which most seats are free: nobody can keep them all by doing nothing."""
        waiting = {room: self._entries[room].names for room in self._made if room in self._entries}
        free = [room for room, names in waiting.items() if "" in names]
        return max(free, key=lambda room: waiting[room].count(""), default=None)

    def _open_table(self, player: Player, instance: Instance) -> Events:
        setup: dict[str, Json] = {
            "instance": instance.text,
            "size": instance.size,
            "rounds": self.rounds,
            "seconds": self.seconds,
            "pace": self.pace,
            "file_first": bool(self.file_first),
        }
        opening = Open(MATCH, setup, belongs_to=LOBBY)
        yield opening
        yield Go(player, opening)

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._scene = self._draw()
        return self._scene

    def _draw(self) -> Scene:
        tiles: dict[TileId, Tile] = {}
        for slot, room in enumerate(self._slots):
            if room is not None:
                tiles["match", slot] = _match_tile(slot, self._entries[room])
        for place, room in enumerate(self._results):
            tiles["result", place] = _result_tile(place, self._entries[room])
        tiles[HOME], tiles[HELP] = home_tile(COMMANDS, 0), help_tile(COMMANDS, 1)
        for row, numbers in enumerate(TABLES, 3):
            tiles["new", *numbers] = _new_tile(row, *numbers)
        usual = self._instance
        numbers = (
            (self.size, self.colors, self.dancers) if usual is None else (usual.size, usual.colours, usual.dancers)
        )
        tiles["new usual"] = _new_tile(3 + len(TABLES), *numbers)
        matches = sum(not entry.is_over for entry in self._entries.values())
        return Scene((COMMANDS + 1, ROWS), tiles, text=_headline(matches, len(self._slots)))


def _arrange(slots: Sequence[str | None], players: Mapping[str, int]) -> list[str | None]:
    """Which match is shown where: they keep their places, and new ones fill the gaps, as far as there is room.

    If there are too many, those with fewer players make way: nobody can hide matches behind empty tables.
    """
    kept = [room if room in players else None for room in slots]
    new = [room for room in players if room not in kept]
    for room in sorted(new, key=lambda room: -players[room]):
        fewest, slot = min((-1 if one is None else players[one], slot) for slot, one in enumerate(kept))
        if fewest >= players[room]:
            break
        kept[slot] = room
    return kept


def _match_tile(slot: int, entry: Entry) -> Tile:
    x, y = divmod(slot, ROWS)
    first, second = entry.names
    name = f"{first or '?'} - {second or '?'}"
    return Tile(x, y, name, f"{entry.title}, {entry.board}: {entry.state}")


def _result_tile(place: int, entry: Entry) -> Tile:
    x, y = COLUMNS + place // ROWS, place % ROWS
    first, second = entry.names
    text = f"{entry.verdict}. {entry.title}, {entry.board}: {first} against {second}."
    return Tile(x, y, entry.score, f"{text} Click to see it.")


def _new_tile(row: int, size: int, colours: int, dancers: int) -> Tile:
    text = f"A table where you can play: {size} x {size} cells, {colours} colours, {dancers} dancers of each"
    return Tile(COMMANDS, row, f"New {size} x {size}", text)


def _headline(matches: int, places: int) -> str:
    if not matches:
        return "No match is running. Click New for a table of your own."
    text = f"{matches} match{'' if matches == 1 else 'es'}. Click one to watch it."
    more = matches - places
    return text if more <= 0 else f"{text} {more} more {'is' if more == 1 else 'are'} not shown."
