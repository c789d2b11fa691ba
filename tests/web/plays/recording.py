"""A table at which a client who takes facts is told things, moment by moment."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib import import_module

from tilenet.catalogue import GamePlugin
from tilenet.game import Game
from tilenet.testing import Seat, Table
from tilenet.wire.format import XML_FACTS


class Recording:
    """A table, and what ann is told there."""

    def __init__(self, game: type[Game] | GamePlugin, others: Iterable[GamePlugin] = ()) -> None:
        self.table = Table(game, others=others)
        self.ann: Seat
        self._told: list[bytes] = []
        self._moments: list[tuple[str, str]] = []

    def enter(self, name: str) -> Seat:
        """Somebody comes in. If it is ann, what she is told from now on is noted."""
        if name != "ann":
            return self.table.enter(name)
        self.ann = self.table.enter(name, self._told.append)
        with self.table.nothing_fails():
            self.table.world.reformat(self.ann.player, XML_FACTS)
        return self.ann

    def moment(self, name: str) -> None:
        """Note what ann has been told since the last moment."""
        self._moments.append((name, b"".join(self._told).decode()))
        self._told.clear()

    @property
    def text(self) -> str:
        return json.dumps({"me": self.ann.player.objid, "moments": self._moments})


def recorded(name: str) -> str:
    """The recording of the module with this name, as JSON."""
    found: Recording = import_module(f"tests.web.plays.{name}").play()
    return found.text
