"""How fast one client may send: what each message costs, when the next one is handled, and what counts as a flood.

A client pays for messages with tokens that come back over time. This file knows no clock, no session and no socket: it
is told the time, and what it decides is data. The `Inbox` carries that out.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, NamedTuple, TypeAlias

from tilenet.limits import Limits, Tokens

PAUSE_SECONDS = 0.02  # in which a client that was slowed down sends nothing more: it is not flooding
EMPTY_READ = 0.05  # of a command, for input that completes none
READ_AHEAD = 16 * 1024  # bytes of a client over its rate, in which something urgent is looked for


class Step(Enum):
    """What to do now."""

    HANDLE = auto()  # the next message, which is paid for
    READ = auto()  # more from the client: nothing waits
    END = auto()  # the session: the client has been over its rate for too long


HANDLE: Final = Step.HANDLE  # to look one up in an Enum takes longer
READ: Final = Step.READ
END: Final = Step.END


class Wait(NamedTuple):
    """Handle nothing for so many seconds. Meanwhile, read what the client sends, or do not."""

    seconds: float
    reads_ahead: bool


Decision: TypeAlias = Step | Wait


class Throttle:
    """One client's throttle. `now` is always the present time in seconds."""

    __slots__ = (
        "_cost",
        "_flood_since",
        "_has_urgent",
        "_is_behind",
        "_limits",
        "_on_credit",
        "_read_ahead",
        "_read_since",
        "_tokens",
    )

    def __init__(self, limits: Limits, now: float, *, cost: float = 1.0, has_urgent: bool = False) -> None:
        """A message costs this many commands. Urgent ones may be handled on credit, if there are any."""
        self._limits = limits
        self._cost = cost
        self._has_urgent = has_urgent
        self._tokens = Tokens(limits.commands_per_second, limits.command_burst, now)
        self._on_credit = 0  # how many of the messages that wait are urgent, or came before one that is
        self._is_behind = False  # whether the client waits for what it has sent to be handled, or has yet to pay for it
        self._read_ahead = 0  # bytes that have come since then
        self._read_since = now  # when it was no longer behind
        self._flood_since: float | None = None

    # What comes

    def hears(self, now: float) -> None:
        """Input has come. A client that had caught up, and then paused, is not flooding."""
        if self._flood_since is not None and not self._is_behind and now - self._read_since >= PAUSE_SECONDS:
            self._flood_since = None

    def charge(self, size: int, messages: int, now: float) -> None:
        """So many bytes have completed so many messages. Input costs by its size, even if it completes none."""
        if self._is_behind:
            self._read_ahead += size
        tag_bytes = self._limits.tag_bytes
        paid = messages * self._cost * tag_bytes
        if size > paid or not messages:
            self._tokens.spend((size - paid) / tag_bytes + (0 if messages else EMPTY_READ), now)

    def spend(self, commands: float, now: float) -> None:
        """The client pays for work that is worth so many commands."""
        self._tokens.spend(commands, now)

    def commands_left(self, now: float) -> float:
        """How many commands the client may send at once; below zero if it owes some."""
        return self._tokens.left(now)

    def expedite(self, messages: int) -> None:
        """So many of the messages that wait are urgent, or came before one that is."""
        self._on_credit = messages

    # What to do

    def next(self, waiting: int, now: float) -> Decision:
        """What to do now, if so many messages wait."""
        if waiting:
            seconds = self._tokens.take(now, self._cost, self._credit if self._on_credit else 0)
            if not seconds:
                if self._on_credit:
                    self._on_credit -= 1
                return HANDLE
        elif self._tokens.is_in_debt(now):
            seconds = self._tokens.wait(now)
        else:
            self._catch_up(now)
            return READ
        return self._slow_down(seconds, waiting, now)

    def fall_behind(self) -> None:
        """What has come has to wait, and not for its price."""
        self._is_behind = True

    def _catch_up(self, now: float) -> None:
        if self._is_behind:
            self._is_behind = False
            self._read_ahead = 0
            self._read_since = now

    def _slow_down(self, seconds: float, waiting: int, now: float) -> Decision:
        """The client is over its rate: it has to wait, and is given up if that does not help."""
        self._is_behind = True
        if self._flood_since is None:
            self._flood_since = now
        patience = self._flood_since + self._limits.flood_seconds - now
        return Wait(min(seconds, patience), self._may_read_ahead(waiting, now)) if patience > 0 else END

    # What is urgent

    @property
    def _credit(self) -> float:
        """How many commands a client may owe for what is urgent."""
        return self._limits.command_burst

    def _may_read_ahead(self, waiting: int, now: float) -> bool:
        """Whether to look for something urgent, though the client has sent more than it may."""
        if not self._has_urgent or self._read_ahead >= READ_AHEAD or waiting >= self._credit:
            return False
        return not self._tokens.wait(now, self._credit)
