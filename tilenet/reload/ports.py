"""Ports that listen already: endpoints are given a reactor that takes a socket of the program before this one."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.defer import Deferred, execute
from twisted.internet.endpoints import serverFromString
from twisted.internet.interfaces import IListeningPort, IProtocolFactory

from tilenet.internals import adopt_unix_port


class Inherited:
    """The sockets that this process has inherited, by the door's name and the endpoint."""

    def __init__(self, reactor: Any, ports: Iterable[tuple[str, str, int]] = ()) -> None:
        self._reactor = reactor
        self._left: dict[tuple[str, str], list[int]] = {}
        for door, endpoint, descriptor in ports:
            self._left.setdefault((door, endpoint), []).append(descriptor)

    def first(self, door: str, endpoints: Iterable[str]) -> list[str]:
        """Endpoints in the order in which to try them: one that listens already comes first."""
        return sorted(endpoints, key=lambda endpoint: not self._left.get((door, endpoint)))

    def listen(self, door: str, endpoint: str, factory: IProtocolFactory) -> Deferred[IListeningPort]:
        """Listen on an endpoint, or go on listening."""
        descriptors = self._left.get((door, endpoint))
        if not descriptors:
            return _listen(self._reactor, endpoint, factory)
        adopting = _Adopting(self._reactor, descriptors.pop(0))
        if endpoint.startswith("systemd:"):  # its own number for it means something else by now
            return execute(adopting.listenTCP, 0, factory)
        return _listen(adopting, endpoint, factory)

    def close(self) -> None:
        """Close those that no door has asked for."""
        for descriptors in self._left.values():
            for descriptor in descriptors:
                os.close(descriptor)
        self._left.clear()


def _listen(reactor: Any, endpoint: str, factory: IProtocolFactory) -> Deferred[IListeningPort]:
    listening: Deferred[IListeningPort] = serverFromString(reactor, endpoint).listen(factory)
    return listening


class _Adopting:
    """A reactor that does not open a socket to listen: it has one."""

    def __init__(self, reactor: Any, descriptor: int) -> None:
        self._reactor = reactor
        self._descriptor = descriptor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)

    def listenTCP(self, port: int, factory: IProtocolFactory, backlog: int = 50, interface: str = "") -> Any:
        return self._adopt(lambda family: self._reactor.adoptStreamPort(self._descriptor, family, factory))

    def listenSSL(
        self, port: int, factory: IProtocolFactory, context: Any, backlog: int = 50, interface: str = ""
    ) -> Any:
        from twisted.protocols.tls import TLSMemoryBIOFactory  # only where it is installed

        return self.listenTCP(port, TLSMemoryBIOFactory(context, False, factory), backlog, interface)

    def listenUNIX(
        self, address: str, factory: IProtocolFactory, backlog: int = 50, mode: int = 0o666, wantPID: bool = False
    ) -> Any:
        return self._adopt(
            lambda _: adopt_unix_port(self._reactor, self._descriptor, address, factory, backlog, mode, wantPID)
        )

    def _adopt(self, adopt: Callable[[int], Any]) -> Any:
        with socket.socket(fileno=os.dup(self._descriptor)) as own:
            family = own.family
        port = adopt(family)
        os.close(self._descriptor)  # the port has a copy
        return port
