"""What the lobby of Dancing shows: matches, results, and tables to be made, as tiles and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tilenet.game import Tile, Words
from tilenet.games.dancing.hall import PLAYING, WAITING, Entry

RESULTS = 20  # that are shown; as long as they are, their rooms stay
COLUMNS, RESULT_COLUMNS = 2, 2  # of matches, and of results beside them; then there are the commands
ROWS = RESULTS // RESULT_COLUMNS
COMMANDS = COLUMNS + RESULT_COLUMNS  # their column
Board: TypeAlias = tuple[int, int, int]  # size, colours, and dancers of each
TABLES: Sequence[Board] = ((8, 2, 4), (12, 3, 5), (16, 3, 10), (20, 4, 15))  # that people can make


def match_tile(slot: int, entry: Entry) -> Tile:
    x, y = divmod(slot, ROWS)
    first, second = entry.names
    name = f"{first or '?'} - {second or '?'}"
    text = Words("{title}, {board}: {state}", title=entry.title, board=entry.parameters, state=entry.state)
    return Tile(x, y, name, text)


def result_tile(place: int, entry: Entry) -> Tile:
    x, y = COLUMNS + place // ROWS, place % ROWS
    first, second = entry.names
    text = Words(
        "{verdict}. {title}, {board}: {first} against {second}. Click to see it.",
        verdict=entry.verdict,
        title=entry.title,
        board=entry.parameters,
        first=first,
        second=second,
    )
    return Tile(x, y, entry.score, text)


def new_tile(row: int, size: int, colours: int, dancers: int) -> Tile:
    text = Words(
        "A table where you can play: {size} x {size} cells, {colours} colours, {dancers} dancers of each",
        size=size,
        colours=colours,
        dancers=dancers,
    )
    return Tile(COMMANDS, row, Words("New {size} x {size}", size=size), text)


def headline(matches: int, places: int) -> Words:
    if not matches:
        return Words("No match is running. Click New to make a table.")
    text = Words("{n} match. Click one to watch it.", many="{n} matches. Click one to watch it.", n=matches)
    more = matches - places
    if more <= 0:
        return text
    return Words("{text} {n} more is not shown.", many="{text} {n} more are not shown.", text=text, n=more)


def board_facts(board: Board) -> dict[str, object]:
    size, colours, dancers = board
    return {"size": size, "colours": colours, "dancers": dancers}


def match_facts(room: str, entry: Entry) -> dict[str, object]:
    facts = {"title": entry.title, "room": room, "names": entry.names, **board_facts(entry.board)}
    if not entry.round:
        return {"phase": WAITING, **facts}
    return {"phase": PLAYING, "step": entry.step, "round": entry.round, "rounds": entry.rounds, **facts}


def result_facts(room: str, entry: Entry) -> dict[str, object]:
    assert entry.outcome is not None
    return {
        "title": entry.title,
        "room": room,
        "names": entry.names,
        **board_facts(entry.board),
        "winner": entry.winner,
        "steps": entry.outcome.steps,
        "lost": entry.outcome.lost,
    }
