"""What a room shows when its game cannot even begin."""

from __future__ import annotations

from tilenet.game import HELP, HOME, Game, Scene, Summary, Words, help_tile, home_tile

CLOSED = Summary(phase="out of order", can_join=False, can_watch=False)


class OutOfOrder(Game):
    """A way out, and the reason."""

    title = Words("Out of order")
    about = Words("This room is out of order.")
    kind = "out-of-order/1"
    is_recorded = False
    is_done = True
    help = (Words("This game fails as soon as it starts. The server's log says why."),)

    def summary(self) -> Summary:
        return CLOSED

    def scene(self) -> Scene:
        return Scene((2, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0)}, text=self.about)
