"""Everything that goes out to one client: gathers, sends, holds back what the client does not take, and has a bound.

News is gathered for one turn of the reactor (`Turn`) and then goes out with one send a client, directly on the
non-blocking socket (`SocketOutbox`): at a thousand clients that costs a third of `transport.write`, which waits for the
reactor to say that the socket can be written. Only what the socket does not take is left to the transport. A transport
that is no plain TCP or UNIX connection, such as TLS, gets everything by `transport.write`, until it has enough
(`StreamOutbox`). What is waiting is kept here, in order, so it is known how much it is.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IPullProducer, IPushProducer, IReactorTime
from twisted.internet.tcp import Server
from twisted.logger import Logger
from zope.interface import implementer

from tilenet.limits import Limits

PIECE = 16 * 1024  # bytes that a transport gets at a time
WATCH_SECONDS = 1.0  # how often a client with output waiting is looked at
BURST = 4  # times the limit may be waiting from one look to the next: nobody is to blame for a burst of news


class Turn:
    """The outboxes that have something to send in this turn of the reactor."""

    log = Logger()

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._waiting: list[Outbox] = []

    def add(self, outbox: Outbox) -> None:
        if not self._waiting:
            self._clock.callLater(0, self._flush)
        self._waiting.append(outbox)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for outbox in waiting:
            try:
                outbox.flush()
            except Exception:
                self.log.failure("Output to one client failed")


class Outbox:
    """One client's output. `too_slow` is called, once, when the client does not take it."""

    __slots__ = (
        "_backlog",
        "_clock",
        "_finish",
        "_gathered",
        "_is_backed_up",
        "_is_closed",
        "_joins",
        "_limit",
        "_socket",
        "_stall_seconds",
        "_taken",
        "_too_slow",
        "_transport",
        "_turn",
        "_watch",
    )

    def __init__(
        self,
        transport: Any,
        turn: Turn,
        limits: Limits,
        clock: IReactorTime,
        too_slow: Callable[[str], None],
        joins: bool = True,
    ) -> None:
        """What comes in one turn is joined, unless the client wants each piece by itself."""
        self._joins = joins
        self._transport = transport
        connection = connection_under(transport)
        self._socket = None if connection is None else connection.getHandle()
        self._turn = turn
        self._limit = int(limits.output_kib * 1024)
        self._stall_seconds = limits.stall_seconds
        self._clock = clock
        self._too_slow = too_slow
        self._gathered: list[bytes] = []
        self._backlog = bytearray()
        self._is_backed_up = False  # whether the client has yet to take something before it gets more
        self._taken = 0  # how often it did
        self._watch: IDelayedCall | None = None
        self._finish: Callable[[], None] | None = None
        self._is_closed = False

    def send(self, data: bytes) -> None:
        """Send this at the end of the reactor's turn."""
        gathered = self._gathered
        if not gathered:
            self._turn.add(self)
        gathered.append(data)

    def flush(self) -> None:
        """Send what was gathered, now."""
        gathered = self._gathered
        if self._is_closed:
            gathered.clear()
        if not gathered:
            return
        if not self._joins:
            self._flush_pieces()
            return
        data = b"".join(gathered)
        gathered.clear()
        if not self._is_backed_up:
            data = self._pass_on(data)
        if data:
            self._keep(data)

    def _flush_pieces(self) -> None:
        """Send each piece by itself."""
        pieces = self._gathered.copy()
        self._gathered.clear()
        for piece in pieces:
            if self._is_closed:
                break
            rest = piece if self._is_backed_up else self._pass_on(piece)
            if rest:
                self._keep(rest)

    def finish(self, then: Callable[[], None]) -> None:
        """Send everything; then call back, and send nothing more."""
        self.flush()
        self._finish = then
        if not self._is_backed_up:
            self._catch_up()

    def close(self) -> None:
        """Send nothing more, and forget what was not sent."""
        self._is_closed = True
        self._gathered.clear()
        self._backlog.clear()
        self._stop_watching()

    # The two ways out differ in these

    def _pass_on(self, data: bytes) -> bytes:
        """Send what can be sent now; the rest of it."""
        raise AssertionError("only the two kinds of outboxes send")

    def _back_up(self) -> None:
        """Something has to wait: call `_catch_up` when all of it is gone."""
        self._is_backed_up = True
        self._watch_from(self._clock.seconds(), self._progress(), False)

    def _progress(self) -> tuple[int, int]:
        """Something that changes whenever the client takes a byte."""
        return self._taken, 0 if self._socket is None else acknowledged(self._socket)

    # What the client does not take at once

    def _keep(self, data: bytes) -> None:
        self._backlog += data
        if len(self._backlog) > self._limit * BURST:
            self._give_up(self._too_much)
        elif not self._is_backed_up:
            self._back_up()

    def _next_piece(self) -> bytes:
        piece = bytes(self._backlog[:PIECE])
        del self._backlog[:PIECE]
        return piece

    def _catch_up(self) -> None:
        self._is_backed_up = False
        self._stop_watching()
        if self._finish is not None:
            self.close()
            self._finish()

    def stopProducing(self) -> None:
        """The transport is gone."""
        self.close()

    @property
    def _too_much(self) -> str:
        return f"over {self._limit // 1024} KiB of output were waiting"

    def _give_up(self, reason: str) -> None:
        self.close()
        self._too_slow(reason)

    def _stop_watching(self) -> None:
        if self._watch is not None and self._watch.active():
            self._watch.cancel()

    def _watch_from(self, since: float, progress: tuple[int, int], was_over: bool) -> None:
        self._watch = self._clock.callLater(WATCH_SECONDS, self._look, since, progress, was_over)

    def _look(self, since: float, progress: tuple[int, int], was_over: bool) -> None:
        now = self._progress()
        is_over = len(self._backlog) > self._limit
        if is_over and was_over:
            self._give_up(self._too_much)
        elif now != progress:
            self._watch_from(self._clock.seconds(), now, is_over)
        elif self._clock.seconds() - since >= self._stall_seconds:
            self._give_up(f"no output was taken for {self._stall_seconds:g} s")
        else:
            self._watch_from(since, progress, is_over)


@implementer(IPullProducer)
class SocketOutbox(Outbox):
    """Sends on the socket itself. What it does not take goes through the transport, which asks for each piece."""

    __slots__ = ()
    _socket: socket.socket

    def _pass_on(self, data: bytes) -> bytes:
        try:
            sent = self._socket.send(data)
        except BlockingIOError:
            return data
        except OSError:
            return b""  # the connection is gone, and the reactor is about to say so
        return data[sent:] if sent < len(data) else b""

    def _back_up(self) -> None:
        super()._back_up()
        self._transport.registerProducer(self, False)

    def resumeProducing(self) -> None:
        """The transport has nothing left, and wants another piece."""
        self._taken += 1
        if self._backlog:
            self._transport.write(self._next_piece())
        else:
            self._transport.unregisterProducer()
            self._catch_up()


@implementer(IPushProducer)
class StreamOutbox(Outbox):
    """Sends by `transport.write`, as long as the transport does not have enough."""

    __slots__ = ()

    def __init__(self, transport: Any, *args: Any) -> None:
        super().__init__(transport, *args)
        transport.registerProducer(self, True)

    def _pass_on(self, data: bytes) -> bytes:
        for begin in range(0, len(data), PIECE):
            if self._is_backed_up:
                return data[begin:]
            self._transport.write(data[begin : begin + PIECE])
        return b""

    def pauseProducing(self) -> None:
        """The transport has enough for now."""
        if not self._is_backed_up:
            self._back_up()

    def resumeProducing(self) -> None:
        """The transport has sent what it had."""
        self._taken += 1
        self._is_backed_up = False
        self._stop_watching()
        while self._backlog and not self._is_backed_up:
            self._transport.write(self._next_piece())
        if not self._is_backed_up:
            self._catch_up()

    def close(self) -> None:
        if not self._is_closed:
            self._transport.unregisterProducer()
        super().close()


def connection_under(transport: Any) -> Server | None:
    """The connection itself, also where TLS is on top of it."""
    while transport is not None and not isinstance(transport, Server):
        transport = getattr(transport, "transport", None)
    return transport


def acknowledged(connection: socket.socket) -> int:
    """How many bytes the other side's TCP has taken so far, where the system tells (Linux); else always 0."""
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 128)
    except (OSError, AttributeError):
        return 0
    return int.from_bytes(info[120:128], sys.byteorder)


def outbox_for(
    transport: Any,
    turn: Turn,
    limits: Limits,
    clock: IReactorTime,
    too_slow: Callable[[str], None],
    joins: bool = True,
) -> Outbox:
    """The outbox that suits a transport."""
    if isinstance(transport, Server) and not transport.TLS:
        return SocketOutbox(transport, turn, limits, clock, too_slow, joins)
    return StreamOutbox(transport, turn, limits, clock, too_slow, joins)
