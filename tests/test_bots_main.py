"""The command lines of `tilenet bot` and `make play`: what they mean, and what is refused."""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.address import Address
from tilenet.clients.bots import demo
from tilenet.clients.bots.main import MOST_BOTS, names, read

REFUSED = {
    "": "the following arguments are required: game",
    "chess": "invalid choice: 'chess'",
    "pairpanicking nowhere:0": "'0' is no port",
    "pairpanicking --skill 1.01": "'1.01' is not a number from 0 to 1",
    "pairpanicking --skill -0.1": "'-0.1' is not a number from 0 to 1",
    "pairpanicking --skill nan": "'nan' is not a number from 0 to 1",
    "pairpanicking --skill good": "'good' is not a number from 0 to 1",
    "pairpanicking --pace 0.09": "'0.09' is not a number from 0.1 to 3600",
    "pairpanicking --pace inf": "'inf' is not a number from 0.1 to 3600",
    "pairpanicking --count 0": "'0' is not a whole number from 1 to 100",
    "pairpanicking --count -1": "'-1' is not a whole number from 1 to 100",
    "pairpanicking --count 1.5": "'1.5' is not a whole number from 1 to 100",
    "pairpanicking --count 101": "'101' is not a whole number from 1 to 100",
    "pairpanicking here bot more": "unrecognized arguments: more",
}


class Bot(SynchronousTestCase):
    def test_defaults(self) -> None:
        options = read(["pairpanicking"])
        self.assertEqual((options.address, options.name), (Address("localhost", 44455), "bot"))
        self.assertEqual((options.skill, options.pace, options.count), (0.8, 3.0, 1))

    def test_options_may_stand_anywhere(self) -> None:
        for line in (
            "pairpanicking there:5000 eve --skill 0 --pace 0.1 --count 100",
            "pairpanicking --skill 0 there:5000 --pace 0.1 eve --count 100",
            "--skill 0 --pace 0.1 --count 100 pairpanicking there:5000 eve",
        ):
            options = read(line.split())
            self.assertEqual((options.address, options.name), (Address("there", 5000), "eve"), line)
            self.assertEqual((options.skill, options.pace, options.count), (0.0, 0.1, MOST_BOTS), line)

    def test_what_is_refused(self) -> None:
        for line, why in REFUSED.items():
            errors = StringIO()
            with redirect_stderr(errors), self.assertRaises(SystemExit) as raised:
                read(line.split())
            self.assertEqual(raised.exception.code, 2, line)
            self.assertIn(why, errors.getvalue(), line)

    def test_names(self) -> None:
        self.assertEqual(names("eve", 1), ["eve"])
        self.assertEqual(names("eve", 3), ["eve-1", "eve-2", "eve-3"])


class Play(SynchronousTestCase):
    def test_defaults(self) -> None:
        options, rest = demo.read([])
        self.assertEqual((options.port, options.log, rest), (44455, Path(sys.prefix) / "play.log", []))

    def test_what_is_for_the_client_is_left_as_it_is(self) -> None:
        options, rest = demo.read(["ann", "--port", "5000", "--ascii", "--colors", "none"])
        self.assertEqual((options.port, rest), (5000, ["ann", "--ascii", "--colors", "none"]))

    def test_what_is_refused(self) -> None:
        for line in ("--nonsense", "--port x", "--port 0", "ann bob"):
            with redirect_stderr(StringIO()), self.assertRaises(SystemExit) as raised:
                demo.read(line.split())
            self.assertEqual(raised.exception.code, 2, line)

    def test_help(self) -> None:
        words = StringIO()
        with redirect_stdout(words), self.assertRaises(SystemExit) as raised:
            demo.read(["--help"])
        self.assertEqual(raised.exception.code, 0)
        self.assertIn("usage: make play", words.getvalue())
