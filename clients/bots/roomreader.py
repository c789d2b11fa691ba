"""What every bot sees, whatever it plays: the room it is in, and the tiles there, by their names."""

from __future__ import annotations

from tilenet.clients.model import Model, Thing

HOME, RESTART = "Home", "Restart"  # tiles that are called so in every game


class RoomReader:
    """One look at the model, whatever the room is."""

    def __init__(self, model: Model) -> None:
        self.agent = model.my_agent
        self.matrix = model.matrix
        # A server sends a matrix before the agents in it. So until our own agent is there, we may see only a part.
        self.is_whole = self.agent is not None and model.is_here(self.agent.objid)
        self._grid = model.grid()

    def is_in(self, room: str) -> bool:
        return self.matrix is not None and self.matrix.name == room

    def tile(self, name: str) -> Thing | None:
        """The tile with this name, if it can be clicked."""
        return next((tile for tile in self._grid.values() if tile.name == name and tile.is_enabled), None)
