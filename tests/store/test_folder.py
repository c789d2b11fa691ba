"""The data folder: where it is, who may read it, and what happens if it cannot be used."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tilenet.store import damage, database
from tilenet.store.damage import RESTORE, Unusable
from tilenet.store.folder import DATABASE, DataFolder, usual_folder
from tilenet.store.schema import MIGRATIONS


class WhereItIs(SynchronousTestCase):
    def test_systemd_says_it_and_otherwise_it_is_the_users(self) -> None:
        for place in ("/var/lib/tilenet", "/var/lib/tilenet:/var/lib/two"):
            self.assertEqual(usual_folder({"STATE_DIRECTORY": place}), Path("/var/lib/tilenet"))
        self.assertEqual(usual_folder({}).name, "tilenet")


class TheFolder(SynchronousTestCase):
    def setUp(self) -> None:
        self.path = Path(self.enterContext(TemporaryDirectory())) / "new" / "data"
        self.folder = DataFolder(self.path)
        self.addCleanup(self.folder.close)

    def why_not(self, folder: DataFolder) -> str:
        return str(self.assertRaises(Unusable, folder.open))

    def test_is_made_for_its_owner_alone_with_a_database_that_is_up_to_date(self) -> None:
        self.folder.open()
        for path, mode in ((self.path, 0o700), (self.path / DATABASE, 0o600)):
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), mode, path)

        with closing(database.connect(self.folder.database)) as connection:
            self.assertEqual(database.version_of(connection), len(MIGRATIONS))
            self.assertEqual(connection.execute("PRAGMA journal_mode").fetchone(), ("wal",))
            self.assertEqual(connection.execute("PRAGMA foreign_keys").fetchone(), (1,))

    def test_is_for_one_server_at_a_time(self) -> None:
        self.folder.open()
        self.assertEqual(
            self.why_not(DataFolder(self.path)), f"--data {self.path}: another server is using this folder"
        )
        self.folder.close()
        again = DataFolder(self.path)
        again.open()
        again.close()

    def test_that_is_a_file_cannot_be_used(self) -> None:
        self.path.parent.mkdir(parents=True)
        self.path.write_text("hello")
        self.assertEqual(self.why_not(self.folder), f"--data {self.path}: File exists")
        self.assertEqual(self.path.read_text(), "hello")

    def test_with_something_else_for_a_database_cannot_be_used(self) -> None:
        self.path.mkdir(parents=True)
        (self.path / DATABASE).write_text("hello, this is no database\n" * 50)
        why = f"--data {self.path}: {DATABASE} is damaged (file is not a database): {RESTORE}"
        self.assertEqual(self.why_not(self.folder), why)
        self.assertEqual((self.path / DATABASE).read_text(), "hello, this is no database\n" * 50)
        (self.path / DATABASE).unlink()
        self.folder.open()  # it was not locked

    def test_with_a_damaged_database_cannot_be_used_and_says_what_to_do(self) -> None:
        """At whatever page: SQLite itself notices a file that is cut off, and accounts are looked at in a large one."""
        self.folder.open()
        self.folder.close()
        with closing(database.connect(self.folder.database)) as connection:
            for number in range(300):
                database.create_account(connection.cursor(), f"somebody {number}", "hash" * 50, 10, 0.0)
            pages = connection.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'account'").fetchall()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        whole = self.folder.database.read_bytes()
        damaged = {"cut off": whole[: len(whole) // 2], "its first page": whole[:100] + bytes(3996) + whole[4096:]}
        for (page,) in pages:
            damaged[f"page {page}"] = whole[: 4096 * (page - 1)] + bytes(4096) + whole[4096 * page :]
        for largest in (damage.WHOLE_CHECK, 0):
            self.patch(damage, "WHOLE_CHECK", largest)
            for what, data in damaged.items():
                self.folder.database.write_bytes(data)
                why = self.why_not(self.folder)
                self.assertIn(f"{DATABASE} is damaged (", why, (what, largest))
                self.assertTrue(why.endswith(RESTORE) and "\n" not in why, why)
        self.folder.database.write_bytes(whole)
        self.folder.open()

    def test_with_a_newer_database_cannot_be_used(self) -> None:
        self.folder.open()
        self.folder.close()
        with closing(sqlite3.connect(self.folder.database)) as connection:
            connection.execute("PRAGMA user_version = 99")
        self.assertIn("it is from a newer version of tilenet", self.why_not(self.folder))
