"""The lobby of Tombala with people in it, and what they see there."""

from __future__ import annotations

from typing import ClassVar

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.tombala_clients import ROOM_PLUGIN
from tilenet.catalogue import GamePlugin
from tilenet.games.tombala.events import Create
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.rooms import LOBBY, Entry, in_order


class LobbyTestCase(SynchronousTestCase):
    """ann and bob are in the lobby; cid is in Home."""

    options: ClassVar[dict[str, str]] = {}

    def setUp(self) -> None:
        plugin = GamePlugin("tombala", Lobby)
        for option, value in self.options.items():
            plugin = plugin.with_option(option, value)
        self.server = Server([plugin, ROOM_PLUGIN], command_burst=10**6, speech_burst=10**6)
        self.ann, self.bob, self.cid = (self.server.join(name) for name in ("ann", "bob", "cid"))
        self.ann.click("Tombala")
        self.bob.click("Tombala")
        self.server.advance(3, step=0.5)
        self.forget()

    @property
    def lobby(self) -> Lobby:
        game = self.server.world.rooms["tombala"].game
        assert isinstance(game, Lobby)
        return game

    def forget(self) -> None:
        for client in self.server.clients:
            client.raw = b""
            client.model.heard.clear()

    def tell(self, client: Client, text: str) -> list[str]:
        """Say something, and hear what comes of it."""
        self.forget()
        client.say(text)
        self.server.check()
        for other in self.server.clients:
            if other is not client:
                self.assertEqual(other.heard, [])
        return client.heard

    def make(self, *names: str, seconds: int = 30) -> None:
        """Let there be these rooms, made by somebody else each."""
        for name in names:
            maker = self.successResultOf(self.server.world.login(f"maker of {name}", ""))
            self.server.world.ask(maker, LOBBY, Create(name, seconds), lambda: None)

    def entries(self) -> list[Entry]:
        return in_order(self.server.world.directory.listed_by(LOBBY))

    def entry(self, room: str) -> Entry:
        return next(entry for entry in self.entries() if entry.name == room)

    def game(self, room: str) -> TombalaGame:
        """What is going on in a room."""
        game = self.server.world.rooms[self.entry(room).room].game
        assert isinstance(game, TombalaGame)
        return game

    def look(self) -> None:
        """Let a second pass, in which everybody sees what is new."""
        self.server.advance(1, step=0.5)
        self.server.check()

    def rooms(self, client: Client) -> list[str]:
        """The names of the rooms that are shown, row by row, without what follows them."""
        return [*self.cells(client)]

    def cells(self, client: Client) -> dict[str, tuple[int, int]]:
        """Where each room is shown."""
        names = {at: str(client.model.objects[objid]["name"]) for at, objid in client.model.grid().items()}
        shown = {at: names[at] for at in sorted(names, key=lambda at: (at[1], at[0])) if at[0] < 3}
        for name in shown.values():
            self.assertRegex(name, r"^.+ \((started|\d+ s|\d+ min), \d+ players?\)$")
        return {name.rpartition(" (")[0]: at for at, name in shown.items()}

    def shown(self, client: Client, room: str) -> str:
        """The whole name of a room's tile."""
        return str(client.model.objects[client.model.grid()[self.cells(client)[room]]]["name"])

    def join(self, client: Client, room: str) -> None:
        """Click on a room."""
        client.click(self.shown(client, room))

    def text(self, client: Client, room: str) -> str:
        return str(client.model.objects[client.token(self.shown(client, room))]["text"])

    def enabled(self, client: Client, room: str) -> bool:
        return bool(client.model.objects[client.token(self.shown(client, room))]["energy"])

    def headline(self, client: Client) -> str:
        return str(client.model.objects[client.model.current or ""]["text"])

    def names(self) -> list[str]:
        return sorted(entry.name for entry in self.entries())
