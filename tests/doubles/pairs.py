"""PairPanicking with a known layout, and what happens by its rules without a world."""

from __future__ import annotations

from collections.abc import Sequence

from tests.doubles.harness import Server
from tests.doubles.memory_cards import Stacked
from tests.doubles.model import click
from tests.doubles.someone import Someone
from tilenet.catalogue import GamePlugin
from tilenet.game import Event, Events, Points
from tilenet.games.pairpanicking.game import IDS, PairPanicking

PLAIN = [number % 16 for number in range(64)]  # every row is 0 to 7 or 8 to 15, so a column is of two symbols
ZERO = [(0, 0), (0, 2), (0, 4), (0, 6)]  # the squares of symbol 0
ONE = [(1, 0), (1, 2), (1, 4), (1, 6)]
NAMES = ("ann", "bob", "cid")


class Dealt(Stacked):
    """Chance that deals a known layout."""

    def __init__(self, layout: Sequence[int] = PLAIN) -> None:
        super().__init__(layout)


def dealt(layout: Sequence[int] = PLAIN, game: type[PairPanicking] = PairPanicking, name: str = "pairs") -> GamePlugin:
    """The game with a known layout."""
    return GamePlugin(name, game, lambda random: game(Dealt(layout)))


def happen(events: Events) -> list[Event]:
    """Let it happen as the world does: points count at once, and never fall below 0."""
    happened = []
    for event in events:
        if isinstance(event, Points):
            assert isinstance(event.player, Someone)
            event.player.points = max(0, event.player.points + event.change)
        happened.append(event)
    return happened


class Watched:
    """A server whose bytes to everybody are looked at after each step."""

    def __init__(self, layout: Sequence[int], game: type[PairPanicking] = PairPanicking) -> None:
        self.server = Server([dealt(layout, game)], command_burst=10**6)
        self.game = game
        self.clients = {name: self.server.join(name) for name in NAMES}
        self.room = self.server.world.rooms["pairs"]

    def do(self, who: str, what: object) -> dict[str, bytes]:
        """Do a step, if it can be done; the bytes that everybody was sent for it."""
        for client in self.clients.values():
            client.raw = b""
        if who == "wait":
            assert isinstance(what, float)
            self.server.advance(what)
        else:
            client = self.clients[who]
            is_in = client.model.current == self.room.objid
            if what == "in" and not is_in:
                client.click(self.game.title)
            elif what == "out" and is_in:
                client.click("Home")
            elif what not in ("in", "out") and is_in:
                client.send(click(self.room.objid_of(IDS[what] if isinstance(what, tuple) else what)))
        return {name: client.raw for name, client in self.clients.items()}

    def shown(self) -> set[int]:
        """The symbols that show now."""
        names = [look.name for look in self.game.faces.symbols]
        tiles = self.room.game.scene().tiles
        return {names.index(tiles[id].name) for id in IDS.values() if tiles[id].name in names}
