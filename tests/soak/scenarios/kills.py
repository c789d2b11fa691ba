"""Servers that are killed while accounts are made and games end: what was acknowledged is kept."""

import sqlite3
import time
from collections import deque
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.bench import BenchError
from tests.soak.members import Maker, Match
from tests.soak.stage import Stage

DATABASE = "tilenet.sqlite"
POINTS = 20  # of two players together: each wins what the other loses
CERTAIN = 1.0  # seconds after which a result that was announced is kept
PATIENCE = 60.0  # seconds for the first end of a game
SHOWN = 5  # refusals


@dataclass
class Found:
    """What was acknowledged in all rounds, and what is missing of it."""

    accounts: set[str] = field(default_factory=set)
    unchecked: "deque[str]" = field(default_factory=deque)  # that have not logged in since the kill
    checked: int = 0
    results: int = 0  # announced in time
    lost: int = 0
    unequal: int = 0  # matches whose points do not add up
    refused: list[str] = field(default_factory=list)


def rows(data: Path, query: str, *values: object) -> list[Any]:
    """Ask the database from outside."""
    with closing(sqlite3.connect(data / DATABASE, timeout=30)) as connection:
        return connection.execute(query, values).fetchall()


def results_of(data: Path, name: str) -> int:
    """How many results of somebody are kept."""
    number: int = rows(data, "SELECT count(*) FROM standing WHERE name = ?", name)[0][0]
    return number


@dataclass(frozen=True)
class Kills:
    """Round after round, a server is killed at a moment that nobody knows, and started again."""

    rounds: int = 60
    makers: int = 4  # clients that make accounts all the time
    most: float = 3.0  # seconds of load
    seed: int = 1

    name: str = "kills"

    @property
    def about(self) -> str:
        return f"{self.rounds} times a server is killed under load, and nothing that it has acknowledged is lost"

    def run(self, stage: Stage) -> None:
        random = Random(self.seed)
        data = stage.folder / "data"
        found = Found()
        announced: dict[str, int] = {}
        for number in range(self.rounds):
            announced |= self.play(stage, data, number, random, found)
            stage.say(
                f"round {number + 1} of {self.rounds}: {len(found.accounts)} accounts, {found.checked} of them were "
                f"let in again; {found.results} results"
            )
        self.look(stage, data, announced, found)
        stage.at_least("kills", self.rounds, self.rounds)
        stage.at_least("accounts made", len(found.accounts), self.rounds)
        stage.at_least("accounts that were let in again", found.checked, len(found.accounts))
        stage.at_least("results that were announced in time", found.results, self.rounds // 2)
        stage.at_most("of those, lost", found.lost, 0)
        stage.at_most("matches whose points do not add up", found.unequal, 0)
        stage.at_most("logins refused", len(found.refused), 0)
        for refusal in found.refused[:SHOWN]:
            stage.say(f"refused: {refusal}")

    def play(self, stage: Stage, data: Path, number: int, random: Random, found: Found) -> dict[str, int]:
        """Put a server under load and kill it; how many results of whom were announced in time.

        In every other round, a game has come to its end before the time begins to run.
        """
        server = stage.launch("--data", str(data))
        new = (f"new{number}-{count}" for count in range(10**6))
        makers = [Maker(server.port, found.unchecked, new) for _ in range(self.makers)]
        with Match(server.port, f"left{number}", f"right{number}") as match:
            work = [maker.work for maker in makers]
            if number % 2 == 0 and not match.go_on_until(lambda: len(match.ends) > 0, PATIENCE, *work):
                raise BenchError("no game came to its end")
            match.go_on(random.uniform(CERTAIN if number % 2 == 0 else 0, self.most), *work)
            server.process.kill()
            killed = time.monotonic()
            server.process.wait()
            match.work()
            for maker in makers:
                maker.give_up()
                self.note(maker, found)
            made = [player.name for player in match.players if player.is_in]
            ends = sum(end < killed - CERTAIN for end in match.ends)
        found.accounts.update(made)
        found.unchecked.extend(made)
        found.results += ends
        return {f"left{number}": ends}

    def note(self, maker: Maker, found: Found) -> None:
        found.accounts.update(maker.made)
        found.unchecked.extend(maker.made)
        found.checked += len(maker.found)
        found.refused += maker.refused

    def look(self, stage: Stage, data: Path, announced: dict[str, int], found: Found) -> None:
        """After the last kill: let in those who were not let in yet, and look for everything in the database."""
        server = stage.launch("--data", str(data))
        makers = [Maker(server.port, found.unchecked, ()) for _ in range(self.makers)]
        stage.say(f"{len(found.unchecked)} accounts are still to be let in again")
        deadline = time.monotonic() + 60 + len(found.unchecked)
        while not all(maker.is_done for maker in makers):
            if time.monotonic() > deadline:
                raise BenchError("not every account was let in again in time")
            for maker in makers:
                maker.work()
            time.sleep(0.001)
        for maker in makers:
            self.note(maker, found)
        for name, ends in announced.items():
            found.lost += max(0, ends - results_of(data, name))
            other = name.replace("left", "right")
            pair = rows(data, "SELECT points FROM account WHERE name IN (?, ?)", name, other)
            found.unequal += len(pair) == 2 and sum(points for (points,) in pair) != POINTS
        kept = {name for (name,) in rows(data, "SELECT name FROM account")}
        stage.at_most("accounts lost", len(found.accounts - kept), 0)
