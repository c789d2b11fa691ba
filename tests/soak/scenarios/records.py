"""Results without end: guests who lose on purpose do not fill the disk, and a million results keep nobody waiting."""

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tests.soak.scenarios.kills import DATABASE, rows
from tests.soak.scenarios.load import bystander
from tests.soak.scenarios.logins import let_use_all_cores, make_accounts
from tests.soak.server import LOCAL
from tests.soak.stage import Stage

LOSERS, READERS = "tests.soak.losers", "tests.soak.readers"
MIB = 2**20
GAMES = 6

#: As many results of two accounts each as are asked for, all of today, and the totals that follow from them.
FILL = """
    INSERT INTO game WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {games})
        SELECT 'Game ' || i FROM n;
    INSERT INTO result (id, game, ended, is_rated, players, has_accounts)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {results})
        SELECT i, 'Game ' || i % {games}, {now}, 1, 2, 1 FROM n;
    UPDATE kept SET results = {results} WHERE has_accounts = 1;
    INSERT INTO standing SELECT id, id * 7919 % {accounts} + 1, 'x', 0, 1, 7, 1, '{{}}', 1000 + id % 997 FROM result;
    INSERT INTO standing SELECT id, id * 104729 % {accounts} + 1, 'x', 0, 2, 3, 1, '{{}}', 1000 + id % 991 FROM result;
    INSERT INTO career (account, game, games, wins, rating, best, rated)
        SELECT account, game, count(*), sum(place = 1), max(rating), max(score), count(*)
        FROM standing NOT INDEXED CROSS JOIN result ON result.id = standing.result GROUP BY account, game;
    INSERT INTO tally SELECT account, game, '{day}', games, wins, rating FROM career;
    INSERT INTO tally SELECT account, game, '{month}', games, wins, rating FROM career;
"""


def fill(path: Path, results: int) -> None:
    """Write so many results into a database, faster than they could be played."""
    now = datetime.now()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        ((accounts,),) = connection.execute("SELECT count(*) FROM account").fetchall()
        values = {"results": results, "accounts": accounts, "games": GAMES, "now": now.timestamp()}
        script = FILL.format(**values, day=f"{now:%Y-%m-%d}", month=f"{now:%Y-%m}")
        connection.executescript(f"BEGIN; {script} COMMIT;")


@dataclass(frozen=True)
class Losers:
    """Programs lose matches of Dancing as fast as they can; only the newest results are kept."""

    programs: int = 64
    seconds: float = 30.0
    kept: int = 500  # results
    size: float = 8.0  # MiB of the database, with its write-ahead log
    log: int = 2000  # lines

    name: str = "losers"

    @property
    def about(self) -> str:
        return f"{self.programs} programs lose at Dancing on purpose, and do not fill the disk"

    def run(self, stage: Stage) -> None:
        data = stage.folder / "data"
        server = stage.serve(
            *("--data", str(data), "--dancing", LOCAL, "--max-guest-results", str(self.kept)),
            *("--max-waiting", str(2 * self.programs)),
        )
        lines = server.log().count("\n")
        with stage.witness(server):
            server.forget_turns()
            told = stage.play(LOSERS, server.door, self.programs, self.seconds, seconds=self.seconds + 120)
        time.sleep(1.0)  # the last results are written
        ((newest, kept),) = rows(data, "SELECT max(id), count(*) FROM result")
        stage.say(f"{newest / self.seconds:.0f} results a second")
        stage.at_least("matches lost", told["lost"], self.programs)
        stage.at_least("results that were written", newest, 2 * self.kept)
        stage.at_most("results that are kept", kept, self.kept)
        size = sum((data / f"{DATABASE}{suffix}").stat().st_size for suffix in ("", "-wal"))
        stage.at_most("the database has", size / MIB, self.size, "MiB")
        stage.at_most("lines in the log", server.log().count("\n") - lines, self.log)
        bystander(stage)


@dataclass(frozen=True)
class Readers:
    """Many read the records of a large database; accounts log in as if nobody did."""

    readers: int = 64
    rate: float = 15.0  # pages that each of them turns a second
    seconds: float = 20.0
    results: int = 1_000_000
    accounts: int = 1000
    login: float = 1.0  # seconds, at most

    name: str = "readers"

    @property
    def about(self) -> str:
        return f"{self.readers} readers of {self.results} results, while accounts log in"

    def run(self, stage: Stage) -> None:
        data = stage.folder.parent / "data"
        make_accounts(stage, data, self.accounts)
        began = time.monotonic()
        fill(data / DATABASE, self.results)
        stage.say(f"there are {self.results} results, after {time.monotonic() - began:.0f} s")
        server = stage.serve("--data", str(data))
        let_use_all_cores(server)
        arguments = (server.port, self.readers, self.rate, self.seconds, self.accounts)
        with stage.witness(server):
            server.forget_turns()
            told = stage.play(READERS, *arguments, seconds=self.seconds + 120)
        stage.at_least("pages turned", told["acts"], 0.8 * self.readers * self.rate * self.seconds)
        stage.at_most("readers that were dropped", told["lost"], 0)
        stage.at_least("logins", len(told["logins"]), self.seconds / self.login)
        stage.at_most("the slowest login took", max(told["logins"]), self.login, "s")
        bystander(stage)
