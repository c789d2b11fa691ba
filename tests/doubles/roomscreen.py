"""What tests of the screen for playing share: some talk, and rows that are as wide as they should be."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase
from urwid import TextCanvas

from tilenet.clients.terminal import roomscreen
from tilenet.clients.terminal.paint import Row, canvas, row_width
from tilenet.wire.messages import Hear, Message

SIZES = st.tuples(st.integers(60, 200), st.integers(20, 60))


def talk() -> list[Message]:
    return [
        Hear("a2", "m1", "that was the cat!"),
        Hear("m1", "m1", "bob found a pair (owl): everybody here +2."),
        Hear("a2", "a1", "(corner, next to the owl)"),
    ]


class RoomScreenTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        """Every row that is painted is as wide as it should be: urwid itself would fill up one that is too short."""

        def strict(rows: Sequence[Row], width: int) -> TextCanvas:
            self.assertEqual({row_width(row) for row in rows}, {width})
            return canvas(rows, width)

        self.patch(roomscreen, "canvas", strict)
