"""The command line of `tilenet bot tombala`: what it means, and which door it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from random import Random

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.test_bots_player import Hand
from tilenet.clients.address import Address
from tilenet.clients.bots import main, tombalajson, tombalaplayer
from tilenet.clients.bots.main import read, role

REFUSED = {
    "tombala --door xml": "invalid choice: 'xml'",
    "tombala --door": "expected one argument",
    "tombala --level 2": "--level is for set, not for tombala",
    "tombala --pace 2": "--pace is for pairpanicking, not for tombala",
    "tombala --door json --skill 1": "--skill is for pairpanicking, not for tombala",
    "set --door json": "--door is for tombala, not for set",
    "pairpanicking --door tilenet": "--door is for tombala, not for pairpanicking",
    "tombala --count 101": "'101' is not a whole number from 1 to 100",
    "tombala nowhere:0": "'0' is no port",
    "tombala --door json a/b": "'a/b' is no address",
}

#: What stands for the address, and what it is through each of the doors.
ADDRESSES = {
    "": (Address("localhost", 44455), Address("localhost", 8888)),
    "there": (Address("there", 44455), Address("there", 8888)),
    "5000": (Address("localhost", 5000), Address("localhost", 5000)),
    "there:5000": (Address("there", 5000), Address("there", 5000)),
    "there:44455": (Address("there", 44455), Address("there", 44455)),
    "::1": (Address("::1", 44455), Address("::1", 8888)),
    "[::1]": (Address("::1", 44455), Address("::1", 8888)),
    "[::1]:5000": (Address("::1", 5000), Address("::1", 5000)),
}


class CommandLine(SynchronousTestCase):
    def test_defaults(self) -> None:
        options = read(["tombala"])
        self.assertEqual((options.door, options.name, options.count), ("tilenet", "bot", 1))

    def test_each_door_has_its_port(self) -> None:
        for text, wanted in ADDRESSES.items():
            for door, address in zip(("tilenet", "json"), wanted, strict=True):
                options = read(["tombala", *text.split(), "--door", door])
                self.assertEqual(options.address, address, (text, door))

    def test_options_may_stand_anywhere(self) -> None:
        for line in ("tombala there eve --door json --count 3", "--door json tombala --count 3 there eve"):
            options = read(line.split())
            self.assertEqual((options.address, options.name), (Address("there", 8888), "eve"), line)
            self.assertEqual((options.door, options.count), ("json", 3), line)

    def test_what_is_refused(self) -> None:
        for line, why in REFUSED.items():
            errors = StringIO()
            with redirect_stderr(errors), self.assertRaises(SystemExit) as raised:
                read(line.split())
            self.assertEqual(raised.exception.code, 2, line)
            self.assertIn(why, errors.getvalue(), line)

    def test_help(self) -> None:
        words = StringIO()
        with redirect_stdout(words), self.assertRaises(SystemExit):
            read(["--help"])
        others, _, mine = words.getvalue().partition("set only:")[2].partition("tombala only:")
        self.assertIn("--level", others)
        self.assertIn("--door {tilenet,json}", mine)
        self.assertIn("localhost:44455", mine)
        self.assertIn("localhost:8888 with --door json", mine)

    def test_the_player(self) -> None:
        clock = Clock()
        player = role(read(["tombala"]))(Hand(clock), clock, Random(1), False)
        self.assertIsInstance(player, tombalaplayer.Player)


class Doors(SynchronousTestCase):
    def run_it(self, line: str) -> tuple[int, list[str]]:
        """The exit status, and what was run: what the other program was given, or the game."""
        found: list[str] = []

        def play_json(argv: Sequence[str]) -> int:
            found.extend(argv)
            return 3

        def run(options: object) -> int:
            found.append("tilenet")
            return 4

        self.patch(tombalajson, "main", play_json)
        self.patch(main, "run", run)
        return main.main(line.split()), found

    def test_json(self) -> None:
        self.assertEqual(
            self.run_it("tombala [::1]:5000 eve --door json --count 3"), (3, ["[::1]:5000", "eve", "--count", "3"])
        )
        self.assertEqual(self.run_it("tombala --door json"), (3, ["localhost:8888", "bot", "--count", "1"]))

    def test_json_bots_understand_what_they_are_given(self) -> None:
        for line in ("tombala there:5000 eve --count 3", "tombala [::1]:5000", "tombala ::1"):
            ours = read([*line.split(), "--door", "json"])
            theirs = tombalajson.read(self.run_it(f"{line} --door json")[1])
            self.assertEqual(
                (theirs.address, theirs.name, theirs.count), ((*ours.address,), ours.name, ours.count), line
            )

    def test_tilenet(self) -> None:
        for line in ("tombala", "tombala --door tilenet", "set", "pairpanicking"):
            self.assertEqual(self.run_it(line), (4, ["tilenet"]), line)
