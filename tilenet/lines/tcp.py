"""Lines over TCP, UNIX sockets and TLS: how their bytes go out, their socket options, and how they are closed.

At a thousand clients a direct `send` on the non-blocking socket costs a third of `transport.write`, which waits for the
reactor to say that the socket can be written. So `SocketLine` sends directly, and only what the socket does not take is
left to the transport. A transport that is not a plain socket, such as TLS, gets everything by `transport.write`
(`StreamLine`).
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import Any, NamedTuple, TypeAlias

from twisted.internet.interfaces import IPullProducer, IPushProducer, IReactorTime
from twisted.internet.tcp import Server
from zope.interface import implementer

from tilenet.internals import acknowledged, set_read_size, stuck_seconds
from tilenet.limits import Limits
from tilenet.lines.line import PIECE, Line
from tilenet.turns.turn import Turn

READ_BYTES = 4096  # at a time, so that no input keeps the others waiting
MOST_IDLE = 32767  # seconds that TCP_KEEPIDLE can be
SEND_BUFFER = 64 * 1024  # bytes that the kernel holds for a peer; what is waiting beyond is ours to count


class KeepAlive(NamedTuple):
    """How soon TCP notices that a peer has vanished.

    With a user timeout, Linux counts no probes: it ends the connection when the next one is due after that time and one
    was not answered. So the user timeout is longer than all probes take; otherwise a single lost one would be fatal.
    """

    idle: int  # seconds of silence before the first probe
    interval: int  # seconds between two probes
    probes: int  # so many without an answer end the connection
    user_timeout: float  # seconds without any acknowledgement after which the connection ends

    @classmethod
    def of(cls, limits: Limits) -> KeepAlive:
        return cls(limits.keepalive_idle, limits.keepalive_interval, limits.keepalive_count, limits.user_timeout)

    @property
    def seconds(self) -> int:
        """From the last sign of life until all probes have gone unanswered."""
        return self.idle + self.probes * self.interval

    def spread(self, number: int) -> KeepAlive:
        """The same for one connection of many, with another time before the first probe than those made before it.

        Everybody in a room is told the same at the same moment: so all of them would be probed at the same moment, too.
        The idle time goes round from 80 to 120 %, in whole seconds, as far as the user timeout allows.
        """
        least = max(1, self.idle * 4 // 5)
        most = min(self.idle * 6 // 5, self.idle + ceil(self.user_timeout - self.seconds) - 1, MOST_IDLE)
        return self._replace(idle=least + number % (most - least + 1)) if most > least else self


@implementer(IPullProducer)
class SocketLine(Line):
    """Sends on the socket itself. What it does not take goes through the transport, which asks for each piece."""

    __slots__ = ("_send_now", "_socket")

    def __init__(self, transport: Any, *args: Any) -> None:
        super().__init__(transport, *args)
        self._socket: socket.socket = transport.getHandle()
        self._send_now = self._socket.send

    def deliver(self, data: bytes) -> None:
        # The same as in Line, without the calls: this is done for every delivery to anybody.
        if self._is_backed_up or self._is_closed:
            super().deliver(data)
            return
        try:
            sent = self._send_now(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # the connection is gone, and the reactor is about to say so
        if sent < len(data):
            self._keep(data[sent:])

    def begin_with(self, data: bytes) -> None:
        self._keep(data)  # so it goes through the transport, which may have something to send from before

    def _pass_on(self, data: bytes) -> bytes:
        raise AssertionError("deliver does it")

    def _hang_up(self) -> None:
        # A close with input unread would be a reset, and take the last words with it: so only our half is closed.
        self._transport.loseWriteConnection()

    def _acknowledged(self) -> int:
        return acknowledged(self._socket)

    def _stuck_seconds(self) -> float:
        return stuck_seconds(self._socket)

    def _back_up(self) -> None:
        self._is_backed_up = True
        self._transport.registerProducer(self, False)  # which asks for a piece at once: the peer has not taken one
        if self._is_backed_up and not self._is_closed:
            super()._back_up()

    def resumeProducing(self) -> None:
        """The transport has nothing left, and wants another piece."""
        self._times_taken += 1
        if self._backlog:
            self._transport.write(self._next_piece())
        else:
            self._transport.unregisterProducer()
            self._caught_up()


@implementer(IPushProducer)
class StreamLine(Line):
    """Sends by `transport.write`, until the transport says that it has enough."""

    __slots__ = ("_socket",)

    def __init__(self, transport: Any, *args: Any) -> None:
        super().__init__(transport, *args)
        under = connection_under(transport)
        self._socket: socket.socket | None = None if under is None else under.getHandle()
        transport.registerProducer(self, True)

    def begin_with(self, data: bytes) -> None:
        self._transport.write(data)

    def _pass_on(self, data: bytes) -> bytes:
        for begin in range(0, len(data), PIECE):
            if self._is_backed_up:
                return data[begin:]
            self._transport.write(data[begin : begin + PIECE])
        return b""

    def _hang_up(self) -> None:
        self._transport.loseConnection()

    def _acknowledged(self) -> int:
        return 0 if self._socket is None else acknowledged(self._socket)

    def _stuck_seconds(self) -> float:
        return 0.0 if self._socket is None else stuck_seconds(self._socket)

    def pauseProducing(self) -> None:
        """The transport has enough for now."""
        if not self._is_backed_up:
            self._back_up()

    def resumeProducing(self) -> None:
        """The transport has sent what it had."""
        self._times_taken += 1
        self._is_backed_up = False
        self._stop_watching()
        while self._backlog and not self._is_backed_up:
            self._transport.write(self._next_piece())
        if not self._is_backed_up:
            self._caught_up()

    def _stop_sending(self) -> None:
        if not self._is_closed:
            self._transport.unregisterProducer()
        super()._stop_sending()


Kinds: TypeAlias = tuple[type[SocketLine], type[StreamLine]]


def line_to(
    transport: Any,
    peer: str,
    turn: Turn,
    limits: Limits,
    clock: IReactorTime,
    too_slow: Callable[[str], None],
    keepalive: KeepAlive,
    kinds: Kinds = (SocketLine, StreamLine),
) -> Line:
    """The line that suits a transport, with its socket options set; there is one kind for sockets, one for the rest."""
    with suppress(OSError):  # the peer is gone already, and the reactor is about to say so
        set_options(transport, keepalive)
    kind = kinds[0] if _is_plain_socket(transport) else kinds[1]
    return kind(transport, peer, turn, limits, clock, too_slow)


def say_and_close(transport: Any, data: bytes, *, linger: bool) -> None:
    """Send a few bytes to somebody for whom there is no line. If they may linger they have time to read them."""
    if data:
        transport.write(data)
    if linger and _is_plain_socket(transport):
        transport.loseWriteConnection()
    else:
        transport.loseConnection()


def connection_under(transport: Any) -> Server | None:
    """The connection itself, also where TLS is on top of it."""
    while transport is not None and not isinstance(transport, Server):
        transport = getattr(transport, "transport", None)
    return transport


def _is_plain_socket(transport: Any) -> bool:
    return isinstance(transport, Server) and not transport.TLS


def set_options(transport: Any, keepalive: KeepAlive) -> None:
    """Input comes in small pieces, small writes go out at once, and a peer that has vanished is noticed."""
    connection = connection_under(transport)
    if connection is None:
        return
    set_read_size(connection, READ_BYTES)
    handle = connection.getHandle()
    if handle.family not in (socket.AF_INET, socket.AF_INET6):
        return
    handle.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    handle.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        ("TCP_NODELAY", 1),
        ("TCP_KEEPIDLE", keepalive.idle),
        ("TCP_KEEPINTVL", keepalive.interval),
        ("TCP_KEEPCNT", keepalive.probes),
        ("TCP_USER_TIMEOUT", keepalive.user_timeout * 1000),
    ):
        if hasattr(socket, option):  # not every system has all of them
            handle.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), int(value))
