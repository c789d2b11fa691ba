"""What one client has sent and is not handled yet: messages in order, no faster than the client may send them.

The `Throttle` decides when the next message is handled, and whether more is read meanwhile; this is where that is
carried out. Messages also wait while an earlier one is being dealt with (`hold`), and while a turn of the reactor is
long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from twisted.internet.interfaces import IDelayedCall

from tilenet.doors.throttle import EMPTY_READ, END, HANDLE, READ, Throttle
from tilenet.lines.framing import Signal
from tilenet.words import Words

if TYPE_CHECKING:
    from tilenet.doors.gate import Gate
    from tilenet.doors.session import Session

A_FEW = 4  # messages, after which it is time to ask whether the turn is long


class Inbox:
    """One session's inbox."""

    __slots__ = (
        "_clock",
        "_due",
        "_is_held",
        "_is_queued",
        "_is_reading",
        "_is_working",
        "_messages",
        "_pause",
        "_session",
        "_throttle",
        "_turn",
        "_unread",
    )

    def __init__(self, session: Session, gate: Gate) -> None:
        self._session = session
        self._clock = gate.clock
        self._turn = gate.world.turn
        dialect = session.dialect
        self._throttle = Throttle(gate.limits, gate.clock.seconds(), cost=dialect.cost, has_urgent=dialect.has_urgent)
        self._unread = b""  # what has come in a turn that was long
        self._messages: deque[Any] = deque()
        self._is_reading = True
        self._is_working = False
        self._is_held = False
        self._is_queued = False  # for a later turn of the reactor
        self._pause: IDelayedCall | None = None
        self._due = 0.0  # when it is over, on the world's clock

    @property
    def is_held(self) -> bool:
        """Whether something that the client has asked for is still being done."""
        return self._is_held

    @property
    def rest(self) -> tuple[bytes, list[Any]]:
        """What has come and was not handled: bytes that were not read yet, and before them, messages."""
        return self._unread, [*self._messages]

    def begin_with(self, unread: bytes, messages: Iterable[Any], commands_left: float) -> None:
        """Go on where another process has stopped; it is all handled a little later."""
        self._unread = unread
        self._messages.extend(messages)
        self.spend(self.commands_left - commands_left)
        self._due, self._pause = self._clock.seconds(), self._clock.callLater(0, self._go_on_in_turn)

    def spend(self, commands: float) -> None:
        """The client pays for work that is worth so many commands."""
        self._throttle.spend(commands, self._clock.seconds())

    @property
    def commands_left(self) -> float:
        """How many commands the client may send at once now; below zero if it owes some."""
        return self._throttle.commands_left(self._clock.seconds())

    def hold(self) -> None:
        """Handle nothing more until `release`."""
        self._is_held = True

    def release(self) -> None:
        """The caller calls `work` next."""
        self._is_held = False

    def go_on(self) -> None:
        """Both at once: what the client asked for last is done."""
        self._is_held = False
        if not self._is_working:
            self.work()

    def close(self) -> None:
        """Forget everything."""
        self._unread = b""
        self._messages.clear()
        if self._pause is not None and self._pause.active():
            self._pause.cancel()
        self._pause = None  # one that is over still refers to us

    # What comes in

    def receive(self, data: bytes) -> None:
        """Bytes have come: read and handle them, in a later turn of the reactor if this one is long."""
        self._throttle.hears(self._clock.seconds())
        if self._turn.is_long:  # also while something of this client's waits
            self._unread += data
            self._wait_for_turn()
        else:
            self._read(data)
            self.work()

    def _read(self, data: bytes) -> None:
        framing = self._session.line.framing
        try:
            found = self._session.dialect.decode(data) if framing is None else self._unframe(framing.read(data))
            self._queue(found, len(data))
        except Exception:
            self._session.fail()

    def _unframe(self, pieces: Iterable[bytes | Signal]) -> Iterable[Any]:
        """The messages in what came in frames, and signals, in order. A piece that completes none is work as well."""
        messages: list[Any] = []
        for piece in pieces:
            if isinstance(piece, bytes):
                found = [*self._session.dialect.decode(piece)]
                messages += found
                if not found:
                    self.spend(EMPTY_READ if piece else 1)
            else:
                messages.append(piece)
        return messages

    def _queue(self, found: Iterable[Any], size: int) -> None:
        """Queue the messages that so many bytes have completed. Input that completes none is charged as well."""
        messages = self._messages
        before = len(messages)
        messages.extend(found)
        if self._session.dialect.has_urgent:
            self._look_for_urgent(messages, before)
        self._throttle.charge(size, len(messages) - before, self._clock.seconds())

    def _look_for_urgent(self, messages: deque[Any], begin: int) -> None:
        """Look at what has just come: the messages from this one on."""
        for count, message in enumerate(islice(messages, begin, None), begin + 1):
            if self._session.dialect.is_urgent(message):
                self._throttle.expedite(count)

    def add(self, messages: Iterable[Any]) -> None:
        """Queue messages that were charged already."""
        self._messages.extend(messages)

    # Handling it

    def work(self) -> None:
        """Handle what there is, one by one; what is handled may call this again."""
        if self._is_working or self._session.has_ended:
            return
        self._is_working = True
        try:
            self._handle_messages()
        except Exception:
            self._session.fail()
        finally:
            self._is_working = False

    def _handle_messages(self) -> None:
        messages, throttle, session, turn = self._messages, self._throttle, self._session, self._turn
        handle = session.dialect.handle if session.line.framing is None else session.handle
        now, handled = self._clock.seconds, 0
        while not session.has_ended:
            if self._is_held:
                self._stop_reading()
                return
            decision = throttle.next(len(messages), now())
            if decision is HANDLE:
                handle(messages.popleft())
                handled += 1
                if messages and (turn.is_waited_for or (handled % A_FEW == 0 and turn.is_long)):  # others come next
                    self._wait_for_turn()
                    return
            elif decision is READ:
                self._go_on_reading()
                return
            elif decision is END:
                session.end(Words("Too many commands."))
            else:
                self._wait(*decision)
                return

    def _wait(self, seconds: float, reads_ahead: bool) -> None:
        """Handle nothing more until the client has kept its rate for so long."""
        if reads_ahead:
            self._go_on_reading()
        else:
            self._stop_reading()
        due = self._clock.seconds() + seconds
        if self._pause is None or not self._pause.active():
            self._due, self._pause = due, self._clock.callLater(seconds, self._go_on_in_turn)
        elif due < self._due:
            self._due = due
            self._pause.reset(seconds)

    def _wait_for_turn(self) -> None:
        """Others come first: this turn of the reactor has had enough work."""
        self._stop_reading()
        self._go_on_in_turn()

    def _go_on_in_turn(self) -> None:
        """Handle what there is when it is the client's turn, which is now if nobody waits. Rooms take turns."""
        if not self._is_queued:
            self._is_queued = True
            player = self._session.player
            room = None if player is None else player.room
            self._turn.do(self._my_turn, self._session.door if room is None else room)

    def _my_turn(self) -> None:
        self._is_queued = False
        unread, self._unread = self._unread, b""
        if unread:
            self._read(unread)
        self.work()

    def _stop_reading(self) -> None:
        self._throttle.fall_behind()
        if self._is_reading:
            self._is_reading = False
            self._session.line.pause()

    def _go_on_reading(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._session.line.resume()
