"""Internals of Twisted and Linux that we use although nobody promises to keep them. No other file uses any.

`tests/test_internals.py` checks what each function here assumes, so a new Twisted that works differently fails there.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from twisted.internet import unix
from twisted.internet.error import ReactorNotRunning
from twisted.logger import Logger
from twisted.protocols.policies import WrappingFactory
from twisted.python.lockfile import FilesystemLock

Poll: TypeAlias = Callable[[float | None], list[tuple[int, int]]]  # seconds; all that are ready, and their events
Serve: TypeAlias = Callable[[int, int], None]  # the socket of a descriptor, for an event

log = Logger()

_LAST_DATA_SENT, _BYTES_ACKED, _NOT_SENT_BYTES = slice(44, 48), slice(120, 128), slice(144, 148)  # of Linux's tcp_info
_SILENT = Logger(observer=lambda event: None)  # type: ignore[arg-type]


# Python


def interpreter_flags() -> list[str]:
    """The options that this interpreter was started with."""
    return subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined,no-any-return]


# The reactor


def use_monotonic_time(reactor: Any) -> None:
    """Make a reactor's timers use a clock that nobody can set. Twisted's own is the time of day."""
    shift = time.monotonic() - reactor.seconds()
    for call in reactor.getDelayedCalls():
        call.delay(shift)
    reactor.seconds = time.monotonic


def allow_stopping_twice(reactor: Any) -> None:
    """Make a reactor ignore that it is told to stop while it is stopping, as by a second Ctrl-C."""
    stop = reactor.stop

    def stop_once() -> None:
        with suppress(ReactorNotRunning):
            stop()

    reactor.stop = stop_once


def wrap_turns(reactor: Any, wrap: Callable[[Callable[[], None]], Callable[[], None]]) -> None:
    """Replace what a reactor does at the beginning of each turn: it runs the timers that are due.

    There is no other way to know when a turn begins.
    """
    reactor.runUntilCurrent = wrap(reactor.runUntilCurrent)


def replace_polling(reactor: Any, make: Callable[[Poll, Serve], Callable[[float | None], None]]) -> bool:
    """Replace how Twisted's epoll reactor waits for sockets and serves them. Other reactors stay as they are.

    There is no other place to bound what one turn serves. Twisted's own loop also makes a logging context for each
    socket, which nobody here reads.
    """
    if not hasattr(reactor, "_poller"):
        return False
    sockets, read_or_write, wait = reactor._selectables, reactor._doReadOrWrite, reactor._poller.poll

    def poll(timeout: float | None) -> list[tuple[int, int]]:
        return wait(timeout, len(sockets))  # type: ignore[no-any-return]

    def serve(descriptor: int, event: int) -> None:
        served = sockets.get(descriptor)
        if served is not None:
            try:
                read_or_write(served, descriptor, event)
            except Exception:
                log.failure("A connection failed")

    reactor.doIteration = make(poll, serve)
    return True


def limit_accepts(port: Any, most: int) -> None:
    """Let a port accept at most so many connections in one turn. Twisted accepts more and more in a flood."""
    if getattr(port, "numberAccepts", 0) > most:
        port.numberAccepts = most


def lengthen_queue(port: Any, size: int) -> None:
    """Let so many connections wait until a port accepts them. Twisted's own 50 are few: the rest try a second later."""
    if hasattr(port, "socket"):
        port.socket.listen(size)


def adopt_unix_port(
    reactor: Any, descriptor: int, path: str, factory: Any, backlog: int, mode: int, has_lock: bool
) -> Any:
    """A port of a UNIX socket that listens already. Twisted's own way would let everybody in, and forget the lock."""
    port: Any = unix.Port(path.encode(), factory, backlog, mode, reactor)
    port._preexistingSocket = socket.fromfd(descriptor, socket.AF_UNIX, socket.SOCK_STREAM)
    port.startListening()
    if has_lock:
        port.lockFile = FilesystemLock(f"{path}.lock")
        port.lockFile.locked = True
    return port


def descriptor_of(port: Any) -> int:
    """The descriptor of a port's socket."""
    return int(port.fileno())


def hang_up_before_tls(port: Any) -> None:
    """Let a port with TLS close a connection at once if its factory has no protocol for it.

    Ports without TLS do so by themselves. With TLS, Twisted wraps whatever the factory gives it, even None.
    """
    factory = port.factory
    if isinstance(factory, WrappingFactory):
        wrap: Any = factory.protocol
        factory.protocol = lambda made, protocol: None if protocol is None else wrap(made, protocol)


# Connections


def set_read_size(connection: Any, size: int) -> None:
    """Let a connection read at most so many bytes at a time. Twisted's own 64 KiB keep others waiting."""
    connection.bufferSize = size


def unsent(connection: Any) -> bytes | None:
    """What was written to a connection, and not sent yet; None if the connection is being closed."""
    if not connection.connected or connection.disconnecting or connection._writeDisconnecting:
        return None
    written = [connection.dataBuffer[connection.offset :], *connection._tempDataBuffer]
    return b"".join(bytes(piece) for piece in written)


def acknowledged(connection: socket.socket) -> int:
    """How many bytes the peer's TCP has taken so far, where the system tells (Linux); else always 0."""
    return int.from_bytes(_tcp_info(connection)[_BYTES_ACKED], sys.byteorder)


def stuck_seconds(connection: socket.socket) -> float:
    """How long the peer's TCP has had no room for what is to be sent, where the system tells (Linux); else always 0."""
    info = _tcp_info(connection)
    if not any(info[_NOT_SENT_BYTES]):
        return 0.0
    return int.from_bytes(info[_LAST_DATA_SENT], sys.byteorder) / 1000


def _tcp_info(connection: socket.socket) -> bytes:
    try:
        return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _NOT_SENT_BYTES.stop)
    except (OSError, AttributeError):
        return b""


# Conch, Twisted's ssh


class Silent:
    """A part of Conch that logs nothing: anybody can make it log, and our own log says what matters."""

    _log = _SILENT


def is_exchanging_keys(transport: Any) -> bool:
    """Whether a transport of Conch keeps what it is told to send, until new keys are agreed on."""
    return bool(transport._keyExchangeState != transport._KEY_EXCHANGE_NONE)
