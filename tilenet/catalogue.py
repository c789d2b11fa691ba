"""Which games, doors and commands are installed: `twisted.plugin` finds them, as it finds the commands of twistd."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from twisted.logger import Logger
from twisted.plugin import IPlugin
from twisted.python.reflect import namedAny
from zope.interface import Attribute, Interface, implementer

from tilenet.game import Game, Json
from tilenet.plugins import broken_plugins as broken_plugins
from tilenet.plugins import installed

if TYPE_CHECKING:
    from twisted.internet.protocol import Factory

    from tilenet.doors.gate import Gate
    from tilenet.world.rooms.host import Company

log = Logger()

MAX_VALUE = 1_000_000  # of an option
NO_SETUP: Mapping[str, Json] = MappingProxyType({})


class IGamePlugin(Interface):
    """A game that the server can open a room for."""

    name: str = Attribute("A short, unique name; other games use it to send players there.")
    title: str = Attribute("The room's title.")
    about: str = Attribute("One line about the game.")
    kind: str = Attribute("What its rooms are, see `Game.kind`.")
    web: str = Attribute("The package with what browsers need to draw its rooms; empty if there is none.")
    is_at_home: bool = Attribute("Whether there is always a room for it, with a tile at Home; else games open rooms.")

    def make(random: Random, setup: Mapping[str, Json]) -> Game:  # noqa: N805
        """A new game, which gets all its random numbers from `random`; `setup` is what `Open` has asked for."""


class IDoorPlugin(Interface):
    """A protocol that clients can connect with."""

    name: str = Attribute("A short, unique name: the server gets an option --NAME that takes an endpoint.")
    speaks: str = Attribute("The name of the protocol, for help texts and the log.")
    usual: str = Attribute("The endpoint where clients expect it, such as tcp:8888.")

    def make(gate: Gate) -> Factory:  # noqa: N805
        """The door itself: a factory, usually a `tilenet.doors.door.Door`."""


class ICompanyPlugin(Interface):
    """What brings bots to the rooms of the server."""

    name: str = Attribute("A short, unique name.")

    def make(gate: Gate) -> Company:  # noqa: N805
        """The company of one server."""


class ICommandPlugin(Interface):
    """A command of the console script: `tilenet NAME`."""

    name: str = Attribute("One word, or two of which the first may be that of other commands, too.")
    about: str = Attribute("What it does, for the list of commands.")
    main: str = Attribute("The full name of a function: it takes the arguments, and returns the exit status.")


class NotInstalled(Exception):
    """Something that a door needs is missing; the text says what to install."""


@implementer(IPlugin, IDoorPlugin)
class DoorPlugin:
    """Registers a door: an instance of this in a file in `twisted/plugins/` gives the server an option."""

    def __init__(self, name: str, speaks: str, usual: str, door: str, extra: str = "") -> None:
        """`door` is the full name of the class, such as `yours.door.YourDoor`; it is imported when it is first used.

        `extra` is what to install if that fails because something is missing, such as `yours[door]`.
        """
        if not re.fullmatch(r"[a-z][a-z0-9-]*", _word(name, "name of the plugin")):
            raise ValueError(f"the name of a door is an option: small letters, digits and dashes, not {name!r}")
        self.name = name
        self.speaks = _word(speaks, "name of the protocol")
        self.usual = _word(usual, "usual endpoint")
        self._door = _word(door, "name of the class")
        self._extra = extra

    def make(self, gate: Gate) -> Factory:
        try:
            made = namedAny(self._door)
        except ImportError as error:
            if self._extra:
                raise NotInstalled(f"{self.speaks} needs {self._extra} to be installed") from error
            raise
        door: Factory = made(gate)
        return door


@implementer(IPlugin, IGamePlugin)
class GamePlugin:
    """Registers a game: an instance of this in a file in `twisted/plugins/` gives the server a room."""

    def __init__(
        self,
        name: str,
        game: type[Game],
        make: Callable[..., Game] | None = None,
        *,
        is_at_home: bool = True,
        web: str = "",
    ) -> None:
        """`name` is the room's name in code; `make` makes the game, if calling the class is not enough.

        Without a tile at Home, there are only rooms that games `Open`. `web` is the package with the files that
        browsers need to draw the room, such as `yours.web`: they load its `skin.js` for a room of this kind.
        """
        self.name = _word(name, "name of the plugin")
        self.title = _word(game.title, "title")
        self.about = _word(game.about, "about")
        self.is_at_home = is_at_home
        self.kind = game.kind
        self.web = web
        if web and not (game.kind and re.fullmatch("[a-z0-9-]+", name)):
            raise ValueError(
                f"{name}: a game with a skin for browsers has a kind, and a name of small letters, digits and dashes"
            )
        if isinstance(game.help, str) or not all(isinstance(line, str) for line in game.help):
            raise TypeError(f"help of {game.__name__} is a tuple of lines, not {game.help!r}")
        self.game = game
        self._make = make or game

    @property
    def is_made_by_its_class(self) -> bool:
        """Whether calling the class makes the game."""
        return self._make is self.game

    def make(self, random: Random, setup: Mapping[str, Json] = NO_SETUP) -> Game:
        """What the setup names are keyword arguments."""
        return self._make(random, **setup)

    def by(self, game: type[Game]) -> GamePlugin:
        """The same room, with another class for its game. ValueError says why that is not possible."""
        if self._make is not self.game:
            raise ValueError(f"{self.name} makes its game in a way of its own, and cannot be given another class")
        return GamePlugin(self.name, game, is_at_home=self.is_at_home, web=self.web)

    def renew(self, plugin: GamePlugin) -> None:
        """Become like another: its code was loaded again."""
        vars(self).update(vars(plugin))

    def with_option(self, option: str, text: str) -> GamePlugin:
        """The same room, with one of its game's `options` changed. ValueError says why that is not possible."""
        read = self.game.options.get(option) if self.is_made_by_its_class else None
        if read is None:
            raise ValueError(f"the room {self.name} has no option {option!r}")
        game = type(self.game.__name__, (self.game,), {option: _value(read, text)})
        return self.by(game)


@implementer(IPlugin, ICompanyPlugin)
class CompanyPlugin:
    """Registers what brings bots to rooms: an instance of this in a file in `twisted/plugins/`."""

    def __init__(self, name: str, company: str) -> None:
        """`company` is the full name of a class, which is made with the gate; it is imported when the server starts."""
        self.name = name
        self.company = _word(company, "name of the class")

    def make(self, gate: Gate) -> Company:
        company: Company = namedAny(self.company)(gate)
        return company


@implementer(IPlugin, ICommandPlugin)
class CommandPlugin:
    """Registers a command: an instance of this in a file in `twisted/plugins/` gives `tilenet` a command."""

    def __init__(self, name: str, about: str, main: str) -> None:
        """`main` is the full name of a function, such as `yours.command.main`; it is imported when it is called."""
        if not re.fullmatch(r"[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)?", _word(name, "name of the command")):
            raise ValueError(f"the name of a command is one or two words of small letters, not {name!r}")
        self.name = name
        self.about = _word(about, "about")
        self.main = _word(main, "name of the function")


def _value(read: Callable[[str], object], text: str) -> object:
    if read is not int and read is not float:
        return read(text)
    try:
        value = read(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= MAX_VALUE:
        raise ValueError(f"it must be a {'whole ' if read is int else ''}number from 0 to {MAX_VALUE}, not {text!r}")
    return value


def _word(value: str, what: str) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError(f"the {what} is a str, not {value!r}")
    return value


def installed_games() -> list[IGamePlugin]:
    """All installed games, sorted by title; also those in `twisted/plugins/` of the working folder."""
    found: list[IGamePlugin] = installed(IGamePlugin, "games")
    return sorted(found, key=lambda plugin: (plugin.title, plugin.name))


def installed_doors() -> list[IDoorPlugin]:
    """All installed doors, sorted by name; also those in `twisted/plugins/` of the working folder."""
    found: list[IDoorPlugin] = installed(IDoorPlugin, "doors")
    return sorted(found, key=lambda plugin: plugin.name)


def installed_company() -> ICompanyPlugin | None:
    """What brings bots to rooms; None if nothing does."""
    found: list[ICompanyPlugin] = installed(ICompanyPlugin, "company")
    return found[0] if found else None


def installed_commands() -> list[ICommandPlugin]:
    """The commands that plugins add, sorted by name."""
    found: list[ICommandPlugin] = installed(ICommandPlugin, "commands")
    return sorted(found, key=lambda plugin: plugin.name)


def with_options(games: Iterable[IGamePlugin], settings: Iterable[str]) -> list[IGamePlugin]:
    """The games, with settings such as `set.countdown=30` applied. ValueError says what is wrong with one.

    A game whose settings do not go together says so with a ValueError when it is made.
    """
    rooms = {game.name: game for game in games}
    changed: dict[str, IGamePlugin] = {}
    for setting in settings:
        where, is_given, text = setting.partition("=")
        room, _, option = where.rpartition(".")
        if not (room and option and is_given):
            raise ValueError(f"{setting}: it must be like ROOM.NAME=VALUE")
        game = rooms.get(room)
        if game is None:
            raise ValueError(f"{setting}: there is no room {room!r}; the rooms are {', '.join(rooms) or 'none'}")
        if not isinstance(game, GamePlugin):
            raise ValueError(f"{setting}: the room {room} has no options")
        try:
            rooms[room] = changed[room] = game.with_option(option, text)
        except ValueError as error:
            raise ValueError(f"{setting}: {error}") from None
    for room, game in changed.items():
        try:
            game.make(Random(0), NO_SETUP)
        except ValueError as error:
            raise ValueError(f"{room}: {error}") from None
    return [*rooms.values()]
