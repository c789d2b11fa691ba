"""A client's link on a real socket."""

from __future__ import annotations

import socket

import pytest_twisted
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol

from tests.doubles.processes import PATIENCE
from tests.doubles.stage import stage
from tilenet.clients.link import KEEPALIVE, End, Link
from tilenet.wire.messages import LoggedIn, ServerOpen


class Guest:
    """Somebody who looks in, and leaves."""

    def __init__(self) -> None:
        self.is_open: Deferred[None] = Deferred()
        self.is_over: Deferred[End] = Deferred()

    def opened(self, server: ServerOpen) -> None:
        self.is_open.callback(None)

    def answered(self, answer: LoggedIn) -> None:
        raise AssertionError(answer)

    def model_changed(self) -> None:
        raise AssertionError("nobody is logged in")

    def ended(self, end: End, why: str) -> None:
        self.is_over.callback(end)


@pytest_twisted.ensureDeferred
async def test_a_server_that_has_vanished_will_be_noticed() -> None:
    async with stage() as server:
        guest = Guest()
        link = Link(guest, reactor)
        await connectProtocol(TCP4ClientEndpoint(reactor, "127.0.0.1", server.port.getHost().port), link)
        await guest.is_open.addTimeout(PATIENCE, reactor)
        handle: socket.socket = link.transport.getHandle()  # type: ignore[union-attr]
        assert handle.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        found = {name: handle.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in KEEPALIVE}
        assert found == KEEPALIVE
        link.leave()
        assert await guest.is_over.addTimeout(PATIENCE, reactor) is End.LEFT
