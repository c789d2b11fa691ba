"""A thread that uses the database, for a reactor that never waits: what it is asked, and how much it still owes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.store.damage import RESTORE, is_damage
from tilenet.store.database import read, write

MOST_ASKED = 128  # questions that may wait for an answer

Answer = TypeVar("Answer")
Run = Callable[[Callable[[sqlite3.Cursor], Any]], "Deferred[Any]"]  # calls a function with a cursor, in a thread


class Damaged(sqlite3.OperationalError):
    """The file of the database is damaged. To those who ask, that is a database that cannot be used right now."""


class DatabaseThread:
    """Runs jobs one after the other in the one thread that uses a connection."""

    log = Logger()

    def __init__(self, run: Run) -> None:
        self._run = run
        self._asked = 0
        self._is_damaged = False

    @property
    def is_busy(self) -> bool:
        """Whether too many questions are waiting to ask another one."""
        return self._asked >= MOST_ASKED

    def read(self, ask: Callable[[sqlite3.Cursor], Answer]) -> Deferred[Answer]:
        return self._do(partial(read, ask=ask))

    def write(self, change: Callable[[sqlite3.Cursor], Answer]) -> Deferred[Answer]:
        return self._do(partial(write, change=change))

    def _do(self, job: Callable[[sqlite3.Cursor], Any]) -> Deferred[Any]:
        self._asked += 1
        return self._run(job).addBoth(self._answered).addErrback(self._failed)

    def _answered(self, answer: Any) -> Any:
        self._asked -= 1
        return answer

    def _failed(self, failure: Failure) -> Failure:
        """Games go on without a database that is damaged, and the log says once what to do."""
        if not is_damage(failure.value):
            return failure
        if not self._is_damaged:
            self._is_damaged = True
            self.log.error(
                "The database is damaged ({error}). Stop the server, and {restore}",
                error=failure.getErrorMessage(),
                restore=RESTORE,
            )
        return Failure(Damaged(failure.getErrorMessage()))
