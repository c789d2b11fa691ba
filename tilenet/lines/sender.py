"""Senders: what passes the bytes of one line to a transport, of whatever kind.

A line hands its output to its sender. What the sender does not take at once waits in the line, and the sender asks for
it, piece by piece, when the transport has room again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple, Protocol


class Source(Protocol):
    """A line, as its sender sees it."""

    def next_piece(self) -> bytes:
        """The transport has taken what it had: the next piece of what waits, or nothing if that was all."""

    def back_up(self) -> None:
        """The transport takes nothing more for now."""

    def go_on(self) -> None:
        """The transport takes something again."""

    def caught_up(self) -> None:
        """Nothing waits any more."""

    def stop_sending(self) -> None:
        """The transport is gone."""


class Rest(NamedTuple):
    """What another process needs to go on with a connection: its descriptor, and the bytes still to be sent."""

    descriptor: int
    unsent: bytes


class Sender(ABC):
    """Passes bytes to one transport.

    `send` takes as much as it can, and returns how many bytes that was; it may raise BlockingIOError if that was none,
    and OSError if the connection is gone. It is called for every delivery to anybody: so where there is a function that
    does just this, it is that function.
    """

    __slots__ = ()

    send: Callable[[bytes], int]

    @abstractmethod
    def serve(self, source: Source) -> None:
        """This is the line whose output is sent from now on."""

    def begin(self, data: bytes) -> int:
        """The same as `send`, after what others have written to the transport before there was a line."""
        return self.send(data)

    @abstractmethod
    def ask_for_pieces(self) -> None:
        """Something waits in the line: ask for it."""

    @abstractmethod
    def stop(self) -> None:
        """Nothing more will be sent."""

    def acknowledged(self) -> int:
        """How much the peer's machine has taken, if that is known."""
        return 0

    def stuck_seconds(self) -> float:
        """How long nothing could be sent to the peer's machine, if that is known.

        The system takes some output that it cannot send, so this is longer than output has been waiting in the line.
        """
        return 0.0

    def rest(self) -> Rest | None:
        """What another process needs to go on with the connection; None if it cannot, as with TLS."""
        return None

    @abstractmethod
    def pause(self) -> None:
        """Read nothing more from the peer for now."""

    @abstractmethod
    def resume(self) -> None:
        """Go on reading."""

    @abstractmethod
    def hang_up(self) -> None:
        """Close the connection, or our half of it, after everything was sent."""

    @abstractmethod
    def abort(self) -> None:
        """Cut the connection at once."""


class DirectSender(Sender):
    """Passes everything on at once: so nothing ever waits in the line."""

    __slots__ = ()

    def serve(self, source: Source) -> None:
        """There is nothing to ask it for."""

    def ask_for_pieces(self) -> None:
        """There are none."""

    def stop(self) -> None:
        """Nothing is on its way."""


class Nowhere(DirectSender):
    """What a line has in place of its sender when the transport is gone."""

    __slots__ = ()

    def send(self, data: bytes) -> int:
        return len(data)

    def pause(self) -> None:
        """Nothing comes."""

    def resume(self) -> None:
        """Nothing comes."""

    def hang_up(self) -> None:
        """It is closed."""

    def abort(self) -> None:
        """It is closed."""


NOWHERE = Nowhere()
