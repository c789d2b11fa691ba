"""Accounts that come back, and accounts that must not be kept out: what a login costs, and who pays for it."""

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256

from tests.bench.processes import Server as Started
from tests.soak.comers import Comer, token_of
from tests.soak.members import PASSWORD
from tests.soak.scenarios.kills import DATABASE
from tests.soak.scenarios.load import bystander
from tests.soak.scenarios.logins import let_use_all_cores, make_accounts
from tests.soak.stage import Stage

COMERS = "tests.soak.comers"
WRITTEN = 0.5  # seconds after which a token is kept


def wait_for(comer: Comer, what: str) -> bool:
    """Whether something comes within a few seconds."""
    deadline = time.monotonic() + 30
    while not getattr(comer, what) and time.monotonic() < deadline:
        comer.read()
        time.sleep(0.01)
    return bool(getattr(comer, what))


@dataclass(frozen=True)
class Comeback:
    """A server was killed, and started again: all its accounts come back at once, without a single hash."""

    accounts: int = 1000
    rate: int = 200  # who come in a second
    waves: int = 2  # after the restart, and then while the connections before are still there
    seconds: float = 15.0  # for each
    patience: float = 240.0

    name: str = "comeback"

    @property
    def about(self) -> str:
        return f"{self.accounts} accounts come back by resume tokens after a restart"

    def run(self, stage: Stage) -> None:
        data = stage.folder.parent / "data"
        make_accounts(stage, data, self.accounts)
        first = stage.launch("--data", str(data))
        model = self._kill(first)
        with closing(sqlite3.connect(data / DATABASE)) as connection:
            rows = connection.execute("SELECT digest FROM resume_token").fetchall()
            stage.at_least("tokens that were kept by a server that was killed", (sha256(model).digest(),) in rows, 1)
            connection.executemany(
                "INSERT INTO resume_token SELECT id, ?, NULL FROM account WHERE key = ?",
                [(sha256(token_of(one).encode()).digest(), f"u{one}") for one in range(1, self.accounts + 1)],
            )
            connection.commit()
        server = stage.serve("--data", str(data), "--max-waiting", "512")
        let_use_all_cores(server)
        with stage.witness(server):
            server.forget_turns()
            arguments = ("return", server.port, self.accounts, self.rate, self.waves, self.patience)
            told = stage.play(COMERS, *arguments, seconds=self.waves * self.patience + 60)
        stage.at_least("accounts that came back", told["arrived"], self.waves * self.accounts)
        stage.at_least("new tokens", told["tokens"], self.accounts)
        stage.at_most("all of them took", told["seconds"], self.seconds, "s")
        bystander(stage)

    def _kill(self, server: Started) -> bytes:
        """Kill a server a moment after somebody has asked for a token; returns the token."""
        model = Comer(server.port, "model", PASSWORD)
        wait_for(model, "token")
        time.sleep(WRITTEN)
        server.process.kill()
        server.process.wait(30)
        model.link.close()
        return model.token


@dataclass(frozen=True)
class Share:
    """One address logs its own accounts in and out, as fast as it can; everybody else gets in beside it."""

    own: int = 50
    honest: int = 32
    at_once: int = 8  # as many as may be on their way from one address
    seconds: float = 20.0
    wait: float = 5.0  # seconds, at most

    name: str = "share"

    @property
    def about(self) -> str:
        return f"one address logs its {self.own} accounts in again and again, while {self.honest} others log in"

    def run(self, stage: Stage) -> None:
        data = stage.folder.parent / "data"
        make_accounts(stage, data, self.own + self.honest)
        server = stage.serve("--data", str(data))
        let_use_all_cores(server)
        with stage.witness(server):
            server.forget_turns()
            arguments = ("share", server.port, self.own, self.honest, self.at_once, self.seconds)
            told = stage.play(COMERS, *arguments, seconds=self.seconds + 120)
        stage.at_least("others who got in", told["arrived"], self.honest)
        stage.at_most("they waited, at most", told["waited"], self.wait, "s")
        stage.at_least("tries of the one address", told["tries"], self.own)
        bystander(stage)


@dataclass(frozen=True)
class Guessing:
    """Many addresses guess the password of one account, and its owner still gets in at once."""

    addresses: int = 100
    seconds: float = 30.0
    wait: float = 1.0  # seconds, at most

    name: str = "guessing"

    @property
    def about(self) -> str:
        return f"{self.addresses} addresses guess the password of an account, whose owner comes and goes"

    def run(self, stage: Stage) -> None:
        data = stage.folder.parent / "data"
        make_accounts(stage, data, 1)
        server = stage.serve("--data", str(data))
        let_use_all_cores(server)
        with stage.witness(server):
            server.forget_turns()
            told = stage.play(COMERS, "guess", server.port, self.addresses, self.seconds, seconds=self.seconds + 120)
        stage.say(f"{told['tries']} passwords were tried")
        stage.at_least("logins of the owner", told["arrived"], max(told["came"], 2))
        stage.at_most("the owner waited, at most", told["waited"], self.wait, "s")
        bystander(stage)
