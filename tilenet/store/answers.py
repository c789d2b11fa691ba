"""Answers the questions of `tilenet.records` from the database, and tells all that is stored about one account.

How much was ever played must not matter much: what is asked about all times comes from the totals in `career`, and what
is asked about a day or a month from its results alone.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from datetime import datetime
from typing import Any

from tilenet.game import Feat
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
    Order,
    Overview,
    Own,
    OwnResult,
    Period,
    Placed,
    Ranked,
)
from tilenet.store.database import AccountRow, keys_of


def answer(cursor: sqlite3.Cursor, question: object, now: float) -> object:
    """`now` is the time of day, in seconds since 1970."""
    match question:
        case Overview():
            return overview(cursor)
        case Best():
            return best(cursor, question, now)
        case Latest():
            return latest(cursor, question, now)
        case Own():
            return own(cursor, question, now)
    raise TypeError(f"{question!r} is not a question that can be answered")


def since(period: Period, now: float) -> float:
    """When a period began that goes on until now."""
    midnight = datetime.fromtimestamp(now).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case Period.TODAY:
            return midnight.timestamp()
        case Period.MONTH:
            return midnight.replace(day=1).timestamp()
        case Period.EVER:
            return 0.0


def overview(cursor: sqlite3.Cursor) -> Contents:
    """The names of games are found one by one in the index: there are few of them, and many results."""
    (revision,) = cursor.execute("SELECT total(seq) FROM sqlite_sequence").fetchone()
    games = cursor.execute(
        """WITH RECURSIVE found (game) AS (
               SELECT min(game) FROM result
               UNION ALL SELECT (SELECT min(game) FROM result WHERE game > found.game) FROM found WHERE game IS NOT NULL
           ) SELECT game FROM found WHERE game IS NOT NULL"""
    ).fetchall()
    last = cursor.execute("SELECT game FROM result ORDER BY id DESC LIMIT 1").fetchone()
    names = sorted((game for (game,) in games), key=lambda game: (game.casefold(), game))
    return Contents(int(revision), tuple(names), None if last is None else last[0])


_EVER = """
    SELECT name, key, career.rating, wins, games, career.rating IS NOT NULL AS is_rated
    FROM career JOIN account ON account.id = career.account WHERE game = :game
"""

_SINCE = """
    SELECT account.name, key, career.rating, count(*) AS games, max(standing.rating IS NOT NULL) AS is_rated,
        sum(place = 1 AND EXISTS (SELECT 1 FROM standing AS other WHERE other.result = result.id AND other.place > 1))
            AS wins
    FROM result JOIN standing ON standing.result = result.id JOIN account ON account.id = standing.account
        JOIN career ON career.account = account.id AND career.game = result.game
    WHERE result.game = :game AND ended >= :since AND NOT is_bot GROUP BY account.id
"""

_PLAYERS = "(SELECT count(*) FROM standing WHERE standing.result = result.id)"

_ORDERS = {
    Order.RATING: "WHERE is_rated ORDER BY rating DESC, key",
    Order.WINS: "WHERE wins > 0 ORDER BY wins DESC, games, key",
}


def best(cursor: sqlite3.Cursor, question: Best, now: float) -> tuple[Ranked, ...]:
    source = _EVER if question.period is Period.EVER else _SINCE
    rows = cursor.execute(
        f"SELECT name, rating, wins, games FROM ({source}) {_ORDERS[question.order]} LIMIT :most",
        {"game": question.game, "since": since(question.period, now), "most": BEST},
    ).fetchall()
    numbers = [rating if question.order is Order.RATING else wins for _, rating, wins, _ in rows]
    return tuple(Ranked(numbers.index(number) + 1, *row) for number, row in zip(numbers, rows, strict=True))


def latest(cursor: sqlite3.Cursor, question: Latest, now: float) -> tuple[Finished, ...]:
    rows = cursor.execute(
        f"SELECT id, ended, is_rated, {_PLAYERS} FROM result WHERE game = ? ORDER BY ended DESC, id DESC LIMIT ?",
        (question.game, BEST),
    ).fetchall()
    return tuple(
        Finished(now - ended, bool(is_rated), players, _top(cursor, number))
        for number, ended, is_rated, players in rows
    )


def _top(cursor: sqlite3.Cursor, result: int) -> tuple[Placed, ...]:
    rows = cursor.execute(
        """SELECT place, coalesce(account.name, standing.name), score
           FROM standing LEFT JOIN account ON account.id = standing.account
           WHERE result = ? ORDER BY place, standing.rowid LIMIT ?""",
        (result, TOP),
    )
    return tuple(Placed(*row) for row in rows)


def own(cursor: sqlite3.Cursor, question: Own, now: float) -> Career | None:
    """None if there is no such account."""
    named = cursor.execute("SELECT name FROM account WHERE id = ?", (question.account,)).fetchone()
    if named is None:
        return None
    totals = cursor.execute(
        "SELECT games, wins, rating, best FROM career WHERE account = ? AND game = ?",
        (question.account, question.game),
    ).fetchone()
    played = """FROM standing JOIN result ON result.id = standing.result
                WHERE account = :account AND game = :game AND NOT is_bot"""
    asked = {"account": question.account, "game": question.game, "most": OWN}
    ratings = cursor.execute(f"SELECT rating {played} AND rating IS NOT NULL ORDER BY result.id", asked).fetchall()
    feats = cursor.execute(
        """SELECT name, value, unit, is_less_better FROM feat
           WHERE account = :account AND game = :game ORDER BY name""",
        asked,
    ).fetchall()
    rows = cursor.execute(
        f"SELECT ended, place, {_PLAYERS}, score, rating {played} ORDER BY result.id DESC LIMIT :most", asked
    )
    career = Career(named[0]) if totals is None else Career(named[0], *totals)
    return replace(
        career,
        feats=tuple(Feat(name, value, unit, bool(is_less)) for name, value, unit, is_less in feats),
        ratings=_spread([rating for (rating,) in ratings]),
        latest=tuple(OwnResult(now - ended, *rest) for ended, *rest in rows),
    )


def _spread(ratings: list[float]) -> tuple[float, ...]:
    """As many of them as fit on a page, evenly spread, with the first and the last."""
    last = len(ratings) - 1
    if last < POINTS:
        return tuple(ratings)
    return tuple(ratings[number * last // (POINTS - 1)] for number in range(POINTS))


def export_account(cursor: sqlite3.Cursor, account: AccountRow) -> dict[str, Any]:
    """Everything that is stored about one account, except the password's hash."""
    results = cursor.execute(
        """SELECT game, ended, place, score, stayed, feats, standing.rating
           FROM standing JOIN result ON result.id = standing.result WHERE account = ? ORDER BY result.id""",
        (account.id,),
    ).fetchall()
    ratings = cursor.execute("SELECT game, mu, sigma FROM rating WHERE account = ? ORDER BY game", (account.id,))
    ratings_by_game = {game: {"mu": mu, "sigma": sigma} for game, mu, sigma in ratings}
    return {
        "name": account.name,
        "points": account.points,
        "created": account.created,
        "last login": account.seen,
        "ssh keys": [key._asdict() for key in keys_of(cursor, account)],
        "ratings": ratings_by_game,
        "results": [
            {
                "game": game,
                "ended": ended,
                "place": place,
                "score": score,
                "stayed": bool(stayed),
                "feats": json.loads(feats),
                "rating": rating,
            }
            for game, ended, place, score, stayed, feats, rating in results
        ],
    }
