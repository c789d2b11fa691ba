"""Questions about results, against what can be counted in the list of all that was played."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import MemoryStore, score
from tilenet.game import Feat
from tilenet.limits import Limits
from tilenet.records import (
    BEST,
    OWN,
    POINTS,
    TOP,
    Best,
    Career,
    Contents,
    Finished,
    Latest,
    NotNow,
    Order,
    Overview,
    Own,
    OwnResult,
    Period,
    Placed,
    Ranked,
)
from tilenet.store import database
from tilenet.store.answers import answer
from tilenet.store.databasethread import MOST_ASKED
from tilenet.store.ratings import Rating, rate
from tilenet.store.results import Ended, save
from tilenet.store.schema import MIGRATIONS
from tilenet.text import name_key
from tilenet.world.players.accounts import Played, Score

NOW = datetime(2027, 3, 17, 15, 30).timestamp()
DAY = 86400.0
BEGAN = {Period.TODAY: datetime(2027, 3, 17).timestamp(), Period.MONTH: datetime(2027, 3, 1).timestamp()}
NAMES = ["ann", "Bob", "cid", "Dan", "eve"]  # accounts 1 to 5
GAMES = ["Set", "memory"]


class Books:
    """A database in memory, and the list of all results in it."""

    def __init__(self, names: Sequence[str] = NAMES) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        database.prepare(self.connection)
        database.migrate(self.connection)
        self.cursor = self.connection.cursor()
        for name in names:
            database.create_account(self.cursor, name, "hash", 10, NOW)
        self.ended: list[Ended] = []

    def play(self, game: str, *scores: Score, at: float = NOW) -> None:
        self.ended.append(Ended(Played(game, scores), at))
        database.write(self.cursor, lambda cursor: save(cursor, [], self.ended[-1:], Limits()))

    def ask(self, question: Overview | Best | Latest | Own) -> object:
        return database.read(self.cursor, lambda cursor: answer(cursor, question, NOW))


# The same, counted one by one


@dataclass
class Tally:
    """What one account has done in a game."""

    wins: int = 0
    games: int = 0
    is_rated: bool = False


class Counted:
    """What the answers have to be."""

    def __init__(self, ended: Sequence[Ended], game: str) -> None:
        self.ended = [(one.played.scores, one.at) for one in ended if one.played.game == game]
        ratings: dict[int, Rating] = {}
        self.shown: list[dict[int, float]] = []  # after each result
        for scores, _ in self.ended:
            rated = {one.account: one.place for one in scores if one.account is not None}
            self.shown.append({})
            if len(rated) >= 2 and not any(one.is_bot for one in scores):
                after = rate([ratings.get(account, Rating()) for account in rated], [*rated.values()])
                ratings |= dict(zip(rated, after, strict=True))
                self.shown[-1] = {account: ratings[account].shown for account in rated}

    def rating(self, account: int) -> float | None:
        return next((shown[account] for shown in reversed(self.shown) if account in shown), None)

    def tallies(self, begin: float) -> dict[int, Tally]:
        found: dict[int, Tally] = {}
        for (scores, at), shown in zip(self.ended, self.shown, strict=True):
            for one in scores if at >= begin else ():
                if one.account is not None and not one.is_bot:
                    tally = found.setdefault(one.account, Tally())
                    tally.games += 1
                    tally.wins += one.place == 1 and any(other.place > 1 for other in scores)
                    tally.is_rated |= one.account in shown
        return found

    def best(self, order: Order, begin: float) -> tuple[Ranked, ...]:
        numbers: dict[int, float] = {}
        tallies = self.tallies(begin)
        for account, tally in tallies.items():
            if order is Order.WINS and tally.wins:
                numbers[account] = tally.wins
            elif order is Order.RATING and tally.is_rated:
                numbers[account] = self.rating(account) or 0
        rows = [
            Ranked(
                1 + sum(other > number for other in numbers.values()),
                NAMES[account - 1],
                self.rating(account),
                tallies[account].wins,
                tallies[account].games,
            )
            for account, number in numbers.items()
        ]
        return tuple(
            sorted(rows, key=lambda row: (row.place, row.games if order is Order.WINS else 0, name_key(row.name)))
        )

    def latest(self) -> tuple[Finished, ...]:
        found = []
        for (scores, at), shown in zip(self.ended, self.shown, strict=True):
            placed = [
                Placed(one.place, one.name if one.account is None else NAMES[one.account - 1], one.score)
                for one in sorted(scores, key=lambda one: one.place)
            ]
            found.append(Finished(NOW - at, bool(shown), len(scores), tuple(placed[:TOP])))
        found.reverse()  # of two that ended at the same moment, the later one comes first
        return tuple(sorted(found, key=lambda one: one.ago)[:BEST])

    def career(self, account: int) -> Career:
        mine = [
            (one, len(scores), at, shown.get(account))
            for (scores, at), shown in zip(self.ended, self.shown, strict=True)
            for one in scores
            if one.account == account and not one.is_bot
        ]
        tally = self.tallies(0).get(account, Tally())
        feats = [feat for one, *_ in mine for feat in one.feats]
        streaks = [feat for feat in feats if not feat.is_less_better]
        fastest = [feat for feat in feats if feat.is_less_better]
        return Career(
            NAMES[account - 1],
            tally.games,
            tally.wins,
            self.rating(account),
            max((one.score for one, *_ in mine), default=None),
            (
                *sorted(streaks, key=lambda feat: feat.value)[-1:],
                *sorted(fastest, key=lambda feat: feat.value)[:1],
            ),
            tuple(rating for *_, rating in mine if rating is not None),
            tuple(OwnResult(NOW - at, one.place, count, one.score, shown) for one, count, at, shown in mine[::-1])[
                :OWN
            ],
        )


seconds = st.integers(1, 30).map(float)
feats = st.tuples(
    seconds.map(lambda value: (Feat("best streak", value),)) | st.just(()),
    seconds.map(lambda value: (Feat("fastest set", value, "s", is_less_better=True),)) | st.just(()),
).map(lambda both: both[0] + both[1])
results = st.lists(
    st.tuples(
        st.sampled_from(GAMES),
        st.lists(
            st.tuples(
                st.sampled_from([None, 1, 2, 3, 4, 5]),
                st.integers(1, 3),
                st.integers(-5, 30).map(float),
                st.booleans(),
                feats,
            ),
            min_size=1,
            max_size=7,
            unique_by=lambda one: object() if one[0] is None else one[0],
        ),
        st.sampled_from([0.0, 60.0, 2 * DAY, 40 * DAY]),
        st.integers(0, 9).map(lambda number: number == 0),
    ),
    max_size=25,
)


Game: TypeAlias = tuple[str, list[tuple[int | None, int, float, bool, tuple[Feat, ...]]], float, bool]


class Answers(SynchronousTestCase):
    def test_are_what_can_be_counted(self) -> None:
        @settings(max_examples=150, deadline=None)
        @given(results)
        def check(played: list[Game]) -> None:
            books = Books()
            for game, scores, ago, has_bots in played:
                books.play(
                    game,
                    *(
                        score(account, place, points, is_bot=is_bot and has_bots, feats=found)
                        for account, place, points, is_bot, found in scores
                    ),
                    at=NOW - ago,
                )
            for game in GAMES:
                counted = Counted(books.ended, game)
                for order in Order:
                    for period in Period:
                        expected = counted.best(order, BEGAN.get(period, 0.0))
                        self.assertEqual(books.ask(Best(game, order, period)), expected)
                self.assertEqual(books.ask(Latest(game)), counted.latest())
                for account in (1, 2):
                    self.assertEqual(books.ask(Own(account, game)), counted.career(account))
            stock = books.ask(Overview())
            assert isinstance(stock, Contents)
            self.assertEqual(stock.games, tuple(sorted({game for game, *_ in played}, key=str.casefold)))
            self.assertEqual(stock.last, played[-1][0] if played else None)
            self.migrate_again(books)

        check()

    def migrate_again(self, books: Books) -> None:
        """The totals as the migrations count them are those that were added up game by game."""
        totals = {
            "career": "1",
            "feat": "1",
            "game": "1",
            "kept": "1",
            "past_rating": "1",
            "own_result": "1",
            "tally": "period LIKE '2027-03' OR period = '2027-03-17'",
        }
        older = sqlite3.connect(":memory:", isolation_level=None)
        for script in MIGRATIONS[:2]:
            older.executescript(script)
        older.execute("PRAGMA user_version = 2")
        copied = {"account": "id, key, name, password, points, created, seen", "result": "id, game, ended, is_rated"}
        for table, columns in copied.items():
            for row in books.cursor.execute(f"SELECT {columns} FROM {table}").fetchall():
                older.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        for number, one in enumerate(books.ended, 1):
            known = "SELECT account, rating FROM standing WHERE result = ? AND account IS NOT NULL"
            ratings = dict(books.cursor.execute(known, (number,)).fetchall())
            for one_score in one.played.scores:
                names = {"best streak": "streak", "fastest set": "fastest"}
                found = {names[feat.name]: feat.value for feat in one_score.feats}
                older.execute(
                    "INSERT INTO standing VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)",
                    (
                        *(number, one_score.account, one_score.name, one_score.is_bot, one_score.place),
                        *(one_score.score, json.dumps(found), ratings.get(one_score.account)),
                    ),
                )
        database.migrate(older)
        is_current = any(one.at >= BEGAN[Period.TODAY] for one in books.ended)
        for table, condition in totals.items():
            if table != "tally" or is_current:  # it has the day of the last result alone
                counted, added = (
                    sorted(where.execute(f"SELECT * FROM {table} WHERE {condition}").fetchall(), key=repr)
                    for where in (older, books.connection)
                )
                self.assertEqual(counted, added, table)

    def test_a_ranking_has_twenty_rows(self) -> None:
        books = Books([f"p{number}" for number in range(30)])
        for number in range(1, 31):
            for _ in range(number):
                books.play("Set", score(number, 1), score(None, 2))
        rows = books.ask(Best("Set", Order.WINS, Period.EVER))
        assert isinstance(rows, tuple)
        self.assertEqual([(row.place, row.wins) for row in rows], [(place, 31 - place) for place in range(1, BEST + 1)])

    def test_a_draw_is_nobodys_win_and_alone_nobody_wins(self) -> None:
        books = Books()
        books.play("Set", score(1, 1), score(2, 1))
        books.play("Set", score(1, 1))
        for period in Period:
            self.assertEqual(books.ask(Best("Set", Order.WINS, period)), ())
        books.play("Set", score(1, 1), score(2, 1), score(None, 3))
        rows = books.ask(Best("Set", Order.WINS, Period.EVER))
        assert isinstance(rows, tuple)
        self.assertEqual([(row.place, row.name, row.wins) for row in rows], [(1, "Bob", 1), (1, "ann", 1)])

    def test_a_deleted_account_is_in_no_ranking_and_its_results_are_somebodys(self) -> None:
        books = Books()
        books.play("Set", score(1, 1), score(2, 2))
        before = books.ask(Overview())
        known = database.find_account(books.cursor, "ANN")
        assert known is not None
        database.write(books.cursor, lambda cursor: database.delete_account(cursor, known))
        for order in Order:
            for period in Period:
                rows = books.ask(Best("Set", order, period))
                assert isinstance(rows, tuple)
                self.assertNotIn("ann", [row.name for row in rows])
        latest = books.ask(Latest("Set"))
        assert isinstance(latest, tuple)
        self.assertEqual([one.name for one in latest[0].top], ["somebody", "Bob"])
        self.assertIsNone(books.ask(Own(1, "Set")))
        self.assertNotEqual(books.ask(Overview()), before)  # whoever looks at a ranking is to ask again

    def test_many_ratings_are_shown_by_some_of_them(self) -> None:
        books = Books()
        for number in range(POINTS * 3):
            books.play("Set", score(1, 1 + number % 2), score(2, 2 - number % 2))
        career = books.ask(Own(1, "Set"))
        assert isinstance(career, Career)
        rated = [row[0] for row in books.cursor.execute("SELECT rating FROM standing WHERE account = 1")]
        self.assertEqual(len(career.ratings), POINTS)
        self.assertEqual((career.ratings[0], career.ratings[-1]), (rated[0], rated[-1]))


class Asking(SynchronousTestCase):
    """How long an answer takes does not depend on how much was played."""

    QUESTIONS: ClassVar[tuple[Overview | Best | Latest | Own, ...]] = (
        Overview(),
        Latest("Set"),
        Own(1, "Set"),
        *(Best("Set", order, period) for order in Order for period in Period),
    )
    SMALL = ("game", "sqlite_sequence")  # tables that do not grow

    def test_reads_no_table_that_grows_as_a_whole_and_sorts_nothing_but_the_players_of_one_result(self) -> None:
        books = Books()
        books.play("Set", score(1, 1), score(2, 2))
        asked: list[str] = []
        books.connection.set_trace_callback(asked.append)
        for question in self.QUESTIONS:
            books.ask(question)
        books.connection.set_trace_callback(None)
        queries = [one for one in asked if one.startswith("SELECT") or one.lstrip().startswith("SELECT")]
        self.assertGreater(len(queries), len(self.QUESTIONS))
        for query in queries:
            for *_, step in books.cursor.execute(f"EXPLAIN QUERY PLAN {query}").fetchall():
                if step.startswith("SCAN"):
                    self.assertIn(step.split()[1], self.SMALL, query)
                if "TEMP B-TREE" in step:
                    self.assertIn("FROM standing", query)


class AccountStoreAnswers(SynchronousTestCase):
    """What a room gets that asks the world."""

    def setUp(self) -> None:
        self.store = MemoryStore(Clock())
        database.create_account(self.store.connection.cursor(), "ann", "hash", 10, NOW)

    def ask(self, question: object) -> object:
        return self.successResultOf(self.store.accounts.look_up(question))

    def test_a_result_is_in_the_answers_when_it_is_written(self) -> None:
        self.store.accounts.record(Played("Set", (score(1, 1), score(None, 2))))
        self.assertEqual(self.ask(Best("Set", Order.WINS, Period.TODAY)), ())
        self.store.clock.advance(1)
        self.assertEqual(self.ask(Best("Set", Order.WINS, Period.TODAY)), (Ranked(1, "ann", None, 1, 1),))
        self.assertEqual(self.ask(Overview()), Contents(2, ("Set",), "Set"))

    def test_a_database_that_owes_many_answers_is_asked_no_more(self) -> None:
        self.store.reading.is_held = True
        for number in range(MOST_ASKED):
            self.assertNoResult(self.store.accounts.look_up(Own(number, "Set")))
        self.assertEqual(self.ask(Overview()), NotNow())
        self.store.reading.go_on()
        self.assertEqual(self.ask(Overview()), Contents(1))

    def test_those_who_ask_the_same_meanwhile_are_answered_together(self) -> None:
        self.store.reading.is_held = True
        asked = [self.store.accounts.look_up(question) for question in (Latest("Set"), Overview(), Latest("Set"))]
        self.assertEqual(len(self.store.reading.jobs), 2)
        self.store.reading.go_on()
        self.assertEqual([self.successResultOf(one) for one in asked], [(), Contents(1), ()])
        self.assertEqual(self.ask(Latest("Set")), ())

    def test_nobody_who_logs_in_waits_for_answers(self) -> None:
        self.store.reading.is_held = True
        self.store.accounts.look_up(Overview())
        self.assertEqual(self.successResultOf(self.store.accounts.recall(1, "127.0.0.1")).name, "ann")

    def test_what_has_no_answer(self) -> None:
        """What is not a question is in the log, an account that is gone has no page, and a database may fail."""
        self.assertEqual(self.ask("what?"), NotNow())
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)
        self.assertEqual(self.ask(Own(99, "Set")), NotNow())
        self.store.error = sqlite3.OperationalError("database is locked")
        self.assertEqual(self.ask(Overview()), NotNow())
