"""What can be added to the clients: bots for `tilenet bot`."""

from __future__ import annotations

import re

from twisted.plugin import IPlugin
from zope.interface import Attribute, Interface, implementer

from tilenet.plugins import installed


class IBotPlugin(Interface):
    """A bot that `tilenet bot NAME` brings to a server."""

    name: str = Attribute("Small letters, digits and dashes.")
    about: str = Attribute("What it plays, for the list of bots.")
    bot: str = Attribute("The full name of a class, or of a function that takes arguments and returns a status.")


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


def installed_bots() -> list[IBotPlugin]:
    """All installed bots, sorted by name; also those in `twisted/plugins/` of the working folder."""
    found: list[IBotPlugin] = installed(IBotPlugin, "bots")
    return sorted(found, key=lambda plugin: plugin.name)
