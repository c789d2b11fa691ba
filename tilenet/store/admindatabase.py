"""The database of a data folder as commands use it, while a server may be running."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from tilenet.store import database
from tilenet.store.damage import Unusable, trouble
from tilenet.store.database import AccountRow
from tilenet.store.folder import DATABASE, DataFolder
from tilenet.store.schema import MIGRATIONS
from tilenet.text import BadName, plain, proper_name

Answer = TypeVar("Answer")


class NotDone(Exception):
    """What was asked for cannot be done; the text says why."""


class AdminDatabase:
    """What a server keeps in a folder. Everything raises NotDone if something is wrong; nothing is ever created."""

    def __init__(self, path: Path) -> None:
        self._folder = DataFolder(path)

    def read(self, ask: Callable[[sqlite3.Cursor], Answer]) -> Answer:
        with self._connection(read_only=True) as connection:
            return database.read(connection.cursor(), ask)

    def write(self, change: Callable[[sqlite3.Cursor], Answer]) -> Answer:
        """Change something. A server that runs is told of it by the database; if there is none, nobody has to be."""
        with self._connection() as connection:
            answer = database.write(connection.cursor(), change)
            with self._folder.unless_used() as is_free:
                if is_free:
                    database.write(connection.cursor(), database.forget_changes)
            return answer

    def account(self, cursor: sqlite3.Cursor, name: str) -> AccountRow:
        """The account of that name. Raises NotDone if there is none."""
        known = database.find_account(cursor, good_name(name))
        if known is None:
            raise NotDone(f"there is no account {plain(name)}")
        return known

    def back_up(self, target: Path) -> None:
        """Copy the database to a new file that only its owner can read."""
        with self._connection(read_only=True):
            pass  # it can be used
        try:
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise NotDone(f"{plain(str(target))}: {error.strerror or error}") from None
        try:
            database.back_up(self._folder.database, target)
        except sqlite3.Error as error:
            target.unlink(missing_ok=True)
            raise NotDone(f"{plain(str(target))}: {error}") from None
        except Unusable as error:  # the copy is as damaged as the database
            target.unlink(missing_ok=True)
            raise NotDone(f"{plain(str(self._folder.path))}: {DATABASE} {error}") from None

    @contextmanager
    def _connection(self, *, read_only: bool = False) -> Iterator[sqlite3.Connection]:
        path = self._folder.database
        shown = plain(str(path.parent))
        if not path.exists():
            raise NotDone(f"{shown}: it contains no {DATABASE}")
        try:
            with closing(database.connect(path, read_only=read_only)) as connection:
                version = database.version_of(connection)
                if version != len(MIGRATIONS):
                    advice = "use that one" if version > len(MIGRATIONS) else "start the server once"
                    raise NotDone(f"{shown}: {DATABASE} is from another version of tilenet: {advice}")
                yield connection
        except (sqlite3.Error, OSError) as error:
            raise NotDone(f"{shown}: {DATABASE} {trouble(error)}") from None


def good_name(name: str) -> str:
    """A name that somebody can have. Raises NotDone."""
    try:
        return proper_name(name)
    except BadName as error:
        raise NotDone(f"{plain(name)!r} cannot be a name: {error}") from None
