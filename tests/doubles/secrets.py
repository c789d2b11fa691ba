"""Finds out whether a game tells what it hides: nothing that it shows or says may change if only secrets do."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.testing import Seat, Table


def everything_told(table: Table, seat: Seat) -> list[object]:
    """All that a player is shown and told of the game now."""
    vars(table.game).update(table.game.caches)  # so that it is drawn again
    scene, view = table.game.scene(), table.game.view(seat.player)
    return [scene.tiles, scene.keys, scene.text, view.tiles, view.keys, view.text, seat.facts, seat.own, seat.legal]


def assert_keeps_secrets(table: Table, seat: Seat, scramble: Callable[[], None]) -> None:
    """`scramble` changes what this player must not know."""
    before = everything_told(table, seat)
    scramble()
    assert everything_told(table, seat) == before, f"{seat.name} is told something that nobody may know"
