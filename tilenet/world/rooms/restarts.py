"""Which game a room starts next: its own, made again, or one that only shows the way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from tilenet.game import Game
from tilenet.world.rooms.outoforder import OutOfOrder


class Restarts:
    """The games of one room, one after the other. A game that fails is replaced by a new one of its kind.

    One that fails before anybody has done anything would fail again: then the room is out of order.
    """

    def __init__(self, make: Callable[[], Game]) -> None:
        self._make = make
        self._failed: Game | None = None  # the last one that has, until another has started
        self._is_untouched = True

    def touched(self) -> None:
        """Somebody has done something in the game that is running."""
        self._is_untouched = False

    def first(self) -> Iterator[Callable[[], Game]]:
        """What to try one after the other, until one has `started`."""
        yield self._next
        yield _out_of_order

    def after(self, failed: Game) -> Iterator[Callable[[], Game]]:
        """The same when a game has failed."""
        if not isinstance(failed, OutOfOrder):
            self._failed = failed
        return iter([_out_of_order]) if self._is_untouched else self.first()

    def started(self, game: Game) -> None:
        self._is_untouched = True
        if not isinstance(game, OutOfOrder):
            self._failed = None

    def _next(self) -> Game:
        game = self._make()
        if self._failed is not None:
            game.replace_failed(self._failed)
        return game


def _out_of_order() -> Game:
    return OutOfOrder(Random())
