"""The database: its migrations, accounts, ratings, and what is left of a deleted account."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.logger import capturedLogs
from twisted.trial.unittest import SynchronousTestCase

from tilenet.limits import Limits
from tilenet.store import database
from tilenet.store.damage import Unusable
from tilenet.store.ratings import Rating, rate
from tilenet.store.results import Ended, save
from tilenet.store.schema import MIGRATIONS
from tilenet.world.players.accounts import Played, Score

NOW = 1_800_000_000.0


def connected(version: int = len(MIGRATIONS)) -> sqlite3.Connection:
    """A database as that version of the schema had it."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    database.prepare(connection)
    for number, script in enumerate(MIGRATIONS[:version], 1):
        connection.executescript(f"{script}; PRAGMA user_version = {number};")
    return connection


def schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


class Migrating(SynchronousTestCase):
    def test_from_every_version_leads_to_the_same(self) -> None:
        for version in range(len(MIGRATIONS) + 1):
            connection = connected(version)
            if version:
                columns = "key, name, password, points, created, seen"  # of the first version
                connection.execute(f"INSERT INTO account ({columns}) VALUES ('ann', 'ann', '', 5, 0, 0)")
            database.migrate(connection)
            self.assertEqual([*database.account_names(connection.cursor()).values()], ["ann"] if version else [])
            self.assertEqual(database.version_of(connection), len(MIGRATIONS))
            self.assertEqual(schema(connection), schema(connected()), version)

    def test_of_guests_only_the_newest_results_are_left_and_the_log_says_that_it_takes_a_while(self) -> None:
        connection = connected(2)
        connection.executescript("""
            INSERT INTO account VALUES (1, 'ann', 'ann', 'hash', 10, 0, 0);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10005)
                INSERT INTO result SELECT i, 'Set', i, 0 FROM n;
            INSERT INTO standing SELECT id, iif(id = 1, 1, NULL), 'x', 0, 1, 0, 1, '{}', NULL FROM result;
        """)
        with capturedLogs() as logs:
            database.migrate(connection)
        numbers = [number for (number,) in connection.execute("SELECT id FROM result ORDER BY id LIMIT 3")]
        self.assertEqual(numbers, [1, 6, 7], "one is of an account, and then come 10,000")
        self.assertEqual(connection.execute("SELECT count(*) FROM standing").fetchone(), (10_001,))
        begun, _ended = (event["log_format"] for event in logs)
        self.assertIn("a million results may take a minute", begun)

    def test_a_newer_schema_is_refused(self) -> None:
        connection = connected()
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        before = schema(connection)
        error = self.assertRaises(Unusable, database.migrate, connection)
        self.assertEqual(str(error), "cannot be used: it is from a newer version of tilenet")
        self.assertEqual(schema(connection), before)

    def test_a_database_of_another_program_is_refused(self) -> None:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        connection.execute("CREATE TABLE song (title)")
        error = self.assertRaises(Unusable, database.migrate, connection)
        self.assertEqual(str(error), "cannot be used: it is another program's database")
        self.assertEqual(database.version_of(connection), 0)

    def test_one_that_fails_changes_nothing(self) -> None:
        connection = connected(1)
        self.patch(database, "MIGRATIONS", (MIGRATIONS[0], "CREATE TABLE rating (x); CREATE TABLE account (x)"))
        self.assertRaises(Unusable, database.migrate, connection)
        self.assertEqual(database.version_of(connection), 1)
        self.assertEqual(schema(connection), schema(connected(1)))


class DatabaseTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.connection = connected()
        self.cursor = self.connection.cursor()
        self.numbers = {
            name: database.create_account(self.cursor, name, "hash", 10, NOW) for name in ("ann", "bob", "cid")
        }

    def play(self, *names: str, game: str = "Set", bots: str = "", at: float = NOW) -> None:
        """A game that ended in this order; whoever has no account is a guest."""
        scores = tuple(
            Score(name, self.numbers.get(name), name in bots.split(), place, 10.0 - place, True)
            for place, name in enumerate(names, 1)
        )
        ended = [Ended(Played(game, scores), at)]
        database.write(self.cursor, lambda cursor: save(cursor, (), ended, Limits()))

    def ratings(self, game: str = "Set") -> dict[str, float]:
        rows = self.cursor.execute(
            "SELECT name, mu FROM rating JOIN account ON account.id = rating.account WHERE game = ?", (game,)
        )
        return dict(rows.fetchall())

    def known(self, name: str) -> database.AccountRow:
        found = database.find_account(self.cursor, name)
        assert found is not None
        return found


class Ratings(DatabaseTestCase):
    def test_rise_for_the_winner_and_fall_for_the_loser_of_each_game(self) -> None:
        self.play("ann", "guest", "bob", game="Set")
        self.play("bob", "ann", game="Noughts")
        for game, winner, loser in (("Set", "ann", "bob"), ("Noughts", "bob", "ann")):
            ratings = self.ratings(game)
            self.assertEqual(ratings.keys(), {"ann", "bob"})
            self.assertGreater(ratings[winner], Rating().mu)
            self.assertLess(ratings[loser], Rating().mu)

    def test_need_two_accounts(self) -> None:
        self.play("ann", "guest", "another")
        self.assertEqual(self.ratings(), {})
        self.assertEqual(self.cursor.execute("SELECT is_rated FROM result").fetchall(), [(0,)])

    def test_do_not_follow_from_a_game_against_bots(self) -> None:
        self.play("ann", "robot", "bob", bots="robot")
        self.assertEqual(self.ratings(), {})
        self.assertEqual(self.cursor.execute("SELECT count(*) FROM standing").fetchall(), [(3,)])

    @given(st.permutations(range(1, 7)))
    @settings(max_examples=30, deadline=None)
    def test_of_equals_are_in_the_order_of_their_places_afterwards(self, places: list[int]) -> None:
        after = sorted(zip(places, rate([Rating()] * len(places), places), strict=True))
        means = [rating.mu for _, rating in after]
        self.assertEqual(means, sorted(means, reverse=True))
        self.assertEqual(len(set(means)), len(means))

    def test_of_equals_who_tie_are_the_same(self) -> None:
        first, second, third = rate([Rating()] * 3, [1, 1, 3])
        self.assertAlmostEqual(first.mu, second.mu)
        self.assertLess(third.mu, second.mu)


class Accounts(DatabaseTestCase):
    def test_there_is_one_of_a_name(self) -> None:
        self.assertRaises(sqlite3.IntegrityError, database.create_account, self.cursor, "ANN", "hash", 10, NOW)

    def test_a_number_is_never_given_twice(self) -> None:
        database.write(self.cursor, lambda cursor: database.delete_account(cursor, self.known("cid")))
        self.assertGreater(database.create_account(self.cursor, "dan", "hash", 10, NOW), self.numbers["cid"])

    def test_of_one_that_is_deleted_only_nameless_results_stay(self) -> None:
        self.play("ann", "bob")
        database.write(self.cursor, lambda cursor: database.delete_account(cursor, self.known("ann")))
        database.forget_changes(self.cursor)
        standings = self.cursor.execute("SELECT name, account, place FROM standing ORDER BY place").fetchall()
        self.assertEqual(standings, [("somebody", None, 1), ("bob", self.numbers["bob"], 2)])
        self.assertEqual(self.ratings().keys(), {"bob"})
        self.assertNotIn("ann", "\n".join(self.connection.iterdump()))

    def test_a_token_that_a_stopping_server_writes_after_a_change_is_forgotten_with_it(self) -> None:
        database.write(self.cursor, lambda cursor: database.set_password(cursor, self.known("ann"), "new"))
        tokens = [database.KeptToken(self.numbers[name], b"digest", NOW) for name in ("ann", "bob")]
        database.note_logins(self.cursor, (), tokens)
        database.forget_changes(self.cursor)
        left = self.cursor.execute("SELECT account FROM resume_token").fetchall()
        self.assertEqual(left, [(self.numbers["bob"],)])

    def test_a_result_of_one_that_was_deleted_meanwhile_is_somebodys(self) -> None:
        database.write(self.cursor, lambda cursor: database.delete_account(cursor, self.known("ann")))
        self.play("ann", "bob")
        self.assertEqual(
            self.cursor.execute("SELECT name, account FROM standing ORDER BY place").fetchall(),
            [("somebody", None), ("bob", self.numbers["bob"])],
        )

    def test_a_change_that_fails_is_undone(self) -> None:
        def rename_both(cursor: sqlite3.Cursor) -> None:
            database.rename_account(cursor, self.known("ann"), "anne")
            database.rename_account(cursor, self.known("bob"), "cid")

        self.assertRaises(sqlite3.IntegrityError, database.write, self.cursor, rename_both)
        self.assertEqual(sorted(database.account_names(self.cursor).values()), ["ann", "bob", "cid"])


class Backups(SynchronousTestCase):
    def test_are_whole_while_somebody_writes(self) -> None:
        folder = Path(self.enterContext(TemporaryDirectory()))
        path, copy = folder / "data", folder / "copy"
        with closing(database.connect(path)) as connection:
            database.migrate(connection)
            database.create_account(connection.cursor(), "ann", "hash", 10, NOW)
            connection.execute("BEGIN IMMEDIATE")
            database.create_account(connection.cursor(), "bob", "hash", 10, NOW)
            database.back_up(path, copy)
            connection.execute("ROLLBACK")
        with closing(database.connect(copy)) as connection:
            self.assertEqual([*database.account_names(connection.cursor()).values()], ["ann"])
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchone(), ("ok",))
