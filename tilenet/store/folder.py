"""The data folder: where it is, that one server alone uses it, and the database in it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import disk_usage
from typing import TypeVar

from platformdirs import user_state_path

from tilenet.store.damage import Unusable, check, trouble
from tilenet.store.database import connect, migrate, write

Answer = TypeVar("Answer")

DATABASE = "tilenet.sqlite"
USUAL_FOLDER = "$STATE_DIRECTORY, or the user's state folder"  # in words
LEAST_FREE = 64 * 1024  # bytes, without which nothing can be done
_LOCK = "lock"


def usual_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where a server keeps its data: systemd says it, or else it is the user's folder for such things."""
    given = environment.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else user_state_path("tilenet", appauthor=False)


class DataFolder:
    """A folder with a database, from `open` to `close` for one server alone."""

    def __init__(self, path: Path, lock: int | None = None) -> None:
        """`lock` is the descriptor of a lock that this process has already."""
        self.path = path
        self.database = path / DATABASE
        self.lock = lock

    def open(self) -> None:
        """Make the folder if there is none, lock it, and bring the database up to date. Raises Unusable."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.lock is None:
                self.lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise Unusable(f"--data {self.path}: another server is using this folder") from None
        except OSError as error:
            self.close()
            raise Unusable(f"--data {self.path}: {error.strerror or error}") from None
        with self._complaints(), closing(self._connect()) as connection:
            migrate(connection)
            check(connection)

    def begin(self, change: Callable[[sqlite3.Cursor], Answer]) -> Answer:
        """Do what has to be done in the database before others use it. Raises Unusable."""
        with self._complaints(), closing(self._connect()) as connection:
            return write(connection.cursor(), change)

    @contextmanager
    def _complaints(self) -> Iterator[None]:
        try:
            yield
        except (Unusable, sqlite3.Error, OSError) as error:
            self.close()
            why = str(error) if isinstance(error, Unusable) else trouble(error)
            if isinstance(error, sqlite3.OperationalError) and self._is_full():
                why = "cannot be used: the disk is full"  # SQLite may call that a disk I/O error
            raise Unusable(f"--data {self.path}: {DATABASE} {why}") from None

    def _is_full(self) -> bool:
        try:
            return disk_usage(self.path).free < LEAST_FREE
        except OSError:
            return False

    @contextmanager
    def unless_used(self) -> Iterator[bool]:
        """Keep servers out for a moment; False if one uses the folder already."""
        lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            yield _is_locked(lock)
        finally:
            os.close(lock)

    def _connect(self) -> sqlite3.Connection:
        if not self.database.exists():
            os.close(os.open(self.database, os.O_RDWR | os.O_CREAT, 0o600))
        return connect(self.database)

    def close(self) -> None:
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def _is_locked(lock: int) -> bool:
    """Lock a file; False if another process has."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
