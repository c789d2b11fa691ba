"""A line in memory, for tests and for those who have no socket: what is sent is handed to a function."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.limits import Limits
from tilenet.lines.line import Line
from tilenet.turns.turn import Turn


class _NoTransport:
    """Nothing to pause, to resume or to abort."""

    def pauseProducing(self) -> None:
        """There is no input."""

    def resumeProducing(self) -> None:
        """There is no input."""

    def abortConnection(self) -> None:
        """There is no connection."""


class MemoryLine(Line):
    """Calls `received` with the output of each turn. The peer takes everything."""

    __slots__ = ("_received",)

    def __init__(self, turn: Turn, received: Callable[[bytes], object], peer: str = "127.0.0.1") -> None:
        super().__init__(_NoTransport(), peer, turn, Limits(), turn.clock, lambda reason: None)
        self._received = received

    def _pass_on(self, data: bytes) -> bytes:
        self._received(data)
        return b""

    def _hang_up(self) -> None:
        """There is nothing to close."""
