"""The database: transactions, accounts, and what is written of results.

All SQL is in three files: here, in `schema` (the tables), and in `answers` (what is read about results). Every function
takes a cursor, and leaves the transaction to `read` and `write`: so the server can run them in a thread, and the
command line without one.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from tilenet.store.ratings import Rating, rate
from tilenet.store.schema import MIGRATIONS
from tilenet.text import name_key
from tilenet.world.players.accounts import Played, Score

Answer = TypeVar("Answer")

SOMEBODY = "somebody"  # whose account was deleted
BUSY_SECONDS = 1.0  # to wait for another program that is writing


class Unusable(Exception):
    """The database cannot be used; the text says why."""


# Connections and transactions


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection in the mode that this project uses. Transactions are begun and ended by `read` and `write`."""
    target = f"{path.resolve().as_uri()}?mode=ro" if read_only else str(path)
    connection = sqlite3.connect(
        target, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=read_only
    )
    prepare(connection)
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


@contextmanager
def transaction(cursor: sqlite3.Cursor, begin: str) -> Iterator[None]:
    cursor.execute(begin)
    try:
        yield
    except BaseException:
        if cursor.connection.in_transaction:
            cursor.execute("ROLLBACK")
        raise
    cursor.execute("COMMIT")


def read(cursor: sqlite3.Cursor, ask: Callable[[sqlite3.Cursor], Answer]) -> Answer:
    """Ask for something, as it was at one moment."""
    with transaction(cursor, "BEGIN"):
        return ask(cursor)


def write(cursor: sqlite3.Cursor, change: Callable[[sqlite3.Cursor], Answer]) -> Answer:
    """Change something: all of it, or nothing."""
    with transaction(cursor, "BEGIN IMMEDIATE"):
        return change(cursor)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date. Raises Unusable, and then nothing was touched."""
    try:
        version = version_of(connection)
        if version > len(MIGRATIONS):
            raise Unusable("it is from a newer version of tilenet")
        if version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise Unusable("it is another program's database")
        connection.execute("PRAGMA journal_mode = WAL")
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")
    except sqlite3.DatabaseError as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise Unusable(str(error)) from None


def version_of(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


# Accounts


class AccountRow(NamedTuple):
    """An account as it is kept."""

    id: int
    name: str
    password: str  # its hash
    points: int
    created: float
    seen: float


class AccountChange(NamedTuple):
    """A change of an account that was made at the command line."""

    number: int
    account: int
    old: str
    new: str | None  # its name after it; None if it was deleted
    is_old_taken: bool  # whether an account has the old name now, be it this one or another


_SELECT_ACCOUNT = "SELECT id, name, password, points, created, seen FROM account"


def account_names(cursor: sqlite3.Cursor) -> list[str]:
    return [name for (name,) in cursor.execute("SELECT name FROM account")]


def accounts(cursor: sqlite3.Cursor) -> list[AccountRow]:
    return [AccountRow(*row) for row in cursor.execute(f"{_SELECT_ACCOUNT} ORDER BY key")]


def find_account(cursor: sqlite3.Cursor, name: str) -> AccountRow | None:
    row = cursor.execute(f"{_SELECT_ACCOUNT} WHERE key = ?", (name_key(name),)).fetchone()
    return None if row is None else AccountRow(*row)


def find_account_by_id(cursor: sqlite3.Cursor, account: int) -> AccountRow | None:
    row = cursor.execute(f"{_SELECT_ACCOUNT} WHERE id = ?", (account,)).fetchone()
    return None if row is None else AccountRow(*row)


def create_account(cursor: sqlite3.Cursor, name: str, password: str, points: int, now: float) -> int:
    """Returns its number. Fails with sqlite3.IntegrityError if there is one of that name."""
    cursor.execute(
        "INSERT INTO account (key, name, password, points, created, seen) VALUES (?, ?, ?, ?, ?, ?)",
        (name_key(name), name, password, points, now, now),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


class SeenAccount(NamedTuple):
    """A login."""

    account: AccountRow  # as it was when somebody proved to be its owner
    at: float
    better: str | None = None  # a better hash of the password


class KeptToken(NamedTuple):
    """The resume token of an account; if it has none, there is no digest."""

    account: int
    digest: bytes | None
    expires: float | None = None  # never, while the player is connected


def note_logins(cursor: sqlite3.Cursor, seen: Iterable[SeenAccount], tokens: Iterable[KeptToken]) -> None:
    """Write down who has logged in, unless the password was changed meanwhile, and which resume tokens there are."""
    cursor.executemany(
        "UPDATE account SET seen = ?, password = CASE password WHEN ? THEN ? ELSE password END WHERE id = ?",
        [(at, old.password, better or old.password, old.id) for old, at, better in seen],
    )
    for account, digest, expires in tokens:
        cursor.execute("DELETE FROM resume_token WHERE account = ?", (account,))
        if digest is not None:
            cursor.execute(
                "INSERT INTO resume_token SELECT id, ?, ? FROM account WHERE id = ?", (digest, expires, account)
            )


def begin_tokens(cursor: sqlite3.Cursor, now: float, seconds: float) -> list[KeptToken]:
    """The resume tokens when the server starts: whoever was connected when it ended has so many seconds from now on."""
    cursor.execute("DELETE FROM resume_token WHERE expires <= ?", (now,))
    cursor.execute("UPDATE resume_token SET expires = ? WHERE expires IS NULL", (now + seconds,))
    return [KeptToken(*row) for row in cursor.execute("SELECT account, digest, expires FROM resume_token")]


def _forget_token(cursor: sqlite3.Cursor, account: AccountRow) -> None:
    cursor.execute("DELETE FROM resume_token WHERE account = ?", (account.id,))


def set_password(cursor: sqlite3.Cursor, account: AccountRow, password: str) -> None:
    cursor.execute("UPDATE account SET password = ? WHERE id = ?", (password, account.id))
    _forget_token(cursor, account)
    _note(cursor, account, account.name)


def rename_account(cursor: sqlite3.Cursor, account: AccountRow, name: str) -> None:
    """Fails with sqlite3.IntegrityError if another one has that name."""
    cursor.execute("UPDATE account SET key = ?, name = ? WHERE id = ?", (name_key(name), name, account.id))
    _forget_token(cursor, account)
    _note(cursor, account, name)


def delete_account(cursor: sqlite3.Cursor, account: AccountRow) -> None:
    """Its results stay, but not the name in them."""
    cursor.execute("UPDATE standing SET name = ?, account = NULL WHERE account = ?", (SOMEBODY, account.id))
    cursor.execute("DELETE FROM account WHERE id = ?", (account.id,))
    _note(cursor, account, None)


def _note(cursor: sqlite3.Cursor, account: AccountRow, new: str | None) -> None:
    """Tell the server that runs, if there is one."""
    cursor.execute("INSERT INTO change (account, old, new) VALUES (?, ?, ?)", (account.id, account.name, new))


def changes(cursor: sqlite3.Cursor) -> list[AccountChange]:
    """The changes that the server has not seen yet."""
    found = cursor.execute("SELECT id, account, old, new FROM change ORDER BY id").fetchall()
    return [
        AccountChange(number, account, old, new, find_account(cursor, old) is not None)
        for number, account, old, new in found
    ]


def forget_changes(cursor: sqlite3.Cursor, up_to: int | None = None) -> None:
    """These were seen, or there is no server that should see them."""
    cursor.execute("DELETE FROM change WHERE id <= ?", (2**62 if up_to is None else up_to,))


# Keys of accounts


class HeldKey(NamedTuple):
    """A key for ssh that an account has."""

    fingerprint: str
    kind: str
    comment: str
    added: float


def keys_of(cursor: sqlite3.Cursor, account: AccountRow) -> list[HeldKey]:
    found = cursor.execute(
        "SELECT fingerprint, kind, comment, added FROM ssh_key WHERE account = ? ORDER BY added, fingerprint",
        (account.id,),
    )
    return [HeldKey(*row) for row in found]


def add_key(cursor: sqlite3.Cursor, account: AccountRow, key: HeldKey) -> bool:
    """Returns whether it is new."""
    cursor.execute("INSERT OR IGNORE INTO ssh_key VALUES (?, ?, ?, ?, ?)", (account.id, *key))
    return cursor.rowcount > 0


def remove_key(cursor: sqlite3.Cursor, account: AccountRow, fingerprint: str) -> bool:
    """Returns whether the account had it."""
    cursor.execute("DELETE FROM ssh_key WHERE account = ? AND fingerprint = ?", (account.id, fingerprint))
    return cursor.rowcount > 0


def find_account_by_key(cursor: sqlite3.Cursor, name: str, fingerprint: str) -> AccountRow | None:
    """The account of this name, if it has this key."""
    known = find_account(cursor, name)
    if known is None or all(key.fingerprint != fingerprint for key in keys_of(cursor, known)):
        return None
    return known


# Points and results


class Ended(NamedTuple):
    """A game that is over, and when that was."""

    played: Played
    at: float


def save(cursor: sqlite3.Cursor, points: Iterable[tuple[int, int]], ended: Iterable[Ended]) -> None:
    """Write the points of these accounts, and these results with the ratings that follow from them."""
    cursor.executemany("UPDATE account SET points = ? WHERE id = ?", [(total, account) for account, total in points])
    for one in ended:
        _save_result(cursor, one.played, one.at)


def _save_result(cursor: sqlite3.Cursor, played: Played, at: float) -> None:
    scores = [_as_kept(cursor, score) for score in played.scores]
    rated = [score for score in scores if score.account is not None]
    is_rated = len(rated) >= 2 and not any(score.is_bot for score in scores)
    after = _rate(cursor, played.game, rated) if is_rated else {}
    cursor.execute("INSERT INTO result (game, ended, is_rated) VALUES (?, ?, ?)", (played.game, at, is_rated))
    number = cursor.lastrowid
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
                after.get(score.account),
            )
            for score in scores
        ],
    )
    is_draw = all(score.place == 1 for score in scores)
    for score in scores:
        if score.account is not None and not score.is_bot:
            is_win = score.place == 1 and not is_draw
            _save_career(cursor, played.game, score, after.get(score.account), is_win=is_win)


def _save_career(cursor: sqlite3.Cursor, game: str, score: Score, rating: float | None, *, is_win: bool) -> None:
    """Add a game to the totals of an account, so that nobody has to count all of them again."""
    cursor.execute(
        """INSERT INTO career VALUES (?, ?, 1, ?, ?, ?) ON CONFLICT DO UPDATE SET
               games = games + 1,
               wins = wins + excluded.wins,
               rating = coalesce(excluded.rating, rating),
               best = max(best, excluded.best)""",
        (score.account, game, is_win, rating, score.score),
    )
    cursor.executemany(
        """INSERT INTO feat VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
               value = iif(excluded.is_less_better, min(value, excluded.value), max(value, excluded.value)),
               unit = excluded.unit,
               is_less_better = excluded.is_less_better""",
        [(score.account, game, feat.name, feat.value, feat.unit, feat.is_less_better) for feat in score.feats],
    )


def _as_kept(cursor: sqlite3.Cursor, score: Score) -> Score:
    """The score; if the account was deleted in the meantime, it is somebody's."""
    if score.account is None or cursor.execute("SELECT 1 FROM account WHERE id = ?", (score.account,)).fetchone():
        return score
    return replace(score, account=None, name=SOMEBODY)


def _rate(cursor: sqlite3.Cursor, game: str, scores: Sequence[Score]) -> dict[int | None, float]:
    """Write the new ratings; returns them as they are shown, by account."""
    before = []
    for score in scores:
        known = "SELECT mu, sigma FROM rating WHERE account = ? AND game = ?"
        found = cursor.execute(known, (score.account, game)).fetchone()
        before.append(Rating() if found is None else Rating(*found))
    after = rate(before, [score.place for score in scores])
    cursor.executemany(
        "INSERT OR REPLACE INTO rating VALUES (?, ?, ?, ?)",
        [(score.account, game, rating.mu, rating.sigma) for score, rating in zip(scores, after, strict=True)],
    )
    return {score.account: rating.shown for score, rating in zip(scores, after, strict=True)}


def back_up(path: Path, target: Path) -> None:
    """Copy a database to a new file, consistently, even while a server writes to it."""
    with closing(connect(path, read_only=True)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
