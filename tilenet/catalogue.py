"""Which games there are: they are found by `twisted.plugin`, as twistd finds its commands."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from twisted.logger import Logger
from twisted.plugin import IPlugin, getCache, getPlugins
from zope.interface import Attribute, Interface, implementer

from tilenet.game import Game
from tilenet.text import plain
from twisted import plugins

log = Logger()

MOST = 1_000_000  # of what an option can be


class IGamePlugin(Interface):
    """A game that the server can open a room for."""

    name: str = Attribute("A short name of its own, by which other games can send players there.")
    title: str = Attribute("The room's title.")
    about: str = Attribute("One line about the game.")

    def make(random: Random) -> Game:  # noqa: N805
        """A new game, which takes its chances from `random`."""


@implementer(IPlugin, IGamePlugin)
class GamePlugin:
    """Makes a class of games known: an instance of this, in a file in `twisted/plugins/`, is a room."""

    def __init__(self, name: str, game: type[Game], make: Callable[[Random], Game] | None = None) -> None:
        """The name is the room's in code; `make` makes the game where the class alone does not."""
        self.name = _word(name, "name of the plugin")
        self.title = _word(game.title, "title")
        self.about = _word(game.about, "about")
        if isinstance(game.help, str) or not all(isinstance(line, str) for line in game.help):
            raise TypeError(f"help of {game.__name__} is a tuple of lines, not {game.help!r}")
        self._game = game
        self._make = make or game

    def make(self, random: Random) -> Game:
        return self._make(random)

    def with_option(self, option: str, text: str) -> GamePlugin:
        """The same room, with another value of one of its game's `options`. ValueError says why that cannot be."""
        kind = self._game.options.get(option) if self._make is self._game else None
        if kind is None:
            raise ValueError(f"the room {self.name} has no option {option!r}")
        value = _value(kind, text)
        return GamePlugin(self.name, type(self._game.__name__, (self._game,), {option: value}))


def _value(kind: type, text: str) -> object:
    try:
        value: object = kind(text)
    except ValueError:
        value = math.nan
    if isinstance(value, int | float) and not 0 <= value <= MOST:
        raise ValueError(f"it is a {'whole ' if kind is int else ''}number from 0 to {MOST}, and not {text!r}")
    return value


def _word(value: str, what: str) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError(f"the {what} is a str, not {value!r}")
    return value


def installed_games() -> list[IGamePlugin]:
    """All games that can be found, by title, those in the working folder's `twisted/plugins/` too."""
    here = Path.cwd()
    if str(here) not in sys.path:
        sys.path.append(str(here))
    folder = here / "twisted" / "plugins"
    if folder.is_dir() and str(folder) not in plugins.__path__:
        plugins.__path__.append(str(folder))
    found: dict[str, IGamePlugin] = {}
    for plugin in getPlugins(IGamePlugin):
        if plugin.name in found:
            log.warn("Two games are named {name}: only the first is used", name=plain(plugin.name))
        else:
            found[plugin.name] = plugin
    loaded = getCache(plugins)
    for path in sorted(folder.glob("*.py")):
        if path.stem not in loaded:
            log.error("{path} cannot be loaded, so its games are missing; the reason is above", path=plain(str(path)))
    return sorted(found.values(), key=lambda plugin: (plugin.title, plugin.name))


def with_options(games: Iterable[IGamePlugin], settings: Iterable[str]) -> list[IGamePlugin]:
    """The games, with options such as `set.countdown=30`. ValueError says what is wrong with one."""
    rooms = {game.name: game for game in games}
    for setting in settings:
        where, is_given, text = setting.partition("=")
        room, _, option = where.rpartition(".")
        if not (room and option and is_given):
            raise ValueError(f"{setting}: not like ROOM.NAME=VALUE")
        game = rooms.get(room)
        if game is None:
            raise ValueError(f"{setting}: there is no room {room!r} but {', '.join(rooms) or 'none'}")
        if not isinstance(game, GamePlugin):
            raise ValueError(f"{setting}: the room {room} has no options")
        try:
            rooms[room] = game.with_option(option, text)
        except ValueError as error:
            raise ValueError(f"{setting}: {error}") from None
    return [*rooms.values()]
