"""The terminal client at a whole server in memory, in company of bots; the same in every run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import urwid
from urwid.testing import press

from tests.doubles.app import FakeHost, Loop
from tests.doubles.botshow import Show
from tests.doubles.harness import Client
from tests.doubles.terminal import Screen, screen
from tilenet.catalogue import GamePlugin
from tilenet.clients.address import Address
from tilenet.clients.bots.bot import MakeBot
from tilenet.clients.terminal.app import App, PlayOptions
from tilenet.clients.terminal.inks import DEPTHS, Inks
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.signs import FANCY


class Theatre:
    """Somebody called ann in front of a terminal, and who else is on the server."""

    def __init__(self, games: Sequence[GamePlugin], make_bot: MakeBot, bots: int, size: tuple[int, int]) -> None:
        urwid.set_encoding("utf-8")
        self.size = size
        self.show = Show(*games, make_bot=make_bot)
        self.show.server.gate.name = "our table"
        self._shell: Shell | None = None
        self.show.start(*(f"bot-{number + 1}" for number in range(bots)))
        options = PlayOptions(Address(), "ann", True, Inks(DEPTHS["24bit"]), FANCY)
        App(self.show.clock, options, FakeHost(self.show.clock, self.show.dial, self._start_loop, [])).connect()
        self.wait(1)

    def join(self, name: str, *path: str) -> Client:
        """Somebody else, who walks somewhere."""
        client = self.show.server.join(name)
        for tile in path:
            client.click(tile)
            self.wait(0.5)
        return client

    def press(self, *keys: str) -> None:
        assert self._shell is not None
        press(self._shell, self.size, *keys)
        self.wait(0.25)

    def wait(self, seconds: float) -> None:
        self.show.advance(seconds)

    def until(self, is_so: Callable[[str], bool], seconds: int = 600) -> None:
        """Wait until it is so on the screen."""
        for _ in range(8 * seconds):
            if is_so(str(self.screen())):
                return
            self.wait(0.125)
        raise AssertionError(f"it never was so:\n{self.screen()}")

    def screen(self) -> Screen:
        assert self._shell is not None
        return screen(self._shell, self.size)

    def _start_loop(self, shell: Shell) -> Loop:
        self._shell = shell
        return Loop(shell)
