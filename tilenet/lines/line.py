"""A line to one peer: gathers output, sends it in order, holds back what the peer does not take, and has a bound.

Output is gathered for one turn of the reactor (`Turn`) and then goes out in one piece. What the peer does not take at
once waits here, so it is known how much that is; a peer that lets too much wait is given up. Subclasses know the
transport; what is said over the line is none of its business.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.limits import Limits
from tilenet.turns.turn import Feed, Turn

PIECE = 16 * 1024  # bytes that a transport gets at a time
WATCH_SECONDS = 1.0  # how often a line with output waiting is looked at
ROUNDING = 0.001  # seconds by which a clock may be wrong
BURST = 4  # times the limit may be waiting from one look to the next: nobody is to blame for a burst of news


class Line(ABC):
    """One peer's line. `too_slow` is called, once and soon, when the peer does not take its output."""

    __slots__ = (
        "_backlog",
        "_clock",
        "_feed",
        "_hang_up_timer",
        "_is_backed_up",
        "_is_closed",
        "_is_finishing",
        "_is_in_turn",
        "_limit",
        "_stall_seconds",
        "_times_taken",
        "_too_slow",
        "_transport",
        "_turn",
        "_watch",
        "gathered",
        "has_single_pieces",
        "peer",
        "taken",
    )

    def __init__(
        self,
        transport: Any,
        peer: str,
        turn: Turn,
        limits: Limits,
        clock: IReactorTime,
        too_slow: Callable[[str], None],
    ) -> None:
        self.peer = peer
        self.gathered: list[bytes] = []  # output that was not sent yet, except for what has come to the feed since
        self.taken = 0  # how many pieces of the feed are gathered here, or were sent
        self._transport = transport
        self._turn = turn
        self._limit = int(limits.output_kib * 1024)
        self._stall_seconds = limits.stall_seconds
        self._clock = clock
        self._too_slow = too_slow
        self.has_single_pieces = False  # whether some of what is gathered has writes of its own
        self._is_in_turn = False
        self._feed: Feed | None = None
        self._backlog = bytearray()
        self._is_backed_up = False  # whether the peer has yet to take something before it gets more
        self._times_taken = 0  # how often it did
        self._watch: IDelayedCall | None = None
        self._hang_up_timer: IDelayedCall | None = None
        self._is_finishing = False
        self._is_closed = False

    # Input

    def pause(self) -> None:
        """Read nothing more for now."""
        self._transport.pauseProducing()

    def resume(self) -> None:
        """Go on reading."""
        self._transport.resumeProducing()

    # Output

    def send(self, data: bytes) -> None:
        """Send this at the end of the turn, joined with whatever else there is to send."""
        self.gather(data)
        self._send_soon()

    def send_single(self, data: bytes) -> None:
        """Send this at the end of the turn, in a write of its own."""
        self.send(_Single(data))
        self.has_single_pieces = True
        self._turn.promise(1)

    def gather(self, data: bytes) -> None:
        """Send this whenever something is sent, in order with what has come to the feed so far."""
        if not isinstance(data, bytes):
            raise TypeError(f"only bytes can be sent, not {data!r}")
        if not self._is_closed:
            self.take_from_feed()
            self.gathered.append(data)

    def take_from_feed(self) -> None:
        """Gather what has come to the feed so far, to keep it in order with output of the line's own."""
        feed = self._feed
        if feed is not None and len(feed.pieces) > self.taken:
            self.gathered += feed.pieces[self.taken :]
            self.taken = len(feed.pieces)

    def follow(self, feed: Feed) -> None:
        """From now on, send what comes to this feed too. A line follows one feed at most."""
        self._feed = feed
        feed.lines[self] = None
        self.taken = len(feed.pieces)

    def unfollow(self) -> None:
        """Send nothing more of the feed than what is in it now."""
        feed = self._feed
        if feed is not None:
            self.take_from_feed()
            self._feed = None
            self.taken = 0
            del feed.lines[self]
            if self.gathered:
                self._send_soon()

    def _send_soon(self) -> None:
        if not self._is_in_turn:
            self._is_in_turn = True
            self._turn.add_line(self)

    def flush(self) -> None:
        """Send what was gathered, now."""
        gathered, self.gathered = self.gathered, []
        self._is_in_turn = False
        feed = self._feed
        if feed is not None and feed.pieces:
            gathered += feed.pieces[self.taken :]
            self.taken = len(feed.pieces)
        if self.has_single_pieces:
            self.has_single_pieces = False
            for piece in _with_single_pieces(gathered):
                self.deliver(piece)
        elif gathered:
            self.deliver(b"".join(gathered))

    def deliver(self, data: bytes) -> None:
        """Send this now, after whatever still waits."""
        if self._is_closed:
            return
        if not self._is_backed_up:
            data = self._pass_on(data)
        if data:
            self._keep(data)

    def begin_with(self, data: bytes) -> None:
        """Send this first of all, after what others have written to the transport before there was a line."""
        self.deliver(data)

    def finish(self, seconds: float) -> None:
        """Send everything, then hang up; abort if that takes longer than this. Input is still read, to see the end."""
        if self._is_closed:
            return
        self.unfollow()
        self.flush()
        self._is_finishing = True
        self._hang_up_timer = self._clock.callLater(seconds, self.abort)
        if not self._is_backed_up:
            self._caught_up()
        self.resume()

    def abort(self) -> None:
        """Cut the line at once."""
        self._transport.abortConnection()

    def close(self) -> None:
        """The transport is gone, or is not to be written to any more: forget what was not sent."""
        self._stop_sending()
        if self._hang_up_timer is not None and self._hang_up_timer.active():
            self._hang_up_timer.cancel()

    def stopProducing(self) -> None:
        """The transport is gone."""
        self._stop_sending()

    def _stop_sending(self) -> None:
        self._is_closed = True
        self.unfollow()
        self.gathered = []
        self._backlog.clear()
        self._turn.backlogs.note(self, 0)
        self._stop_watching()

    # What each kind of transport has its own way of

    @abstractmethod
    def _pass_on(self, data: bytes) -> bytes:
        """Send what can be sent now, and return the rest."""

    @abstractmethod
    def _hang_up(self) -> None:
        """Close the connection, or our half of it, after everything was sent."""

    def _acknowledged(self) -> int:
        """How much the peer's machine has taken, if that is known."""
        return 0

    def _stuck_seconds(self) -> float:
        """How long nothing could be sent to the peer's machine, if that is known.

        The system takes some output that it cannot send, so this is longer than output has been waiting here.
        """
        return 0.0

    def _back_up(self) -> None:
        """Something has to wait: call `_caught_up` when all of it is gone."""
        self._is_backed_up = True
        self._watch_from(self._clock.seconds() - self._stuck_seconds(), self._progress(), None)

    # What the peer does not take at once

    def _keep(self, data: bytes) -> None:
        self._backlog += data
        if len(self._backlog) > self._limit * BURST:
            self.give_up_soon(self._too_much)
            return
        if not self._is_backed_up:
            self._back_up()
        self._turn.backlogs.note(self, len(self._backlog))

    def give_up_soon(self, reason: str) -> None:
        """Send nothing more, and say so soon: nobody else may be touched while output is being sent."""
        self._stop_sending()
        self._clock.callLater(0, self._too_slow, reason)

    def _next_piece(self) -> bytes:
        piece = bytes(self._backlog[:PIECE])
        del self._backlog[:PIECE]
        self._turn.backlogs.note(self, len(self._backlog))
        return piece

    def _caught_up(self) -> None:
        self._is_backed_up = False
        self._stop_watching()
        if self._is_finishing:
            self._stop_sending()
            self._hang_up()

    @property
    def _too_much(self) -> str:
        return f"over {self._limit // 1024} KiB of output were waiting"

    def _give_up(self, reason: str) -> None:
        self._stop_sending()
        self._too_slow(reason)

    def _stop_watching(self) -> None:
        if self._watch is not None and self._watch.active():
            self._watch.cancel()

    def _progress(self) -> tuple[int, int]:
        """Something that changes whenever the peer takes a byte."""
        return self._times_taken, self._acknowledged()

    def _watch_from(self, since: float, progress: tuple[int, int], over_since: float | None) -> None:
        left = since + self._stall_seconds - self._clock.seconds()
        self._watch = self._clock.callLater(min(max(left, 0), WATCH_SECONDS), self._look, since, progress, over_since)

    def _look(self, since: float, progress: tuple[int, int], over_since: float | None) -> None:
        now, before, progress = self._clock.seconds(), progress, self._progress()
        if progress != before:
            since = now
        if len(self._backlog) <= self._limit:
            over_since = None
        elif over_since is None:
            over_since = now
        if over_since is not None and now - over_since > WATCH_SECONDS - ROUNDING:
            self._give_up(self._too_much)
        elif now - since > self._stall_seconds - ROUNDING:
            self._give_up(f"no output was taken for {self._stall_seconds:.15g} s")
        else:
            self._watch_from(since, progress, over_since)


class _Single(bytes):
    """A piece that is not joined with others."""


def _with_single_pieces(gathered: list[bytes]) -> list[bytes]:
    """Join all pieces but the single ones."""
    pieces: list[bytes] = []
    run: list[bytes] = []
    for piece in gathered:
        if isinstance(piece, _Single):
            pieces += [b"".join(run)] * bool(run) + [piece]
            run = []
        else:
            run.append(piece)
    return pieces + [b"".join(run)] * bool(run)
