"""The database: transactions, accounts, and copies.

All SQL is in six files: here, in `schema` (the tables), `ownchanges` (what players do to their own accounts), `results`
(what is written of them), `answers` (what is read) and `damage`. Every function takes a cursor, and leaves the
transaction to `read` and `write`: so the server can run them in a thread, and the command line without one.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from twisted.logger import Logger

from tilenet.store.damage import Unusable, check_all, trouble
from tilenet.store.schema import MIGRATIONS
from tilenet.text import name_key

Answer = TypeVar("Answer")

SOMEBODY = "somebody"  # whose account was deleted
BUSY_SECONDS = 1.0  # to wait for another program that is writing

log = Logger()


# Connections and transactions


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection in the mode that this project uses. Transactions are begun and ended by `read` and `write`."""
    target = read_only_uri(path) if read_only else str(path)
    connection = sqlite3.connect(
        target, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=read_only
    )
    prepare(connection)
    return connection


def read_only_uri(path: Path) -> str:
    """What to connect to if nothing is to be written."""
    return f"{path.resolve().as_uri()}?mode=ro"


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
            raise Unusable("cannot be used: it is from a newer version of tilenet")
        if version < 0 or (version == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]):
            raise Unusable("cannot be used: it is another program's database")
        connection.execute("PRAGMA journal_mode = WAL")
        began = time.monotonic()
        is_older = 0 < version < len(MIGRATIONS)
        if is_older:
            log.info("Updating the database to this version of tilenet; a million results may take a minute")
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")
        if is_older:
            log.info("The database is updated, after {seconds} s", seconds=round(time.monotonic() - began, 1))
    except sqlite3.DatabaseError as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise Unusable(trouble(error)) from None


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
    renamed: float | None = None  # when its owner did that last


class AccountChange(NamedTuple):
    """A change of an account that was made at the command line."""

    number: int
    account: int
    old: str
    new: str | None  # its name after it; None if it was deleted
    is_old_taken: bool  # whether an account has the old name now, be it this one or another


_SELECT_ACCOUNT = "SELECT id, name, password, points, created, seen, renamed FROM account"


def account_names(cursor: sqlite3.Cursor) -> dict[int, str]:
    """The names of all accounts, by their numbers."""
    return dict(cursor.execute("SELECT id, name FROM account"))


class Origins(NamedTuple):
    """What players have done to their own accounts lately, of which a journal may not know yet."""

    guests: Mapping[str, int]  # the accounts that guests have made, by the ids of these guests
    former: Mapping[int, str]  # the names of accounts before their owners renamed them


NO_ORIGINS = Origins({}, {})


def origins(cursor: sqlite3.Cursor) -> Origins:
    guests = dict(cursor.execute("SELECT guest, id FROM account WHERE guest IS NOT NULL"))
    return Origins(guests, dict(cursor.execute("SELECT id, former FROM account WHERE former IS NOT NULL")))


def leave_out(cursor: sqlite3.Cursor, number: int) -> None:
    """No new account gets this number, nor a lower one."""
    cursor.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'account'", (number,))
    if not cursor.rowcount:
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('account', ?)", (number,))


def accounts(cursor: sqlite3.Cursor) -> list[AccountRow]:
    return [AccountRow(*row) for row in cursor.execute(f"{_SELECT_ACCOUNT} ORDER BY key")]


def find_account(cursor: sqlite3.Cursor, name: str) -> AccountRow | None:
    row = cursor.execute(f"{_SELECT_ACCOUNT} WHERE key = ?", (name_key(name),)).fetchone()
    return None if row is None else AccountRow(*row)


def find_numbered(cursor: sqlite3.Cursor, account: int) -> AccountRow | None:
    row = cursor.execute(f"{_SELECT_ACCOUNT} WHERE id = ?", (account,)).fetchone()
    return None if row is None else AccountRow(*row)


def find_unchanged_account(cursor: sqlite3.Cursor, account: int) -> AccountRow | None:
    """The account with this id, unless it has a change that the server has not seen yet."""
    unchanged = "NOT EXISTS (SELECT * FROM change WHERE change.account = account.id)"
    row = cursor.execute(f"{_SELECT_ACCOUNT} WHERE id = ? AND {unchanged}", (account,)).fetchone()
    return None if row is None else AccountRow(*row)


def create_account(
    cursor: sqlite3.Cursor, name: str, password: str, points: int, now: float, guest: str | None = None
) -> int:
    """Returns its number. `guest` is the id of the guest who makes it in the seat.

    Fails with sqlite3.IntegrityError if there is one of that name.
    """
    cursor.execute(
        "INSERT INTO account (key, name, password, points, created, seen, guest) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (name_key(name), name, password, points, now, now, guest),
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


def forget_token(cursor: sqlite3.Cursor, account: AccountRow) -> None:
    cursor.execute("DELETE FROM resume_token WHERE account = ?", (account.id,))


def set_password(cursor: sqlite3.Cursor, account: AccountRow, password: str) -> None:
    cursor.execute("UPDATE account SET password = ? WHERE id = ?", (password, account.id))
    forget_token(cursor, account)
    _note(cursor, account, account.name)


def rename_account(cursor: sqlite3.Cursor, account: AccountRow, name: str) -> None:
    """Fails with sqlite3.IntegrityError if another one has that name."""
    cursor.execute(
        "UPDATE account SET key = ?, name = ?, former = NULL WHERE id = ?", (name_key(name), name, account.id)
    )
    forget_token(cursor, account)
    _note(cursor, account, name)


def remove_account(cursor: sqlite3.Cursor, account: AccountRow) -> None:
    """Its results stay, but not the name in them."""
    cursor.execute("UPDATE standing SET name = ?, account = NULL WHERE account = ?", (SOMEBODY, account.id))
    cursor.execute("DELETE FROM account WHERE id = ?", (account.id,))


def delete_account(cursor: sqlite3.Cursor, account: AccountRow) -> None:
    """The same, from outside of the server."""
    remove_account(cursor, account)
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
    if up_to is None:  # one that has just stopped may have written tokens that it did not know to be worthless
        cursor.execute("DELETE FROM resume_token WHERE account IN (SELECT account FROM change)")
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


# Copies


def back_up(path: Path, target: Path) -> None:
    """Copy a database to a new file, consistently, even while a server writes to it. Raises Unusable.

    Resume tokens are not copied: those that were used since then would be good again.
    """
    with closing(connect(path, read_only=True)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        check_all(copy)
        copy.execute("DELETE FROM resume_token")
        copy.commit()
