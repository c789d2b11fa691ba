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
from tilenet.games.dancing import advice, table
from tilenet.games.dancing.events import Dance, Done, Finish, Place
from tilenet.games.dancing.instances import Cell
from tilenet.games.dancing.lines import TooHard, find_lines
from tilenet.games.dancing.match import Phase
from tilenet.games.dancing.rules import Board, Illegal

Turn: TypeAlias = tuple[int, Phase, int]  # the round, what it waits for, and the number of steps so far
Requests: TypeAlias = Sequence[Place | Dance | Done | Finish]

NO_REQUESTS: Requests = ()
LITTLE_WORK = 2000  # to see once a turn whether the goal is reached


class NotNow(Exception):
    """A click that cannot do anything; the text, which is Words, says why."""


class Hand(ABC):
    """One person's turn in one round."""

    caches: ClassVar = {"_view": None}
    hint: Words  # what to do, in a short line: clients show it in one
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

    @property
    @abstractmethod
    def status(self) -> Words:
        """What to do next, in a sentence."""

    @property
    @abstractmethod
    def headline(self) -> Words:
        """What it is about."""

    @abstractmethod
    def prepare(self, cells: Sequence[Cell]) -> None:
        """Do what is typed, as if these cells were clicked; all of it, or nothing. Raises NotNow."""

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
            self._view = View(tiles, table.play_keys(self.commands), self.headline)
        return self._view


class StarsHand(Hand):
    """The spoiler's."""

    hint = Words("Your turn: click empty cells to place stars.")
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

    def prepare(self, cells: Sequence[Cell]) -> None:
        before = [*self._stars]
        try:
            for cell in cells:
                if cell not in self._stars:
                    self._click_cell(cell)
        except NotNow:
            self._stars = before
            raise
        self._view = None

    @property
    def status(self) -> Words:
        if not self._stars:
            return Words("Your turn: click empty cells to place stars, then Done.")
        n, most = len(self._stars), self._board.lines
        if n == most:
            return Words("All {n} stars are placed: press Done.", n=n)
        return Words(
            "{n} star of {most} is placed. Place more, or press Done.",
            many="{n} stars of {most} are placed. Place more, or press Done.",
            n=n,
            most=most,
        )

    @property
    def headline(self) -> Words:
        return Words(
            "Goal: stars that are in the way when dancers form lines. Place up to {most}.", most=self._board.lines
        )

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

    caches: ClassVar = {"_is_goal": None, "_goal_seen": None}

    hint = Words("Your turn: click a dancer, then a neighbouring cell.")
    commands = frozenset((table.STEP_ENDS, table.UNDO, table.LINES))

    def __init__(self, turn: Turn, board: Board, facts: Mapping[TileId, Tile]) -> None:
        super().__init__(turn, board, facts)
        self._moves: dict[Cell, Cell] = {}  # from where to where, in the order they were clicked
        self._selected: Cell | None = None
        self._is_goal: bool | None = None  # None if nobody has asked
        self._goal_seen: bool | None = None  # the same, without looking for long

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

    def prepare(self, cells: Sequence[Cell]) -> None:
        before = {**self._moves}
        self._selected = None
        try:
            for start, end in zip(cells[::2], cells[1::2], strict=True):
                if not self._stays(start):
                    raise NotNow(
                        Words("No dancer at row {row}, column {column} can still move.", row=start[0], column=start[1])
                    )
                if not (_distance(start, end) == 1 and self._is_inside(end)):
                    raise NotNow(Words("Dancers move to a cell next to their own."))
                self._move(start, end)
        except NotNow:
            self._moves = before
            raise
        finally:
            self._view, self._selected = None, None

    def _is_inside(self, cell: Cell) -> bool:
        return all(at in range(self._board.size) for at in cell)

    @property
    def status(self) -> Words:
        if self._selected is not None:
            return Words("Click the cell next to this dancer where it goes.")
        if self._moves:
            n = len(self._moves)
            return Words(
                "{n} dancer moves in this step. Move others, or end the step with Space.",
                many="{n} dancers move in this step. Move others, or end the step with Space.",
                n=n,
            )
        if self._sees_goal():
            return Words("All dancers stand in lines: press Lines!")
        return Words("Your turn: click a dancer, then a neighbouring cell; Space ends the step.")

    @property
    def headline(self) -> Words:
        return advice.goal(self._board.lines, Words("Step {n} is next.", n=self.turn[2] + 1))

    def facts(self) -> dict[str, object]:
        roles = table.cell_role
        return {
            "board": self._board_facts(sorted(self._board.stars)),
            "moves": [[roles(start), roles(end)] for start, end in self._moves.items()],
            "selected": [] if self._selected is None else [roles(self._selected)],
            "goal": True if not self._moves and self._sees_goal() else None,
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

    def _sees_goal(self) -> bool:
        """Whether it is easy to see that all dancers stand in lines."""
        if self._goal_seen is None:
            try:
                self._goal_seen = find_lines(self._board, LITTLE_WORK) is not None
            except TooHard:
                self._goal_seen = False
        return self._goal_seen

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
