"""Which games there are: they are found by `twisted.plugin`, as twistd finds its commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from random import Random

from twisted.logger import Logger
from twisted.plugin import IPlugin, getPlugins
from zope.interface import Attribute, Interface, implementer

from tilenet.game import Game
from tilenet.text import plain
from twisted import plugins

log = Logger()


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
        self.name = name
        self.title = game.title
        self.about = game.about
        self._make = make or game

    def make(self, random: Random) -> Game:
        return self._make(random)


def installed_games() -> list[IGamePlugin]:
    """All games that can be found, by title, those in the working folder's `twisted/plugins/` too."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    folder = os.path.join(here, "twisted", "plugins")
    if os.path.isdir(folder) and folder not in plugins.__path__:
        plugins.__path__.append(folder)
    found: dict[str, IGamePlugin] = {}
    for plugin in getPlugins(IGamePlugin):
        if plugin.name in found:
            log.warn("Two games are named {name}: only the first is used", name=plain(plugin.name))
        else:
            found[plugin.name] = plugin
    return sorted(found.values(), key=lambda plugin: (plugin.title, plugin.name))
