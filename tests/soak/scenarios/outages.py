"""Databases that another program keeps locked, or that are full: games do not notice, and nothing is lost."""

import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench import BenchError
from tests.soak.members import Match, Member
from tests.soak.scenarios.kills import DATABASE, results_of, rows
from tests.soak.scenarios.load import bystander
from tests.soak.server import Server
from tests.soak.stage import Stage

BEGUN, OVER = "Points and results cannot be written", "The database can be written to again"
REASON = "Accounts are unavailable right now"
BALLAST = 400_000  # bytes
STALL = 500.0  # ms: the reactor never waits for the database, which waits a second for a program that has locked it
LOG = 100_000  # bytes of the log, at most: it is a file as well


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Keep the database from being written to."""
    with closing(sqlite3.connect(data / DATABASE, timeout=30, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def full(server: Server, data: Path) -> Iterator[None]:
    """Let no file of the server grow. What comes next goes after what is in the write-ahead log, which is long."""
    with closing(sqlite3.connect(data / DATABASE, timeout=30)) as connection:
        connection.execute("CREATE TABLE ballast (data)")
        connection.execute("INSERT INTO ballast VALUES (zeroblob(?))", (BALLAST,))
        connection.execute("DROP TABLE ballast")
        connection.commit()
    size = (data / f"{DATABASE}-wal").stat().st_size
    if size < LOG:
        raise BenchError(f"the write-ahead log has {size} bytes only: the log itself might not fit")
    pid = server.process.pid
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


class Newcomer(Member):
    """Somebody who wants an account while it cannot be made."""

    @property
    def waited(self) -> float:
        return self.answered - self.asked


@dataclass(frozen=True)
class Outage:
    """A match goes on while the database is out of order; those who want an account have to wait."""

    name: str
    about: str
    seconds: float = 11.0  # of the outage; a login waits for 10
    bursts: int = 0  # seconds after it in which the database is free for a tenth only

    def run(self, stage: Stage) -> None:
        data = stage.folder / "data"
        server = stage.serve("--data", str(data))
        with stage.witness(server), Match(server.port, "left", "right") as match:
            if not match.go_on_until(lambda: len(match.ends) > 0, 30.0):
                raise BenchError("no game came to its end")
            server.forget_turns()
            stage.say(f"{self.seconds:g} s without the database")
            with full(server, data) if self.name.endswith("full") else locked(data):
                early = Newcomer(server.port, "early")
                match.go_on(self.seconds / 2, early.read)
                late = Newcomer(server.port, "late")
                match.go_on(self.seconds / 2, early.read, late.read)
                played = len(match.ends)
            match.go_on_until(lambda: late.answer is not None, 15.0, late.read)
            for _ in range(self.bursts):
                with locked(data):
                    match.go_on(0.9)
                match.go_on(0.1)
            if not match.finish(30.0):
                raise BenchError("the last game did not come to its end")
        self.check(stage, server, match, data, played, early, late)

    def check(
        self, stage: Stage, server: Server, match: Match, data: Path, played: int, early: Newcomer, late: Newcomer
    ) -> None:
        stage.at_least("games played without the database", played, self.seconds / 2)
        bystander(stage)
        stage.at_most("the bystander waits, at most", 1e3 * max(stage.result.latencies), STALL, "ms")
        refusal = "" if early.answer is None else early.answer.message
        stage.at_least("newcomers who waited for 10 s, and were told why", REASON in refusal, 1)
        stage.at_most("they waited", early.waited, 10.5, "s")
        stage.at_least("newcomers who were let in when it was back", late.is_in, 1)
        self.wait(data, match)
        stage.at_least("results", results_of(data, "left"), len(match.ends))
        points = dict(rows(data, "SELECT name, points FROM account"))
        wrong = sum(points.get(player.name) != player.points for player in match.players)
        stage.at_most("accounts with wrong points", wrong, 0)
        for words, what in ((BEGUN, "about the outage"), (OVER, "about its end")):
            stage.at_least(f"lines in the log {what}", server.log().count(words), 1)
            stage.at_most(f"lines in the log {what}", server.log().count(words), 1 + self.bursts)
        early.leave()
        late.leave()

    def wait(self, data: Path, match: Match) -> None:
        """Wait until everything is written, or until that takes too long."""
        deadline = time.monotonic() + 10
        while results_of(data, "left") < len(match.ends) and time.monotonic() < deadline:
            time.sleep(0.2)
        time.sleep(2.0)  # points are written once a second


LOCKED = Outage("database-locked", "another program locks the database for 11 s, and then again and again", bursts=10)
FULL = Outage("database-full", "the server's disk is full for 11 s, as far as the server can see")
