"""What is written of results: how many are kept, what is left of the others, and that no write takes long."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import score
from tilenet.limits import Limits
from tilenet.records import OWN, POINTS, TOP, Best, Career, Order, Overview, Own, Period
from tilenet.store import database, results
from tilenet.store.answers import answer
from tilenet.store.results import Ended
from tilenet.world.players.accounts import Played, Score

NOW = datetime(2027, 3, 17, 15, 30).timestamp()
DAY = 86400.0
LIMITS = Limits(max_results=5, max_guest_results=3)
GUESTS = score(None, 1), score(None, 2)
ACCOUNTS = score(1, 1), score(2, 2)
MIXED = score(1, 1), score(None, 2)


class ResultsTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        database.prepare(self.connection)
        database.migrate(self.connection)
        self.cursor = self.connection.cursor()
        for name in ("ann", "bob"):
            database.create_account(self.cursor, name, "hash", 10, NOW)

    def save(
        self, *scores: Score, times: int = 1, at: float = NOW, is_kept: bool = True, limits: Limits = LIMITS
    ) -> None:
        ended = [Ended(Played("Set", scores), at, is_kept)] * times
        database.write(self.cursor, lambda cursor: results.save(cursor, [], ended, limits))

    def rows(self, query: str) -> list[Any]:
        return self.cursor.execute(query).fetchall()

    def ask(self, question: object) -> Any:
        return database.read(self.cursor, lambda cursor: answer(cursor, question, NOW))


class Results(ResultsTestCase):
    def test_of_guests_and_of_accounts_the_newest_are_kept_with_their_standings(self) -> None:
        for scores in (GUESTS, MIXED, ACCOUNTS, GUESTS) * 5:
            self.save(*scores)
        self.assertEqual(self.rows("SELECT id FROM result WHERE NOT has_accounts"), [(16,), (17,), (20,)])
        self.assertEqual(self.rows("SELECT id FROM result WHERE has_accounts"), [(11,), (14,), (15,), (18,), (19,)])
        self.assertEqual(self.rows("SELECT count(*) FROM standing"), [(2 * 8,)])
        self.assertEqual(self.ask(Own(1, "Set")).games, 10)

    def test_many_too_many_become_fewer_with_every_write_but_not_all_at_once(self) -> None:
        self.patch(results, "AT_ONCE", 10)
        self.save(*GUESTS, times=30, limits=Limits())
        left = []
        for _ in range(4):
            self.save(*GUESTS)
            left += self.rows("SELECT count(*) FROM result")
        self.assertEqual(left, [(20,), (10,), (3,), (3,)])

    def test_that_are_not_kept_count_in_the_totals_and_whoever_has_read_these_asks_again(self) -> None:
        self.save(*ACCOUNTS)
        before = self.ask(Overview())
        self.save(*ACCOUNTS, is_kept=False)
        self.assertEqual(self.rows("SELECT count(*) FROM result"), [(1,)])
        career = self.ask(Own(1, "Set"))
        self.assertEqual((career.games, career.wins, len(career.ratings), len(career.latest)), (2, 2, 2, 2))
        self.assertEqual(self.ask(Best("Set", Order.WINS, Period.TODAY))[0].wins, 2)
        self.assertNotEqual(self.ask(Overview()), before)

    def test_of_a_crowd_keep_all_accounts_but_only_those_guests_who_are_shown(self) -> None:
        crowd = [score(None, place) for place in range(300, 1, -1)]
        self.save(*crowd, score(1, 301), score(2, 1))
        standings = self.rows("SELECT place, account FROM standing ORDER BY place")
        self.assertEqual(standings, [(1, 2), *((place, None) for place in range(2, TOP + 1)), (301, 1)])
        self.assertEqual(self.rows("SELECT players FROM result"), [(301,)])


class Totals(ResultsTestCase):
    def test_of_an_account_do_not_grow_with_its_games(self) -> None:
        self.save(*ACCOUNTS, times=10 * POINTS)
        totals = ("career", "tally", "rating", "own_result", "past_rating")
        sizes = {table: self.rows(f"SELECT count(*) FROM {table} WHERE account = 1")[0][0] for table in totals}
        self.assertLessEqual(sizes.pop("past_rating"), 2 * POINTS)
        self.assertEqual(sizes, {"career": 1, "tally": 2, "rating": 1, "own_result": OWN})
        career = self.ask(Own(1, "Set"))
        assert isinstance(career, Career)
        self.assertEqual((len(career.ratings), career.ratings[-1]), (POINTS, career.rating))
        self.assertEqual([*career.ratings], sorted(career.ratings), "who always wins rises, and it is shown in order")

    def test_of_days_and_months_that_are_over_are_dropped(self) -> None:
        for ago in (40 * DAY, 2 * DAY, 0.0):
            self.save(*MIXED, at=NOW - ago)
        self.assertEqual(
            self.rows("SELECT period, games FROM tally ORDER BY period"), [("2027-03", 2), ("2027-03-17", 1)]
        )


class Writing(ResultsTestCase):
    def test_reads_no_table_as_a_whole(self) -> None:
        statements: list[str] = []
        self.connection.set_trace_callback(statements.append)
        for scores in (GUESTS, ACCOUNTS) * 10:
            self.save(*scores)
        self.connection.set_trace_callback(None)
        for statement in {one.lstrip("- ") for one in statements} - {"BEGIN IMMEDIATE", "COMMIT"}:
            for *_, step in self.rows(f"EXPLAIN QUERY PLAN {statement}"):
                is_small = step.startswith(("SCAN sqlite_sequence", "SCAN CONSTANT"))
                self.assertFalse(step.startswith("SCAN") and not is_small, statement)
