"""Changes of accounts that are made at the command line while the server runs: it looks for them once a second."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.store import database
from tilenet.store.database import AccountChange
from tilenet.store.databasethread import DatabaseThread

LOOK_SECONDS = 1.0


class AccountChanges:
    """Hands each change on, once."""

    log = Logger()

    def __init__(self, clock: IReactorTime, thread: DatabaseThread, take: Callable[[AccountChange], object]) -> None:
        self._clock = clock
        self._thread = thread
        self._take = take
        self._timer: IDelayedCall | None = None
        self._last = 0  # the number of the last change

    def start(self) -> None:
        self._timer = self._clock.callLater(LOOK_SECONDS, self._look)

    def stop(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None

    def _look(self) -> None:
        found = self._thread.read(database.changes).addCallback(self._take_new)
        found.addErrback(self._not_found).addBoth(self._looked)

    def _looked(self, ignored: object) -> None:
        if self._timer is not None:
            self.start()

    def _take_new(self, changes: list[AccountChange]) -> Deferred[None] | None:
        """Take those that are new; those that are not could not be forgotten the last time."""
        for change in changes:
            if change.number > self._last:
                self._last = change.number
                self._take(change)
        if not changes:
            return None
        return self._thread.write(partial(database.forget_changes, up_to=self._last))

    def _not_found(self, failure: Failure) -> None:
        if not failure.check(sqlite3.OperationalError):
            self.log.failure("The database cannot be read", failure)
