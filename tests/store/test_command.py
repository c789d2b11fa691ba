"""`tilenet account`, `tilenet records` and `tilenet backup`, on a data folder with a few accounts and results."""

from __future__ import annotations

import getpass
import io
import json
import os
import sqlite3
import stat
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from argon2 import PasswordHasher
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.publickeys import ED25519, PRINTED
from tests.doubles.store import NOON as NOW
from tests.doubles.store import score
from tilenet.limits import Limits
from tilenet.main import main
from tilenet.store import database
from tilenet.store.database import AccountRow
from tilenet.store.folder import DATABASE, DataFolder
from tilenet.store.results import Ended, save
from tilenet.world.players.accounts import Played


class Keyboard(io.StringIO):
    """Standard input, if somebody is at a terminal."""

    def isatty(self) -> bool:
        return True


class CommandTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.folders = Path(self.enterContext(TemporaryDirectory()))
        self.path = self.folders / "data"
        self.folder = DataFolder(self.path)
        self.folder.open()
        with self.connected() as connection:
            cursor = connection.cursor()
            for name in ("ann", "Bob", "c\u2028d"):  # the last is one that an earlier version might have let in
                database.create_account(cursor, name, "hash", 10, NOW)
            results = [Ended(Played("Set", (score(1, 1, 7.0), score(2, 2, 3.5))), NOW)]
            database.write(cursor, lambda cursor: save(cursor, [], results, Limits()))
        self.folder.close()
        self.addCleanup(self.folder.close)

    def connected(self) -> closing[sqlite3.Connection]:
        return closing(database.connect(self.path / DATABASE))

    def run_command(
        self, *words: str, typed: str = "", data: Path | None = None, stdin: io.StringIO | None = None
    ) -> tuple[int, str, str]:
        """The exit status, and what was written to stdout and to stderr."""
        out, err = io.StringIO(), io.StringIO()
        with (
            patch.object(sys, "stdin", stdin or io.StringIO(typed)),
            patch.object(sys, "stdout", out),
            patch.object(sys, "stderr", err),
            self.assertRaises(SystemExit) as raised,
        ):
            main([*words, "--data", str(data or self.path)])
        return int(raised.exception.code or 0), out.getvalue(), err.getvalue()

    def do(self, *words: str, typed: str = "") -> str:
        """Run a command that succeeds; returns what it prints."""
        status, out, err = self.run_command(*words, typed=typed)
        self.assertEqual((status, err), (0, ""))
        return out

    def fail_at(self, *words: str, typed: str = "", data: Path | None = None) -> str:
        """Run a command that fails, and so changes nothing; returns the line that says why."""
        before = self.dump()
        status, _, err = self.run_command(*words, typed=typed, data=data)
        self.assertEqual(status, 1)
        self.assertEqual(err.count("\n"), 1)
        self.assertEqual(self.dump(), before)
        return err

    def dump(self) -> list[str]:
        with self.connected() as connection:
            return [*connection.iterdump()]

    def known(self, name: str) -> AccountRow | None:
        with self.connected() as connection:
            return database.find_account(connection.cursor(), name)


class Accounts(CommandTestCase):
    def test_list_and_show(self) -> None:
        lines = self.do("account", "list").splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["name", "ann", "Bob", "c\\u2028d"])
        lines = self.do("account", "show", "ANN").splitlines()
        self.assertEqual(lines[:2], ["name        ann", "points      10"])
        self.assertEqual(lines[-1].split()[:1] + lines[-1].split()[2:5], ["Set", "1", "1", "7"])
        with self.connected() as connection:
            connection.execute("DELETE FROM career")
        self.assertIn("No games yet.", self.do("account", "show", "Bob"))

    def test_export(self) -> None:
        exported = json.loads(self.do("account", "export", "ann"))
        self.assertEqual((exported["name"], exported["points"], len(exported["results"])), ("ann", 10, 1))
        self.assertEqual(exported["ratings"].keys(), {"Set"})
        self.assertNotIn("hash", str(exported))

    def assert_password(self, password: str) -> None:
        known = self.known("ann")
        assert known is not None
        self.assertTrue(PasswordHasher().verify(known.password, password))

    def type_password(self, *typed: str) -> tuple[int, str]:
        """Answer at a terminal."""
        asked = iter(typed)
        with patch.object(getpass, "getpass", lambda prompt: next(asked)):
            status, _, err = self.run_command("account", "password", "ann", stdin=Keyboard())
        return status, err

    def test_password_from_standard_input_or_twice_from_a_terminal(self) -> None:
        self.assertEqual(self.type_password("one", "two")[0], 1)
        self.assertEqual(self.known("ann"), AccountRow(1, "ann", "hash", 10, NOW, NOW))
        self.assertEqual(self.type_password("one", "one"), (0, ""))
        self.assert_password("one")
        self.do("account", "password", "ann", typed="a new one \n")
        self.assert_password("a new one ")

    def test_bad_passwords(self) -> None:
        token = "tilenet-resume-" + "x" * 43
        for typed, why in (
            ("", "at least"),
            ("\n", "at least"),
            ("x" * 1025, "1024"),
            ("\udc80\n", "UTF-8"),
            (token, "cannot look like a resume token"),
        ):
            self.assertIn(why, self.fail_at("account", "password", "ann", typed=typed))

    def test_rename(self) -> None:
        self.assertEqual(self.do("account", "rename", "ann", "Anne"), "ann is now called Anne.\n")
        self.assertIsNone(self.known("ann"))
        self.assertEqual(self.known("anne"), AccountRow(1, "Anne", "hash", 10, NOW, NOW))
        self.do("account", "rename", "anne", "ANNE")
        self.assertIn("ANNE", self.do("account", "list"))

    def test_rename_to_a_name_that_is_taken_or_bad(self) -> None:
        self.assertIn("another account", self.fail_at("account", "rename", "ann", "BOB"))
        for name in ("", "a<b", "x" * 33, "a\u202eb"):
            self.assertIn("cannot be a name", self.fail_at("account", "rename", "ann", name))

    def test_delete_asks_first(self) -> None:
        for typed in ("", "\n", "n\n", "ann\n"):
            self.assertIn("nothing was deleted", self.fail_at("account", "delete", "ann", typed=typed))
        self.do("account", "delete", "ann", typed="y\n")
        self.assertIsNone(self.known("ann"))
        self.assertIn("somebody", self.do("records", "set"))
        self.do("account", "delete", "bob", "--yes")
        self.assertNotIn("ob", self.do("records", "set").replace("somebody", ""))

    def test_somebody_who_has_no_account(self) -> None:
        for words in (("show",), ("password",), ("delete", "--yes"), ("export",)):
            self.assertIn("there is no account zed", self.fail_at("account", words[0], "zed", *words[1:], typed="x\n"))
        self.assertIn("there is no account zed", self.fail_at("account", "rename", "zed", "new"))

    def test_a_bad_name_is_written_harmlessly(self) -> None:
        self.assertIn("'\\\\x1b[31m'", self.fail_at("account", "show", "\x1b[31m"))


class Keys(CommandTestCase):
    def add(self, name: str = "ann", text: str = ED25519) -> str:
        path = self.folders / "key.pub"
        path.write_text(text)
        return self.do("account", "key", "add", name, str(path))

    def test_can_be_added_listed_and_removed(self) -> None:
        """From a file or from standard input; those that were there already stay."""
        self.assertIn("There are no keys", self.do("account", "key", "list", "ann"))
        self.assertEqual(self.add(), f"ann can now log in with {PRINTED} (ssh-ed25519).\n")
        self.assertEqual(self.add(), f"ann already had {PRINTED} (ssh-ed25519).\n")
        listed = self.do("account", "key", "list", "ann")
        for word in (PRINTED, "ssh-ed25519", "ann@example"):
            self.assertIn(word, listed)
        self.assertNotIn(PRINTED, self.do("account", "key", "list", "Bob"))
        added = self.do("account", "key", "add", "Bob", "-", typed=ED25519)
        self.assertEqual(added, f"Bob can now log in with {PRINTED} (ssh-ed25519).\n")
        self.do("account", "key", "remove", "ann", PRINTED)
        self.assertIn("There are no keys", self.do("account", "key", "list", "ann"))
        self.assertIn("ann has no key", self.fail_at("account", "key", "remove", "ann", PRINTED))

    def test_are_exported_and_deleted_with_the_account(self) -> None:
        self.add()
        exported = json.loads(self.do("account", "export", "ann"))
        self.assertEqual([key["fingerprint"] for key in exported["ssh keys"]], [PRINTED])
        self.do("account", "delete", "ann", "--yes")
        with self.connected() as connection:
            self.assertEqual(connection.execute("SELECT * FROM ssh_key").fetchall(), [])

    def test_that_are_none_change_nothing(self) -> None:
        path = self.folders / "key.pub"
        path.write_text(f"{ED25519}\nnonsense")
        self.assertIn("line 2: not a usable key", self.fail_at("account", "key", "add", "ann", str(path)))
        self.assertIn("No such file", self.fail_at("account", "key", "add", "ann", str(self.folders / "missing")))
        path.write_text("x" * 70_000)
        self.assertIn("at most 64 KiB", self.fail_at("account", "key", "add", "ann", str(path)))
        self.assertIn("There are no keys", self.do("account", "key", "list", "ann"))


class Servers(CommandTestCase):
    """A server that runs is told by the database; if there is none, nobody has to be told."""

    def test_one_that_runs_is_told(self) -> None:
        told = [(1, "ann", "anne"), (1, "anne", "anne"), (2, "Bob", None)]
        for is_running, renamed, deleted, wanted in ((True, "ann", "bob", told), (False, "anne", "anne", [])):
            if is_running:
                self.folder.open()
            self.do("account", "rename", renamed, "anne")
            self.do("account", "password", "anne", typed="new\n")
            self.do("account", "delete", deleted, "--yes")
            with self.connected() as connection:
                changes = database.changes(connection.cursor())
                self.assertEqual([(change.account, change.old, change.new) for change in changes], wanted)
                database.forget_changes(connection.cursor())
            self.folder.close()
        self.folder.open()  # it is free

    def test_a_database_that_is_locked_is_one_line(self) -> None:
        self.patch(database, "BUSY_SECONDS", 0.05)
        with self.connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            status, _, err = self.run_command("account", "delete", "ann", "--yes")
            self.assertEqual((status, err.count("\n")), (1, 1))
            self.assertIn("locked", err)
            self.assertIn("ann", self.do("account", "list"))


class Damage(CommandTestCase):
    def test_is_one_line_and_is_not_backed_up(self) -> None:
        with self.connected() as connection:
            ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'standing'").fetchall()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        data = (self.path / DATABASE).read_bytes()
        (self.path / DATABASE).write_bytes(data[: 4096 * (page - 1)] + b"\xff" * 4096 + data[4096 * page :])
        copy = self.folders / "copy"
        for words in (("records",), ("account", "export", "ann"), ("backup", str(copy))):
            status, _, err = self.run_command(*words)
            self.assertEqual((status, err.count("\n")), (1, 1), err)
            self.assertIn("tilenet.sqlite is damaged (", err)
        self.assertFalse(copy.exists())


class Folders(CommandTestCase):
    WORDS = (("account", "list"), ("account", "delete", "ann", "--yes"), ("records",), ("backup", "copy"))

    def test_without_a_database_or_with_a_file_that_is_none(self) -> None:
        empty, other = self.folders / "empty", self.folders / "other"
        for folder in (empty, other):
            folder.mkdir()
        (other / DATABASE).write_text("not a database, but long enough to be looked at as one" * 20)
        missing = "it contains no tilenet.sqlite"
        for folder, why in (
            (empty, missing),
            (empty / "none", missing),
            (other, "is damaged (file is not a database)"),
        ):
            for words in self.WORDS:
                self.assertIn(why, self.fail_at(*words, data=folder))
        self.assertEqual([*empty.iterdir()], [])
        self.assertFalse(Path("copy").exists())

    def test_another_version(self) -> None:
        for version, advice in ((1, "start the server"), (99, "use that one")):
            with self.connected() as connection:
                connection.execute(f"PRAGMA user_version = {version}")
            for words in self.WORDS:
                self.assertIn(advice, self.fail_at(*words))


class Records(CommandTestCase):
    def test_the_tables_of_a_game(self) -> None:
        with patch.object(time, "time", lambda: NOW):
            lines = self.do("records", "SET").splitlines()
        self.assertEqual(lines[0], "Set")
        self.assertEqual(next(line for line in lines if line.startswith("Best")), "Best by rating, today")
        self.assertEqual(lines.count("#  name  rating  wins  games"), 6)
        row = lines[lines.index("Best by wins, ever") + 2].split()
        self.assertEqual((row[:2], row[3:]), (["1", "ann"], ["1", "1"]))
        self.assertIn("0 min  1. ann 7, 2. Bob 3.5", lines)

    def test_without_a_game_all_are_printed(self) -> None:
        self.assertEqual(self.do("records"), self.do("records", "set"))
        self.assertIn("no results for 'go'; the games are 'Set'", self.fail_at("records", "go"))

    def test_titles_and_no_title(self) -> None:
        with self.connected() as connection:
            connection.execute("UPDATE game SET name = ?", ("S\x1b[31m",))
        self.assertTrue(self.do("records").startswith("S\\x1b[31m\n"), "a title is written harmlessly")
        with self.connected() as connection:
            connection.execute("DELETE FROM game")
        self.assertEqual(self.do("records"), "Nothing has been played yet.\n")
        self.assertEqual(json.loads(self.do("records", "--json")), {})

    def test_as_json(self) -> None:
        found = json.loads(self.do("records", "--json"))["Set"]
        self.assertEqual([*found], ["by rating", "by wins", "latest"])
        self.assertEqual([*found["by wins"]], ["today", "this month", "ever"])
        best: dict[str, Any] = found["by wins"]["ever"][0]
        self.assertEqual((best["place"], best["name"], best["wins"]), (1, "ann", 1))
        self.assertEqual(found["latest"][0]["top"][1], {"place": 2, "name": "Bob", "score": 3.5})

    def test_a_terminal_that_cannot_show_a_name(self) -> None:
        self.do("account", "rename", "ann", "Dörte")
        out = io.TextIOWrapper(io.BytesIO(), "ascii")
        with patch.object(sys, "stdout", out), self.assertRaises(SystemExit) as raised:
            main(["account", "list", "--data", str(self.path)])
        self.assertEqual(raised.exception.code, 0)
        out.seek(0)
        self.assertIn("D\\xf6rte", out.read())


class Backups(CommandTestCase):
    def test_can_be_opened_and_are_private(self) -> None:
        copy = self.folders / "copy"
        copy.mkdir()
        self.folder.open()  # a server runs
        with closing(sqlite3.connect(self.folder.database)) as connection:
            connection.execute("INSERT INTO resume_token SELECT id, 'digest', NULL FROM account")
            connection.commit()
        self.do("backup", str(copy / DATABASE))
        with closing(sqlite3.connect(copy / DATABASE)) as connection:
            self.assertEqual(connection.execute("SELECT * FROM resume_token").fetchall(), [])
        self.assertEqual(stat.S_IMODE(os.stat(copy / DATABASE).st_mode), 0o600)
        self.assertIn("Bob", self.run_command("account", "list", data=copy)[1])
        opened = DataFolder(copy)
        opened.open()
        opened.close()

    def test_that_fail_leave_nothing_behind_and_overwrite_nothing(self) -> None:
        copy = self.folders / "copy"
        copy.write_text("mine")
        self.assertIn("File exists", self.fail_at("backup", str(copy)))
        self.assertEqual(copy.read_text(), "mine")
        copy.unlink()

        def full(path: Path, target: Path) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        self.patch(database, "back_up", full)
        self.assertIn("full", self.fail_at("backup", str(copy)))
        self.assertFalse(copy.exists())
        self.assertIn("No such file", self.fail_at("backup", str(copy / "deeper")))
