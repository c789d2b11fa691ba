"""What is written of results: the results themselves, up to a bound, and totals from which questions are answered.

Nothing here grows with what strangers repeat. Of results, the newest are kept; what an account has in a game is one row
of totals for all times, one for this month and one for today, some of its ratings, and its last few results.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from math import isfinite
from typing import Any, NamedTuple

from tilenet.limits import Limits
from tilenet.records import OWN, POINTS, TOP, Period
from tilenet.store.damage import is_damage
from tilenet.store.database import SOMEBODY
from tilenet.store.ratings import Rating, is_rated, rate
from tilenet.world.players.accounts import Played, Score

AT_ONCE = 100  # old rows that are deleted besides as many as were written, so that no write takes long


class Ended(NamedTuple):
    """A game that is over, and when that was."""

    played: Played
    at: float
    is_kept: bool = True  # otherwise it only counts in the totals


class Unfit(NamedTuple):
    """A result that cannot be written, now or later, and why."""

    game: str
    error: Exception


class Rated(NamedTuple):
    """The ratings of the accounts of one match, by their numbers: before it and after it."""

    replay: str  # of this match
    ratings: dict[int, list[Rating]]

    def as_data(self) -> list[dict[str, Any]]:
        return [
            {"account": account, "before": [before.mu, before.sigma], "after": [after.mu, after.sigma]}
            for account, (before, after) in self.ratings.items()
        ]


class Written(NamedTuple):
    """What came of writing."""

    unfit: list[Unfit]
    rated: list[Rated]  # the matches of which there is a replay, if they were rated


def save(cursor: sqlite3.Cursor, points: Iterable[tuple[int, int]], ended: Sequence[Ended], limits: Limits) -> Written:
    """Write the points of these accounts, and these results with the ratings and totals that follow from them.

    Of results that no database would take, because a score is not a number for instance, nothing is written; all others
    are.
    """
    cursor.executemany("UPDATE account SET points = ? WHERE id = ?", [(total, account) for account, total in points])
    written = [0, 0]  # results of guests alone, and with accounts
    unfit, rated = [], []
    for one in ended:
        cursor.execute("SAVEPOINT one")
        try:
            has_accounts, ratings = _save_one(cursor, one)
        except Exception as error:
            if isinstance(error, sqlite3.OperationalError | MemoryError) or is_damage(error):
                raise  # it is not the result's fault
            cursor.execute("ROLLBACK TO one")
            unfit.append(Unfit(one.played.game, error))
        else:
            written[has_accounts] += one.is_kept
            if ratings and one.played.replay:
                rated.append(Rated(one.played.replay, ratings))
        cursor.execute("RELEASE one")
    if ended:
        _drop_oldest(cursor, False, written[False], limits.max_guest_results)
        _drop_oldest(cursor, True, written[True], limits.max_results)
        _drop_past_periods(cursor, ended[-1].at, AT_ONCE + 4 * len(ended))
        last = max(one.played.number for one in ended)
        if last:
            cursor.execute("UPDATE journal SET result = ? WHERE id = 1", (last,))
    return Written(unfit, rated)


def last_result(cursor: sqlite3.Cursor) -> int:
    """The number of the last result that came from the journal."""
    number: int = cursor.execute("SELECT result FROM journal WHERE id = 1").fetchone()[0]
    return number


def period_of(period: Period, at: float) -> str:
    """The name of the day or the month of this moment; names are in the order of time."""
    return f"{datetime.fromtimestamp(at):{'%Y-%m-%d' if period is Period.TODAY else '%Y-%m'}}"


def _save_one(cursor: sqlite3.Cursor, one: Ended) -> tuple[bool, dict[int, list[Rating]]]:
    """Returns whether accounts took part, and their ratings, if the game is rated.

    Raises ValueError, among others, if it cannot be kept.
    """
    if not all(isfinite(value) for score in one.played.scores for value in (score.score, *_values(score))):
        raise ValueError("a score or a feat is not a finite number")
    scores = [_as_kept(cursor, score) for score in one.played.scores]
    has_accounts = any(score.account is not None for score in scores)
    rated = _rate(cursor, one.played.game, scores)
    ratings: dict[int | None, float] = {account: after.shown for account, (_, after) in rated.items()}
    if one.is_kept:
        _save_result(cursor, one, scores, ratings, has_accounts=has_accounts)
    else:  # a number is left out, so that whoever has read something asks again
        cursor.execute("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'result'")
    _save_totals(cursor, one, scores, ratings)
    return has_accounts, rated if scores == [*one.played.scores] else {}  # some accounts may be deleted


def _values(score: Score) -> Iterable[float]:
    return (feat.value for feat in score.feats)


def _save_result(
    cursor: sqlite3.Cursor, one: Ended, scores: Sequence[Score], ratings: dict[int | None, float], *, has_accounts: bool
) -> None:
    """Of guests, only those who are shown are kept: a room may hold hundreds."""
    game = one.played.game
    cursor.execute("INSERT OR IGNORE INTO game VALUES (?)", (game,))
    cursor.execute(
        "INSERT INTO result (game, ended, is_rated, players, has_accounts) VALUES (?, ?, ?, ?, ?)",
        (game, one.at, bool(ratings), len(scores), has_accounts),
    )
    number = cursor.lastrowid
    by_place = sorted(scores, key=lambda score: score.place)
    cursor.executemany(
        "INSERT INTO standing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                number,
                score.account,
                score.name,
                score.is_bot,
                score.place,
                score.score,
                score.stayed,
                json.dumps({feat.name: feat.value for feat in score.feats}),
                ratings.get(score.account),
            )
            for rank, score in enumerate(by_place)
            if rank < TOP or score.account is not None
        ],
    )


# What is dropped


def _drop_oldest(cursor: sqlite3.Cursor, has_accounts: bool, written: int, most: int) -> None:
    """Keep the newest results of this kind. If there are many too many, they become fewer with every write."""
    ((kept,),) = cursor.execute("SELECT results FROM kept WHERE has_accounts = ?", (has_accounts,)).fetchall()
    kept += written
    if kept > most:
        cursor.execute(
            "DELETE FROM result WHERE id IN (SELECT id FROM result WHERE has_accounts = ? ORDER BY id LIMIT ?)",
            (has_accounts, min(kept - most, written + AT_ONCE)),
        )
        kept -= cursor.rowcount
    cursor.execute("UPDATE kept SET results = ? WHERE has_accounts = ?", (kept, has_accounts))


def _drop_past_periods(cursor: sqlite3.Cursor, now: float, most: int) -> None:
    """Nobody can ask about these days and months any more."""
    today, month = period_of(Period.TODAY, now), period_of(Period.MONTH, now)
    for begin, end in (("", month), (f"{month}-", today)):
        cursor.execute(
            """DELETE FROM tally WHERE rowid IN (
                   SELECT rowid FROM tally WHERE period >= ? AND period < ? LIMIT ?)""",
            (begin, end, most),
        )


# Totals


def _save_totals(cursor: sqlite3.Cursor, one: Ended, scores: Sequence[Score], ratings: dict[int | None, float]) -> None:
    """Add a game to the totals of its accounts, so that nobody has to count all of them again."""
    game = one.played.game
    is_draw = all(score.place == 1 for score in scores)
    for score in scores:
        if score.account is None or score.is_bot:
            continue
        rating = ratings.get(score.account)
        is_win = score.place == 1 and not is_draw
        games, rated = _add_to_career(cursor, game, score, rating, is_win)
        cursor.executemany(
            """INSERT INTO tally VALUES (?, ?, ?, 1, ?, ?) ON CONFLICT DO UPDATE SET
                   games = games + 1, wins = wins + excluded.wins, rating = coalesce(excluded.rating, rating)""",
            [
                (score.account, game, period_of(period, one.at), is_win, rating)
                for period in (Period.TODAY, Period.MONTH)
            ],
        )
        if rating is not None:  # whenever the game was rated in a period, its table shows the latest rating
            cursor.execute(
                "UPDATE tally SET rating = ? WHERE account = ? AND game = ? AND rating IS NOT NULL",
                (rating, score.account, game),
            )
            _add_rating(cursor, score.account, game, rated, rating)
        cursor.execute(
            "INSERT INTO own_result VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (score.account, game, games, one.at, score.place, len(scores), score.score, rating),
        )
        cursor.execute(
            "DELETE FROM own_result WHERE account = ? AND game = ? AND number <= ?", (score.account, game, games - OWN)
        )


def _add_to_career(
    cursor: sqlite3.Cursor, game: str, score: Score, rating: float | None, is_win: bool
) -> tuple[int, int]:
    """Returns how many games that are, and how many of them were rated."""
    ((games, rated),) = cursor.execute(
        """INSERT INTO career VALUES (?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
               games = games + 1,
               wins = wins + excluded.wins,
               rating = coalesce(excluded.rating, rating),
               best = max(best, excluded.best),
               rated = rated + excluded.rated
           RETURNING games, rated""",
        (score.account, game, is_win, rating, score.score, rating is not None),
    ).fetchall()
    cursor.executemany(
        """INSERT INTO feat VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
               value = iif(excluded.is_less_better, min(value, excluded.value), max(value, excluded.value)),
               unit = excluded.unit,
               is_less_better = excluded.is_less_better""",
        [(score.account, game, feat.name, feat.value, feat.unit, feat.is_less_better) for feat in score.feats],
    )
    return games, rated


def _add_rating(cursor: sqlite3.Cursor, account: int, game: str, number: int, rating: float) -> None:
    """Of many ratings, every second, fourth or so is kept, from the first on; twice as many as are shown, at most."""
    step = _step(number)
    if step != _step(number - 1):
        cursor.execute(
            "DELETE FROM past_rating WHERE account = ? AND game = ? AND (number - 1) % ?", (account, game, step)
        )
    if (number - 1) % step == 0:
        cursor.execute("INSERT INTO past_rating VALUES (?, ?, ?, ?)", (account, game, number, rating))


def _step(ratings: int) -> int:
    step = 1
    while ratings > 2 * POINTS * step:
        step *= 2
    return step


def _as_kept(cursor: sqlite3.Cursor, score: Score) -> Score:
    """The score; if the account was deleted in the meantime, it is somebody's."""
    if score.account is None or cursor.execute("SELECT 1 FROM account WHERE id = ?", (score.account,)).fetchone():
        return score
    return replace(score, account=None, name=SOMEBODY)


def _rate(cursor: sqlite3.Cursor, game: str, scores: Sequence[Score]) -> dict[int, list[Rating]]:
    """Write the new ratings, if the game is rated; returns those before and after it, by account."""
    rated = [(score.account, score.place) for score in scores if score.account is not None]
    if not is_rated(len(rated), any(score.is_bot for score in scores)):
        return {}
    before = []
    for account, _ in rated:
        known = "SELECT mu, sigma FROM rating WHERE account = ? AND game = ?"
        found = cursor.execute(known, (account, game)).fetchone()
        before.append(Rating() if found is None else Rating(*found))
    after = rate(before, [place for _, place in rated])
    cursor.executemany(
        "INSERT OR REPLACE INTO rating VALUES (?, ?, ?, ?)",
        [(account, game, rating.mu, rating.sigma) for (account, _), rating in zip(rated, after, strict=True)],
    )
    return {account: pair for (account, _), *pair in zip(rated, before, after, strict=True)}
