"""Tombala with many rooms at once, and with thousands of games one after the other."""

from dataclasses import dataclass
from typing import Any

from tests.soak.server import LOCAL, Server
from tests.soak.stage import Stage

BOTS = "tests.soak.tombalabots"
MIB = 2**20
KEPT = 30_000  # bytes for each bot: what an allocator keeps of a crowd
LEAST_KEPT = 8 * MIB
FILES = 20  # descriptors of a crowd's process when its connections are gone


def serve(stage: Stage, bots: int) -> Server:
    """Start a server that so many bots can enter at once."""
    most = str(bots + 100)
    return stage.serve("--tombala", LOCAL, "--max-waiting", most, "--max-connections", most)


def check_games(stage: Stage, told: dict[str, Any], games: int) -> None:
    """Note how many games have a winner whom all of their players know, and what is left in the crowd's process."""
    stage.at_least("games with a winner on whom all agree", told["agreed"], games)
    stage.at_most("bots and connections left in the crowd's process", told["held"], 0)
    stage.at_most("files open in the crowd's process", told["files"], FILES)


@dataclass(frozen=True)
class TombalaCrowd:
    """Many rooms at once, from the first login to the third cinko; nothing of it may be left in the server."""

    rooms: int = 200
    players: int = 5
    countdown: int = 8  # seconds, for all to come in
    seconds: float = 120.0  # for all games

    name: str = "tombala-crowd"

    @property
    def about(self) -> str:
        return f"{self.rooms} rooms of {self.players} bots play Tombala to the end at once, and nothing is left"

    def run(self, stage: Stage) -> None:
        bots = self.rooms * self.players
        server = serve(stage, bots)
        with stage.witness(server):
            told = stage.play(BOTS, server.door, self.rooms, self.players, 1, self.countdown, seconds=self.seconds)
        check_games(stage, told, self.rooms)
        stage.nothing_left(server, self.rooms)
        grown = (server.last.memory - server.first.memory) / MIB
        stage.at_most("memory kept", grown, max(LEAST_KEPT, KEPT * bots) / MIB, "MiB")


@dataclass(frozen=True)
class TombalaMemory:
    """Thousands of games, in batches of bots that come and go: memory grows with the crowd, not with the games."""

    batches: int = 5
    rooms: int = 100
    players: int = 2
    games: int = 5  # in a row, in each room of each batch
    countdown: int = 3
    seconds: float = 300.0  # for a batch
    growth: float = 2.0  # MiB from the end of the first batch to the end of the last

    name: str = "tombala-memory"

    @property
    def about(self) -> str:
        games = self.batches * self.rooms * self.games
        return f"{games} games of Tombala by {self.rooms * self.players} bots at a time, and memory does not grow"

    def run(self, stage: Stage) -> None:
        server = serve(stage, self.rooms * self.players)
        memory = []
        agreed = 0
        for batch in range(1, self.batches + 1):
            arguments = (server.door, self.rooms, self.players, self.games, self.countdown)
            agreed += stage.play(BOTS, *arguments, seconds=self.seconds)["agreed"]
            memory.append(server.settle().memory)
            stage.say(f"batch {batch} of {self.batches}: {memory[-1] / MIB:.1f} MiB")
        stage.at_least("games with a winner on whom all agree", agreed, self.batches * self.rooms * self.games)
        stage.nothing_left(server, self.rooms)
        stage.at_most("growth after the first batch", (memory[-1] - memory[0]) / MIB, self.growth, "MiB")
