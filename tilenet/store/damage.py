"""Damage: whether the file of a database can be used at all, and what to tell the owner of a server if not."""

from __future__ import annotations

import sqlite3

WHOLE_CHECK = 64 * 2**20  # bytes of a database that is checked as a whole at the start: it takes half a second
SMALL = "account", "ssh_key", "change", "resume_token", "game", "kept", "sqlite_sequence"  # tables
RESTORE = "go back to a backup, see Backups in docs/running.md"


class Unusable(Exception):
    """The database cannot be used; the text says why."""


def check(connection: sqlite3.Connection) -> None:
    """Look for damage: everywhere if that is quick, otherwise in the tables that everything needs. Raises Unusable."""
    ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
    ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    if pages * size <= WHOLE_CHECK:
        check_all(connection)
    else:
        for table in SMALL:
            _check(connection, f"PRAGMA quick_check({table})")


def check_all(connection: sqlite3.Connection) -> None:
    """Look for damage everywhere. Raises Unusable."""
    _check(connection, "PRAGMA quick_check")


def _check(connection: sqlite3.Connection, how: str) -> None:
    try:
        ((found,), *_) = connection.execute(how).fetchall()
        if found != "ok":
            raise sqlite3.DatabaseError(found.splitlines()[-1])
    except sqlite3.DatabaseError as error:
        raise Unusable(trouble(error)) from None


def is_damage(error: BaseException | None) -> bool:
    """Whether an error means that the file itself is wrong, and not only that it cannot be used right now."""
    return type(error) is sqlite3.DatabaseError  # malformed, or not a database; all others have classes of their own


def trouble(error: BaseException) -> str:
    """What is wrong with a database, and what to do about it, to follow the name of the file."""
    return f"is damaged ({error}): {RESTORE}" if is_damage(error) else f"cannot be used: {error}"
