"""What tests of the screen for playing share: talk, what a real client was sent, and rows of the right width."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase
from urwid import TextCanvas

from tests.doubles.harness import Client
from tests.doubles.terminal import SIZE, Stage
from tilenet.clients.terminal import roomscreen
from tilenet.clients.terminal.inks import Depth
from tilenet.clients.terminal.paint import Row, canvas, row_width
from tilenet.clients.terminal.signs import FANCY, Signs
from tilenet.wire.codec import Decoder
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import Hear, Message, Set, Xresponse

SIZES = st.tuples(st.integers(60, 200), st.integers(20, 60))


def talk() -> list[Message]:
    return [
        Hear("a2", "m1", "that was the cat!"),
        Hear("m1", "m1", "bob found a pair (owl): everybody here +2."),
        Hear("a2", "a1", "(corner, next to the owl)"),
    ]


def seen_by(client: Client, size: tuple[int, int] = SIZE, depth: Depth = 1, signs: Signs = FANCY) -> Stage:
    """A terminal that was sent the same as a client of a real server."""
    messages = Decoder(SERVER, 2**22).feed(client.raw)
    told = (message for message in messages if isinstance(message, Set | Hear | Xresponse))
    return Stage(*told, size=size, depth=depth, signs=signs)


class RoomScreenTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        """Every row that is painted is as wide as it should be: urwid itself would fill up one that is too short."""

        def strict(rows: Sequence[Row], width: int) -> TextCanvas:
            self.assertEqual({row_width(row) for row in rows}, {width})
            return canvas(rows, width)

        self.patch(roomscreen, "canvas", strict)
