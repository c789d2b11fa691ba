"""What a bot sees of noughts and crosses: the marks, the two players, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from tilenet.clients.bots.roomreader import RoomReader
from tilenet.clients.model import Cell, Model, Thing

ROOM = "Noughts and crosses"
MARKS = "X", "O"
SEAT_ROW = 3  # of the matrix: below the board, a tile for each player
SIDE = 3  # cells of the board
TO_MOVE = "to move"  # the text of the player whose turn it is


class NoughtsReader(RoomReader):
    """One look at the model, for a bot that plays noughts and crosses."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._agents = model.agents()

    @cached_property
    def marks(self) -> dict[Cell, str]:
        """The cells that are taken."""
        cells = [(x, y) for y in range(SIDE) for x in range(SIDE)]
        return {cell: self._grid[cell].name for cell in cells if cell in self._grid and self._grid[cell].name in MARKS}

    @cached_property
    def free(self) -> Mapping[Cell, Thing]:
        """The cells that can be clicked."""
        return {cell: tile for cell, tile in self._grid.items() if max(cell) < SIDE and tile.is_enabled}

    @cached_property
    def mark(self) -> str:
        """What this bot plays; empty if it watches."""
        return next(
            (mark for mark, name in self._names.items() if self.agent is not None and name == self.agent.name), ""
        )

    @property
    def is_my_turn(self) -> bool:
        return any(tile.name[:1] == self.mark and tile.text == TO_MOVE for tile in self._seats)

    @property
    def is_against_a_bot(self) -> bool:
        return any(agent.is_bot for agent in self._agents if self._is_seated(agent) and agent is not self.agent)

    @property
    def is_wanted(self) -> bool:
        """Whether a person is watching, who would rather play."""
        return any(not agent.is_bot and not self._is_seated(agent) for agent in self._agents)

    def _is_seated(self, agent: Thing) -> bool:
        return agent.name in self._names.values()

    @cached_property
    def _seats(self) -> list[Thing]:
        return [tile for x, _ in enumerate(MARKS) if (tile := self._grid.get((x, SEAT_ROW))) is not None]

    @cached_property
    def _names(self) -> dict[str, str]:
        """Who plays what: X ann."""
        found = (tile.name.partition(" ") for tile in self._seats)
        return {mark: name for mark, _, name in found if name}
