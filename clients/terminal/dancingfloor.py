"""What stands where on the board of Dancing: dancers, stars, who has just moved, and the lines at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from tilenet.clients.model import Cell, Model
from tilenet.clients.vocabulary import members

BOARD = "cell/"  # how the roles of the board's tiles begin


class Light(Enum):
    """Why a dancer stands out: they are in a line at the end, neighbours in turn, or were clicked."""

    LINE = "line"
    NEXT_LINE = "next line"
    SELECTED = "selected"


LINES = Light.LINE, Light.NEXT_LINE


@dataclass(frozen=True)
class Spot:
    """A place on the board."""

    colours: tuple[int, ...] = ()  # of the dancers there; in a step that is prepared, two can be in one place
    is_star: bool = False
    is_moved: bool = False  # whether the dancer has just moved
    light: Light | None = None


EMPTY = Spot()
Spots: TypeAlias = Mapping[Cell, Spot]  # those that are not empty


class Floor:
    """Where the board is among the tiles of its room."""

    def __init__(self, model: Model) -> None:
        cells = {role: model.things[objid].cell for objid, role in model.roles.items() if role.startswith(BOARD)}
        self._left, self._top = (min((cell[axis] for cell in cells.values()), default=0) for axis in (0, 1))
        self.places = {role: (x - self._left, y - self._top) for role, (x, y) in cells.items()}  # column and row
        self.size = max((y + 1 for _, y in self.places.values()), default=0)

    def place_of(self, cell: Cell | None) -> Cell | None:
        """The place of a cell on the board; if it is beside the board, there is no such place on it."""
        return None if cell is None else (cell[0] - self._left, cell[1] - self._top)

    def cell_at(self, place: Cell) -> Cell:
        return place[0] + self._left, place[1] + self._top


def spots_of(model: Model, places: Mapping[str, Cell]) -> Spots:
    """The board of the player whose turn it is, who may be ahead of the stage; for everybody else, the stage."""
    board = members(model.you, "board") or members(model.facts, "stage")
    dancers = {places[role]: colour for role, colour in members(board, "dancers").items()}
    moves = {places[start]: places[end] for start, end in model.you.get("moves", ())}
    moved = {places[role] for role in board.get("moved", ())} | {*moves.values()}
    lights = {places[role]: LINES[line % 2] for role, line in members(board, "lines").items()}
    lights |= dict.fromkeys((places[role] for role in model.you.get("selected", ())), Light.SELECTED)
    there: dict[Cell, tuple[int, ...]] = {end: (dancers[start],) for start, end in moves.items()}
    for place, colour in dancers.items():
        if place not in moves:
            there[place] = (*there.get(place, ()), colour)
    spots = {place: Spot(some, False, place in moved, lights.get(place)) for place, some in there.items()}
    return {**dict.fromkeys((places[role] for role in board.get("stars", ())), Spot(is_star=True)), **spots}
