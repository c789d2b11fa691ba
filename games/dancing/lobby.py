"""The lobby of Dancing: shows the matches and the last results, and leads players to tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

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
    Refuse,
    Scene,
    Tell,
    Tile,
    TileId,
    Words,
    help_tile,
    home_tile,
)
from tilenet.games.dancing.events import OpenTable
from tilenet.games.dancing.hall import LOBBY, MATCH, TABLE, Entry, read_entry
from tilenet.games.dancing.instances import Instance, check_numbers, generate, load
from tilenet.games.dancing.match import SECONDS
from tilenet.games.dancing.showcase import (
    COLUMNS,
    COMMANDS,
    RESULTS,
    ROWS,
    TABLES,
    Board,
    board_facts,
    headline,
    match_facts,
    match_tile,
    new_tile,
    result_facts,
    result_tile,
)
from tilenet.games.dancing.stage import FASTEST, PACE, SLOWEST

CLOSED_AT_ONCE = 20  # rooms of older results: each is work
PAUSE = 0.02  # seconds until more of them are closed
CELLS = 25  # of a new board that cost as much as a command: all of them have to be shown
MOST_CELLS = 40_000  # of all boards that people have made, until their matches are over: there is a bound to memory
ROUNDS = 2  # at tables that people have made: each of them dances
FULL = Words("There are very many tables already. Try again later.")
LED = Words("There are very many tables already, so you are led to one of them. Sit down if you like.")


class Lobby(Game):
    """The place from which to walk to a match."""

    title = "Dancing"
    about = Words("Lead dancers into lines, or put stars in their way: against friends, bots and programs.")
    kind = "dancing-lobby/1"
    order = 90
    is_recorded = False
    help = (
        Words(
            "To play, click New for a table, sit down there with Dance or Spoil, and add a bot, or invite a friend. "
            "The larger the board, the harder it is."
        ),
        Words(
            "Click a match to watch it. On the right are the last {n} results; click one to see that match again.",
            n=RESULTS,
        ),
        Words(
            "Programs play, too, by Dancing's own protocol: every two that connect play a match, unless a player "
            "is waiting for an opponent. docs/dancing.md explains how to write one."
        ),
    )
    lists = LOBBY
    table = TABLE
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
            return self._open_table(player, self._new_instance(), self.rounds)
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        room = None
        match tile:
            case ("new", int(size), int(colours), int(dancers)):
                return self._make_table(player, size, lambda: generate(size, colours, dancers, self.new_match()))
            case ("new", "usual"):
                return self._make_table(player, self._usual[0], self._new_instance)
            case ("match", int(slot)):
                room = self._slots[slot]
            case ("result", int(place)) if place < len(self._results):
                room = self._results[place]
        return () if room is None else [Go(player, room)]

    def _new_instance(self) -> Instance:
        return self._instance or generate(self.size, self.colors, self.dancers, self.new_match())

    def _make_table(self, player: Player, size: int, make: Callable[[], Instance]) -> Events:
        """A new table for somebody who will be shown it, if there is room for one more; otherwise one with a seat."""
        if not self._has_room_for(size):
            room = self._free_table()
            if room is None:
                yield Refuse(player, FULL)
            else:
                yield from (Tell(player, LED), Go(player, room))
            return
        yield Cost(player, size**2 / CELLS)
        self._ordered = size**2
        yield from self._open_table(player, make(), max(ROUNDS, self.rounds))

    def _has_room_for(self, size: int) -> bool:
        return sum(self._made.values()) + size**2 <= MOST_CELLS

    def _free_table(self) -> str | None:
        """The table that somebody has made at which most seats are free: nobody can keep them all by doing nothing."""
        waiting = {room: self._entries[room].names for room in self._made if room in self._entries}
        free = [room for room, names in waiting.items() if "" in names]
        return max(free, key=lambda room: waiting[room].count(""), default=None)

    def _open_table(self, player: Player, instance: Instance, rounds: int) -> Events:
        setup: dict[str, Json] = {
            "instance": instance.text,
            "size": instance.size,
            "rounds": rounds,
            "program_rounds": self.rounds,
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
                tiles["match", slot] = match_tile(slot, self._entries[room])
        for place, room in enumerate(self._results):
            tiles["result", place] = result_tile(place, self._entries[room])
        tiles[HOME], tiles[HELP] = home_tile(COMMANDS, 0), help_tile(COMMANDS, 1)
        for row, (id, board) in enumerate(self._tables().items(), 3):
            tiles[id] = new_tile(row, *board)
        return Scene((COMMANDS + 1, ROWS), tiles, text=headline(self._count(), len(self._slots)))

    @property
    def _usual(self) -> Board:
        """The boards on which programs play."""
        one = self._instance
        return (self.size, self.colors, self.dancers) if one is None else (one.size, one.colours, one.dancers)

    def _tables(self) -> dict[TileId, Board]:
        """The tables that people can make, by the tiles to click."""
        return {**{("new", *board): board for board in TABLES}, ("new", "usual"): self._usual}

    def _count(self) -> int:
        """How many matches run or wait, shown or not."""
        return sum(not entry.is_over for entry in self._entries.values())

    # What it is, as data

    def facts(self) -> Mapping[Any, Any]:
        matches = {("match", slot): room for slot, room in enumerate(self._slots) if room is not None}
        results = {("result", place): room for place, room in enumerate(self._results)}
        return {
            "count": self._count(),
            "matches": {id: match_facts(room, self._entries[room]) for id, room in matches.items()},
            "results": {id: result_facts(room, self._entries[room]) for id, room in results.items()},
            "tables": {id: board_facts(board) for id, board in self._tables().items()},
        }

    def legal(self, player: Player) -> Iterable[TileId]:
        yield from (("match", slot) for slot, room in enumerate(self._slots) if room is not None)
        yield from (("result", place) for place in range(len(self._results)))
        is_led = self._free_table() is not None
        yield from (id for id, (size, _, _) in self._tables().items() if is_led or self._has_room_for(size))


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
