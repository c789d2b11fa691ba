"""What is said in noughts and crosses: how the game stands, for everybody and for each of the two players."""

from __future__ import annotations

from collections.abc import Mapping

from tilenet.game import Player, Words
from tilenet.games.noughts.board import OTHER, Board

ALONE = Words("Nobody else is here: add a bot, or invite a friend.")
TAKEN = Words("You watch until a seat is free; a click gets you in line.")
DOZED = Words("You did nothing for a minute and lost your seat. Restart gets you in line.")
WATCHES = Words("You watch; you play when a seat is free.")
IN_LINE = Words("You watch, and are in line for a seat.")
OUT_OF_LINE = Words("You watch. Restart gets you in line for a seat.")
WON, LOST = Words("You win!"), Words("You lose.")


def headline(board: Board, seats: Mapping[str, Player], *, is_begun: bool) -> str:
    """How it stands, for everybody."""
    if len(seats) < 2:
        return ALONE
    names = {mark: player.name for mark, player in seats.items()}
    if not is_begun:
        return Words("{X} (X) against {O} (O): not started yet.", **names)
    if not board.is_over():
        return Words("{X} (X) against {O} (O): {turn} to move.", **names, turn=board.turn)
    if not board.winner:
        return Words("{X} (X) against {O} (O): a draw.", **names)
    names |= {"winner": names[board.winner], "loser": names[OTHER[board.winner]]}
    if board.line:
        return Words("{X} (X) against {O} (O): {line}, {winner} wins.", **names, line=board.in_a_line)
    return Words("{X} (X) against {O} (O): {loser} ran out of time, {winner} wins.", **names)


def status(mark: str, board: Board, seats: Mapping[str, Player], *, is_begun: bool) -> str:
    """How it stands for the player of this mark."""
    if len(seats) < 2:
        return Words("You are {mark}. Waiting for an opponent.", mark=mark)
    if not is_begun:
        return Words("You are {mark}. The game has not started yet.", mark=mark)
    if board.is_over():
        return WON if board.winner == mark else LOST if board.winner else Words("A draw.")
    if board.turn == mark:
        return Words("Your turn: you are {mark}.", mark=mark)
    return Words("{name} is to move.", name=seats[board.turn].name)


def beats(winner: Player, loser: Player, points: int) -> str:
    names = {"winner": winner.name, "loser": loser.name}
    if not points:
        return Words("{winner} beats {loser}.", **names)
    return Words(
        "{winner} beats {loser} and wins {n} point.",
        many="{winner} beats {loser} and wins {n} points.",
        **names,
        n=points,
    )


def by_line(board: Board) -> str:
    """How the winner has won."""
    return Words("{line}, in {n} moves", line=board.in_a_line, n=len(board.marks))


def moves(mark: str, board: Board) -> str:
    """What the player of this mark has done."""
    n = [*board.marks.values()].count(mark)
    return Words("{n} move as {mark}", many="{n} moves as {mark}", n=n, mark=mark)
