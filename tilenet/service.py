"""The running server: puts everything together, opens the doors, and closes down in order. It owns the reactor."""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from twisted.application.service import Service
from twisted.internet import reactor as default_reactor
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IListeningPort
from twisted.internet.protocol import Factory
from twisted.internet.threads import deferToThread
from twisted.logger import ILogObserver, Logger, globalLogBeginner
from twisted.python.failure import Failure

from tilenet.catalogue import IDoorPlugin, NotInstalled, installed_company, installed_games
from tilenet.doors.door import Door, Unready
from tilenet.doors.gate import Gate
from tilenet.internals import (
    allow_stopping_twice,
    descriptor_of,
    hang_up_before_tls,
    lengthen_queue,
    use_monotonic_time,
)
from tilenet.journal.journal import Journal
from tilenet.journal.recovery import Recovery
from tilenet.journal.scribe import Scribe
from tilenet.journal.worldclock import WorldClock
from tilenet.log import FewOfAKind, log_observer
from tilenet.options import Opening, Options, ServerOptions, raise_descriptor_limit
from tilenet.reload.connections import note_connections, resume_connections
from tilenet.reload.handover import HandOver, take
from tilenet.reload.ports import Inherited
from tilenet.reload.program import remove_pid_file, this_program
from tilenet.reload.reload import Reload
from tilenet.reload.reloader import Reloader
from tilenet.replays.library import FOLDER, Library
from tilenet.replays.recorder import Recorder
from tilenet.replays.theatre import plugin as theatre_plugin
from tilenet.replays.usher import Usher
from tilenet.store.damage import Unusable
from tilenet.store.store import Store
from tilenet.text import counted, plain
from tilenet.turns.collector import Collector
from tilenet.turns.watchdog import Watchdog
from tilenet.watch import Watch
from tilenet.wire.messages import Status
from tilenet.words import Words
from tilenet.world.players.accounts import Guests
from tilenet.world.rooms.host import Company, Links
from tilenet.world.world import World

__all__ = ["Options", "TileNetService", "makeService", "run_in_foreground"]  # twistd asks for the first and third

EVERYWHERE = "0.0.0.0", "[::]"
TAKEN = "the port is taken"
JOURNAL = "journal"  # in the data folder
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
        recovery: Recovery | None = None,
        scribe: Scribe | None = None,
        library: Library | None = None,
        watch: Watch | None = None,
        reloader: Reloader | None = None,
        left: HandOver | None = None,
        company: Company | None = None,
    ) -> None:
        """`left` is what the program before this one has left, if this one was reloaded."""
        self.gate = gate
        self._store = store
        self._recovery = recovery
        self._scribe = scribe
        self._watch = watch
        self._library = library
        self._reloader = reloader
        self._company = company
        self._left = left
        self._inherited = Inherited(default_reactor, [] if left is None else left.ports)
        self.ports: list[IListeningPort] = []
        self._listening: list[tuple[str, str, IListeningPort]] = []  # with the door's name, and the endpoint
        self._doors: list[Factory] = []
        self._names: dict[Door, str] = {}
        self._watchdog = Watchdog(default_reactor, gate.world.turn)
        self._collector = Collector(default_reactor, lambda: len(gate.sessions) + gate.world.away)
        self._openings = openings
        self._is_daemon = is_daemon
        self._observer = observer
        self._resumed = 0  # connections

    def setServiceParent(self, parent: Any) -> None:
        if self._observer is not None:
            parent.setComponent(ILogObserver, self._observer)
        super().setServiceParent(parent)

    def privilegedStartService(self) -> None:
        super().privilegedStartService()
        with self._complaints():
            for opening in self._openings:
                self._open(opening)
            self._inherited.close()

    def startService(self) -> None:
        """Privileges have been dropped by now, so everything made in the data folder belongs to the right user."""
        with self._complaints():
            if self._store is not None:
                self._store.start(self.gate.world)
            if self._library is not None:
                self._library.start()
            if self._recovery is not None and self._scribe is not None:
                self._recovery.run(self._resume, None if self._left is None else self._left.clock)
                self._scribe.start()
            self._collector.start()
            for door in self._doors:
                if isinstance(door, Door):
                    door.begin()
        super().startService()
        if self._company is not None:
            self._company.start()
        self._watchdog.ports = self.ports
        self._watchdog.start()
        if self._watch is not None:
            self._watch.start()
        if self._reloader is not None:
            self._reloader.start(self._left, self._standing())
            self._left = None

    # Reloading

    def hand_over(self) -> HandOver:
        """What the next program in this process gets. Nothing of this one may disturb it."""
        self._watchdog.stop()
        assert self._reloader is not None and self._store is not None and self._store.lock is not None
        control = self._reloader.control
        return HandOver(
            lock=self._store.lock,
            control=control.fileno(),
            askers=control.askers,
            ports=[(door, endpoint, descriptor_of(port)) for door, endpoint, port in self._listening],
            connections=note_connections(self.gate.sessions, self._names),
        )

    def stay(self) -> None:
        """There is no next program after all."""
        self._watchdog.ask_for_signals()

    def is_settled(self) -> bool:
        """Whether nothing is about to happen in any session, and all replays are on the disk."""
        return not (self._library is not None and self._library.is_busy) and all(
            session.is_settled for session in self.gate.sessions
        )

    def _resume(self) -> None:
        if self._left is not None:
            doors = {name: door for door, name in reversed(self._names.items())}
            self._resumed = resume_connections(default_reactor, self._left.connections, doors)

    def _standing(self) -> str:
        """What has come of a reload, in a line."""
        world, left = self.gate.world, self._left
        resumed = sum(not session.has_ended for session in self.gate.sessions)
        seconds = 0.0 if left is None else time.monotonic() - left.began
        return (
            f"Reloaded: {counted(len(world.rooms), 'room')}, {counted(len(world.players), 'player')} and "
            f"{counted(resumed, 'connection')} went on, after {seconds:.2f} s"
        )

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
        if self._company is not None:
            self._company.stop()
        if self._watch is not None:
            self._watch.stop()
        if self._reloader is not None:
            self._reloader.stop()
        if self._scribe is not None:
            self._scribe.stop()  # those who are here now can come back when the server is started again
        return Deferred.fromCoroutine(self._stop())

    async def _stop(self) -> None:
        closed = [Deferred.fromCoroutine(_stop(port)) for port in self.ports]
        self.ports = []
        await DeferredList([*closed, self.gate.close(Words("The server is stopping."))], consumeErrors=True)
        if self._store is not None:
            await self._store.stop()
        if self._library is not None:
            await self._library.stop()  # the store may have told the last ratings

    def _open(self, opening: Opening) -> None:
        """Open a door at the first endpoint that is free."""
        endpoints = self._inherited.first(opening.door.name, opening.endpoints)
        first, *others = opening.endpoints
        try:
            door = _make(opening.door, self.gate)
            if isinstance(door, Door):
                self._names[door] = opening.door.name
            for text in endpoints:
                try:
                    self._listen(door, text, opening.door)
                    if text != first:
                        log.warn("{first} is taken: using {text} instead", first=first, text=text)
                    return
                except Unavailable as error:
                    if not error.is_taken or text == endpoints[-1]:
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

    def _listen(self, door: Factory, text: str, plugin: IDoorPlugin) -> None:
        """Listening on a stream endpoint of this machine succeeds or fails at once."""
        results: list[Any] = []
        try:
            self._inherited.listen(plugin.name, text, door).addBoth(results.append)
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
        self._listening.append((plugin.name, text, results[0]))
        if door not in self._doors:
            self._doors.append(door)
        log.info(
            "{name} is serving {speaks} on {address}",
            name=self.gate.name,
            speaks=plugin.speaks,
            address=_link(door, text, _address(results[0])),
        )
        self._note_links(door, text, results[0])

    def _note_links(self, door: Factory, endpoint: str, port: IListeningPort) -> None:
        """What people are told of this door at their tables: the first of each kind counts."""
        building = self.gate.world.building
        links, address = building.links, _address(port)
        name = urlsplit(links.web).hostname if links.web else None
        host, separator, number = address.rpartition(":")
        if isinstance(door, Door) and not links.ssh and separator:
            host = name or (socket.gethostname() if host in EVERYWHERE else host)
            building.links = links._replace(ssh=door.invitation(host.strip("[]"), number))
        elif hasattr(door, "schemes") and not links.web and separator:
            building.links = links._replace(web=_link(door, endpoint, address))


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
    left = take()
    store = None
    if options.data is not None:
        store = Store(default_reactor, options.data, limits, None if left is None else left.lock)
    if options.data is None:
        log.info("Keeping no accounts and no results: everybody is a guest")
    else:
        log.info("Keeping accounts and results in {folder}", folder=plain(str(options.data)))
    journal = (
        None if options.data is None else Journal(options.data / JOURNAL, syncs_always=options["sync"] == "always")
    )
    clock: Any = default_reactor if journal is None else WorldClock(default_reactor)
    library = None
    if options.data is not None and options.replay_days:
        library = Library(
            options.data / FOLDER,
            default_reactor,
            time.time,
            deferToThread,
            days=options.replay_days,
            size=options.replay_bytes,
        )
        games = [*games, theatre_plugin(library, games)]
    world = World(
        clock,
        options.random,
        games,
        limits,
        Guests() if store is None else store.accounts,
        shows_addresses=not options["hide-addresses"],
        journal=journal,
    )
    recovery = scribe = None
    if library is not None:
        if store is not None:
            store.accounts.when_rated(library.add_ratings)
        world.record(Recorder(library, time.time), Usher(library, world.building, time.time))
    if journal is not None:
        world.turn.commit = journal.commit
        recovery = Recovery(world, clock, journal)
        reactor: Any = default_reactor
        scribe = Scribe(reactor, world, journal, reactor.callInThread, long=1024 * limits.journal_kib)
    status: Status = "closed" if options["closed"] else "open"
    gate = Gate(
        world,
        default_reactor,  # connections know no other time than that of this process
        limits,
        status,
        name=options["name"],
        group=options["group"],
        origins=options.origins,
        hosts=options.hosts,
        proxies=options.proxies,
        host_key=options.host_key,
    )
    gate.replays = library
    world.building.links = Links(options.public_url)
    bringer = installed_company()
    company = None if bringer is None else bringer.make(gate)
    world.building.bring_company(company)
    watch = Watch(clock, world.building) if options["watch"] else None
    reloader = Reloader(default_reactor, options.data)
    if options.parent is not None:
        reloader.prepare()
    service = TileNetService(
        gate, options.openings(), observer, is_daemon, store, recovery, scribe, library, watch, reloader, left, company
    )
    if options.parent is not None and journal is not None and scribe is not None and store is not None:
        program = this_program(options.parent, path)
        if left is not None and left.pid_file:
            program = program._replace(pid_file=left.pid_file)
            default_reactor.addSystemEventTrigger("after", "shutdown", remove_pid_file, left.pid_file)
        reloader.reload = Reload(
            default_reactor,
            world,
            journal,
            scribe,
            program,
            store.accounts.written,
            deferToThread,
            service,
        )
    return service


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
