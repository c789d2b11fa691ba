"""A machine where the page cannot be tested is told so, and how to go without."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import firefox_program, visitor
from tests.web import install

FAILURES = OSError("no network"), subprocess.CalledProcessError(1, "npm")


class Install(SynchronousTestCase):
    def setUp(self) -> None:
        self.fetched: list[object] = []
        for part in install.PARTS:
            self.patch(part, "install", lambda part=part: self.fetched.append(part))

    def test_everything_is_fetched(self) -> None:
        install.main()
        self.assertCountEqual(self.fetched, install.PARTS)

    def test_what_cannot_be_fetched_ends_make_and_says_how_to_go_without(self) -> None:
        for part in install.PARTS:
            for failure in FAILURES:

                def fail(failure: Exception = failure) -> None:
                    raise failure

                self.patch(part, "install", fail)
                error = self.assertRaises(SystemExit, install.main)
                self.assertIn("make test BROWSER=", str(error.code))

    def test_a_test_without_a_browser_fails(self) -> None:
        self.patch(visitor, "find", lambda: None)
        error = self.assertRaises(AssertionError, visitor.open_browser, None)
        self.assertIn("make test BROWSER=", str(error))


class Firefox(SynchronousTestCase):
    """Tests go without it where it cannot be had; where one is here, none is fetched."""

    def setUp(self) -> None:
        self.ran: list[str] = []
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name, "firefox")
        self.patch(firefox_program, "FOLDER", folder)
        self.patch(firefox_program, "ROOT", folder / "root")
        self.patch(firefox_program, "PROGRAM", folder / "root" / "firefox")
        self.patch(firefox_program, "FINISHED", folder / "finished")
        self.patch(firefox_program, "_run", self.pretend)
        self.patch(firefox_program, "NAMES", ())
        self.patch(sys, "stdout", io.StringIO())
        self.environment = os.environ.pop("FIREFOX", None)
        self.failure: Exception | None = None

    def tearDown(self) -> None:
        if self.environment is not None:
            os.environ["FIREFOX"] = self.environment

    def pretend(self, *command: str) -> None:
        if self.failure is not None:
            raise self.failure
        self.ran.append(next(word for word in command[1:] if not word.startswith("-")))
        if "--download-only" in command:
            (firefox_program.FOLDER / "cache" / "archives" / "firefox.deb").touch()
            firefox_program.PROGRAM.touch()

    def test_it_is_fetched_once(self) -> None:
        firefox_program.install()
        firefox_program.install()
        self.assertEqual(self.ran[:2], ["update", "install"])
        self.assertEqual(len(self.ran), 3)
        found = firefox_program.find()
        assert found is not None
        self.assertEqual(found[0], str(firefox_program.PROGRAM))

    def test_without_apt_or_network_there_is_none(self) -> None:
        for self.failure in FAILURES:
            firefox_program.install()
            self.assertIsNone(firefox_program.find())

    def test_one_that_is_chosen_needs_nothing(self) -> None:
        self.patch(os, "environ", {"FIREFOX": "/opt/firefox"})
        firefox_program.install()
        self.assertEqual((firefox_program.find(), self.ran), (("/opt/firefox", {}), []))
