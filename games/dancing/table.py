"""What a match of Dancing looks like: the clock, the players and the commands, and to the right of them the board.

Some clients show only a part of a large room, so what leads out of it comes first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache

from tilenet.game import HELP, HOME, Key, KeyId, Tile, TileId, Words, help_tile, home_tile, leaving, role
from tilenet.games.dancing.instances import Cell
from tilenet.text import name_key

#: The backgrounds of dancers, by colour: 1, 2, and so on; and what skins paint them with, which eyes that cannot tell
#: red from green can tell apart (after Okabe and Ito).
COLOURS = (
    "ffe05252",
    "ff5b9bd5",
    "ff62b562",
    "ffe0b83c",
    "ffa878d8",
    "ff3fb6ac",
    "ffe082b4",
    "ffb08858",
    "ffb4b4b4",
)
PALETTE = ["ffd55e00", "ff0072b2", "ff009e73", "fff0e442", "ffcc79a7", "ff56b4e9", "ffe69f00", "ff8b5a2b", "ffb4b4b4"]
INK, MOVED = "ff101010", "ffffffff"  # the digit of a dancer who stayed, and of one who has just moved
LIT = "fff6f6e0", "ffd8e8ff"  # the backgrounds of lines at the end, in turn
STAR = "ffffe066"
EMPTY = "ff606060"
CHOSEN, CROWDED = "fff0f0f0", "ff901020"  # the backgrounds of a dancer who was clicked, and of two in one cell

LOBBY, SLOWER, FASTER, PAUSE, AGAIN = "lobby", "slower", "faster", "pause", "again"
CLOCK, STEP, ROUND, DANCER, SPOILER, PHASE = "clock", "step", "round", "dancer", "spoiler", "phase"
DANCE, SPOIL = "dance", "spoil"  # the seats
DONE, STEP_ENDS, UNDO, LINES = "done", "step ends", "undo", "lines"
TIME_LEFT = Words("The time left for the player whose turn it is")
RESERVED = {"home", "help", "restart"}  # names of tiles, the same in every room
ROWS = 13  # beside the board; a smaller board leaves some room below
COLUMNS = 2  # to the left of the board
SHARED = 8192  # cells of boards that look the same and are the same tile: there can be many tables, and large ones


@cache
def cell_id(cell: Cell) -> TileId:
    """The id of a cell's tile: its row and its column, as in the protocol."""
    return ("cell", *cell)


@cache
def cell_role(cell: Cell) -> str:
    return role(cell_id(cell))


def size_of(board: int) -> tuple[int, int]:
    """Columns and rows of the matrix around a board."""
    return board + COLUMNS, max(board, ROWS)


@lru_cache(SHARED)
def cell_tile(cell: Cell, colour: int | None, *, is_star: bool, is_moved: bool, line: int | None) -> Tile:
    """A cell of the board. Rows and columns are the protocol's: its x is a row. The text says which cell this is."""
    x, y = cell
    text, column = Words("row {row}, column {column}", row=x, column=y), COLUMNS + y
    if colour is None:
        return Tile(column, x, "*", text, False, STAR) if is_star else Tile(column, x, ".", text, False, EMPTY)
    if line is not None:
        return Tile(column, x, str(colour), text, False, INK, LIT[line % 2])
    return Tile(column, x, str(colour), text, False, MOVED if is_moved else INK, COLOURS[colour - 1])


def own_tile(
    cell: Cell, colours: Sequence[int], *, is_star: bool, is_moved: bool = False, is_selected: bool = False
) -> Tile:
    """A cell as the person whose turn it is sees it: all dancers who are there, or would be after the step."""
    if not colours:
        return cell_tile(cell, None, is_star=is_star, is_moved=False, line=None)._replace(enabled=True)
    tile = cell_tile(cell, colours[0], is_star=False, is_moved=is_moved, line=None)._replace(enabled=True)
    if len(colours) > 1:
        return tile._replace(name="".join(map(str, colours)), fg=MOVED, bg=CROWDED)
    return tile._replace(fg=INK, bg=CHOSEN) if is_selected else tile


def seat_tiles(is_free: Sequence[bool]) -> dict[TileId, Tile]:
    """The two seats, which can be taken before the match."""
    dance, spoil = Words("Sit down as the choreographer, or stand up"), Words("Sit down as the spoiler, or stand up")
    return {
        DANCE: Tile(1, 0, Words("Dance"), dance, is_free[0]),
        SPOIL: Tile(1, 1, Words("Spoil"), spoil, is_free[1]),
    }


def play_tiles(enabled: Collection[str] = ()) -> dict[TileId, Tile]:
    """What a person at the table can click; nobody else can."""
    return {
        DONE: Tile(1, 3, Words("Done"), Words("All stars are placed"), DONE in enabled),
        STEP_ENDS: Tile(1, 4, Words("Step"), Words("The dancers move, all at the same time"), STEP_ENDS in enabled),
        UNDO: Tile(1, 5, Words("Undo"), Words("Take back the last click"), UNDO in enabled),
        LINES: Tile(1, 6, Words("Lines"), Words("All dancers stand in lines: the dance is over"), LINES in enabled),
    }


def play_keys(enabled: Collection[str] = ()) -> dict[KeyId, Key]:
    return {
        ("key", DONE): Key("VK_D", Words("done"), DONE in enabled),
        ("key", STEP_ENDS): Key("VK_SPACE", Words("step"), STEP_ENDS in enabled),
        ("key", UNDO): Key("VK_U", Words("undo"), UNDO in enabled),
        ("key", LINES): Key("VK_N", Words("lines"), LINES in enabled),
    }


@cache
def command_tiles(*, has_lobby: bool = True) -> Mapping[TileId, Tile]:
    return {HELP: help_tile(0, 1), **exit_tiles(has_lobby=has_lobby), **play_tiles()}


def exit_tiles(cost: str = "", *, has_lobby: bool = True) -> dict[TileId, Tile]:
    lobby: dict[TileId, Tile] = {}
    if has_lobby:
        lobby[LOBBY] = Tile(0, 2, Words("Lobby"), leaving(Words("Back to the other matches"), cost))
    return {HOME: home_tile(0, 0, cost), **lobby}


def exit_keys(cost: str = "", *, has_lobby: bool = True) -> dict[KeyId, Key]:
    return {("key", LOBBY): Key("VK_L", leaving(Words("lobby"), cost))} if has_lobby else {}


@cache
def stage_tiles(*, is_open: bool, is_paused: bool) -> Mapping[TileId, Tile]:
    """For those who watch; it is open if there is something to see on it."""
    start, stop = Words("Start the stage again, for everybody here"), Words("Stop the stage, for everybody here")
    colour = "ff704020" if is_paused else None
    return {
        SLOWER: Tile(0, 3, Words("Slower"), Words("Slow the stage down, for everybody here"), is_open),
        FASTER: Tile(0, 4, Words("Faster"), Words("Speed the stage up, for everybody here"), is_open),
        PAUSE: Tile(0, 5, Words("Pause"), start if is_paused else stop, is_open, bg=colour),
        AGAIN: Tile(0, 6, Words("Again"), Words("Show the match from its beginning, for everybody here"), is_open),
    }


@cache
def stage_keys(*, is_open: bool) -> Mapping[KeyId, Key]:
    return {
        ("key", SLOWER): Key("VK_S", Words("slower"), is_open),
        ("key", FASTER): Key("VK_F", Words("faster"), is_open),
        ("key", PAUSE): Key("VK_P", Words("pause"), is_open),
        ("key", AGAIN): Key("VK_A", Words("again"), is_open),
    }


@cache
def keys(*, is_open: bool, has_lobby: bool) -> Mapping[KeyId, Key]:
    return {**stage_keys(is_open=is_open), **exit_keys(has_lobby=has_lobby), **play_keys()}


def clock_tile(seconds: int | None) -> Tile:
    name = "" if seconds is None else f"{seconds} s"
    return Tile(0, 7, name, TIME_LEFT, enabled=False)


def phase_tile(phase: str) -> Tile:
    """What the match itself waits for: stars, steps or lines; or it is over, or waits for players."""
    return Tile(0, 8, phase, Words("What the match is waiting for; the stage may be behind"), enabled=False)


def round_tile(number: int, of: int) -> Tile:
    name = Words("Round {number}/{of}", number=number, of=of)
    return Tile(0, 9, name, Words("The round on the stage"), enabled=False)


def step_tile(step: int, of: int) -> Tile:
    name = Words("Step {step}/{of}", step=step, of=of)
    return Tile(0, 10, name, Words("The step on the stage, and how many there are so far"), enabled=False)


def name_tiles(dancer: str, spoiler: str) -> dict[TileId, Tile]:
    return {
        DANCER: Tile(0, 11, _quoted(dancer), Words("The choreographer of the round on the stage"), enabled=False),
        SPOILER: Tile(0, 12, _quoted(spoiler), Words("The spoiler of the round on the stage"), enabled=False),
    }


def _quoted(name: str) -> str:
    """The name of a player; in quotes if a tile of that name could be taken for one that scripts rely on."""
    return f'"{name}"' if name_key(name) in RESERVED else name
