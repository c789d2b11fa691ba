"""The options of `twistd tilenet`: those of the server itself, of its limits, and one for each installed door."""

from __future__ import annotations

import math
import os
import re
import resource
import sys
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlsplit

from twisted.internet.endpoints import serverFromString
from twisted.logger import Logger
from twisted.python import usage

from tilenet import __version__
from tilenet.catalogue import IDoorPlugin, IGamePlugin, installed_doors, installed_games, with_options
from tilenet.limits import LIMITS, Limits
from tilenet.lines.tcp import KeepAlive
from tilenet.log import OLD_FILES
from tilenet.store.folder import USUAL_FOLDER, usual_folder
from tilenet.wire.messages import FALLBACK_PORTS, PORT

SPARE_DESCRIPTORS = 128  # in addition to those for clients
MOST_LOG_FILES = 1000
MOST_DAYS = 36_500
MOST_MIB = 1_000_000
NO_DATA = "none"
LOCAL = "local"  # the host of a peer that has none
WEB = "web"  # the door for browsers, which needs files for visits, too
HOST_KEY = "ssh_host_ed25519_key"  # the file by which ssh clients know the server again
HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9_.-]{1,253}")
TILENET = "tilenet"  # the door that is always open; its option is --listen


log = Logger()


def written(number: float) -> str:
    """A number as people write it: 10000000 and not 1e+07."""
    return f"{number:.15g}"


class Opening(NamedTuple):
    """Where to open a door: at the first of these endpoints that is free."""

    door: IDoorPlugin
    endpoints: tuple[str, ...]
    is_required: bool = True


class ServerOptions(usage.Options):
    """The options of the daemon. Those for limits are made from `Limits`, those for doors by `Options`."""

    longdesc = "Serves a world of tile games over TileNet 1.0."
    optParameters: ClassVar[list[list[Any]]] = [
        ["name", None, None, "the server's name, which clients see [default: this machine's name]"],
        ["group", None, "tilenet", "the server's group, which clients see next to its name"],
        [
            "data",
            None,
            None,
            f"the folder for all that is kept; none keeps nothing [default: {USUAL_FOLDER}]",
        ],
        ["sync", None, "second", "have the disk keep the journal each second, or always before anybody sees an act"],
        ["replays", None, "30", "for how many days finished games are kept, to be watched again; 0 keeps none"],
        ["replays-mib", None, "500", "how much space they may take, in MiB; then the oldest go"],
        ["ssh-key", None, None, "the file with the host key for ssh, made if missing [default: in the data folder]"],
        ["log-format", None, "text", "text or json"],
        ["log-files", None, OLD_FILES, "how many old log files to keep"],
        ["seed", None, None, "a whole number that makes random numbers repeatable, for tests [default: random]"],
        *(
            [
                field.name.replace("_", "-"),
                None,
                None,
                f"{field.metadata['help']} [default: {written(getattr(Limits, field.name))}]",
            ]
            for field in LIMITS
        ),
    ]
    optFlags: ClassVar = [
        ["closed", None, "let nobody log in, and tell clients that the server is closed"],
        ["hide-addresses", None, "do not show players each other's addresses"],
        ["watch", None, "load a game again when its file is saved, and show its tracebacks to players: for authors"],
        ["usual-doors", None, "also open every other installed door, on its usual port, for this machine only"],
    ]

    doors: ClassVar[dict[str, IDoorPlugin]] = {}

    def __init__(self) -> None:
        super().__init__()
        self.endpoints: dict[str, list[str]] = {}  # by the door's name
        self.settings: list[str] = []
        self.origins: set[str] = set()
        self.hosts: set[str] = set()  # including those of the origins
        self.proxies: set[str] = set()
        self.public_url = ""

    def getSynopsis(self) -> str:
        return "Usage: tilenet serve [options]" if self.parent is None else str(super().getSynopsis())

    def opt_version(self) -> None:
        """show the version of tilenet and exit"""
        print(f"tilenet {__version__}")
        sys.exit(0)

    def opt_listen(self, endpoint: str) -> None:
        """an endpoint for TileNet; may be repeated [default: tcp:44455, or the next free port up to 44459]"""
        self.open(TILENET, "--listen", endpoint)

    def open(self, door: str, option: str, endpoint: str) -> None:
        """Open a door at this endpoint, if it is a valid one."""
        check_endpoint(endpoint, option)
        self.endpoints.setdefault(door, []).append(endpoint)

    def opt_room_option(self, setting: str) -> None:
        """an option of a room's game, as ROOM.NAME=VALUE, such as set.countdown=30; may be repeated"""
        self.settings.append(setting)

    def opt_web_origin(self, origin: str) -> None:
        """another site whose pages may connect here, such as https://example.org; may be repeated"""
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts[2:] != ("", "", ""):
            raise usage.UsageError(f"--web-origin must be like https://example.org, not {origin!r}")
        self.origins.add(origin.lower())
        self.hosts.add(parts.hostname or "")

    def opt_web_host(self, name: str) -> None:
        """a name for browsers, such as example.org, if --web listens for this machine only; may be repeated"""
        if not HOST_NAME.fullmatch(name):
            raise usage.UsageError(f"--web-host must be a name such as example.org, not {name!r}")
        self.hosts.add(name.lower().removesuffix("."))

    def opt_public_url(self, url: str) -> None:
        """where browsers reach this server, such as https://example.org/: the links that terminals show lead there"""
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme not in ("http", "https") or not HOST_NAME.fullmatch(host) or parts.query or parts.fragment:
            raise usage.UsageError(f"--public-url must be like https://example.org/, not {url!r}")
        self.public_url = url if url.endswith("/") else f"{url}/"
        self.hosts.add(host)

    def opt_trust_proxy(self, address: str) -> None:
        """the address of a proxy whose X-Forwarded-For is believed; local means a UNIX socket"""
        try:
            self.proxies.add(address if address == LOCAL else str(ip_address(address)))
        except ValueError:
            raise usage.UsageError(f"--trust-proxy must be an address such as 127.0.0.1, not {address!r}") from None

    def postOptions(self) -> None:
        if self["log-format"] not in ("text", "json"):
            raise usage.UsageError("--log-format must be text or json")
        if self["sync"] not in ("second", "always"):
            raise usage.UsageError("--sync must be second or always")
        self.replay_days = self._number("replays", MOST_DAYS)
        self.replay_bytes = self._number("replays-mib", MOST_MIB) * 2**20
        self.data = None if self["data"] == NO_DATA else Path(self["data"] or usual_folder())
        self.host_key = None if self.data is None else self.data / HOST_KEY
        if self["ssh-key"] is not None:
            self.host_key = Path(self["ssh-key"])
        self.log_files = self._number("log-files", MOST_LOG_FILES, 1)
        self.random = self._random()
        self.games = self._games()
        self.limits = self._limits()

    def _opens(self, door: str) -> bool:
        return door in self.endpoints or bool(self["usual-doors"])

    def openings(self) -> list[Opening]:
        """Which doors to open, and where. Doors that nobody asked for by name are not required."""
        found = []
        for name, door in self.doors.items():
            given = self.endpoints.get(name)
            if given:
                found += [Opening(door, (endpoint,)) for endpoint in given]
            elif name == TILENET:
                found.append(Opening(door, tuple(f"tcp:{port}" for port in (PORT, *FALLBACK_PORTS))))
            elif self["usual-doors"]:
                here = ":interface=127.0.0.1" if door.usual.startswith("tcp:") else ""
                found.append(Opening(door, (door.usual + here,), is_required=False))
        return found

    def _number(self, option: str, most: int, least: int = 0) -> int:
        try:
            number = int(self[option])
        except ValueError:
            number = -1
        if not least <= number <= most:
            raise usage.UsageError(f"--{option} must be a whole number from {least} to {most}, not {self[option]!r}")
        return number

    def _random(self) -> Random:
        if self["seed"] is None:
            return SystemRandom()
        try:
            return Random(int(self["seed"]))
        except ValueError:
            raise usage.UsageError(f"--seed must be a whole number, not {self['seed']!r}") from None

    def _games(self) -> list[IGamePlugin] | None:
        """The games with options set; None without options, because then there is no need to look for games yet."""
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
                raise usage.UsageError(
                    f"--{option} must be {kind} from {written(least)} to {written(most)}, not {self[option]!r}"
                )
        visits = given.get("max_visits", Limits.max_visits) if self._opens(WEB) else 0
        connections = given.get("max_connections", Limits.max_connections)
        available = max(1, raise_descriptor_limit(connections + visits) - visits)
        if available < given.get("max_connections", 0):
            raise usage.UsageError(
                f"--max-connections {written(given['max_connections'])} needs more open files than this system allows: "
                f"at most {available} connections (see ulimit -Hn)"
            )
        self.shrunk = available < Limits.max_connections and "max_connections" not in given
        if self.shrunk:
            given["max_connections"] = available
        limits = Limits(**given)
        needed = KeepAlive.of(limits).seconds
        if limits.user_timeout <= needed:
            raise usage.UsageError(
                f"--user-timeout {written(limits.user_timeout)} is too short: it must be more than --keepalive-idle "
                f"and --keepalive-count times --keepalive-interval together, which is {needed} s"
            )
        return limits


def Options() -> ServerOptions:
    """The options, with one for each installed door: `--tombala tcp:8888`."""
    doors = {door.name: door for door in installed_doors() if not _is_an_option(door.name)}
    methods = {f"opt_{name.replace('-', '_')}": _door_option(door) for name, door in doors.items() if name != TILENET}
    made: ServerOptions = type("ServerOptions", (ServerOptions,), {**methods, "doors": doors})()
    return made


def _is_an_option(name: str) -> bool:
    """Whether the server itself has an option of that name."""
    own = {row[0] for row in (*ServerOptions.optParameters, *ServerOptions.optFlags)}
    taken = name in own or hasattr(ServerOptions, f"opt_{name.replace('-', '_')}")
    if taken:
        log.warn("The door {name} is left out: the server has an option of that name", name=name)
    return taken


def _door_option(door: IDoorPlugin) -> Callable[[ServerOptions, str], None]:
    def option(self: ServerOptions, endpoint: str) -> None:
        self.open(door.name, f"--{door.name}", endpoint)

    option.__doc__ = f"an endpoint for clients that speak {door.speaks}, usually {door.usual}; may be repeated"
    return option


def raise_descriptor_limit(connections: int) -> int:
    """Make this many connections possible, if the system allows it; returns how many are possible."""
    needed = connections + SPARE_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        needed = min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    return min(connections, max(1, needed - SPARE_DESCRIPTORS))


def check_endpoint(text: str, option: str) -> None:
    """Raise UsageError if this does not describe an endpoint."""
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
        serverFromString(None, text)
    except Exception as error:  # whatever the parser raises, it is the endpoint that is wrong
        reason = str(error) or type(error).__name__
        raise usage.UsageError(f"{option} {text}: {reason}; an endpoint is like tcp:{PORT}") from None
