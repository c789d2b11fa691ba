"""One client's connection, whatever protocol it speaks: input at a bearable rate, a login in time, and an orderly end.

A protocol is a subclass of `Connection`, which decodes, handles, answers a login and says goodbye in its own words.
"""

from __future__ import annotations

import socket
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, ClassVar

from twisted.internet.interfaces import IDelayedCall
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.tcp import Server
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.accounts import Refused, Taken
from tilenet.game import Event
from tilenet.gate import Gate
from tilenet.limits import Bucket, Limits
from tilenet.outbox import connection_under, outbox_for
from tilenet.player import Player
from tilenet.text import plain

PAUSE_SECONDS = 0.02  # in which a client that was slowed down has nothing more to say: it is not flooding
LOGGED = 200  # characters of a client's own words in the log
READ_BYTES = 4096  # at a time, so that no input keeps the others waiting
EMPTY_READ = 0.05  # of a command, for input that completes none
DISCARD_BYTES = 64 * 1024  # that a client may still send when its session has ended
SEND_BUFFER = 64 * 1024  # bytes that the kernel holds for a client; what is waiting beyond is ours to count


class Connection(Protocol, ABC):
    """A client that is connected. It becomes a player's door by a login."""

    log = Logger()
    sees: ClassVar[bool]
    joins: ClassVar[bool] = True  # whether what one turn of the reactor has for the client can go out in one piece
    renames: ClassVar[bool] = True  # whether who asks for a name that is taken gets another one

    def __init__(self, gate: Gate, address: str) -> None:
        limits = gate.limits
        self.player: Player | None = None
        self._gate = gate
        self._clock = gate.clock
        self._address = address
        self._inbox: deque[Any] = deque()
        self._rate = Bucket(limits.commands_per_second, limits.command_burst, self._clock.seconds)
        self._is_reading = True
        self._is_working = False
        self._is_admitting = False  # somebody is looking up whether a login is right
        self._read_since = float("-inf")
        self._flood_since: float | None = None
        self._tries = 0
        self._timer: IDelayedCall | None = None  # for the login, and for closing
        self._pause: IDelayedCall | None = None
        self._has_ended = False
        self._discarded = 0

    # What each protocol has its own way of

    def _greet(self) -> None:
        """Say something before the client does, if that is the custom."""

    @abstractmethod
    def _decode(self, data: bytes) -> tuple[Iterable[Any], float]:
        """The messages that are complete now; and work besides them, in commands."""

    @abstractmethod
    def _handle(self, message: Any) -> None:
        """Do what a message says."""

    @abstractmethod
    def _welcome(self, player: Player) -> None:
        """Tell the client that it is logged in, and put the player where they begin."""

    @abstractmethod
    def _tell_refusal(self, reason: str) -> None:
        """Tell the client that the login has failed."""

    def _farewell(self, reason: str) -> bytes:
        """The last words of a session that is ended here."""
        return b""

    def send(self, data: bytes) -> None:
        """What the player's room shows and says, as TileNet tags."""

    def happened(self, event: Event) -> None:
        """An event of the game's own, in the room where the player is."""

    # The transport

    def connectionMade(self) -> None:
        limits = self._gate.limits
        self._outbox = outbox_for(self.transport, self._gate.turn, limits, self._clock, self._drop, self.joins)
        with suppress(OSError):  # the other side is gone already, and the reactor is about to say so
            self._set_options(limits)
        self._timer = self._clock.callLater(limits.login_seconds, self._login_timed_out)
        self.log.info("Connected: {client}", client=self._address)
        self._greet()

    def dataReceived(self, data: bytes) -> None:
        if self._has_ended:
            self._discarded += len(data)
            if self._discarded > DISCARD_BYTES:
                self._transport.abortConnection()
            return
        messages, work = self._decode(data)
        before = len(self._inbox)
        self._inbox.extend(messages)
        # What carries no message costs as well: comments, sheer size, and input in tiny bits.
        count = len(self._inbox) - before
        surplus = len(data) / self._gate.limits.tag_bytes - count
        self._rate.spend(work + max(0, surplus) + (0 if count else EMPTY_READ))
        self._work()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._stop_timers()
        self._outbox.close()
        if not self._has_ended:
            self._has_ended = True
            self._leave("the connection was lost")
        self._gate.gone(self)

    # What the client says, at a bearable rate

    def _work(self) -> None:
        """Handle what has come, one by one; what is handled may call this again."""
        if self._is_working:
            return
        self._is_working = True
        try:
            self._take_from_inbox()
        finally:
            self._is_working = False

    def _take_from_inbox(self) -> None:
        while not self._has_ended:
            if self._is_admitting:
                self._stop_reading()
                return
            wait = self._rate.wait()
            if wait and (self._inbox or self._rate.is_in_debt):
                self._slow_down(wait)
                return
            if not self._inbox:
                break
            self._rate.spend()
            self._handle(self._inbox.popleft())
        if not self._is_reading:
            self._is_reading = True
            self._read_since = self._clock.seconds()
            self._transport.resumeProducing()

    def _slow_down(self, wait: float) -> None:
        """Read nothing more until the rate is kept; end the session if that does not help."""
        now = self._clock.seconds()
        if self._flood_since is None or (self._is_reading and now - self._read_since >= PAUSE_SECONDS):
            self._flood_since = now
        if now - self._flood_since >= self._gate.limits.flood_seconds:
            self.end("Too many commands.")
            return
        self._stop_reading()
        if self._pause is None or not self._pause.active():
            patience = self._flood_since + self._gate.limits.flood_seconds - now
            self._pause = self._clock.callLater(min(wait, patience), self._work)

    def _stop_reading(self) -> None:
        if self._is_reading:
            self._is_reading = False
            self._transport.pauseProducing()

    # Coming in

    def _login(self, user: str, password: str) -> None:
        if self._gate.status != "open":
            self._refuse("The server is closed at the moment.")
            return
        self._is_admitting = True
        world = self._gate.world
        admitted = world.login(user, password, self._address, self, renames=self.renames)
        admitted.addCallbacks(self._admitted, self._not_admitted)
        admitted.addErrback(lambda failure: self.log.failure("A login failed", failure))

    def _admitted(self, player: Player) -> None:
        self._is_admitting = False
        if self._has_ended:
            self._gate.world.logout(player)
            return
        self.player = player
        self._stop_timers()
        self._gate.logged_in(self)
        self.log.info(
            "Login: {name} ({agent}) from {client}",
            name=plain(player.distinct_name),
            agent=player.objid,
            client=self._address,
        )
        self._welcome(player)
        self._work()

    def _not_admitted(self, failure: Failure) -> None:
        self._is_admitting = False
        if failure.check(Refused):
            self._refuse(str(failure.value), is_failure=not failure.check(Taken))
        else:
            self.log.failure("A login could not be looked up", failure)
            self._refuse("Something went wrong here. Try again later.")
        self._work()

    def _refuse(self, reason: str, *, is_failure: bool = True) -> None:
        """Say no; who only has to choose another name has not failed."""
        if self._has_ended:
            return
        self._tries += is_failure
        self.log.info("Login refused to {client}: {reason}", client=self._address, reason=plain(reason))
        self._tell_refusal(reason)
        if self._tries >= self._gate.limits.login_tries:
            self.end("Too many failed logins.")

    def _login_timed_out(self) -> None:
        self.end(f"No login within {self._gate.limits.login_seconds:g} s.")

    # Going

    def end(self, reason: str, why: str | None = None) -> None:
        """End the session with a reason, and in the words of its protocol; `why` is for the log."""
        if self._has_ended:
            return
        self._has_ended = True
        last = self._farewell(reason)
        self._leave(why or reason)
        self._stop_timers()
        if last:
            self._outbox.send(last)
        self._timer = self._clock.callLater(self._gate.limits.closing_seconds, self._transport.abortConnection)
        self._outbox.finish(self._hang_up)
        self._transport.resumeProducing()  # to see the other side close

    def _hang_up(self) -> None:
        # A close with input unread would be a reset, and take the last words with it: so only our half is closed.
        if isinstance(self.transport, Server) and not self.transport.TLS:
            self._transport.loseWriteConnection()
        else:
            self._transport.loseConnection()

    def _drop(self, reason: str) -> None:
        """End it at once: this client does not take what it is sent."""
        if not self._has_ended:
            self._has_ended = True
            self._leave(reason)
        self._transport.abortConnection()

    def _leave(self, reason: str) -> None:
        self._inbox.clear()
        player, self.player = self.player, None
        who = self._address if player is None else f"{player.name} ({player.objid}) from {self._address}"
        self.log.info("Left: {client}: {reason}", client=plain(who), reason=plain(reason[:LOGGED]))
        if player is not None:
            self._gate.world.logout(player)

    def _stop_timers(self) -> None:
        for timer in (self._timer, self._pause):
            if timer is not None and timer.active():
                timer.cancel()

    @property
    def _transport(self) -> Any:
        return self.transport

    def _set_options(self, limits: Limits) -> None:
        """Input comes in small pieces, small writes go out at once, and a peer that has vanished is noticed."""
        connection = connection_under(self.transport)
        if connection is None:
            return
        connection.bufferSize = READ_BYTES
        handle = connection.getHandle()
        if handle.family not in (socket.AF_INET, socket.AF_INET6):
            return
        handle.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        handle.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in (
            ("TCP_NODELAY", 1),
            ("TCP_KEEPIDLE", limits.keepalive_idle),
            ("TCP_KEEPINTVL", limits.keepalive_interval),
            ("TCP_KEEPCNT", limits.keepalive_count),
            ("TCP_USER_TIMEOUT", limits.user_timeout * 1000),
        ):
            if hasattr(socket, option):  # not every system has all of them
                handle.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), int(value))
