"""A contest: every pair of players on every instance, some matches at a time, and everything is kept."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from tests.bench import BenchError
from tests.bench.processes import Processes, Server
from tilenet.clients.address import Address
from tilenet.clients.arena import ArenaError
from tilenet.clients.arena.dance import Dance, Table
from tilenet.clients.arena.players import Player
from tilenet.clients.arena.results import Match, Round

LOCAL = "tcp:0:interface=127.0.0.1"
READY = re.compile(r" is serving Dancing on 127\.0\.0\.1:(\d+)\b")
FASTEST = 0.025  # seconds from step to step on a stage that nobody looks at


@dataclass(frozen=True)
class Terms:
    """What is played, and how."""

    players: list[Player]
    games: int
    size: int
    colors: int
    dancers: int
    seed: int
    seconds: float
    jobs: int
    server: Address | None  # one that is already running, with an instance of its own

    @property
    def pairs(self) -> list[tuple[Player, Player]]:
        return [*combinations(self.players, 2)]

    @property
    def matches(self) -> int:
        """How many there are."""
        return self.games * len(self.pairs)


class Contest:
    """All matches, and how far they are."""

    def __init__(self, terms: Terms, folder: Path, tell: Callable[[str], None]) -> None:
        """`tell` is called with the result of each match."""
        self.terms = terms
        self.matches: list[Match] = []
        self._folder = folder
        self._tell = tell
        self._rounds = 0  # that were started

    async def play(self) -> None:
        """Play all of it, instance by instance."""
        with Processes(self._folder) as processes:
            try:
                for game in range(1, self.terms.games + 1):
                    if self.terms.server is not None:
                        await self._play_game(game, Table(self.terms.server))
                        continue
                    server = self._serve(processes, game)
                    await self._play_game(game, Table(Address("127.0.0.1", server.port)))
                    processes.end([server.process])
            except BenchError as error:
                raise ArenaError(str(error)) from None

    def _serve(self, processes: Processes, game: int) -> Server:
        """Make an instance, and start a server that has it for all matches."""
        terms = self.terms
        file = self._folder / f"instance-{game}.txt"
        make = ["-m", "tilenet", "dancing", "generate", "--seed", str(terms.seed + game - 1)]
        make += ["--size", str(terms.size), "--colors", str(terms.colors), "--dancers", str(terms.dancers)]
        process = processes.start(make, None, self._folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        made, errors = process.communicate(timeout=60)
        processes.end([process])
        if process.returncode:
            raise ArenaError(errors.decode(errors="replace").strip().rpartition(": ")[2])
        file.write_bytes(made)
        serve = ["-m", "tilenet", "serve", "--data", "none", "--listen", LOCAL, "--dancing", LOCAL]
        for option, value in {
            "file": file,
            "size": terms.size,
            "seconds": terms.seconds,
            "rounds": 1,
            "pace": FASTEST,
        }.items():
            serve += ["--room-option", f"dancing.{option}={value}"]
        return processes.serve(f"server-{game}", serve, READY, self._folder)

    async def _play_game(self, game: int, table: Table) -> None:
        """All pairs on one instance."""
        free = asyncio.Semaphore(self.terms.jobs)
        pairs = self.terms.pairs
        before = (game - 1) * len(pairs)
        matches = [self._play_match(before + at, game, pair, table, free) for at, pair in enumerate(pairs, 1)]
        tasks = [asyncio.create_task(match) for match in matches]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)  # each ends its programs

    async def _play_match(
        self, number: int, game: int, pair: tuple[Player, Player], table: Table, free: asyncio.Semaphore
    ) -> None:
        async with free:
            one, other = pair
            rounds: list[Round] = []
            instances: list[list[str]] = []
            for players in ((one, other), (other, one)):
                self._rounds += 1
                folder = self._folder / f"{number:04}-{players[0].name}-{players[1].name}"
                folder.mkdir()
                dance = Dance(players, self._rounds, table, self.terms.seconds, folder)
                rounds.append(await dance.play())
                instances += [dance.instance] if dance.instance else []
            if len(instances) == 2 and instances[0] != instances[1]:
                raise ArenaError(f"the server at {table.address} makes new instances: start it with dancing.file")
            self._add(Match(number, game, tuple(rounds)))

    def _add(self, match: Match) -> None:
        self.matches.append(match)
        with (self._folder / "matches.jsonl").open("a") as file:
            file.write(json.dumps(match.as_json()) + "\n")
        one, other = match.players
        result = f"{match.winner} wins" if match.winner else "a draw"
        self._tell(f"{one} - {other}: {result}")
