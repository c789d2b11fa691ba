"""Points and results on their way to the database: when they are written, and what happens if they cannot be."""

from __future__ import annotations

import math
import sqlite3
from dataclasses import replace

from twisted.internet.task import Clock
from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import NOON, MemoryStore
from tilenet.game import Feat
from tilenet.limits import Limits
from tilenet.store import database, writer
from tilenet.store.writer import Writer
from tilenet.world.players.accounts import Account, Played, Score

DRAW = Played("Noughts", (Score("ann", None, False, 1, 0, True), Score("bob", None, False, 1, 0, True)))

LOST = "A result of Noughts is lost, because it cannot be written"


class WriterTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self.writer = Writer(self.clock, self.store.wall, self.store.database, Limits())
        self.ann, self.bob = self.make("ann"), self.make("bob")
        self.store.begun = 0

    def make(self, name: str) -> Account:
        number = database.create_account(self.store.connection.cursor(), name, "hash", 10, NOON)
        return Account(name, 10, number)

    def score(self, account: Account, points: int) -> None:
        account.points = points
        self.writer.keep(account)

    def points(self) -> dict[str, int]:
        return dict(self.store.rows("SELECT name, points FROM account"))

    def results(self) -> int:
        number: int = self.store.rows("SELECT count(*) FROM result")[0][0]
        return number


class Points(WriterTestCase):
    def test_of_all_who_scored_are_written_within_a_second_in_one_transaction(self) -> None:
        for number in range(50):
            self.score(self.ann, number)
            self.score(self.bob, 2 * number)
        self.clock.advance(0.9)
        self.assertEqual(self.points(), {"ann": 10, "bob": 10})
        self.clock.advance(0.1)
        self.assertEqual((self.points(), self.store.begun), ({"ann": 49, "bob": 98}, 1))

    def test_that_change_meanwhile_are_written_next(self) -> None:
        self.score(self.ann, 12)
        self.store.thread.is_held = True
        self.clock.advance(1)
        self.score(self.ann, 13)
        self.store.thread.go_on()
        self.assertEqual(self.points()["ann"], 12)
        self.clock.advance(1)
        self.assertEqual(self.points()["ann"], 13)

    def test_of_guests_or_that_do_not_change_cost_nothing(self) -> None:
        self.writer.keep(Account("guest", 5))
        self.clock.advance(100)
        self.assertEqual(self.store.begun, 0)


class Results(WriterTestCase):
    def test_are_written_at_once_and_take_the_points_along(self) -> None:
        self.score(self.ann, 12)
        self.writer.record(DRAW)
        self.clock.advance(writer.RESULT_SECONDS)
        self.assertEqual((self.results(), self.points()["ann"], self.store.begun), (1, 12, 1))
        self.clock.advance(2)
        self.assertEqual(self.store.begun, 1)

    def test_have_the_time_at_which_the_game_ended(self) -> None:
        self.store.error = sqlite3.OperationalError("locked")
        self.writer.record(DRAW)
        self.clock.advance(100)
        self.store.error = None
        self.clock.advance(1)
        self.assertEqual(self.store.rows("SELECT ended FROM result"), [(NOON,)])

    def test_many_are_written_a_part_at_a_time_in_their_order(self) -> None:
        self.patch(writer, "AT_ONCE", 2)
        for number in range(5):
            self.writer.record(Played(f"game {number}", DRAW.scores))
        written = []
        for _ in range(4):
            self.clock.advance(writer.RESULT_SECONDS)
            written.append(self.results())
        self.assertEqual(written, [2, 4, 5, 5])
        games = self.store.rows("SELECT game FROM result ORDER BY id")
        self.assertEqual(games, [(f"game {number}",) for number in range(5)])


class FromOneAddress(WriterTestCase):
    """Strangers who repeat a game for ever keep nobody else's results out, and do not fill the disk."""

    HERE, THERE = "192.0.2.1", "192.0.2.2"

    def setUp(self) -> None:
        super().setUp()
        limits = Limits(new_results=3, new_guest_results=2)
        self.writer = Writer(self.clock, self.store.wall, self.store.database, limits)

    def play(self, times: int, *addresses: str, account: Account | None = None) -> int:
        """How many more results there are when that was played so often, by two guests or with an account."""
        before = self.results()
        scores = (replace(DRAW.scores[0], account=None if account is None else account.id), DRAW.scores[1])
        for _ in range(times):
            self.writer.record(Played("Noughts", scores, addresses))
        self.clock.advance(1)
        return self.results() - before

    def test_a_days_results_of_guests_are_kept_and_more_only_as_time_passes(self) -> None:
        self.assertEqual(self.play(5, self.HERE, self.HERE), 2)
        self.clock.advance(writer.DAY / 2)
        self.assertEqual(self.play(5, self.HERE), 1)

    def test_further_results_of_accounts_are_not_kept_but_count(self) -> None:
        self.assertEqual(self.play(5, self.HERE, account=self.ann), 3)
        self.assertEqual(self.store.rows("SELECT games FROM career"), [(5,)])

    def test_it_is_charged_to_all_players_and_kept_if_one_of_them_can_pay(self) -> None:
        self.play(5, self.HERE)
        self.assertEqual(self.play(1, self.HERE, self.THERE), 1)
        self.assertEqual(self.play(5, self.THERE), 1)

    def test_players_on_this_machine_pay_for_nobody(self) -> None:
        self.assertEqual(self.play(5, self.HERE, "127.0.0.1"), 2)
        self.assertEqual(self.play(5, "127.0.0.1", "::1"), 5)


class ADatabaseThatCannotBeWrittenTo(WriterTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.store.error = sqlite3.OperationalError("database or disk is full")

    def test_loses_nothing(self) -> None:
        for number in range(5):
            self.score(self.ann, number)
            self.writer.record(DRAW)
            self.clock.advance(3)
        self.store.error = None
        self.clock.advance(writer.AGAIN)
        self.assertEqual((self.points()["ann"], self.results()), (4, 5))

    def test_is_told_once_and_once_more_when_it_is_well_again(self) -> None:
        with capturedLogs() as logs:
            self.writer.record(DRAW)
            self.clock.pump([0.25] * 40)
            self.store.error = None
            self.clock.pump([0.25] * 40)
        self.assertLess(self.store.begun, 22, "it is tried twice a second")
        formats = [event["log_format"].split(":")[0].split("{")[0] for event in logs]
        self.assertEqual(formats, ["Points and results cannot be written", "The database can be written to again"])

    def test_keeps_the_latest_of_too_many_results(self) -> None:
        self.patch(writer, "MOST_RESULTS", 3)
        for number in range(5):
            self.writer.record(Played(f"game {number}", DRAW.scores))
            self.clock.advance(1)
        self.store.error = None
        with capturedLogs() as logs:
            self.clock.advance(1)
        self.assertEqual(
            [game for (game,) in self.store.rows("SELECT game FROM result")], ["game 2", "game 3", "game 4"]
        )
        self.assertIn("2 results were lost", logs[0]["lost"])

    def test_counts_no_result_twice(self) -> None:
        """Some of them come in while others are being written."""
        self.store.error = None
        self.writer.record(DRAW)
        self.store.thread.is_held = True
        self.clock.advance(1)
        self.writer.record(DRAW)
        self.store.thread.go_on()
        self.clock.advance(1)
        self.assertEqual(self.results(), 2)

    def test_that_fails_in_the_middle_leaves_no_half_of_a_result(self) -> None:
        self.store.error = None
        self.store.connection.execute("DROP TABLE tally")  # from which old rows are dropped last
        self.writer.record(DRAW)
        self.clock.advance(1)
        self.assertEqual(self.results(), 0)
        self.assertFalse(self.store.connection.in_transaction)


class AResultThatCannotBeWritten(WriterTestCase):
    """A game of your own may have made it: everybody else's results are written all the same."""

    def test_is_dropped_with_a_line_in_the_log_and_all_others_are_written(self) -> None:
        good = Score("ann", self.ann.id, False, 1, 0, True)
        for bad in (
            replace(good, score=math.nan),
            replace(good, score=math.inf),
            replace(good, score=10**400),
            replace(good, place=None),  # type: ignore[arg-type]
            replace(good, name="\ud800"),
            replace(good, feats=(Feat("streak", -math.inf),)),
        ):
            self.score(self.ann, self.ann.points + 1)
            for score in (good, bad, good):
                self.writer.record(Played("Noughts", (score, DRAW.scores[1])))
            with capturedLogs() as logs:
                self.clock.advance(writer.RESULT_SECONDS)
            lines = [formatEvent(event) for event in logs]
            self.assertEqual([line.partition(":")[0] for line in lines], [LOST])
        self.assertEqual((self.results(), self.points()["ann"]), (12, 16))
        self.assertEqual(self.store.rows("SELECT games FROM career"), [(12,)])
        self.assertEqual(self.store.rows("SELECT sum(results) FROM kept"), [(12,)])
