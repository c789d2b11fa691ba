"""A server with a room that opens a theatre for each replay that it keeps; and theatres at a table in memory.

    python -m tests.doubles.cinema --data FOLDER --web tcp:8080 ...

takes the options of `tilenet serve`.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar

from tests.doubles.playing import Playing
from tests.doubles.replays import Library as Files
from tests.doubles.replays import as_file, noughts
from tilenet import service
from tilenet.catalogue import GamePlugin, installed_games
from tilenet.game import HELP, HOME, Events, Game, Go, KeyId, Player, Scene, Tile, TileId, help_tile, home_tile
from tilenet.main import main
from tilenet.replays.library import Library
from tilenet.replays.recording import Recording
from tilenet.replays.theatre import opening, plugin
from tilenet.testing import Table

ID = "a-replay"


def theatre(recording: Recording | None = None, id: str = ID) -> Table:
    """A table at which the recording with this id is shown. There is only one: a game of noughts, or another."""
    library = Files({ID: as_file(recording or noughts(), id=ID)})
    game: Any = plugin(library, installed_games()).game
    return Table(GamePlugin("replay", game, lambda random: game(random, id)))


def watching(name: str = "eve", recording: Recording | None = None, **how: Any) -> Playing:
    """A terminal in a theatre."""
    return Playing(theatre(recording), name, **how)


class Cinema(Game):
    """All replays; a click opens a theatre, and so does what begins an id, said after a slash."""

    title = "Cinema"
    about = "Replays"
    help = ()
    library: ClassVar[Library]

    def scene(self) -> Scene:
        replays = self.library.latest(60)
        tiles: dict[TileId, Tile] = {HOME: home_tile(0, 0), HELP: help_tile(1, 15)}
        for at, header in enumerate(replays, 1):
            tiles[header["id"]] = Tile(at % 4, at // 4, header["id"], header["title"])
        return Scene((4, 16), tiles)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        show = opening(self.library.find(str(tile)))
        yield show
        yield Go(player, show)

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        found = (one for one in self.library.latest(60) if one["id"].startswith(text.lstrip("/")))
        header = next(found, None)
        return self.click(player, header["id"], now) if header is not None else ()


def run() -> None:
    games = [*installed_games(), GamePlugin("cinema", Cinema)]
    vars(service).update(installed_games=lambda: games, theatre_plugin=_theatre_plugin)
    main(["serve", *sys.argv[1:]])


def _theatre_plugin(library: Library, games: Any) -> GamePlugin:
    Cinema.library = library
    return plugin(library, games)


if __name__ == "__main__":
    run()
