"""A machine where the page cannot be tested is told so, and how to go without."""

from __future__ import annotations

import subprocess

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import axe, chromium_program, javascript, visitor
from tests.web import install

FAILURES = OSError("no network"), subprocess.CalledProcessError(1, "npm")


class Install(SynchronousTestCase):
    def setUp(self) -> None:
        self.fetched: list[object] = []
        for part in (chromium_program, axe, javascript):
            self.patch(part, "install", lambda part=part: self.fetched.append(part))

    def test_everything_is_fetched(self) -> None:
        install.main()
        self.assertEqual(self.fetched, [chromium_program, axe, javascript])

    def test_what_cannot_be_fetched_ends_make_and_says_how_to_go_without(self) -> None:
        for part in (chromium_program, axe, javascript):
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
