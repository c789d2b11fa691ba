"""The store of a running server: what its thread leaves behind for the reactor's."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred, execute
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.limits import Limits
from tilenet.store.store import Store


class Pool:
    """The pool with the one connection, without a thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def runWithConnection(self, job: Callable[..., Any], *arguments: Any) -> Deferred[Any]:
        return execute(job, self._connection, *arguments)


class ACursor(SynchronousTestCase):
    """SQLite is locked while it waits for another program, and whoever drops an open cursor waits with it."""

    def test_is_closed_when_its_job_is_done_even_if_that_fails(self) -> None:
        def fail(cursor: sqlite3.Cursor) -> None:
            used.append(cursor)
            raise sqlite3.OperationalError("database is locked")

        used: list[sqlite3.Cursor] = []
        with closing(sqlite3.connect(":memory:")) as connection:
            store = Store(Clock(), Path("never opened"), Limits())
            store._pool = Pool(connection)  # type: ignore[assignment]
            self.failureResultOf(store._run(fail), sqlite3.OperationalError)
            self.successResultOf(store._run(used.append))
            for cursor in used:
                self.assertRaisesRegex(sqlite3.ProgrammingError, "closed cursor", cursor.fetchone)
        self.assertEqual(len(used), 2)
