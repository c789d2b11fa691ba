"""Answers the questions of `tilenet.records` from the database, and tells all that is stored about one account.

How much was ever played does not matter: all answers come from a few rows that an index leads to, of totals that were
added up when results were written (see `results`).
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
    POINTS,
    TOP,
    AccountKey,
    AccountPage,
    Best,
    Career,
    Contents,
    Finished,
    Latest,
    Order,
    Overview,
    Own,
    OwnAccount,
    OwnResult,
    Period,
    Placed,
    Ranked,
)
from tilenet.store.database import AccountRow, find_numbered, keys_of
from tilenet.store.results import period_of


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
        case OwnAccount(number):
            return own_account(cursor, number, now)
    raise TypeError(f"{question!r} is not a question that can be answered")


def overview(cursor: sqlite3.Cursor) -> Contents:
    (revision,) = cursor.execute("SELECT total(seq) FROM sqlite_sequence").fetchone()
    games = cursor.execute("SELECT name FROM game").fetchall()
    last = cursor.execute("SELECT game FROM result WHERE id = (SELECT max(id) FROM result)").fetchone()
    names = sorted((game for (game,) in games), key=lambda game: (game.casefold(), game))
    return Contents(int(revision), tuple(names), None if last is None else last[0])


#: Only the totals of the period have an index in the order that is asked for, so they come first.
_BEST = """
    SELECT name, career.rating, totals.wins, totals.games FROM {totals} AS totals
        CROSS JOIN account ON account.id = totals.account
        CROSS JOIN career ON career.account = totals.account AND career.game = totals.game
    WHERE totals.game = :game AND {order} LIMIT :most
"""

#: Of those who are equal, the one whose account is older comes first.
_ORDERS = {
    Order.RATING: "totals.rating IS NOT NULL ORDER BY totals.rating DESC, totals.account",
    Order.WINS: "totals.wins > 0 ORDER BY totals.wins DESC, totals.games, totals.account",
}


def best(cursor: sqlite3.Cursor, question: Best, now: float) -> tuple[Ranked, ...]:
    totals, order = "career", _ORDERS[question.order]
    asked = {"game": question.game, "most": BEST}
    if question.period is not Period.EVER:
        totals, order = "tally", f"period = :period AND {order}"
        asked["period"] = period_of(question.period, now)
    rows = cursor.execute(_BEST.format(totals=totals, order=order), asked).fetchall()
    numbers = [rating if question.order is Order.RATING else wins for _, rating, wins, _ in rows]
    return tuple(Ranked(numbers.index(number) + 1, *row) for number, row in zip(numbers, rows, strict=True))


def latest(cursor: sqlite3.Cursor, question: Latest, now: float) -> tuple[Finished, ...]:
    rows = cursor.execute(
        "SELECT id, ended, is_rated, players FROM result WHERE game = ? ORDER BY ended DESC, id DESC LIMIT ?",
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
    asked = (question.account, question.game)
    totals = cursor.execute(
        "SELECT games, wins, rating, best, rated FROM career WHERE account = ? AND game = ?", asked
    ).fetchone()
    if totals is None:
        return Career(named[0])
    *known, rated = totals
    feats = cursor.execute(
        "SELECT name, value, unit, is_less_better FROM feat WHERE account = ? AND game = ? ORDER BY name", asked
    ).fetchall()
    ratings = cursor.execute(
        "SELECT number, rating FROM past_rating WHERE account = ? AND game = ? ORDER BY number", asked
    ).fetchall()
    if ratings and ratings[-1][0] < rated:
        ratings.append((rated, known[2]))
    latest = cursor.execute(
        """SELECT ended, place, players, score, rating FROM own_result
           WHERE account = ? AND game = ? ORDER BY number DESC""",
        asked,
    ).fetchall()
    return replace(
        Career(named[0], *known),
        feats=tuple(Feat(name, value, unit, bool(is_less)) for name, value, unit, is_less in feats),
        ratings=_spread([rating for _, rating in ratings]),
        latest=tuple(OwnResult(now - ended, *rest) for ended, *rest in latest),
    )


def _spread(ratings: list[float]) -> tuple[float, ...]:
    """As many of them as fit on a page, evenly spread, with the first and the last."""
    last = len(ratings) - 1
    if last < POINTS:
        return tuple(ratings)
    return tuple(ratings[number * last // (POINTS - 1)] for number in range(POINTS))


RENAME_SECONDS = 30 * 86400.0  # from one time that its owner renames an account to the next


def own_account(cursor: sqlite3.Cursor, number: int, now: float) -> AccountPage | None:
    found = find_numbered(cursor, number)
    if found is None:
        return None
    games, wins = cursor.execute(
        "SELECT coalesce(sum(games), 0), coalesce(sum(wins), 0) FROM career WHERE account = ?", (number,)
    ).fetchone()
    keys = [AccountKey(*key[:3], day(key.added)) for key in keys_of(cursor, found)]
    return AccountPage(found.name, day(found.created), games, wins, tuple(keys), rename_from(found, now))


def rename_from(account: AccountRow, now: float) -> str | None:
    """The day from which on its owner can rename an account again; None if that is now."""
    again = None if account.renamed is None else account.renamed + RENAME_SECONDS
    return None if again is None or now >= again else day(again)


def day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment):%Y-%m-%d}"


def export_account(cursor: sqlite3.Cursor, account: AccountRow) -> dict[str, Any]:
    """Everything that is stored about one account, except the password's hash."""
    results = [one for _, one in results_of(cursor, account, 0, -1)]
    return {**export_head(cursor, account), "results": results}


def results_of(cursor: sqlite3.Cursor, account: AccountRow, after: int, most: int) -> list[tuple[int, dict[str, Any]]]:
    """So many results of an account after the one with this number, each with its number; all of them if it is -1."""
    rows = cursor.execute(
        """SELECT result.id, game, ended, place, score, stayed, feats, standing.rating
           FROM standing JOIN result ON result.id = standing.result
           WHERE account = ? AND result.id > ? ORDER BY result.id LIMIT ?""",
        (account.id, after, most),
    )
    return [
        (
            number,
            {
                "game": game,
                "ended": ended,
                "place": place,
                "score": score,
                "stayed": bool(stayed),
                "feats": json.loads(feats),
                "rating": rating,
            },
        )
        for number, game, ended, place, score, stayed, feats, rating in rows.fetchall()
    ]


def export_head(cursor: sqlite3.Cursor, account: AccountRow) -> dict[str, Any]:
    """The same without the results, of which there may be many."""
    ratings = cursor.execute("SELECT game, mu, sigma FROM rating WHERE account = ? ORDER BY game", (account.id,))
    ratings_by_game = {game: {"mu": mu, "sigma": sigma} for game, mu, sigma in ratings}
    careers = cursor.execute("SELECT game FROM career WHERE account = ? ORDER BY game", (account.id,)).fetchall()
    return {
        "name": account.name,
        "points": account.points,
        "created": account.created,
        "last login": account.seen,
        "renamed": account.renamed,
        "former name": _former(cursor, account),
        "ssh keys": [key._asdict() for key in keys_of(cursor, account)],
        "ratings": ratings_by_game,
        "totals": {game: _totals(cursor, account, game) for (game,) in careers},
    }


def _former(cursor: sqlite3.Cursor, account: AccountRow) -> str | None:
    former: str | None = cursor.execute("SELECT former FROM account WHERE id = ?", (account.id,)).fetchone()[0]
    return former


def _totals(cursor: sqlite3.Cursor, account: AccountRow, game: str) -> dict[str, Any]:
    """These count all games, even those whose results are no longer kept."""
    career = own(cursor, Own(account.id, game), 0.0)
    assert career is not None
    return {
        "games": career.games,
        "wins": career.wins,
        "best score": career.best,
        "feats": {feat.name: feat.value for feat in career.feats},
        "ratings over time": career.ratings,
    }
