"""The command line of `tilenet bot set`: what it means, and which options are for which game."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from random import Random

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.test_bots_player import Hand
from tilenet.clients.address import Address
from tilenet.clients.bots import pairpanicking, setplayer
from tilenet.clients.bots.main import read, role

REFUSED = {
    "set --level 0": "'0' is not a whole number from 1 to 5",
    "set --level 6": "'6' is not a whole number from 1 to 5",
    "set --level 2.5": "'2.5' is not a whole number from 1 to 5",
    "set --level best": "'best' is not a whole number from 1 to 5",
    "set --skill 1": "--skill is for pairpanicking, not for set",
    "set --level 2 --pace 3": "--pace is for pairpanicking, not for set",
    "pairpanicking --level 2": "--level is for set, not for pairpanicking",
    "--skill 0 set": "--skill is for pairpanicking, not for set",
    "set --count 101": "'101' is not a whole number from 1 to 100",
    "set here bot more": "unrecognized arguments: more",
}


class CommandLine(SynchronousTestCase):
    def test_defaults(self) -> None:
        options = read(["set"])
        self.assertEqual((options.address, options.name), (Address("localhost", 44455), "bot"))
        self.assertEqual((options.level, options.count), (2, 1))

    def test_options_may_stand_anywhere(self) -> None:
        for line in ("set there:5000 eve --level 5 --count 3", "--level 5 set --count 3 there:5000 eve"):
            options = read(line.split())
            self.assertEqual((options.address, options.name), (Address("there", 5000), "eve"), line)
            self.assertEqual((options.level, options.count), (5, 3), line)

    def test_what_is_refused(self) -> None:
        for line, why in REFUSED.items():
            errors = StringIO()
            with redirect_stderr(errors), self.assertRaises(SystemExit) as raised:
                read(line.split())
            self.assertEqual(raised.exception.code, 2, line)
            self.assertIn(why, errors.getvalue(), line)

    def test_help_tells_what_is_for_which_game(self) -> None:
        words = StringIO()
        with redirect_stdout(words), self.assertRaises(SystemExit):
            read(["--help"])
        pairs, _, cards = words.getvalue().partition("pairpanicking only:")[2].partition("set only:")
        self.assertIn("--skill", pairs)
        self.assertIn("--pace", pairs)
        self.assertIn("--level", cards)

    def test_each_game_has_its_player(self) -> None:
        for line, kind in {"set": setplayer.Player, "pairpanicking": pairpanicking.Player}.items():
            clock = Clock()
            self.assertIsInstance(role(read([line]))(Hand(clock), clock, Random(1), False), kind)
