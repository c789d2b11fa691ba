"""The lobby of Dancing: shows the matches and the last results, and leads players to tables."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import ClassVar

from tilenet.game import HELP, HOME, Cost, Events, Game, Go, Player, Scene, Tell, Tile, TileId, help_tile, home_tile
from tilenet.games.dancing.events import FindTable
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.hall import RESULTS, Entry, Hall, Terms
from tilenet.games.dancing.instances import Instance, check_numbers, generate, load
from tilenet.games.dancing.match import SECONDS
from tilenet.games.dancing.stage import FASTEST, SLOWEST

COLUMNS, RESULT_COLUMNS = 2, 2  # of matches, and of results beside them; then there are the commands
ROWS = RESULTS // RESULT_COLUMNS
COMMANDS = COLUMNS + RESULT_COLUMNS  # their column
TABLES = ((12, 3, 5), (16, 3, 10), (20, 4, 15))  # size, colours and dancers of those that people can make
CELLS = 25  # of a new board that cost as much as a command: all of them have to be shown
MOST_CELLS = 40_000  # of all boards that people have made, until their matches are over: there is a bound to memory
FULL = "There are very many tables already. Sit down at one of them, or try again later."
REFRESH = 1.0  # seconds between two updates of the scene: matches change by themselves


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
    pace = 0.2  # seconds from step to step on the stage
    size = 30  # of the board
    colors = 4
    dancers = 40  # of each colour
    file = ""  # an input file for all matches; without one, each match has another instance
    file_first = 0  # 1 if clients are sent the input file before the parameters

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._check_options()
        self._instance = load(self.file, self.size) if self.file else None
        self.terms = Terms(self.rounds, self.seconds, self.pace, bool(self.file_first))
        self.hall = Hall(DancingGame)
        self._made: dict[int, int] = {}  # the numbers of tables that people have made, and their cells
        self._here: set[Player] = set()
        self._slots: list[int | None] = [None] * (COLUMNS * ROWS)  # the number of the match in each place
        self._scene: Scene | None = None
        self._shown = -1  # the revision of the hall that the scene was made from

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
        """Keep the matches: they still exist."""
        if isinstance(failed, Lobby):
            self.hall, self._made = failed.hall, failed._made

    # Coming and going

    def enter(self, player: Player, now: float) -> Events:
        self._here.add(player)
        return self.tick(now)

    def leave(self, player: Player, now: float) -> Events:
        self._here.discard(player)
        if not self._here:
            self.deadline = None
        return ()

    def tick(self, now: float) -> Events:
        if self.hall.revision != self._shown:
            self._scene = None
        self.deadline = now + REFRESH
        return ()

    # What players do

    def ask(self, player: Player, request: object, now: float) -> Events:
        """A program wants to play."""
        if isinstance(request, FindTable):
            waiting = self.hall.find_waiting()
            if waiting is not None:
                yield Go(player, waiting.setup.address)
            else:
                yield from self._open_table(player, self._new_instance())

    def _open_table(self, player: Player, instance: Instance) -> Events:
        setup, opening = self.hall.open(instance, self.terms)
        yield opening
        yield Go(player, setup.address)

    def _make_table(self, player: Player, size: int, make: Callable[[], Instance]) -> Events:
        """The same for somebody who will be shown it, if there is room for one more."""
        made = {number: cells for number, cells in self._made.items() if self.hall.is_open(number)}
        if sum(made.values()) + size**2 > MOST_CELLS:
            yield Tell(player, FULL)
            return
        yield Cost(player, size**2 / CELLS)
        setup, opening = self.hall.open(make(), self.terms)
        self._made = {**made, setup.number: size**2}
        yield opening
        yield Go(player, setup.address)

    def _new_instance(self) -> Instance:
        return self._instance or generate(self.size, self.colors, self.dancers, self.random)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        entry = None
        match tile:
            case ("new", int(size), int(colours), int(dancers)):
                yield from self._make_table(player, size, lambda: generate(size, colours, dancers, self.random))
            case "new usual":
                size = self.size if self._instance is None else self._instance.size
                yield from self._make_table(player, size, self._new_instance)
            case ("match", int(slot)):
                number = self._slots[slot]
                entry = None if number is None else self.hall.find(number)
            case ("result", int(place)):
                results = self.hall.results
                entry = results[place] if place < len(results) else None
        if entry is not None:
            yield Go(player, entry.setup.address)

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._shown = self.hall.revision
            self._scene = self._draw()
        return self._scene

    def _draw(self) -> Scene:
        matches = {entry.setup.number: entry for entry in self.hall.matches}
        self._slots = _arrange(self._slots, [*matches])
        tiles: dict[TileId, Tile] = {}
        for slot, number in enumerate(self._slots):
            if number is not None:
                tiles["match", slot] = _match_tile(slot, matches[number])
        for place, result in enumerate(self.hall.results):
            tiles["result", place] = _result_tile(place, result)
        tiles[HOME], tiles[HELP] = home_tile(COMMANDS, 0), help_tile(COMMANDS, 1)
        for row, numbers in enumerate(TABLES, 3):
            tiles["new", *numbers] = _new_tile(row, *numbers)
        usual = self._instance
        numbers = (
            (self.size, self.colors, self.dancers) if usual is None else (usual.size, usual.colours, usual.dancers)
        )
        tiles["new usual"] = _new_tile(3 + len(TABLES), *numbers)
        return Scene((COMMANDS + 1, ROWS), tiles, text=_headline(len(matches), len(self._slots)))


def _arrange(slots: list[int | None], numbers: list[int]) -> list[int | None]:
    """Which match is shown where: they keep their places, and new ones fill the gaps, as far as there is room."""
    kept = [number if number in numbers else None for number in slots]
    waiting = [number for number in numbers if number not in kept]
    for slot, number in enumerate(kept):
        if number is None and waiting:
            kept[slot] = waiting.pop(0)
    return kept


def _match_tile(slot: int, entry: Entry) -> Tile:
    x, y = divmod(slot, ROWS)
    first, second = entry.names
    name = f"{first or '?'} - {second or '?'}"
    return Tile(x, y, name, f"{entry.setup.title}, {entry.setup.instance.parameters}: {entry.state}")


def _result_tile(place: int, entry: Entry) -> Tile:
    x, y = COLUMNS + place // ROWS, place % ROWS
    first, second = entry.names
    text = f"{entry.verdict}. {entry.setup.title}, {entry.setup.instance.parameters}: {first} against {second}."
    return Tile(x, y, entry.score, f"{text} Click to see it.")


def _new_tile(row: int, size: int, colours: int, dancers: int) -> Tile:
    text = f"A table where you can play: {size} x {size} cells, {colours} colours, {dancers} dancers of each"
    return Tile(COMMANDS, row, f"New {size} x {size}", text)


def _headline(matches: int, places: int) -> str:
    if not matches:
        return "No match is running. Click New for a table of your own."
    text = f"{matches} match{'' if matches == 1 else 'es'}. Click one to watch it."
    return text if matches <= places else f"{text} {matches - places} more are not shown."
