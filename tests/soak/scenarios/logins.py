"""Many accounts log in while a room plays: hashing passwords is work, and must not be in anybody's way."""

import os
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.bench import BenchError
from tests.soak.members import Member
from tests.soak.scenarios.kills import DATABASE
from tests.soak.scenarios.load import bystander
from tests.soak.server import Server
from tests.soak.stage import Stage

COPY = """INSERT INTO account (key, name, password, points, created, seen)
          SELECT ?, ?, password, points, created, seen FROM account WHERE key = 'model'"""


def make_accounts(stage: Stage, data: Path, accounts: int) -> None:
    """Let a server make one, and copy that: then all have the same password."""
    server = stage.launch("--data", str(data))
    model = Member(server.port, "model")
    deadline = time.monotonic() + 30
    while not model.is_in:
        if time.monotonic() > deadline:
            raise BenchError("there is no account")
        model.read()
        time.sleep(0.01)
    model.leave()
    server.process.terminate()
    server.process.wait(30)
    names = [f"u{number}" for number in range(1, accounts + 1)]
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        connection.executemany(COPY, [(name, name) for name in names])
        connection.commit()


def let_use_all_cores(server: Server) -> None:
    """Hashing is for the core that the reactor leaves free."""
    for task in Path(f"/proc/{server.process.pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), os.sched_getaffinity(0))


@dataclass(frozen=True)
class Logins:
    """Accounts log in as fast as the server lets them."""

    accounts: int = 1000
    at_once: int = 34  # two are hashed, and so many may wait
    seconds: float = 60.0
    players: int = 99  # beside the bystander
    rate: float = 0.5  # acts of each player a second
    patience: float = 240.0  # seconds

    name: str = "logins"

    @property
    def about(self) -> str:
        return f"{self.accounts} accounts log in while a room of {self.players + 1} plays"

    def run(self, stage: Stage) -> None:
        data = stage.folder.parent / "data"
        make_accounts(stage, data, self.accounts)
        stage.say(f"there are {self.accounts} accounts")
        server = stage.serve("--data", str(data), "--max-waiting", "512")
        let_use_all_cores(server)
        arguments = (server.port, self.accounts, self.at_once, self.patience, self.players, self.rate)
        with stage.witness(server):
            server.forget_turns()
            told = stage.play("tests.soak.newcomers", *arguments, seconds=self.patience + 120)
        stage.at_least("accounts that were let in", told["arrived"], self.accounts)
        stage.say(f"{told['refused']} logins were refused, and tried again")
        stage.at_most("they took", told["seconds"], self.seconds, "s")
        stage.at_least("acts in the room", told["acts"], 0.8 * told["seconds"] * self.players * self.rate)
        bystander(stage)
