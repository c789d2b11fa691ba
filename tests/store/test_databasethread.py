"""The thread of the database, when the file turns out to be damaged while the server runs."""

from __future__ import annotations

import sqlite3

from twisted.internet.task import Clock
from twisted.logger import capturedLogs
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import MemoryStore, score
from tilenet.records import NotNow, Overview
from tilenet.world.players.accounts import Account, Played, Refused


class ADamagedFile(SynchronousTestCase):
    def test_is_told_once_and_games_go_on_as_if_it_could_not_be_used_right_now(self) -> None:
        clock = Clock()
        store = MemoryStore(clock)
        store.error = sqlite3.DatabaseError("database disk image is malformed")
        with capturedLogs() as logs:
            for _ in range(3):
                store.accounts.record(Played("Set", (score(None, 1),)))
                store.accounts.keep(Account("ann", 5, 1))
                self.failureResultOf(store.accounts.recall(1, "127.0.0.1"), Refused)
                clock.advance(1)
        told = [event["log_format"] for event in logs if event["log_format"].startswith("The database is damaged")]
        self.assertEqual(len(told), 1)
        self.assertEqual(self.successResultOf(store.accounts.look_up(Overview())), NotNow())
        self.assertEqual(self.flushLoggedErrors(), [])
