"""Lines over TCP, UNIX sockets and TLS: how their bytes go out, their socket options, and how they are closed.

At a thousand clients a direct `send` on the non-blocking socket costs a third of `transport.write`, which waits for the
reactor to say that the socket can be written. So `SocketSender` sends directly, and only what the socket does not take
is left to the transport. A transport that is not a plain socket, such as TLS, gets everything by `transport.write`
(`StreamSender`).
"""

from __future__ import annotations

import socket
from contextlib import suppress
from math import ceil
from typing import Any, NamedTuple

from twisted.internet.interfaces import IPullProducer, IPushProducer
from twisted.internet.tcp import Server
from zope.interface import implementer

from tilenet.internals import acknowledged, set_read_size, stuck_seconds, unsent
from tilenet.limits import Limits
from tilenet.lines.line import PIECE
from tilenet.lines.sender import Rest, Sender, Source

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
class SocketSender(Sender):
    """Sends on the socket itself. What it does not take goes through the transport, which asks for each piece."""

    __slots__ = ("_socket", "_source", "send", "transport")

    def __init__(self, transport: Any) -> None:
        self.transport = transport
        self._socket: socket.socket = transport.getHandle()
        self.send = self._socket.send

    def serve(self, source: Source) -> None:
        self._source = source

    def begin(self, data: bytes) -> int:
        return 0  # so all of it goes through the transport, which may have something to send from before

    def ask_for_pieces(self) -> None:
        self.transport.registerProducer(self, False)  # which asks for a piece at once: the peer has not taken one

    def resumeProducing(self) -> None:
        """The transport has nothing left, and wants another piece."""
        if piece := self._source.next_piece():
            self.transport.write(piece)
        else:
            self.transport.unregisterProducer()
            self._source.caught_up()

    def stopProducing(self) -> None:
        """The transport is gone."""
        self._source.stop_sending()

    def stop(self) -> None:
        """The transport notices when it asks for the next piece."""

    def acknowledged(self) -> int:
        return acknowledged(self._socket)

    def stuck_seconds(self) -> float:
        return stuck_seconds(self._socket)

    def rest(self) -> Rest | None:
        left = unsent(self.transport)
        return None if left is None else Rest(self._socket.fileno(), left)

    def pause(self) -> None:
        self.transport.pauseProducing()

    def resume(self) -> None:
        self.transport.resumeProducing()

    def hang_up(self) -> None:
        # A close with input unread would be a reset, and take the last words with it: so only our half is closed.
        self.transport.loseWriteConnection()

    def abort(self) -> None:
        self.transport.abortConnection()


@implementer(IPushProducer)
class StreamSender(Sender):
    """Sends by `transport.write`, until the transport says that it has enough."""

    __slots__ = ("_is_full", "_socket", "_source", "transport")

    def __init__(self, transport: Any) -> None:
        self.transport = transport
        under = connection_under(transport)
        self._socket: socket.socket | None = None if under is None else under.getHandle()
        self._is_full = False

    def serve(self, source: Source) -> None:
        self._source = source
        self.transport.registerProducer(self, True)

    def send(self, data: bytes) -> int:
        for begin in range(0, len(data), PIECE):
            if self._is_full:
                return begin
            self.transport.write(data[begin : begin + PIECE])
        return len(data)

    def ask_for_pieces(self) -> None:
        """The transport says when it wants some."""

    def pauseProducing(self) -> None:
        """The transport has enough for now."""
        self._is_full = True
        self._source.back_up()

    def resumeProducing(self) -> None:
        """The transport has sent what it had."""
        self._is_full = False
        self._source.go_on()
        while not self._is_full and (piece := self._source.next_piece()):
            self.transport.write(piece)
        if not self._is_full:
            self._source.caught_up()

    def stopProducing(self) -> None:
        """The transport is gone."""
        self._source.stop_sending()

    def stop(self) -> None:
        self.transport.unregisterProducer()

    def acknowledged(self) -> int:
        return 0 if self._socket is None else acknowledged(self._socket)

    def stuck_seconds(self) -> float:
        return 0.0 if self._socket is None else stuck_seconds(self._socket)

    def pause(self) -> None:
        self.transport.pauseProducing()

    def resume(self) -> None:
        self.transport.resumeProducing()

    def hang_up(self) -> None:
        self.transport.loseConnection()

    def abort(self) -> None:
        self.transport.abortConnection()


def sender_to(transport: Any, keepalive: KeepAlive) -> Sender:
    """The sender that suits a transport, with its socket options set."""
    with suppress(OSError):  # the peer is gone already, and the reactor is about to say so
        set_options(transport, keepalive)
    return SocketSender(transport) if _is_plain_socket(transport) else StreamSender(transport)


def say_and_close(transport: Any, data: bytes, *, linger: bool) -> None:
    """Send a few bytes to somebody for whom there is no line. If they may linger they have time to read them."""
    if data:
        transport.write(data)
    if linger and _is_plain_socket(transport):
        transport.loseWriteConnection()
    elif linger or data:
        transport.loseConnection()
    else:
        transport.abortConnection()  # TLS would wait for the peer


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
