"""The command lines of `tilenet bot` and `make play`: what they mean, and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from twisted.internet.task import Clock
from twisted.python.reflect import namedAny
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import Hand
from tilenet.clients.address import Address
from tilenet.clients.bots import demo, main
from tilenet.clients.bots.bot import Bot
from tilenet.clients.bots.console import printable
from tilenet.clients.bots.dancing import main as dancing
from tilenet.clients.bots.main import MOST_BOTS, asked_for, choose, names
from tilenet.clients.plugins import BotPlugin, installed_bots

LOCAL: dict[str, object] = {"address": Address("localhost", 44455), "name": "bot", "count": 1, "room": ""}
EVE: dict[str, object] = {"address": Address("there", 5000), "name": "eve"}

#: Command lines, with options in any place, and what they mean.
MEANINGS: dict[str, dict[str, object]] = {
    "memory": LOCAL | {"skill": 0.8, "pace": 1.5, "large": False},
    "noughts": LOCAL | {"skill": 0.8, "pace": 1.0},
    "pairpanicking": LOCAL | {"skill": 0.8, "pace": 3.0},
    "set": LOCAL | {"level": 2},
    "tombala": LOCAL,
    "tombala 5000": {"address": Address("localhost", 5000)},
    "tombala ::1": {"address": Address("::1", 44455)},
    "dancing": {"address": Address("localhost", 4321), "name": "bot", "role": "any", "seconds": 120.0},
    "dancing ::1": {"address": Address("::1", 4321)},
    "memory there:5000 eve --large": EVE | {"large": True},
    "pairpanicking --skill 0 there:5000 --pace 0.1 eve": EVE | {"skill": 0.0, "pace": 0.1},
    "pairpanicking --count 100 there:5000 eve --room pairs": EVE | {"count": MOST_BOTS, "room": "pairs"},
    "set --level 5 --count 3 there:5000 eve": EVE | {"level": 5, "count": 3},
    "dancing --role spoiler there:5000 --seconds 1 eve": EVE | {"role": "spoiler", "seconds": 1.0},
}

REFUSED = {
    "": "the following arguments are required: BOT",
    "chess": "invalid choice: 'chess'",
    "pairpanicking nowhere:0": "'0' is not a port",
    "pairpanicking --skill 1.01": "'1.01' is not a number from 0 to 1",
    "pairpanicking --skill -0.1": "'-0.1' is not a number from 0 to 1",
    "pairpanicking --skill nan": "'nan' is not a number from 0 to 1",
    "pairpanicking --pace 0.09": "'0.09' is not a number from 0.1 to 3600",
    "pairpanicking --pace inf": "'inf' is not a number from 0.1 to 3600",
    "pairpanicking --count 0": "'0' is not a whole number from 1 to 100",
    "pairpanicking --count 101": "'101' is not a whole number from 1 to 100",
    "pairpanicking here bot more": "unrecognized arguments: more",
    "pairpanicking --level 2": "unrecognized arguments: --level",
    "set --level 0": "'0' is not a whole number from 1 to 5",
    "set --level 6": "'6' is not a whole number from 1 to 5",
    "tombala a/b": "'a/b' is not an address",
    "dancing --role star": "invalid choice: 'star'",
    "dancing --seconds 0.9": "'0.9' is not a number from 1 to 86400",
    "dancing --count 2": "unrecognized arguments: --count",
    "dancing here a&b": "cannot contain &",
}

BOTS = {one.name: one for one in installed_bots()}


def read(argv: list[str]) -> Any:
    """What a whole command line means."""
    plugin, rest = choose(argv, BOTS.values())
    return (
        dancing.read(rest)
        if plugin.name == "dancing"
        else main.read(rest, plugin.name, plugin.about, bot_of(plugin.name))
    )


def bot_of(name: str) -> type[Bot]:
    found: type[Bot] = namedAny(BOTS[name].bot)
    return found


def leave(read: Callable[[list[str]], object], line: str) -> tuple[object, str, str]:
    """Read a command line that ends the program: the exit status, and what was written to stdout and to stderr."""
    out, errors = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        try:
            read(line.split())
        except SystemExit as end:
            return end.code, out.getvalue(), errors.getvalue()
    raise AssertionError(f"{line!r} is understood")


class BotCommand(SynchronousTestCase):
    def test_what_cannot_be_printed_is_shown_as_an_escape(self) -> None:
        self.assertEqual(printable("Søren \x1b[2J\n\u202e 日本"), "Søren \\x1b[2J\\n\\u202e 日本")

    def test_what_command_lines_mean(self) -> None:
        for line, wanted in MEANINGS.items():
            options = vars(read(line.split()))
            self.assertEqual({name: options[name] for name in wanted}, wanted, line)

    def test_what_is_refused(self) -> None:
        for line, why in REFUSED.items():
            status, _, errors = leave(read, line)
            self.assertEqual(status, 2, line)
            self.assertIn(why, errors, line)

    def test_help_lists_the_bots_and_each_says_what_it_can_be_told(self) -> None:
        _, text, _ = leave(read, "--help")
        for plugin in BOTS.values():
            self.assertIn(f"{plugin.name} ", text)
            self.assertIn(plugin.about, text)
        for line, wanted in (("noughts", "--skill"), ("set", "--level"), ("memory", "--large"), ("dancing", "--role")):
            self.assertIn(wanted, leave(read, f"{line} --help")[1])

    def test_bots_are_made_as_they_were_asked_for(self) -> None:
        clock = Clock()
        for name in ("memory", "noughts", "pairpanicking", "set", "tombala"):
            bot = asked_for(bot_of(name), read([name]))(Hand(clock), clock, Random(1), False)
            self.assertIsInstance(bot, bot_of(name))

    def test_names(self) -> None:
        self.assertEqual(names("eve", 1), ["eve"])
        self.assertEqual(names("eve", 3), ["eve-1", "eve-2", "eve-3"])

    def test_a_bot_that_speaks_another_protocol_is_a_program_of_its_own(self) -> None:
        self.patch(dancing, "main", len)
        self.assertEqual(main.main(["dancing", "there:5000", "--count", "2"]), 3)

    def test_what_is_no_name_of_a_bot(self) -> None:
        for name in ("", "Big", "two words", "-x"):
            with self.assertRaises(ValueError):
                BotPlugin(name, "about", "tilenet.clients.bots.noughtsbot.NoughtsBot")


class Play(SynchronousTestCase):
    def test_defaults(self) -> None:
        """The user plays under the login name, and is asked for nothing."""
        self.patch(demo, "login_name", lambda: "eve")
        options, rest = demo.read([])
        self.assertEqual((options.port, options.log, rest), (44455, Path(sys.prefix) / "play.log", ["eve"]))
        self.assertEqual(demo.read(["--ascii"])[1], ["eve", "--ascii"])

    def test_what_is_for_the_client_is_left_as_it_is(self) -> None:
        options, rest = demo.read(["ann", "--port", "5000", "--ascii", "--colors", "none"])
        self.assertEqual((options.port, rest), (5000, ["ann", "--ascii", "--colors", "none"]))

    def test_what_is_refused(self) -> None:
        for line in ("--nonsense", "--port x", "--port 0", "ann bob cid"):
            self.assertEqual(leave(demo.read, line)[0], 2, line)

    def test_help(self) -> None:
        status, text, _ = leave(demo.read, "--help")
        self.assertEqual(status, 0)
        self.assertIn("usage: make play", text)
