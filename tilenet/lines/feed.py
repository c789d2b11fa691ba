"""Feeds: output that many lines share, gathered once for all of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IDelayedCall

from tilenet.turns.turn import Turn

if TYPE_CHECKING:
    from tilenet.lines.line import Line

GATHERING = 0.1  # seconds that output can wait for more of its kind; see `Feed.coalesce`


class Feed:
    """The same output for many lines.

    A line that is sent something of its own takes what has gathered here so far, so that everything arrives in order.
    """

    __slots__ = ("_is_in_turn", "_timer", "_turn", "lines", "pieces")

    def __init__(self, turn: Turn) -> None:
        self.lines: dict[Line, None] = {}  # those that follow; see Line.follow
        self.pieces: list[bytes] = []  # that were not sent yet
        self._turn = turn
        self._is_in_turn = False  # whether they go out at the end of this turn
        self._timer: IDelayedCall | None = None  # otherwise they go out when this rings

    def add(self, data: bytes, all_but: Collection[Line] = ()) -> None:
        """Send this to all who follow, but not to these, at the end of the turn."""
        if all_but:
            self._gather(data, all_but)
        else:
            self.pieces.append(data)
        if not self._is_in_turn:
            self._send_soon()

    def coalesce(self, data: bytes, all_but: Collection[Line] = ()) -> None:
        """The same, but it may wait a moment for more; whatever is sent before that takes it along."""
        self._gather(data, all_but)
        self._send_in_a_moment()

    def coalesce_for(self, line: Line, data: bytes) -> None:
        """Send this to one line that follows, in order with the rest; it may wait a moment, too."""
        line.gather(data)
        self._send_in_a_moment()

    def _gather(self, data: bytes, all_but: Collection[Line]) -> None:
        for line in all_but:
            line.take_from_feed()
        self.pieces.append(data)
        for line in all_but:
            line.taken = len(self.pieces)

    def _send_in_a_moment(self) -> None:
        if not self._is_in_turn and self._timer is None:
            self._timer = self._turn.clock.callLater(GATHERING, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if not self._is_in_turn:
            self._send_soon()

    def _send_soon(self) -> None:
        self._is_in_turn = True
        self._turn.add_feed(self)

    def flush(self) -> None:
        """Send every line what it has not taken already."""
        self._is_in_turn = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        pieces, self.pieces = self.pieces, []
        data = b"".join(pieces)
        for line in list(self.lines):  # a line that is given up no longer follows
            taken, line.taken = line.taken, 0
            try:
                if line.gathered:  # its own output goes first
                    line.gathered += pieces[taken:]
                    line.flush()
                elif taken < len(pieces):
                    line.deliver(b"".join(pieces[taken:]) if taken else data)
            except Exception:
                self._turn.output_failed(line)
