"""What can be added to the clients: bots for `tilenet bot`, and skins for the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from twisted.plugin import IPlugin
from twisted.python.reflect import namedAny
from zope.interface import Attribute, Interface, implementer

from tilenet.plugins import installed

if TYPE_CHECKING:
    from tilenet.clients.terminal.skin import Skin, SkinContext


class IBotPlugin(Interface):
    """A bot that `tilenet bot NAME` brings to a server."""

    name: str = Attribute("Small letters, digits and dashes.")
    about: str = Attribute("What it plays, for the list of bots.")
    bot: str = Attribute("The full name of a class, or of a function that takes arguments and returns a status.")


class ISkinPlugin(Interface):
    """What draws rooms of some kinds in the terminal client: by ssh on this server, and in `tilenet play` here."""

    name: str = Attribute("A short, unique name.")
    kinds: tuple[str, ...] = Attribute("The kinds of rooms that it draws, such as mole/1.")

    def make(context: SkinContext) -> Skin:  # noqa: N805
        """A new skin, for one visit to a room."""


@implementer(IPlugin, IBotPlugin)
class BotPlugin:
    """Registers a bot: an instance of this in a file in `twisted/plugins/` gives `tilenet bot` another choice."""

    def __init__(self, name: str, about: str, bot: str) -> None:
        """`bot` is the full name of a subclass of `tilenet.clients.bots.bot.Bot`, such as `yours.bot.YourBot`.

        For a bot that does not speak TileNet it is a whole program: a function that takes the rest of the command line
        and returns the exit status. Both are imported when they are called.
        """
        if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
            raise ValueError(f"the name of a bot is one word of small letters, digits and dashes, not {name!r}")
        self.name = name
        self.about = about
        self.bot = bot


@implementer(IPlugin, ISkinPlugin)
class SkinPlugin:
    """Registers a skin: an instance of this in a file in `twisted/plugins/` gives the terminal client one."""

    def __init__(self, name: str, kinds: tuple[str, ...], skin: str) -> None:
        """`skin` is the full name of the class, such as `yours.skin.YourSkin`; it is imported when it is first used."""
        if isinstance(kinds, str):
            raise TypeError(f"kinds of the skin {name} is a tuple of kinds, not {kinds!r}")
        self.name = name
        self.kinds = kinds
        self.skin = skin

    def make(self, context: SkinContext) -> Skin:
        skin: Skin = namedAny(self.skin)(context)
        return skin


def installed_bots() -> list[IBotPlugin]:
    """All installed bots, sorted by name; also those in `twisted/plugins/` of the working folder."""
    found: list[IBotPlugin] = installed(IBotPlugin, "bots")
    return sorted(found, key=lambda plugin: plugin.name)


def installed_skins() -> list[ISkinPlugin]:
    """All installed skins for the terminal client, sorted by name; also those in the working folder."""
    found: list[ISkinPlugin] = installed(ISkinPlugin, "skins")
    return sorted(found, key=lambda plugin: plugin.name)
