"""Makes the servers that sessions are played on: all games, both doors, chance from a seed, and a clock on the wall.

All that sessions need of `tilenet` is imported here, and nowhere else.
"""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from tests.doubles.harness import Server
from tests.doubles.tombala_clients import NOON, TombalaServer
from tilenet.catalogue import GamePlugin
from tilenet.game import (
    HELP,
    NO_VIEW,
    Chat,
    Close,
    Events,
    Game,
    Go,
    Image,
    Key,
    KeyId,
    Open,
    Player,
    Points,
    Say,
    Scene,
    Tell,
    Tile,
    TileId,
    View,
    help_tile,
)
from tilenet.games.noughts import Noughts
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.pairpanicking.pictures import Pictures
from tilenet.games.set.game import SetGame
from tilenet.games.set.practice import Practice
from tilenet.games.tombala.door import TombalaDoor
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.hall import Hall, Setup
from tilenet.games.tombala.lobby import Lobby
from tilenet.world.players.accounts import Account, Guests, Refused

__all__ = [
    "HELP",
    "NO_VIEW",
    "Account",
    "Chat",
    "Close",
    "Events",
    "FullServer",
    "GamePlugin",
    "Go",
    "Guests",
    "Image",
    "Key",
    "Open",
    "Points",
    "Refused",
    "Say",
    "Scene",
    "SmallLobby",
    "Tell",
    "Tile",
    "View",
    "help_tile",
    "moody_lobby",
]


class FullServer(TombalaServer):
    """A server with all the games that come with it, then others, and both doors."""

    def __init__(self, seed: int, *more: GamePlugin, lobby: type[Lobby] = Lobby, **options: Any) -> None:
        """The options are the harness's: status, accounts, and limits."""
        Server.__init__(
            self,
            [
                GamePlugin("noughts", Noughts, _seeding(seed)),
                GamePlugin("pairpanicking", PairPanicking),
                GamePlugin("pairpanicking-pictures", Pictures),
                GamePlugin("set", SetGame),
                GamePlugin("set-practice", Practice),
                GamePlugin("tombala", lobby),
                *more,
            ],
            **options,
        )
        self.shift = timedelta()  # by which somebody has set the clock on the wall
        self.tombala = TombalaDoor(self.gate, lambda: NOON + timedelta(seconds=self.clock.seconds()) + self.shift)

    def stop(self) -> None:
        """The daemon is told to end."""
        self.gate.close("The server is going down.")
        self.settle()


def _seeding(seed: int) -> Any:
    """Makes the first game that a world asks for. The world's chance begins with the seed then."""
    seeds = [seed]

    def make(random: Random) -> Game:
        if seeds:
            random.seed(seeds.pop())
        return Noughts(random)

    return make


class SmallLobby(Lobby):
    """One that is full soon."""

    rooms = 4
    rooms_each = 3
    countdown = 12


class Moody(Exception):
    """What a game of Tombala fails with, when it is asked to."""


class MoodyGame(TombalaGame):
    """It fails when somebody says so, claims 99 cinkos, or is gloomy; and cannot begin in a room called never."""

    def __init__(self, random: Random, hall: Hall, setup: Setup) -> None:
        if setup.name == "never":
            raise Moody
        super().__init__(random, hall, setup)

    def enter(self, player: Player, now: float) -> Events:
        if player.name.startswith("gloom"):
            raise Moody
        return super().enter(player, now)

    def ask(self, player: Player, request: object, now: float) -> Events:
        if getattr(request, "total", 0) == 99:
            raise Moody
        return super().ask(player, request, now)

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        if text == "fail":
            raise Moody
        return super().say(player, text, to, now)


def moody_lobby() -> type[Lobby]:
    """A lobby of moody games. It fails when somebody says so, and cannot begin again when somebody says `for good`."""

    class MoodyLobby(Lobby):
        is_over = False

        def __init__(self, random: Random) -> None:
            if MoodyLobby.is_over:
                raise Moody
            super().__init__(random)
            self.hall = Hall(MoodyGame, self.rooms, self.rooms_each)

        def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
            MoodyLobby.is_over = text == "for good"
            if text in ("fail", "for good"):
                raise Moody
            return super().say(player, text, to, now)

    return MoodyLobby
