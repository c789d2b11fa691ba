"""Questions about results on their way to the database: those who ask the same at the same time share an answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial

from twisted.internet.defer import Deferred, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.records import NotNow
from tilenet.store import answers
from tilenet.store.databasethread import DatabaseThread


class Questions:
    """All questions that are being answered, by a thread that nobody else uses."""

    log = Logger()

    def __init__(self, wall: Callable[[], float], thread: DatabaseThread) -> None:
        """`wall` is the time of day, in seconds since 1970."""
        self._wall = wall
        self._thread = thread
        self._waiting: dict[object, list[Deferred[object]]] = {}  # who waits for the answer to which question

    def look_up(self, question: object) -> Deferred[object]:
        """See `tilenet.records`. If the database is busy or fails, the answer is NotNow."""
        waiting = self._waiting.get(question)
        if waiting is None and self._thread.is_busy:
            return succeed(NotNow())
        answer: Deferred[object] = Deferred()
        if waiting is not None:
            waiting.append(answer)
            return answer
        self._waiting[question] = [answer]
        found = self._thread.read(partial(answers.answer, question=question, now=self._wall()))
        found.addErrback(self._not_found).addCallback(self._tell, question)
        return answer

    def _not_found(self, failure: Failure) -> None:
        if not failure.check(sqlite3.OperationalError):
            self.log.failure("A question about results cannot be answered", failure)

    def _tell(self, answer: object, question: object) -> None:
        for waiting in self._waiting.pop(question):
            waiting.callback(NotNow() if answer is None else answer)
