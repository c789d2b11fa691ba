"""The client that a player uses now. A player lasts; clients come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tilenet.game import Event
from tilenet.lines.line import Line
from tilenet.wire.format import Format
from tilenet.world.screens.cache import Cache
from tilenet.world.screens.news import News


class Screen:
    """Where a client is shown rooms: in which format, over which line, and what the client knows already."""

    __slots__ = ("cache", "format", "line")

    def __init__(self, line: Line, format: Format, is_online: Callable[[str], bool]) -> None:
        self.line = line
        self.format = format
        self.cache = Cache(is_online)

    def reformat(self, format: Format) -> bool:
        """Use another format from now on; returns whether that is another language, so all has to be said again."""
        is_other = format.language != self.format.language
        self.format = format
        if is_other:
            self.cache.forget_words()
        return is_other

    def show(self, news: News) -> None:
        if news:
            self.line.send(news.encoded(self.format))

    def show_all(self, batches: Iterable[News]) -> None:
        format = self.format
        data = b"".join([news.encoded(format) for news in batches])
        if data:
            self.line.send(data)


def _free_of_charge(commands: float) -> None:
    """Nobody counts what this client does."""


def _never_ending(reason: str) -> None:
    """This client has no session."""


class Client:
    """One client. It has a screen, or listens to the events of games, or both."""

    __slots__ = ("address", "end", "listener", "screen", "spend")

    def __init__(
        self,
        address: str,
        screen: Screen | None = None,
        listener: Callable[[Event], None] | None = None,
        *,
        spend: Callable[[float], object] = _free_of_charge,
        end: Callable[[str], object] = _never_ending,
    ) -> None:
        self.address = address
        self.screen = screen
        self.listener = listener  # is called with the events of a game's own that are for this player
        self.spend = spend  # charges the client for this many commands
        self.end = end  # ends its session, with a reason
