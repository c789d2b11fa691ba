"""The client in a terminal of this machine: it has the terminal and the reactor to itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import urwid
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
from twisted.internet.interfaces import IDelayedCall

from tilenet.clients.address import Address
from tilenet.clients.link import Link
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.rawscreen import PlayScreen

SLOW = 1.0  # seconds after which we tell the user what is going on
PATIENCE = 10.0  # seconds to connect


class LocalHost:
    """The `Host` of `tilenet play`."""

    def __init__(self, reactor: Any, address: Address, screen: PlayScreen) -> None:
        self.end = 1, ""  # the exit status and a message, once the client has ended
        self._reactor = reactor
        self._address = address
        self._screen = screen
        words = f"Connecting to {address} ... Press Ctrl-C to give up."
        self._slow: IDelayedCall = reactor.callLater(SLOW, print, words)

    def connect(self, link: Link) -> Deferred[Any]:
        endpoint = HostnameEndpoint(self._reactor, *self._address, timeout=PATIENCE)
        called: Deferred[Any] = connectProtocol(endpoint, link)
        return called

    def start_loop(self, shell: Shell) -> urwid.MainLoop:
        if self._slow.active():
            self._slow.cancel()
        events = urwid.TwistedEventLoop(self._reactor, manage_reactor=False)
        loop = urwid.MainLoop(shell, screen=self._screen, event_loop=events)
        loop.start()
        return loop

    def draw_soon(self, draw: Callable[[], None]) -> IDelayedCall:
        """At the end of this turn of the reactor."""
        call: IDelayedCall = self._reactor.callLater(0.0, draw)
        return call

    def done(self, status: int, words: str) -> None:
        self.end = status, words
        self._reactor.callLater(0, self._reactor.stop)
