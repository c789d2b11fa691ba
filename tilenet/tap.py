"""`twistd tilenet`: its options, and the one place where everything is put together."""

from __future__ import annotations

import errno
import math
import os
import re
import resource
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random, SystemRandom
from typing import Any, ClassVar, TypeAlias

from twisted.application.service import Service
from twisted.internet import reactor as default_reactor
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.endpoints import quoteStringArgument, serverFromString
from twisted.internet.error import CannotListenError, ReactorNotRunning
from twisted.internet.interfaces import IListeningPort, IStreamServerEndpoint
from twisted.logger import ILogObserver, Logger, globalLogBeginner
from twisted.python import usage
from twisted.python.failure import Failure

from tilenet import onegame
from tilenet.accounts import Guests
from tilenet.catalogue import IGamePlugin, installed_games, with_options
from tilenet.door import Door, TileNetDoor
from tilenet.games.tombala.door import TombalaDoor
from tilenet.gate import Gate
from tilenet.limits import LIMITS, Limits
from tilenet.log import log_observer
from tilenet.messages import FALLBACK_PORTS, PORT, Status
from tilenet.text import plain
from tilenet.world import World

TAKEN = "the port is taken"
SPARE_DESCRIPTORS = 128  # besides those of the clients

log = Logger()

Server: TypeAlias = tuple[str, IStreamServerEndpoint]  # an endpoint, and how it was written


class Options(usage.Options):
    """The options of the daemon. Those for limits are made from `Limits`."""

    synopsis = "Usage: tilenet serve [options]"
    longdesc = "Serves a world of tile games over TileNet 1.0."
    optParameters: ClassVar = [
        ["name", None, None, "the name that clients see before they log in [default: this machine's]"],
        ["group", None, "tilenet", "the group that clients see beside it"],
        ["log-format", None, "text", "text or json"],
        ["seed", None, None, "a number, for tests: all chance is the same in each run [default: it never is]"],
        *(
            [field.name.replace("_", "-"), None, None, f"{field.metadata['help']} [default: {field.default:g}]"]
            for field in LIMITS
        ),
    ]
    optFlags: ClassVar = [
        ["closed", None, "let nobody log in: clients are told that the server is closed"],
    ]

    def __init__(self) -> None:
        super().__init__()
        self.endpoints: list[str] = []
        self.tombala: list[str] = []
        self.settings: list[str] = []

    def opt_listen(self, endpoint: str) -> None:
        """an endpoint to serve on, any number of times [default: tcp:44455, or the next free port up to 44459]"""
        self.endpoints.append(endpoint)

    def opt_tombala(self, endpoint: str) -> None:
        """an endpoint for clients that speak Tombala's own protocol, any number of times: tcp:8888"""
        self.tombala.append(endpoint)

    def opt_room_option(self, setting: str) -> None:
        """an option of a room's game, as ROOM.NAME=VALUE, any number of times: set.countdown=30"""
        self.settings.append(setting)

    def postOptions(self) -> None:
        if self["log-format"] not in ("text", "json"):
            raise usage.UsageError("--log-format is text or json")
        self.random = self._random()
        self.games = self._games()
        self.limits = self._limits()
        self.servers = [(text, _endpoint(text)) for text in self.endpoints]
        self.tombala_servers = [(text, _endpoint(text, "--tombala")) for text in self.tombala]

    def _random(self) -> Random:
        if self["seed"] is None:
            return SystemRandom()
        try:
            return Random(int(self["seed"]))
        except ValueError:
            raise usage.UsageError(f"--seed is a whole number, not {self['seed']!r}") from None

    def _games(self) -> list[IGamePlugin] | None:
        """Games with options; None if there are none, so that they need not be looked for yet."""
        try:
            return with_options(installed_games(), self.settings) if self.settings else None
        except ValueError as error:
            raise usage.UsageError(f"--room-option {error}") from None

    def _limits(self) -> Limits:
        given: dict[str, Any] = {}
        for field in LIMITS:
            option = field.name.replace("_", "-")
            if self[option] is None:
                continue
            least, most = field.metadata["least"], field.metadata["most"]
            try:
                given[field.name] = field.metadata["read"](self[option])
            except ValueError:
                given[field.name] = math.nan
            if not least <= given[field.name] <= most:
                kind = "a whole number" if field.metadata["read"] is int else "a number"
                raise usage.UsageError(f"--{option} is {kind} from {least:g} to {most}, not {self[option]!r}")
        available = raise_descriptor_limit(int(given.get("max_connections", Limits.max_connections)))
        if available < given.get("max_connections", 0):
            raise usage.UsageError(
                f"--max-connections {given['max_connections']:g} needs more open files than this system allows: "
                f"at most {available} connections (see ulimit -Hn)"
            )
        self.shrunk = available < Limits.max_connections and "max_connections" not in given
        if self.shrunk:
            given["max_connections"] = available
        return Limits(**given)


def raise_descriptor_limit(connections: int) -> int:
    """Make so many connections possible, if the system allows it; how many are possible in the end."""
    needed = connections + SPARE_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        needed = min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    return min(connections, max(1, needed - SPARE_DESCRIPTORS))


def _endpoint(text: str, option: str = "--listen") -> IStreamServerEndpoint:
    if text.startswith(("tls:", "ssl:")):
        try:
            import OpenSSL  # noqa: F401
        except ImportError:
            raise usage.UsageError(f"{option} {text}: TLS needs tilenet[tls] to be installed") from None
    if text.startswith("tls:"):
        folder = re.split(r"(?<!\\):", text)[1].replace("\\:", ":")
        if not os.path.isdir(folder):
            raise usage.UsageError(f"{option} {text}: {folder} is not a folder of certificates")
    try:
        endpoint: IStreamServerEndpoint = serverFromString(default_reactor, text)
        return endpoint
    except Exception as error:  # whatever a parser of endpoints raises, the endpoint is what is wrong
        reason = str(error) or type(error).__name__
        raise usage.UsageError(f"{option} {text}: {reason}; an endpoint is like tcp:{PORT}") from None


def use_monotonic_time(reactor: Any) -> None:
    """Let a reactor's timers go by a clock that nobody can set."""
    shift = time.monotonic() - reactor.seconds()
    for call in reactor.getDelayedCalls():
        call.delay(shift)
    reactor.seconds = time.monotonic


class Unavailable(Exception):
    """The server cannot listen; the text says where, and why."""

    def __init__(self, text: str, *, is_taken: bool = False) -> None:
        super().__init__(text)
        self.is_taken = is_taken


class TileNetService(Service):
    """The running server: listens, and at the end says goodbye to everybody."""

    def __init__(
        self,
        door: TileNetDoor,
        servers: Sequence[Server],
        others: Sequence[tuple[Door, Sequence[Server]]] = (),
        observer: Any = None,
        is_daemon: bool = False,
    ) -> None:
        """`others` are the doors of other protocols; the servers of `door` may be none, then it is a usual port."""
        self.door = door
        self.ports: list[IListeningPort] = []
        self._servers = servers
        self._others = others
        self._is_daemon = is_daemon
        self._observer = observer

    def setServiceParent(self, parent: Any) -> None:
        if self._observer is not None:
            parent.setComponent(ILogObserver, self._observer)
        super().setServiceParent(parent)

    def privilegedStartService(self) -> None:
        super().privilegedStartService()
        try:
            if self._servers:
                for server in self._servers:
                    self._listen(self.door, server)
            else:
                self._listen_by_default()
            for door, servers in self._others:
                for server in servers:
                    self._listen(door, server)
        except Unavailable as error:
            if self._is_daemon:
                raise  # twistd hands it to the process that was started
            print(f"tilenet: {error}", file=sys.__stderr__)
            sys.exit(1)

    def stopService(self) -> Deferred[Any]:
        super().stopService()
        closed = [Deferred.fromCoroutine(_stop(port)) for port in self.ports]
        self.ports = []
        return DeferredList([*closed, self.door.gate.close("The server is stopping.")], consumeErrors=True)

    def _listen_by_default(self) -> None:
        for number in (PORT, *FALLBACK_PORTS):
            try:
                self._listen(self.door, (f"tcp:{number}", _endpoint(f"tcp:{number}:backlog=511")))
                if number != PORT:
                    log.warn("Port {taken} is taken: using {port} instead", taken=PORT, port=number)
                return
            except Unavailable as error:
                if not error.is_taken:
                    raise
        raise Unavailable(f"cannot listen: the ports {PORT} to {FALLBACK_PORTS[-1]} are taken")

    def _listen(self, door: Door, server: Server) -> None:
        """Listening on a stream endpoint of this machine succeeds or fails at once."""
        text, endpoint = server
        results: list[Any] = []
        endpoint.listen(door).addBoth(results.append)
        if not results:
            raise Unavailable(f"cannot listen on {text}: it takes too long")
        if isinstance(results[0], Failure):
            reason = _reason(results[0])
            raise Unavailable(f"cannot listen on {text}: {reason}", is_taken=reason == TAKEN)
        self.ports.append(results[0])
        what = f" {door.speaks}" if door is not self.door else ""
        log.info("{name} is serving{what} on {address}", name=self.door.name, what=what, address=_address(results[0]))


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


def makeService(options: Options) -> TileNetService:
    """What twistd runs."""
    use_monotonic_time(default_reactor)
    twistd: Any = options.parent or {}
    is_daemon = bool(twistd) and not twistd["nodaemon"]
    path = twistd.get("logfile") or ("twistd.log" if is_daemon else None)
    observer = None if twistd.get("logger") or twistd.get("syslog") else log_observer(options["log-format"], path)
    limits = options.limits
    if options.shrunk:
        log.warn("This system allows for {max} connections only (see ulimit -Hn)", max=limits.max_connections)
    games = installed_games() if options.games is None else options.games
    log.info("Rooms: {rooms}", rooms=plain(", ".join(f"{game.title} ({game.name})" for game in games)) or "none")
    world = World(default_reactor, options.random, games, limits, Guests())
    name = options["name"] or socket.gethostname()
    status: Status = "closed" if options["closed"] else "open"
    gate = Gate(world, default_reactor, limits, status)
    door = TileNetDoor(gate, name, options["group"])
    others: list[tuple[Door, list[Server]]] = []
    if options.tombala_servers:
        others.append((TombalaDoor(gate), options.tombala_servers))
    return TileNetService(door, options.servers, others, observer, is_daemon)


def run_one_game(argv: Sequence[str]) -> int:
    """`tilenet game`: serve one game of Set in the foreground; the exit status."""
    options = onegame.read(argv)
    reactor: Any = default_reactor
    use_monotonic_time(reactor)
    globalLogBeginner.beginLoggingTo([log_observer("text", None)], redirectStandardIO=False)
    raise_descriptor_limit(onegame.LIMITS.max_connections)

    def stop() -> None:
        with suppress(ReactorNotRunning):  # somebody was faster, with Ctrl-C
            reactor.stop()

    evening = onegame.Evening(reactor, SystemRandom(), options.delay, stop)
    gate = Gate(evening.world, reactor, onegame.LIMITS)
    door = TileNetDoor(gate, socket.gethostname(), "tilenet")
    endpoint = _endpoint(f"tcp:{options.port}:interface={quoteStringArgument(options.interface)}")
    service = TileNetService(door, [(f"port {options.port}", endpoint)])
    service.privilegedStartService()
    service.startService()
    reactor.addSystemEventTrigger("before", "shutdown", service.stopService)
    reactor.run()
    return 0
