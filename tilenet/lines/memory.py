"""A line in memory, for tests and for those who have no socket: what is sent is handed to a function."""

from __future__ import annotations

from collections.abc import Callable

from tilenet.limits import Limits
from tilenet.lines.line import Line
from tilenet.lines.sender import DirectSender
from tilenet.turns.turn import Turn


class MemorySender(DirectSender):
    """Calls `received` with all output. The peer takes everything, and there is no input and no connection."""

    __slots__ = ("received",)

    def __init__(self, received: Callable[[bytes], object]) -> None:
        self.received = received

    def send(self, data: bytes) -> int:
        self.received(data)
        return len(data)

    def pause(self) -> None:
        """There is no input."""

    def resume(self) -> None:
        """There is no input."""

    def hang_up(self) -> None:
        """There is nothing to close."""

    def abort(self) -> None:
        """There is no connection."""


class MemoryLine(Line):
    """Calls `received` with the output of each turn."""

    __slots__ = ()

    def __init__(self, turn: Turn, received: Callable[[bytes], object], peer: str = "127.0.0.1") -> None:
        super().__init__(MemorySender(received), peer, turn, Limits(), lambda reason: None)
