"""What one client of Tombala's own protocol is sent: message by message, in order, and user lists not too often.

Published clients read up to 1024 bytes at once, and fail if what they have read ends within a message. If several
players come or go at the same time, the lists that say so would arrive together, and be too much for one read. So:

- Two lists are at least `GAP` apart. The next list of the same room takes the place of one that waits.
- Nothing overtakes a list that waits: whatever is sent after it goes out right after it, in the order in which it was
  sent. So the names still come before the answer to a join, before the cards, and before a cinko.
- When the client leaves the room, the game is over, or the session ends, nobody needs the list that waits any more: it
  is dropped, and what comes after it goes out at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from twisted.internet.interfaces import IDelayedCall

    from tilenet.doors.session import Session

GAP = 0.05  # seconds


class Outbox:
    """What is on its way to one client."""

    __slots__ = ("_behind", "_list", "_listed_at", "_session", "_timer")

    def __init__(self, session: Session) -> None:
        self._session = session
        self._listed_at = float("-inf")  # when the last list was sent
        self._list: bytes | None = None  # the one that waits
        self._behind: list[bytes] = []  # what has to wait with it
        self._timer: IDelayedCall | None = None

    def send(self, message: bytes) -> None:
        """Each message gets its own write: some clients take what they read at once for one message."""
        if self._list is None:
            self._session.line.send_single(message)
        else:
            self._behind.append(message)

    def send_list(self, message: bytes) -> None:
        """Send a list of users, now or as soon as it may be."""
        wait = self._listed_at + GAP - self._now
        if self._list is not None:
            self._list = message
        elif wait <= 0:
            self._send_list(message)
        else:
            self._list = message
            self._timer = self._session.later(wait, self._go_on)

    def drop_list(self) -> None:
        """The list that waits is not needed any more."""
        if self._list is not None:
            self._list = None
            if self._timer is not None and self._timer.active():
                self._timer.cancel()
            self._send_rest()

    def state(self) -> list[str] | None:
        """The list that waits, and what waits with it; as JSON."""
        return None if self._list is None else [message.decode() for message in (self._list, *self._behind)]

    def restore(self, state: list[str] | None) -> None:
        if state is not None:
            self._list, *self._behind = [message.encode() for message in state]
            self._timer = self._session.later(GAP, self._go_on)

    @property
    def _now(self) -> float:
        return self._session.gate.clock.seconds()

    def _go_on(self) -> None:
        message, self._list = self._list, None
        if message is not None:
            self._send_list(message)
        self._send_rest()

    def _send_list(self, message: bytes) -> None:
        self._session.line.send_single(message)
        self._session.line.flush()  # not at the end of the turn, so that the time is right
        self._listed_at = self._now

    def _send_rest(self) -> None:
        behind, self._behind = self._behind, []
        for message in behind:
            self._session.line.send_single(message)
