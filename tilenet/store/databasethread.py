"""The thread of the database, for a reactor that never waits: what it is asked, and how many answers it still owes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from twisted.internet.defer import Deferred

from tilenet.store.database import read, write

MOST_ASKED = 128  # questions that may wait for an answer

Answer = TypeVar("Answer")
Run = Callable[[Callable[[sqlite3.Cursor], Any]], "Deferred[Any]"]  # calls a function with a cursor, in a thread


class DatabaseThread:
    """Runs jobs in the one thread that uses the database."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._asked = 0

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
        return self._run(job).addBoth(self._answered)

    def _answered(self, answer: Any) -> Any:
        self._asked -= 1
        return answer
