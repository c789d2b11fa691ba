"""The running server: puts everything together, opens the doors, and closes down in order. It owns the reactor."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from twisted.application.service import Service
from twisted.internet import reactor as default_reactor
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.endpoints import serverFromString
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IListeningPort
from twisted.internet.protocol import Factory
from twisted.logger import ILogObserver, Logger, globalLogBeginner
from twisted.python.failure import Failure

from tilenet.catalogue import IDoorPlugin, NotInstalled, installed_games
from tilenet.doors.door import Door, Unready
from tilenet.doors.gate import Gate
from tilenet.internals import allow_stopping_twice, hang_up_before_tls, lengthen_queue, use_monotonic_time
from tilenet.log import FewOfAKind, log_observer
from tilenet.options import Opening, Options, ServerOptions, raise_descriptor_limit
from tilenet.store.damage import Unusable
from tilenet.store.store import Store
from tilenet.text import plain
from tilenet.turns.collector import Collector
from tilenet.turns.watchdog import Watchdog
from tilenet.wire.messages import Status
from tilenet.words import Words
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

__all__ = ["Options", "TileNetService", "makeService", "run_in_foreground"]  # twistd asks for the first and third

EVERYWHERE = "0.0.0.0", "[::]"
TAKEN = "the port is taken"
QUEUE = 511  # connections that wait to be accepted, unless an endpoint says otherwise

log = Logger()


class Unavailable(Exception):
    """The server cannot listen; the text says where, and why."""

    def __init__(self, text: str, *, is_taken: bool = False) -> None:
        super().__init__(text)
        self.is_taken = is_taken


class TileNetService(Service):
    """The running server: opens its doors, and at the end says goodbye to everybody."""

    def __init__(
        self,
        gate: Gate,
        openings: Sequence[Opening],
        observer: Any = None,
        is_daemon: bool = False,
        store: Store | None = None,
    ) -> None:
        self.gate = gate
        self._store = store
        self.ports: list[IListeningPort] = []
        self._doors: list[Factory] = []
        self._watchdog = Watchdog(default_reactor, gate.world.turn)
        self._collector = Collector(default_reactor, lambda: len(gate.sessions) + gate.world.away)
        self._openings = openings
        self._is_daemon = is_daemon
        self._observer = observer

    def setServiceParent(self, parent: Any) -> None:
        if self._observer is not None:
            parent.setComponent(ILogObserver, self._observer)
        super().setServiceParent(parent)

    def privilegedStartService(self) -> None:
        super().privilegedStartService()
        with self._complaints():
            for opening in self._openings:
                self._open(opening)

    def startService(self) -> None:
        """Privileges have been dropped by now, so everything made in the data folder belongs to the right user."""
        with self._complaints():
            if self._store is not None:
                self._store.start(self.gate.world)
            for door in self._doors:
                if isinstance(door, Door):
                    door.begin()
        super().startService()
        self._watchdog.ports = self.ports
        self._watchdog.start()
        self._collector.start()

    @contextmanager
    def _complaints(self) -> Iterator[None]:
        """If the server cannot start, say why in one line."""
        try:
            yield
        except (Unavailable, Unusable, Unready) as error:
            if self._is_daemon:
                raise  # twistd passes it on to the process that started the daemon
            print(f"tilenet: {error}", file=sys.__stderr__)
            sys.exit(1)

    def stopService(self) -> Deferred[Any]:
        super().stopService()
        self._collector.stop()
        return Deferred.fromCoroutine(self._stop())

    async def _stop(self) -> None:
        closed = [Deferred.fromCoroutine(_stop(port)) for port in self.ports]
        self.ports = []
        await DeferredList([*closed, self.gate.close(Words("The server is stopping."))], consumeErrors=True)
        if self._store is not None:
            await self._store.stop()

    def _open(self, opening: Opening) -> None:
        """Open a door at the first endpoint that is free."""
        first, *others = opening.endpoints
        try:
            door = _make(opening.door, self.gate)
            for text in opening.endpoints:
                try:
                    self._listen(door, text, opening.door.speaks)
                    if text != first:
                        log.warn("{first} is taken: using {text} instead", first=first, text=text)
                    return
                except Unavailable as error:
                    if not error.is_taken or text == opening.endpoints[-1]:
                        raise
        except NotInstalled as error:
            if opening.is_required:
                raise Unavailable(str(error)) from None
            log.warn("Not serving {speaks}: {error}", speaks=opening.door.speaks, error=str(error))
        except Unavailable as error:
            if opening.is_required:
                if others and error.is_taken:
                    places = f"{first} to {others[-1]}"
                    raise Unavailable(f"cannot listen: {places} are taken") from None
                raise
            log.warn(
                "Not serving {speaks}: {error}; --{name} can give it another endpoint",
                speaks=opening.door.speaks,
                error=str(error),
                name=opening.door.name,
            )

    def _listen(self, door: Factory, text: str, speaks: str) -> None:
        """Listening on a stream endpoint of this machine succeeds or fails at once."""
        results: list[Any] = []
        try:
            serverFromString(default_reactor, text).listen(door).addBoth(results.append)
        except Exception as error:  # whatever the parser raises, it is the endpoint that is wrong
            raise Unavailable(f"cannot listen on {text}: {error or type(error).__name__}") from None
        if not results:
            raise Unavailable(f"cannot listen on {text}: it takes too long")
        if isinstance(results[0], Failure):
            reason = _reason(results[0])
            raise Unavailable(f"cannot listen on {text}: {reason}", is_taken=reason == TAKEN)
        if "backlog=" not in text:
            lengthen_queue(results[0], QUEUE)
        hang_up_before_tls(results[0])
        if hasattr(door, "listens_on"):
            door.listens_on(getattr(results[0].getHost(), "host", ""))
        self.ports.append(results[0])
        if door not in self._doors:
            self._doors.append(door)
        log.info(
            "{name} is serving {speaks} on {address}",
            name=self.gate.name,
            speaks=speaks,
            address=_link(door, text, _address(results[0])),
        )


def _make(plugin: IDoorPlugin, gate: Gate) -> Factory:
    try:
        return plugin.make(gate)
    except NotInstalled:
        raise
    except Exception:
        log.failure("The door {name} cannot be set up", name=plugin.name)
        raise Unavailable(f"the door {plugin.name} cannot be set up; the log says why") from None


async def _stop(port: IListeningPort) -> None:
    result = port.stopListening()
    if result is not None:
        await result


def _reason(failure: Failure) -> str:
    error = failure.value
    if isinstance(error, CannotListenError):
        error = error.socketError
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return TAKEN
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


def _address(port: IListeningPort) -> str:
    host = port.getHost()
    match (getattr(host, "host", None), getattr(host, "port", None)):
        case (str(name), int(number)):
            return f"[{name}]:{number}" if ":" in name else f"{name}:{number}"
        case _:
            return os.fsdecode(getattr(host, "name", None) or str(host))


def _link(door: Factory, endpoint: str, address: str) -> str:
    """The address as people can follow it: a link for browsers, or a command to type."""
    plain_scheme, secure_scheme = getattr(door, "schemes", ("", ""))
    scheme = secure_scheme if endpoint.startswith(("ssl:", "tls:")) else plain_scheme
    host, separator, port = address.rpartition(":")
    if not separator:
        return address
    host = socket.gethostname() if host in EVERYWHERE else host
    if isinstance(door, Door) and (command := door.invitation(host.strip("[]"), port)):
        return f"{address}; to play, type: {command}"
    return f"{scheme}://{host}:{port}/" if scheme else address


def makeService(options: ServerOptions) -> TileNetService:
    """What twistd runs."""
    use_monotonic_time(default_reactor)
    allow_stopping_twice(default_reactor)
    twistd: Any = options.parent or {}
    is_daemon = bool(twistd) and not twistd["nodaemon"]
    path = twistd.get("logfile") or ("twistd.log" if is_daemon else None)
    observer = None
    if not (twistd.get("logger") or twistd.get("syslog")):
        observer = FewOfAKind(log_observer(options["log-format"], path, options.log_files), default_reactor)
        default_reactor.addSystemEventTrigger("after", "shutdown", observer.tell)
    limits = options.limits
    if options.shrunk:
        log.warn("This system allows only {max} connections (see ulimit -Hn)", max=limits.max_connections)
    games = installed_games() if options.games is None else options.games
    log.info("Rooms: {rooms}", rooms=plain(", ".join(f"{game.title} ({game.name})" for game in games)) or "none")
    store = None if options.data is None else Store(default_reactor, options.data, limits)
    if options.data is None:
        log.info("Keeping no accounts and no results: everybody is a guest")
    else:
        log.info("Keeping accounts and results in {folder}", folder=plain(str(options.data)))
    world = World(
        default_reactor,
        options.random,
        games,
        limits,
        Guests() if store is None else store.accounts,
        shows_addresses=not options["hide-addresses"],
    )
    status: Status = "closed" if options["closed"] else "open"
    gate = Gate(
        world,
        default_reactor,
        limits,
        status,
        name=options["name"],
        group=options["group"],
        origins=options.origins,
        hosts=options.hosts,
        proxies=options.proxies,
        host_key=options.host_key,
    )
    return TileNetService(gate, options.openings(), observer, is_daemon, store)


def run_in_foreground(make: Callable[[Any, Callable[[], None]], tuple[Gate, Sequence[Opening]]]) -> int:
    """Run another kind of server until it stops itself; `make` gets the reactor and a function that stops it."""
    reactor: Any = default_reactor
    use_monotonic_time(reactor)
    allow_stopping_twice(reactor)
    observer = FewOfAKind(log_observer("text", None), reactor)
    reactor.addSystemEventTrigger("after", "shutdown", observer.tell)
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False)
    gate, openings = make(reactor, reactor.stop)
    raise_descriptor_limit(gate.limits.max_connections)
    service = TileNetService(gate, openings)
    service.privilegedStartService()
    service.startService()
    reactor.addSystemEventTrigger("before", "shutdown", service.stopService)
    reactor.run()
    return 0
