"""The store of a running server: its data folder, the threads that work for it, and its accounts."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from twisted.enterprise.adbapi import ConnectionPool
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThreadPool
from twisted.python.threadpool import ThreadPool

from tilenet.limits import Limits
from tilenet.store import database, results
from tilenet.store.accountstore import AccountStore
from tilenet.store.databasethread import DatabaseThread
from tilenet.store.folder import DataFolder
from tilenet.store.passwords import AT_ONCE, Passwords
from tilenet.store.questions import Questions
from tilenet.world.players.accounts import Roster

Answer = TypeVar("Answer")


class Store:
    """What a server remembers, in a folder. One thread works on the database, and two on passwords.

    Another thread answers questions about results, by a connection that only reads: nobody who logs in waits for them.
    """

    def __init__(self, reactor: Any, path: Path, limits: Limits, lock: int | None = None) -> None:
        """`lock` is the descriptor of the folder's lock, if this process has it already."""
        self._reactor = reactor
        self._folder = DataFolder(path, lock)
        self._resume_seconds = limits.resume_seconds
        self._pool: ConnectionPool | None = None
        self._reading: ConnectionPool | None = None
        self._threads = ThreadPool(0, AT_ONCE, "passwords")
        passwords = Passwords(partial(deferToThreadPool, reactor, self._threads))
        questions = Questions(time.time, DatabaseThread(self._run_reading))
        self.accounts = AccountStore(reactor, time.time, DatabaseThread(self._run), passwords, questions, limits)

    def start(self, roster: Roster) -> None:
        """Begin to use the folder. Raises Unusable."""
        self._folder.open()
        names, tokens, last_result, origins = self._folder.begin(partial(_begin, resume_seconds=self._resume_seconds))
        self._pool = self._connect(str(self._folder.database))
        self._reading = self._connect(database.read_only_uri(self._folder.database), uri=True)
        self._threads.start()
        self.accounts.start(roster, names, tokens, last_result, origins)

    def _connect(self, target: str, **options: Any) -> ConnectionPool:
        """A connection, and a thread that uses it."""
        return ConnectionPool(
            "sqlite3",
            target,
            cp_reactor=self._reactor,
            cp_min=1,
            cp_max=1,
            cp_openfun=database.prepare,
            timeout=database.BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            **options,
        )

    @property
    def lock(self) -> int | None:
        """The descriptor of the folder's lock."""
        return self._folder.lock

    async def stop(self) -> None:
        """Write what is left, and leave the folder to others."""
        if self._pool is not None and self._reading is not None:
            await self.accounts.stop()
            self._reading.close()
            self._pool.close()
            self._threads.stop()
        self._folder.close()

    def _run(self, job: Callable[[sqlite3.Cursor], Any]) -> Deferred[Any]:
        assert self._pool is not None
        answer: Deferred[Any] = self._pool.runWithConnection(_do, job)
        return answer

    def _run_reading(self, job: Callable[[sqlite3.Cursor], Any]) -> Deferred[Any]:
        assert self._reading is not None
        answer: Deferred[Any] = self._reading.runWithConnection(_do, job)
        return answer


def _begin(
    cursor: sqlite3.Cursor, resume_seconds: float
) -> tuple[dict[int, str], list[database.KeptToken], int, database.Origins]:
    """What the server has to know of its accounts when it starts."""
    tokens = database.begin_tokens(cursor, time.time(), resume_seconds)
    return database.account_names(cursor), tokens, results.last_result(cursor), database.origins(cursor)


def _do(connection: Any, job: Callable[[sqlite3.Cursor], Answer]) -> Answer:
    """Do a job in the thread of the database, and close its cursor there.

    A failure refers to it. If the reactor's thread were the one to drop it, it would wait until SQLite is free.
    """
    with closing(connection.cursor()) as cursor:
        return job(cursor)
