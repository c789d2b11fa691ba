"""A line to one peer: gathers output, sends it in order, holds back what the peer does not take, and has a bound.

Output is gathered for one turn of the reactor (`Turn`) and then goes out in one piece. What the peer does not take at
once waits here, so it is known how much that is; a peer that lets too much wait is given up. A line's `Sender` knows
the transport, and its `Framing`, if it has one, how text is packed; what is said over the line is none of its business.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall

from tilenet.limits import Limits
from tilenet.lines.backlogs import Backlogs
from tilenet.lines.feed import Feed
from tilenet.lines.framing import POLICY, Framing
from tilenet.lines.sender import NOWHERE, Rest, Sender
from tilenet.turns.turn import Turn

PIECE = 16 * 1024  # bytes that a transport gets at a time
WATCH_SECONDS = 1.0  # how often a line with output waiting is looked at
ROUNDING = 0.001  # seconds by which a clock may be wrong
BURST = 4  # times the limit may be waiting from one look to the next: nobody is to blame for a burst of news


class Line:
    """One peer's line. `too_slow` is called, once and soon, when the peer does not take its output."""

    __slots__ = (
        "_backlog",
        "_backlogs",
        "_clock",
        "_feed",
        "_frame",
        "_hang_up_timer",
        "_is_backed_up",
        "_is_closed",
        "_is_finishing",
        "_is_in_turn",
        "_limit",
        "_send",
        "_stall_seconds",
        "_times_taken",
        "_too_slow",
        "_turn",
        "_watch",
        "framing",
        "gathered",
        "has_single_pieces",
        "is_quiet",
        "peer",
        "sender",
        "taken",
    )

    def __init__(
        self,
        sender: Sender,
        peer: str,
        turn: Turn,
        limits: Limits,
        too_slow: Callable[[str], None],
        *,
        backlogs: Backlogs | None = None,
        framing: Framing | None = None,
    ) -> None:
        """`backlogs` are those of all lines that share one bound."""
        self.peer = peer
        self.framing = framing
        self.gathered: list[bytes] = []  # output that was not sent yet, except for what has come to the feed since
        self.taken = 0  # how many pieces of the feed are gathered here, or were sent
        self.has_single_pieces = False  # whether some of what is gathered has writes of its own
        self.is_quiet = False  # whether nothing was sent since somebody set this
        self.sender = sender
        self._send = sender.send
        self._frame = None if framing is None else framing.frame
        self._turn = turn
        self._clock = turn.clock
        self._backlogs = backlogs or Backlogs()
        self._limit = int(limits.output_kib * 1024)
        self._stall_seconds = limits.stall_seconds
        self._too_slow = too_slow
        self._is_in_turn = False
        self._feed: Feed | None = None
        self._backlog = bytearray()
        self._is_backed_up = False  # whether the peer has yet to take something before it gets more
        self._times_taken = 0  # how often it did
        self._watch: IDelayedCall | None = None
        self._hang_up_timer: IDelayedCall | None = None
        self._is_finishing = False
        self._is_closed = False
        sender.serve(self)

    # Input

    def pause(self) -> None:
        """Read nothing more for now."""
        self.sender.pause()

    def resume(self) -> None:
        """Go on reading."""
        self.sender.resume()

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
        if not (self._is_closed or self._is_finishing):
            self.take_from_feed()
            self.gathered.append(data)

    def take_from_feed(self) -> None:
        """Gather what has come to the feed so far, to keep it in order with output of the line's own."""
        feed = self._feed
        if feed is not None and len(feed.pieces) > self.taken:
            self.gathered += feed.pieces[self.taken :]
            self.taken = len(feed.pieces)

    def follow(self, feed: Feed) -> None:
        """From now on, send what comes to this feed, too. A line follows one feed at most."""
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
        self._turn.commit()
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
        """Send this now, after whatever still waits. This is done for every delivery to anybody."""
        self.is_quiet = False
        frame = self._frame
        if frame is not None:
            data = frame(data)
        if self._is_backed_up or self._is_closed:
            self.put(data)
            return
        try:
            sent = self._send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # the connection is gone, and the reactor is about to say so
        if sent < len(data):
            self._keep(data[sent:])

    def put(self, data: bytes) -> None:
        """Send these bytes as they are, now, after whatever still waits."""
        if self._is_closed:
            return
        sent = 0
        if not self._is_backed_up:
            try:
                sent = self._send(data)
            except BlockingIOError:
                pass
            except OSError:
                return
        if sent < len(data):
            self._keep(data[sent:])

    def begin_with(self, data: bytes) -> None:
        """Send these bytes first of all, after what others have written to the transport before there was a line."""
        sent = self.sender.begin(data)
        if sent < len(data):
            self._keep(data[sent:])

    def rest(self) -> Rest | None:
        """What another process needs to go on with this line, once it was flushed; None if it cannot."""
        if self._is_closed or self._is_finishing or self.framing is not None or self._feed is not None or self.gathered:
            return None
        rest = self.sender.rest()
        return None if rest is None else rest._replace(unsent=rest.unsent + bytes(self._backlog))

    def finish(self, seconds: float, code: int = POLICY) -> None:
        """Send everything, then hang up; abort if that takes longer than this. Input is still read, to see the end.

        If the framing has a word for it, the peer is told why the line is closed.
        """
        if self._is_closed:
            return
        self.unfollow()
        self.flush()
        if self.framing is not None:
            self.put(self.framing.close(code))
        self._is_finishing = True
        self._hang_up_timer = self._clock.callLater(seconds, self.abort)
        if not self._is_backed_up:
            self.caught_up()
        self.resume()

    def abort(self) -> None:
        """Cut the line at once."""
        self.sender.abort()

    def close(self) -> None:
        """The transport is gone: forget what was not sent, and the sender, which refers to us."""
        self.stop_sending()
        self.sender = NOWHERE
        self._send = NOWHERE.send
        if self._hang_up_timer is not None and self._hang_up_timer.active():
            self._hang_up_timer.cancel()
        self._hang_up_timer = None  # one that is over still refers to us

    # For the sender

    def next_piece(self) -> bytes:
        self._times_taken += 1
        piece = bytes(self._backlog[:PIECE])
        if piece:
            del self._backlog[:PIECE]
            self._backlogs.note(self, len(self._backlog))
        return piece

    def back_up(self) -> None:
        if not self._is_backed_up:
            self._is_backed_up = True
            self.sender.ask_for_pieces()
            if self._is_backed_up and not self._is_closed:
                stuck = self.sender.stuck_seconds()
                self._watch_from(self._clock.seconds() - stuck, self._progress(), None)

    def go_on(self) -> None:
        self._is_backed_up = False
        self._stop_watching()

    def caught_up(self) -> None:
        self.go_on()
        if self._is_finishing:
            self.stop_sending()
            self.sender.hang_up()

    def stop_sending(self) -> None:
        if not self._is_closed:
            self.sender.stop()
        self._is_closed = True
        self.unfollow()
        self.gathered = []
        self._backlog.clear()
        self._backlogs.note(self, 0)
        self._stop_watching()

    # What the peer does not take at once

    def _keep(self, data: bytes) -> None:
        self._backlog += data
        if len(self._backlog) > self._limit * BURST:
            self.give_up_soon(self._too_much)
            return
        self.back_up()
        self._backlogs.note(self, len(self._backlog))

    def give_up_soon(self, reason: str) -> None:
        """Send nothing more, and say so soon: nobody else may be touched while output is being sent."""
        self.stop_sending()
        self._clock.callLater(0, self._too_slow, reason)

    @property
    def _too_much(self) -> str:
        return f"over {self._limit // 1024} KiB of output were waiting"

    def _give_up(self, reason: str) -> None:
        self.stop_sending()
        self._too_slow(reason)

    def _stop_watching(self) -> None:
        if self._watch is not None and self._watch.active():
            self._watch.cancel()
        self._watch = None

    def _progress(self) -> tuple[int, int]:
        """Something that changes whenever the peer takes a byte."""
        return self._times_taken, self.sender.acknowledged()

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
