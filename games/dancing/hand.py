"""What a person at the table prepares when it is their turn: stars, or the moves of a step. Nobody else sees it.

A hand knows the board as it is in the match, however far behind the stage may be. A click changes what is prepared, or
makes requests of it, as a program would send them; nothing that a person clicks by mistake costs them the round.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import product
from typing import ClassVar, TypeAlias

from tilenet.game import Tile, TileId, View, Words
from tilenet.games.dancing import table
from tilenet.games.dancing.events import Dance, Done, Finish, Place
from tilenet.games.dancing.instances import Cell
from tilenet.games.dancing.lines import TooHard, find_lines
from tilenet.games.dancing.match import Phase
from tilenet.games.dancing.rules import Board, Illegal

Turn: TypeAlias = tuple[int, Phase, int]  # the round, what it waits for, and the number of steps so far
Requests: TypeAlias = Sequence[Place | Dance | Done | Finish]

NO_REQUESTS: Requests = ()


class NotNow(Exception):
    """A click that cannot do anything; the text, which is Words, says why."""


class Hand(ABC):
    """One person's turn in one round."""

    caches: ClassVar = {"_view": None}
    hint: Words  # what to do, in a few sentences
    advice: Words  # the same in short
    commands: frozenset[str]  # the tiles that can be clicked beside the board

    def __init__(self, turn: Turn, board: Board, facts: Mapping[TileId, Tile]) -> None:
        """The facts are tiles beside the board."""
        self.turn = turn
        self.round = turn[0]
        self._board = board
        self._facts = facts
        self._view: View | None = None  # None when something has changed

    def again(self) -> Hand:
        """The hand as it was when the turn began."""
        return type(self)(self.turn, self._board, self._facts)

    def click(self, tile: TileId) -> Requests:
        """Somebody clicks a cell, or a command. Raises NotNow."""
        self._view = None
        match tile:
            case ("cell", int(x), int(y)):
                self._click_cell((x, y))
            case table.UNDO:
                self._undo()
            case _:
                return self._command(tile)
        return NO_REQUESTS

    @abstractmethod
    def _click_cell(self, cell: Cell) -> None: ...

    @abstractmethod
    def _undo(self) -> None: ...

    @abstractmethod
    def _command(self, tile: TileId) -> Requests: ...

    @abstractmethod
    def _tile(self, cell: Cell) -> Tile: ...

    @abstractmethod
    def facts(self) -> dict[str, object]:
        """What is prepared, and the board as it is in the match, as data."""

    @abstractmethod
    def legal(self) -> Iterator[TileId]:
        """The tiles on which a click does something now."""

    def _board_facts(self, stars: Iterable[Cell]) -> dict[str, object]:
        return {
            "round": self.round,
            "step": self.turn[2],
            "dancers": {table.cell_role(cell): colour for cell, colour in self._board.dancers.items()},
            "stars": [*map(table.cell_role, stars)],
        }

    def _cells(self) -> Iterator[Cell]:
        return product(range(self._board.size), repeat=2)  # type: ignore[return-value]

    def view(self) -> View:
        """The board for this person alone; the same object as before if nothing has changed."""
        if self._view is None:
            tiles: dict[TileId, Tile] = {table.cell_id(cell): self._tile(cell) for cell in self._cells()}
            tiles.update(table.play_tiles(self.commands))
            tiles.update(self._facts)
            self._view = View(tiles, table.play_keys(self.commands))
        return self._view


class StarsHand(Hand):
    """The spoiler's."""

    hint = Words("Your turn: place the stars. Click empty cells, then Done; click a star again to take it away.")
    advice = Words("click empty cells to place stars, then Done")
    commands = frozenset((table.DONE, table.UNDO))

    def __init__(self, turn: Turn, board: Board, facts: Mapping[TileId, Tile]) -> None:
        super().__init__(turn, board, facts)
        self._stars: list[Cell] = []

    def _click_cell(self, cell: Cell) -> None:
        if cell in self._stars:
            self._stars.remove(cell)
            return
        try:
            copy(self._board).place([*self._stars, cell])
        except Illegal as error:
            raise NotNow(Words("Not there: {why}.", why=str(error))) from None
        self._stars.append(cell)

    def _undo(self) -> None:
        if not self._stars:
            raise NotNow(Words("There is nothing to undo."))
        self._stars.pop()

    def _command(self, tile: TileId) -> Requests:
        if tile != table.DONE:
            return NO_REQUESTS
        if not self._stars:
            raise NotNow(Words("Place at least one star."))
        return [Place(self.round, self._stars)]

    def facts(self) -> dict[str, object]:
        return {"board": self._board_facts(self._stars)}

    def legal(self) -> Iterator[TileId]:
        if self._stars:
            yield from (table.DONE, table.UNDO)
            yield from map(table.cell_id, self._stars)
        if len(self._stars) < self._board.lines:
            taken = {*self._board.dancers}.union(*map(self._board.cells_near, self._stars))
            yield from (table.cell_id(cell) for cell in self._cells() if cell not in taken)

    def _tile(self, cell: Cell) -> Tile:
        colour = self._board.dancers.get(cell)
        return table.own_tile(cell, [] if colour is None else [colour], is_star=cell in self._stars)


class StepHand(Hand):
    """The choreographer's: the moves of one step. The board is shown as it would be after them."""

    caches: ClassVar = {"_is_goal": None}

    hint = Words(
        "Your turn: click a dancer, then a cell next to it. If another dancer stands there, that one moves next; click "
        "the first cell to swap the two. Click Step to end a step, and Lines when all dancers stand in lines."
    )
    advice = Words("click a dancer, then a neighbouring cell; Space ends the step")
    commands = frozenset((table.STEP_ENDS, table.UNDO, table.LINES))

    def __init__(self, turn: Turn, board: Board, facts: Mapping[TileId, Tile]) -> None:
        super().__init__(turn, board, facts)
        self._moves: dict[Cell, Cell] = {}  # from where to where, in the order they were clicked
        self._selected: Cell | None = None
        self._is_goal: bool | None = None  # None if nobody has asked

    def _click_cell(self, cell: Cell) -> None:
        selected = self._selected
        if selected is None:
            self._select(cell)
        elif cell == selected:
            self._selected = None
        elif _distance(cell, selected) == 1:
            self._move(selected, cell)
        else:
            self._select(cell)

    def _select(self, cell: Cell) -> None:
        if cell in self._moves.values():
            raise NotNow(Words("That dancer has already moved in this step. Undo takes the move back."))
        if not self._stays(cell):
            raise NotNow(Words("Click a dancer first, then a cell next to it."))
        self._selected = cell

    def _move(self, start: Cell, end: Cell) -> None:
        if end in self._board.stars:
            raise NotNow(Words("There is a star in the way."))
        if end in self._moves.values():
            raise NotNow(Words("Another dancer is already moving there."))
        self._moves[start] = end
        self._selected = end if self._stays(end) else None

    def _stays(self, cell: Cell) -> bool:
        """Whether there is a dancer who does not move, so far."""
        return cell in self._board.dancers and cell not in self._moves

    def _undo(self) -> None:
        if self._selected is None and not self._moves:
            raise NotNow(Words("There is nothing to undo: a finished step cannot be taken back."))
        if self._moves and (self._selected is None or self._selected in self._moves.values()):
            self._moves.popitem()
        self._selected = None

    def _command(self, tile: TileId) -> Requests:
        match tile:
            case table.STEP_ENDS:
                return [self._step()]
            case table.LINES:
                return self._lines()
        return NO_REQUESTS

    def _step(self) -> Dance:
        if not self._moves:
            raise NotNow(Words("Move a dancer first."))
        moves = [(*start, *end) for start, end in self._moves.items()]
        trial = copy(self._board)
        trial.dancers = {**trial.dancers}
        try:
            trial.step(moves)
        except Illegal as error:
            raise NotNow(Words("That is not a legal step: {why}.", why=str(error))) from None
        return Dance(self.round, [moves])

    def _lines(self) -> Requests:
        if self._moves:
            raise NotNow(Words("Click Step or Undo first."))
        try:
            lines = find_lines(self._board)
        except TooHard:
            raise NotNow(
                Words("Lines, if there are any, are too hard to find. Move the dancers a little apart.")
            ) from None
        if lines is None:
            raise NotNow(Words("The dancers do not stand in lines yet."))
        return [Done(self.round), Finish(self.round, lines)]

    def facts(self) -> dict[str, object]:
        roles = table.cell_role
        return {
            "board": self._board_facts(sorted(self._board.stars)),
            "moves": [[roles(start), roles(end)] for start, end in self._moves.items()],
            "selected": [] if self._selected is None else [roles(self._selected)],
        }

    def legal(self) -> Iterator[TileId]:
        selected = self._selected
        for cell in self._cells():
            if selected is not None and _distance(cell, selected) == 1:
                is_free = cell not in self._board.stars and cell not in self._moves.values()
            else:
                is_free = self._stays(cell) and cell not in self._moves.values()
            if is_free:
                yield table.cell_id(cell)
        if self._moves or selected is not None:
            yield table.UNDO
        if self._can(self._step):
            yield table.STEP_ENDS
        if not self._moves and self._has_goal():
            yield table.LINES

    @staticmethod
    def _can(act: Callable[[], object]) -> bool:
        try:
            act()
        except NotNow:
            return False
        return True

    def _has_goal(self) -> bool:
        """Whether all dancers stand in lines, which are looked for once a turn: on some boards that takes a while."""
        if self._is_goal is None:
            self._is_goal = self._can(self._lines)
        return self._is_goal

    def _tile(self, cell: Cell) -> Tile:
        dancers = self._board.dancers
        there = [dancers[start] for start, end in self._moves.items() if end == cell]
        is_moved = bool(there)
        if self._stays(cell):
            there.append(dancers[cell])
        is_selected = cell == self._selected
        return table.own_tile(
            cell, there, is_star=cell in self._board.stars, is_moved=is_moved, is_selected=is_selected
        )


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
