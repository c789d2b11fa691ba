"""The client in a terminal of this machine: it has the terminal and the reactor to itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import urwid
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
from twisted.internet.interfaces import IDelayedCall

from tilenet.clients.address import Address
from tilenet.clients.link import Link
from tilenet.clients.terminal.background import MUTE
from tilenet.clients.terminal.clipboard import copying
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.rawscreen import PlayScreen

SLOW = 1.0  # seconds after which we tell the user what is going on
PATIENCE = 10.0  # seconds to connect
QUIET = 2.0  # seconds after which a server usually has said something: others let the client speak first


class LocalHost:
    """The `Host` of `tilenet play`."""

    def __init__(self, reactor: Any, address: Address, screen: PlayScreen) -> None:
        self.can_suspend = screen.can_suspend
        self.end = 1, ""  # the exit status and a message, once the client has ended
        self._reactor = reactor
        self._address = address
        self._screen = screen
        words = f"Connecting to {address} ... Press Ctrl-C to give up."
        self._notes: list[IDelayedCall] = [reactor.callLater(SLOW, print, words)]  # until there is something to see

    def connect(self, link: Link) -> Deferred[Any]:
        endpoint = HostnameEndpoint(self._reactor, *self._address, timeout=PATIENCE)
        called: Deferred[Any] = connectProtocol(endpoint, link)
        called.addCallback(self._connected)
        return called

    def _connected(self, link: Link) -> Link:
        if self._notes:
            words = (
                f"{self._address} has sent nothing yet: it may still be starting, or it may not be a TileNet server."
            )
            self._notes.append(self._reactor.callLater(QUIET, print, words))
        return link

    def start_loop(self, shell: Shell) -> urwid.MainLoop:
        self._be_quiet()
        events = urwid.TwistedEventLoop(self._reactor, manage_reactor=False)
        loop = urwid.MainLoop(shell, screen=self._screen, event_loop=events)
        loop.start()
        return loop

    def draw_soon(self, draw: Callable[[], None]) -> IDelayedCall:
        """At the end of this turn of the reactor."""
        call: IDelayedCall = self._reactor.callLater(0.0, draw)
        return call

    def _be_quiet(self) -> None:
        """There is something else to see now."""
        for note in self._notes:
            if note.active():
                note.cancel()
        self._notes.clear()

    def save(self, name: str, text: str) -> str:
        """In the present folder, where nobody else can read it; an older file stays as it is."""
        safe = "".join(char if char.isalnum() or char in "-_" else "_" for char in name)
        for number in range(1, 100):
            path = f"tilenet-{safe}{'' if number == 1 else f'-{number}'}.json"
            try:
                with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                    file.write(f"{text}\n")
            except FileExistsError:
                continue
            except OSError:
                return ""
            return path
        return ""

    def copy(self, text: str) -> None:
        if not self._screen.term.startswith(MUTE):
            self._screen.write(copying(text))
            self._screen.flush()

    def set_title(self, text: str) -> None:
        self._screen.set_title(text)

    def ring(self) -> None:
        self._screen.ring()

    def done(self, status: int, words: str) -> None:
        self._be_quiet()
        self.end = status, words
        self._reactor.callLater(0, self._reactor.stop)
