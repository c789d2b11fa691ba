"""What one client has said and is not handled yet: messages in order, no faster than the client may send them.

While there is enough to do, nothing more is read from the client. The next message waits while an earlier one is being
dealt with (`hold`), while the client is over its rate, and while a turn of the reactor is long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from twisted.internet.interfaces import IDelayedCall

from tilenet.limits import Bucket

if TYPE_CHECKING:
    from tilenet.doors.gate import Gate
    from tilenet.doors.session import Session

PAUSE_SECONDS = 0.02  # in which a client that was slowed down has nothing more to say: it is not flooding
EMPTY_READ = 0.05  # of a command, for input that completes none
A_FEW = 4  # messages, after which it is time to ask whether the turn is long
READ_AHEAD = 16 * 1024  # bytes of a client that is over its rate, in which something urgent is looked for


class Inbox:
    """One session's inbox."""

    __slots__ = (
        "_flood_since",
        "_gate",
        "_has_urgent",
        "_is_behind",
        "_is_held",
        "_is_queued",
        "_is_reading",
        "_is_working",
        "_messages",
        "_pause",
        "_rate",
        "_read_ahead",
        "_read_since",
        "_session",
        "_turn",
        "_unread",
        "_urgent",
    )

    def __init__(self, session: Session, gate: Gate, *, has_urgent: bool) -> None:
        """`has_urgent` tells whether the client's protocol has messages that are urgent."""
        self._session = session
        self._gate = gate
        self._turn = gate.world.turn
        self._has_urgent = has_urgent
        self._unread = b""  # what has come in a turn that was long
        self._messages: deque[Any] | None = None  # made when the first one comes
        self._rate = Bucket(gate.limits.commands_per_second, gate.limits.command_burst, gate.clock.seconds)
        self._urgent = 0  # how many messages are urgent, or came before one that is
        self._is_reading = True
        self._is_working = False
        self._is_held = False
        self._is_queued = False  # for a later turn of the reactor
        self._is_behind = False  # with handling what has come, or with being paid for it
        self._read_ahead = 0  # bytes, since then
        self._read_since = float("-inf")  # when it was no longer behind
        self._flood_since: float | None = None
        self._pause: IDelayedCall | None = None

    def spend(self, commands: float) -> None:
        """The client pays for work that is worth so many commands."""
        self._rate.spend(commands)

    def hold(self) -> None:
        """Handle nothing more until `release`."""
        self._is_held = True

    def release(self) -> None:
        """Go on; the caller calls `work` next, unless a message is being handled right now."""
        self._is_held = False

    def close(self) -> None:
        """Forget everything."""
        self._unread = b""
        if self._messages is not None:
            self._messages.clear()
        if self._pause is not None and self._pause.active():
            self._pause.cancel()

    # Taking in

    def receive(self, data: bytes) -> None:
        """Bytes have come: read and handle them, in a later turn of the reactor if this one is long."""
        if self._flood_since is not None:
            self._notice_quiet()
        if self._turn.is_long:  # also while something of this client's waits
            self._unread += data
            self._wait_for_turn()
        else:
            self._read(data)
            self.work()

    def _read(self, data: bytes) -> None:
        try:
            self._take_in(self._session.dialect.decode(data), len(data))
        except Exception:
            self._session.fail()

    def _take_in(self, messages: Iterable[Any], size: int) -> None:
        """Take in what so many bytes have brought. What carries no message costs as well."""
        inbox = self._messages
        if inbox is None:
            inbox = self._messages = deque()
        before = len(inbox)
        inbox.extend(messages)
        if self._has_urgent:
            self._look_for_urgent(before, size)
        count = len(inbox) - before
        paid = count * self._session.dialect.cost * self._gate.limits.tag_bytes
        if size > paid or not count:
            self._rate.spend((size - paid) / self._gate.limits.tag_bytes + (0 if count else EMPTY_READ))

    def add(self, messages: Iterable[Any]) -> None:
        """Take in what was paid for already."""
        if self._messages is not None:
            self._messages.extend(messages)

    def _notice_quiet(self) -> None:
        """A client that had caught up, and then paused, is not flooding."""
        if not self._is_behind and self._gate.clock.seconds() - self._read_since >= PAUSE_SECONDS:
            self._flood_since = None

    # Handling

    def work(self) -> None:
        """Handle what there is, one by one; what is handled may call this again."""
        if self._is_working:
            return
        self._is_working = True
        try:
            self._handle_messages()
        except Exception:
            self._session.fail()
        finally:
            self._is_working = False

    def _handle_messages(self) -> None:
        messages, rate, session = self._messages, self._rate, self._session
        turn, cost, handled = self._turn, session.dialect.cost, 0
        while not session.has_ended:
            if self._is_held:
                self._stop_reading()
                return
            if messages:
                wait = rate.take(cost, self._credit if self._urgent else 0)
                if wait:
                    self._slow_down(wait)
                    return
                if self._urgent:
                    self._urgent -= 1
                session.dialect.handle(messages.popleft())
                handled += 1
                if messages and (turn.is_waited_for or (handled % A_FEW == 0 and turn.is_long)):  # others come next
                    self._wait_for_turn()
                    return
            elif rate.is_in_debt:
                self._slow_down(rate.wait())
                return
            else:
                break
        if self._is_behind and not session.has_ended:
            self._is_behind = False
            self._read_ahead = 0
            self._read_since = self._gate.clock.seconds()
            self._go_on_reading()

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

    def _slow_down(self, wait: float) -> None:
        """Handle nothing more until the rate is kept; end the session if that does not help."""
        now = self._gate.clock.seconds()
        if self._flood_since is None:
            self._flood_since = now
        self._is_behind = True
        patience = self._flood_since + self._gate.limits.flood_seconds - now
        if patience <= 0:
            self._session.end("Too many commands.")
            return
        if self._may_read_ahead():
            self._go_on_reading()
        else:
            self._stop_reading()
        wait = min(wait, patience)
        if self._pause is None or not self._pause.active():
            self._pause = self._gate.clock.callLater(wait, self._go_on_in_turn)
        elif now + wait < self._pause.getTime():
            self._pause.reset(wait)

    def _stop_reading(self) -> None:
        self._is_behind = True
        if self._is_reading:
            self._is_reading = False
            self._session.line.pause()

    def _go_on_reading(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._session.line.resume()

    # What is urgent

    @property
    def _credit(self) -> float:
        """How many commands a client may owe for what is urgent."""
        return self._gate.limits.command_burst

    def _may_read_ahead(self) -> bool:
        """Whether to look for something urgent, though the client has said more than it may."""
        if not self._has_urgent or self._read_ahead >= READ_AHEAD or len(self._messages or ()) >= self._credit:
            return False
        return not self._rate.wait(self._credit)

    def _look_for_urgent(self, begin: int, size: int) -> None:
        """Look at what has come just now: the messages from this one on, in so many bytes."""
        if self._is_behind:
            self._read_ahead += size
        for count, message in enumerate(islice(self._messages or (), begin, None), begin + 1):
            if self._session.dialect.is_urgent(message):
                self._urgent = count
