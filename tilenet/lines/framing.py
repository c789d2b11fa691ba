"""Framings: how what is said over a line is packed into its bytes, both ways.

Most lines have none. With one, the session above the line sees the same as over any other line: text to decode, and now
and then a signal of the framing's own, which is dealt with in order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

# Close codes: why a connection ends, in the numbers of WebSocket. Other lines just end.
NORMAL, GOING_AWAY, UNSUPPORTED, POLICY, TOO_BIG, FAILED, TRY_LATER = 1000, 1001, 1003, 1008, 1009, 1011, 1013


@dataclass(frozen=True, slots=True)
class Answer:
    """The peer is to be sent this frame; or nothing, but it has caused some work."""

    frame: bytes = b""


@dataclass(frozen=True, slots=True)
class Closed:
    """The peer has closed the connection, with this code. Nothing comes after it."""

    code: int


@dataclass(frozen=True, slots=True)
class Violation:
    """The peer is in error, and is to be told this code. Nothing after it counts."""

    code: int
    reason: str


Signal: TypeAlias = Answer | Closed | Violation


class Framing(ABC):
    """The framing of one line."""

    __slots__ = ()

    #: Makes frames of output. This is called for every delivery to any client.
    frame: Callable[[bytes], bytes]

    @abstractmethod
    def read(self, data: bytes) -> Iterator[bytes | Signal]:
        """The text that is in these bytes, in pieces, and signals."""

    @abstractmethod
    def close(self, code: int) -> bytes:
        """The last frame, which says why the connection ends."""
