"""The command lines of `tilenet bot` and `make play`: what they mean, and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import BotWorld, Hand
from tilenet.clients.address import Address
from tilenet.clients.bots import demo, main, memorybot, noughtsbot, pairpanickingbot, setbot, tombalabot
from tilenet.clients.bots.main import MOST_BOTS, maker, names, printable, read
from tilenet.clients.samples import memorybinary, tombalajson
from tilenet.wire.messages import Set

LOCAL: dict[str, object] = {"address": Address("localhost", 44455), "name": "bot", "count": 1}
EVE: dict[str, object] = {"address": Address("there", 5000), "name": "eve"}

#: Command lines, with options in any place, and what they mean.
MEANINGS: dict[str, dict[str, object]] = {
    "memory": LOCAL | {"skill": 0.8, "pace": 1.5, "door": "tilenet", "large": False},
    "noughts": LOCAL | {"skill": 0.8, "pace": 1.0},
    "pairpanicking": LOCAL | {"skill": 0.8, "pace": 3.0},
    "set": LOCAL | {"level": 2},
    "tombala": LOCAL | {"door": "tilenet"},
    "dancing": LOCAL | {"address": Address("localhost", 4321), "role": "choreographer", "seconds": 120.0},
    "memory there:5000 eve --skill 1 --pace 0.25 --door binary": EVE | {"skill": 1.0, "pace": 0.25, "door": "binary"},
    "memory there:5000 eve --large": EVE | {"large": True, "door": "tilenet"},
    "--door tilenet memory --pace 2 there:5000 eve --count 2": EVE | {"pace": 2.0, "door": "tilenet", "count": 2},
    "pairpanicking --skill 0 there:5000 --pace 0.1 eve": EVE | {"skill": 0.0, "pace": 0.1},
    "--skill 0 --count 100 pairpanicking there:5000 eve": EVE | {"skill": 0.0, "count": MOST_BOTS},
    "--level 5 set --count 3 there:5000 eve": EVE | {"level": 5, "count": 3},
    "tombala there:5000 eve --door json --count 3": EVE | {"door": "json", "count": 3},
    "dancing there:5000 eve --role both --seconds 30": EVE | {"role": "both", "seconds": 30.0},
    "--role spoiler dancing there:5000 --seconds 1 eve": EVE | {"role": "spoiler", "seconds": 1.0},
}

#: What stands for an address, and what host it means; the port too, if that does not depend on the door.
ADDRESSES: dict[str, tuple[str, int | None]] = {
    "": ("localhost", None),
    "5000": ("localhost", 5000),
    "there:44455": ("there", 44455),
    "::1": ("::1", None),
}

#: Doors, the game behind each, and its port.
PORTS = [
    ("tombala", "tilenet", 44455),
    ("tombala", "json", 8888),
    ("memory", "tilenet", 44455),
    ("memory", "binary", 3000),
]

REFUSED = {
    "": "the following arguments are required: game",
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
    "pairpanicking --level 2": "--level is for set, not for pairpanicking",
    "pairpanicking --door tilenet": "--door is for memory and tombala, not for pairpanicking",
    "set --level 0": "'0' is not a whole number from 1 to 5",
    "set --level 6": "'6' is not a whole number from 1 to 5",
    "set --skill 1": "--skill is for memory, noughts and pairpanicking, not for set",
    "set --door json": "--door is for memory and tombala, not for set",
    "memory --large --door binary": "--large is for --door tilenet, not for binary",
    "pairpanicking --large": "--large is for memory, not for pairpanicking",
    "memory --door json": "--door json is for tombala, not for memory",
    "tombala --door binary": "--door binary is for memory, not for tombala",
    "tombala --door xml": "invalid choice: 'xml'",
    "tombala --door": "expected one argument",
    "tombala --door json a/b": "'a/b' is not an address",
    "tombala --role spoiler": "--role is for dancing, not for tombala",
    "set --seconds 3": "--seconds is for dancing, not for set",
    "dancing --role star": "invalid choice: 'star'",
    "dancing --seconds 0.9": "'0.9' is not a number from 1 to 86400",
    "dancing --count 2": "--count does not work with dancing",
    "dancing here a&b": "cannot contain &",
    "dancing --door json": "--door is for memory and tombala, not for dancing",
}

#: What `--help` says of each game, in this order.
HELP = {
    "memory, noughts and pairpanicking only:": ["--skill", "--pace", "1.5 for memory, 1 for noughts, 3 for pair"],
    "memory only:": ["--large", "Memory, large"],
    "set only:": ["--level"],
    "memory and tombala only:": ["--door {tilenet,json,binary}"],
    "dancing only:": [
        "--role {choreographer,spoiler,both}",
        "--seconds",
        "localhost:44455",
        "localhost:8888 with --door json",
        "localhost:3000 with --door binary",
        "localhost:4321 for dancing",
    ],
}

BOTS = {
    "memory": memorybot.MemoryBot,
    "noughts": noughtsbot.NoughtsBot,
    "pairpanicking": pairpanickingbot.PairPanickingBot,
    "set": setbot.SetBot,
    "tombala": tombalabot.TombalaBot,
}


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

    def test_each_door_has_its_port(self) -> None:
        for text, (host, given) in ADDRESSES.items():
            for game, door, port in PORTS:
                options = read([game, *text.split(), "--door", door])
                self.assertEqual(options.address, Address(host, given or port), (text, door))

    def test_what_is_refused(self) -> None:
        for line, why in REFUSED.items():
            status, _, errors = leave(read, line)
            self.assertEqual(status, 2, line)
            self.assertIn(why, errors, line)

    def test_help_tells_what_is_for_which_game(self) -> None:
        _, text, _ = leave(read, "--help")
        for heading, wanted in reversed(HELP.items()):
            text, found, section = text.partition(heading)
            self.assertTrue(found, heading)
            for words in wanted:
                self.assertIn(words, " ".join(section.split()), heading)

    def test_each_game_has_its_bot(self) -> None:
        for line, kind in BOTS.items():
            clock = Clock()
            self.assertIsInstance(maker(read([line]))(Hand(clock), clock, Random(1), False), kind, line)

    def test_a_bot_for_memory_goes_to_the_room_that_was_asked_for(self) -> None:
        tiles = Set("t1", name="Memory", x=0, y=0), Set("t2", name="Memory, large", x=1, y=0)
        for line, room in (("memory", "Memory"), ("memory --large", "Memory, large")):
            world = BotWorld()
            world.bot = maker(read(line.split()))(world.hand, world.clock, Random(1), False)
            world.tell(Set("m1", name="Home", text="", x=4, y=2), *tiles, Set("a1", name="bot", energy=11))
            self.assertEqual(world.next_click()[1].name, room, line)

    def test_names(self) -> None:
        self.assertEqual(names("eve", 1), ["eve"])
        self.assertEqual(names("eve", 3), ["eve-1", "eve-2", "eve-3"])


class Doors(SynchronousTestCase):
    """Bots that speak another protocol are other programs."""

    def run_it(self, line: str) -> tuple[int, list[str]]:
        """The exit status, and what was run: what the other program was given, or the game."""
        found: list[str] = []

        def program(status: int) -> Callable[[Sequence[str]], int]:
            return lambda argv: found.extend(argv) or status  # type: ignore[func-returns-value]

        self.patch(tombalajson, "main", program(3))
        self.patch(memorybinary, "main", program(5))
        self.patch(main, "run", lambda options: found.append("tilenet") or 4)  # type: ignore[func-returns-value]
        return main.main(line.split()), found

    def test_each_is_given_what_was_asked_for(self) -> None:
        for line, status, given in (
            ("tombala [::1]:5000 eve --door json --count 3", 3, "[::1]:5000 eve --count 3"),
            ("tombala --door json", 3, "localhost:8888 bot --count 1"),
            (
                "memory [::1]:5000 eve --door binary --count 3 --pace 0.25",
                5,
                "[::1]:5000 eve --count 3 --skill 0.8 --pace 0.25",
            ),
            *((line, 4, "tilenet") for line in ("tombala", "tombala --door tilenet", "set", "pairpanicking", "memory")),
        ):
            self.assertEqual(self.run_it(line), (status, given.split()), line)

    def test_each_understands_what_it_is_given(self) -> None:
        for program, game, shared in (
            (tombalajson, "tombala --door json", ("name", "count")),
            (memorybinary, "memory --door binary", ("name", "count", "skill", "pace")),
        ):
            for rest in ("there:5000 eve --count 3", "[::1]:5000", "::1", ""):
                ours, theirs = read(f"{game} {rest}".split()), program.read(self.run_it(f"{game} {rest}")[1])
                self.assertEqual(theirs.address, (*ours.address,), rest)
                self.assertEqual([getattr(theirs, one) for one in shared], [getattr(ours, one) for one in shared], rest)


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
        for line in ("--nonsense", "--port x", "--port 0", "ann bob"):
            self.assertEqual(leave(demo.read, line)[0], 2, line)

    def test_help(self) -> None:
        status, text, _ = leave(demo.read, "--help")
        self.assertEqual(status, 0)
        self.assertIn("usage: make play", text)
