"""What players do to their own accounts, in the database: unlike those of the operator, the server knows these changes.

Each finds the account by its number, which never changes, and raises Gone if there is none any more.
"""

from __future__ import annotations

import sqlite3

from tilenet.publickeys import PublicKey
from tilenet.store.database import AccountRow, HeldKey, add_key, find_numbered, forget_token, keys_of, remove_account
from tilenet.text import name_key

MOST_KEYS = 20  # of one account


class Gone(Exception):
    """The account was deleted meanwhile."""


class TooManyKeys(Exception):
    """No account has so many."""


def known(cursor: sqlite3.Cursor, account: int) -> AccountRow:
    found = find_numbered(cursor, account)
    if found is None:
        raise Gone
    return found


def set_password(cursor: sqlite3.Cursor, account: int, hashed: str) -> None:
    """From now on this is the hash of its password. No resume token is good any more."""
    row = known(cursor, account)
    cursor.execute("UPDATE account SET password = ? WHERE id = ?", (hashed, account))
    forget_token(cursor, row)


def rename(cursor: sqlite3.Cursor, account: int, name: str, now: float) -> None:
    """Fails with sqlite3.IntegrityError if another one has that name."""
    row = known(cursor, account)
    cursor.execute(
        "UPDATE account SET key = ?, name = ?, former = ?, renamed = ? WHERE id = ?",
        (name_key(name), name, row.name, now, account),
    )


def add(cursor: sqlite3.Cursor, account: int, keys: list[PublicKey], now: float) -> int:
    """Let the account log in with these keys; returns how many are new."""
    row = known(cursor, account)
    new = sum(add_key(cursor, row, HeldKey(key.fingerprint, key.kind, key.comment, now)) for key in keys)
    if len(keys_of(cursor, row)) > MOST_KEYS:
        raise TooManyKeys
    return new


def delete(cursor: sqlite3.Cursor, account: int) -> None:
    remove_account(cursor, known(cursor, account))
