"""What the table of noughts and crosses looks like: the cells, the two seats, the clock and the way out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tilenet.game import HELP, HOME, Player, Tile, TileId, View, Words, help_tile, home_tile
from tilenet.games.noughts.board import CROSS, NOUGHT, Board

WIN = 2  # points that go from the loser to the winner
INK = {CROSS: "ff7fa8f5", NOUGHT: "fff2c14e"}
DARK, LIT = "ff1a1f2a", "ff153d25"  # lit: what has won, and the player who is to move or has won
LAST = "ff303a4d"  # the mark that was made last

TO_MOVE, WAITS, WINS, LOSES = Words("to move"), Words("waits"), Words("wins"), Words("loses")
DRAW = Words("a draw")
EMPTY = Words("An empty cell")
LEAVING = Words("You lose up to {points} points.", points=WIN)
AGAIN, IN_LINE_AGAIN = Words("A new game"), Words("Get in line for a seat again")


def cells(board: Board, *, is_on: bool) -> dict[TileId, Tile]:
    tiles: dict[TileId, Tile] = {}
    for x, y in board.cells():
        mark = board.marks.get((x, y), "")
        fg, bg = INK.get(mark), LIT if (x, y) in board.line else LAST if (x, y) == board.last else DARK
        tiles["cell", x, y] = Tile(x, y, mark or ".", mark or EMPTY, is_on and not mark, fg, bg)
    return tiles


def below(board: Board, players: Mapping[str, Player], seconds: int | None, *, is_on: bool) -> dict[TileId, Tile]:
    """The two players, how it stands for each, and the seconds that are left for this move."""
    tiles: dict[TileId, Tile] = {}
    for x, mark in enumerate((CROSS, NOUGHT)):
        name, state = players[mark].name if mark in players else "", _state(mark, board, is_on=is_on)
        bg = LIT if state in (TO_MOVE, WINS) else DARK
        tiles["seat", mark] = Tile(x, board.side, f"{mark} {name}".strip(), state, enabled=False, fg=INK[mark], bg=bg)
    clock = "" if seconds is None else Words("{seconds} s", seconds=seconds)
    tiles["clock"] = Tile(2, board.side, clock, Words("The time left for this move"), enabled=False)
    return tiles


def _state(mark: str, board: Board, *, is_on: bool) -> str:
    if board.is_over():
        return WINS if board.winner == mark else LOSES if board.winner else DRAW
    return TO_MOVE if is_on and board.turn == mark else WAITS


def beside(side: int, *, can_restart: bool) -> dict[TileId, Tile]:
    """What can be done beside the board."""
    return {
        HOME: home_tile(side, 0),
        HELP: help_tile(side, 1),
        "restart": _restart(side, AGAIN)._replace(enabled=can_restart),
    }


def _restart(side: int, text: str) -> Tile:
    return Tile(side, 2, Words("Restart"), text)


@cache
def before_leaving(side: int) -> View:
    """For those who would lose by it."""
    return View({HOME: home_tile(side, 0, LEAVING)})


@cache
def out_of_line(side: int) -> View:
    """For those who have lost a seat, and wait for no other."""
    return View({"restart": _restart(side, IN_LINE_AGAIN)})
