"""A table of somebody's own for tests, as far as its game is concerned: choices, a host who starts and holds."""

from __future__ import annotations

from functools import partial
from typing import Any

from tilenet.catalogue import GamePlugin
from tilenet.game import Game
from tilenet.testing import Table


class OwnTable(Table):
    """A table with what was chosen for it. Nothing begins before `start`, unless it is not held."""

    def __init__(self, game: type[Game], *, is_held: bool = True, **chosen: Any) -> None:
        for name, value in chosen.items():
            assert value in [one for one, _ in game.choices[name].values], f"{name} cannot be {value!r}"
        super().__init__(GamePlugin("game", game, make=partial(game, **chosen)))
        self.game.is_own_table = True
        self.game.is_held = is_held

    def start(self) -> None:
        """The host starts the game, if that is possible now."""
        reason = self.game.why_not_start()
        assert reason is None, reason
        with self.nothing_fails():
            self.room.play(self.game.start)

    def hold(self, *, is_held: bool) -> None:
        with self.nothing_fails():
            self.room.play(self.game.hold, is_held)
