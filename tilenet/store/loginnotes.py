"""What logins leave behind: when accounts were last seen, better hashes, and resume tokens. Nobody waits for it."""

from __future__ import annotations

import sqlite3
from functools import partial

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.store import database
from tilenet.store.database import KeptToken, SeenAccount
from tilenet.store.databasethread import DatabaseThread

PAUSE = 0.1  # seconds from one write to the next, so that a thousand logins are a few transactions
AGAIN = 1.0  # seconds after a write that has failed: others need the database, too


class LoginNotes:
    """Writes the first note at once, and then all that has gathered meanwhile in one transaction."""

    log = Logger()

    def __init__(self, clock: IReactorTime, thread: DatabaseThread) -> None:
        self._clock = clock
        self._thread = thread
        self._seen: dict[int, SeenAccount] = {}
        self._tokens: dict[int, KeptToken] = {}
        self._writing: Deferred[None] | None = None
        self._pause: IDelayedCall | None = None

    def saw(self, seen: SeenAccount) -> None:
        """Somebody has logged in."""
        before = self._seen.pop(seen.account.id, None)
        if before is not None and seen.better is None:
            seen = seen._replace(account=before.account, better=before.better)
        self._seen[seen.account.id] = seen
        self._write_soon()

    def keep_token(self, token: KeptToken) -> None:
        """This is an account's resume token from now on."""
        self._tokens[token.account] = token
        self._write_soon()

    async def stop(self) -> None:
        """Write what is left; what cannot be written is no great loss."""
        await (self._writing or succeed(None))
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None
        self._write()
        await (self._writing or succeed(None))
        if self._pause is not None:
            self._pause.cancel()

    def _write_soon(self) -> None:
        if self._writing is None and self._pause is None:
            self._write()

    def _write(self) -> None:
        self._pause = None
        if not (self._seen or self._tokens):
            return
        seen, self._seen = self._seen, {}
        tokens, self._tokens = self._tokens, {}
        self._writing = Deferred()
        note = partial(database.note_logins, seen=[*seen.values()], tokens=[*tokens.values()])
        written = self._thread.write(note).addCallback(lambda _: PAUSE).addErrback(self._not_written, seen, tokens)
        written.addCallback(self._rest)

    def _not_written(self, failure: Failure, seen: dict[int, SeenAccount], tokens: dict[int, KeptToken]) -> float:
        """Try again a little later if the database is locked; otherwise there is nothing to be done."""
        if failure.check(sqlite3.OperationalError):
            self._seen = {**seen, **self._seen}
            self._tokens = {**tokens, **self._tokens}
        else:
            self.log.failure("Logins could not be noted", failure)
        return AGAIN

    def _rest(self, seconds: float) -> None:
        writing, self._writing = self._writing, None
        self._pause = self._clock.callLater(seconds, self._write)
        if writing is not None:
            writing.callback(None)
