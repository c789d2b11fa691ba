"""A store in memory: the real account store and database, with a thread and hashes that do as the test wants."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from argon2.exceptions import VerifyMismatchError
from twisted.internet.defer import Deferred, execute
from twisted.internet.task import Clock

from tilenet.limits import Limits
from tilenet.store import database
from tilenet.store.accountstore import AccountStore
from tilenet.store.databasethread import DatabaseThread
from tilenet.store.passwords import Passwords
from tilenet.store.questions import Questions
from tilenet.world.players.accounts import Score

NOON = 1_800_000_000.0  # the time of day at which a test begins


def score(account: int | None, place: int, points: float = 1.0, **more: object) -> Score:
    """How an account, or a guest, has done in a game."""
    name = f"guest{place}" if account is None else f"old {account}"
    values = {"is_bot": False, "stayed": True, "feats": (), **more}
    return Score(name, account, place=place, score=points, **values)  # type: ignore[arg-type]


class PlainHasher:
    """Hashes that hide nothing, and cost nothing."""

    def __init__(self, kind: str = "plain") -> None:
        self.kind = kind
        self.hashed: list[str] = []

    def hash(self, password: str) -> str:
        self.hashed.append(password)
        return f"{self.kind}:{password}"

    def verify(self, hash: str, password: str) -> bool:
        if hash.partition(":")[2] != password:
            raise VerifyMismatchError
        return True

    def check_needs_rehash(self, hash: str) -> bool:
        return not hash.startswith(f"{self.kind}:")


class Worker:
    """A thread as tests have it: each job is done at once, unless the worker is held up."""

    def __init__(self) -> None:
        self.is_held = False
        self.jobs: list[tuple[Callable[[], Any], Deferred[Any]]] = []

    def __call__(self, job: Callable[[], Any]) -> Deferred[Any]:
        if not self.is_held:
            return execute(job)
        self.jobs.append((job, Deferred()))
        return self.jobs[-1][1]

    def next(self) -> None:
        """Do the first job that waits."""
        job, answer = self.jobs.pop(0)
        execute(job).chainDeferred(answer)

    def go_on(self) -> None:
        """Do all jobs that wait, and those that follow at once."""
        self.is_held = False
        while self.jobs:
            self.next()


class MemoryStore:
    """A database in memory, and the account store that uses it."""

    def __init__(self, clock: Clock, limits: Limits | None = None) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        database.prepare(self.connection)
        database.migrate(self.connection)
        self.error: sqlite3.Error | None = None  # what whoever asks gets instead of an answer
        self.begun = 0  # transactions
        self.thread = Worker()  # the database's
        self.reading = Worker()  # of questions about results
        self.hashing = Worker()
        self.hasher = PlainHasher()
        self.clock = clock
        passwords = Passwords(self.hashing, self.hasher)
        self.database = DatabaseThread(self._run)
        questions = Questions(self.wall, DatabaseThread(self._run_question))
        self.accounts = AccountStore(clock, self.wall, self.database, passwords, questions, limits or Limits())

    def wall(self) -> float:
        return NOON + self.clock.seconds()

    def _run(self, job: Callable[[sqlite3.Cursor], Any]) -> Deferred[Any]:
        return self.thread(lambda: self.do(job))

    def _run_question(self, job: Callable[[sqlite3.Cursor], Any]) -> Deferred[Any]:
        return self.reading(lambda: self.do(job))

    def do(self, job: Callable[[sqlite3.Cursor], Any]) -> Any:
        self.begun += 1
        if self.error is not None:
            raise self.error
        return job(self.connection.cursor())

    def rows(self, query: str) -> list[Any]:
        return self.connection.execute(query).fetchall()
