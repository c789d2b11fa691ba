"""The page about writing a door is right: its code runs as it stands."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.pipe import Pipe

PAGE = (Path(__file__).parents[2] / "docs" / "writing-a-door.md").read_text()
CODE, PLUGINS, STRICT = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
DIALOGUE = re.search(r"\$ nc 127\.0\.0\.1 4444\n(.*?)\n\n", PAGE, re.DOTALL)


class WritingADoor(SynchronousTestCase):
    def setUp(self) -> None:
        self.bell = ModuleType("bell")
        self.patch(sys, "modules", {**sys.modules, "bell": self.bell})
        exec(CODE, self.bell.__dict__)
        self.plugins: dict[str, Any] = {}
        exec(PLUGINS, self.plugins)
        self.server = Server([self.plugins["belfry"]])
        self.door = self.plugins["bell_door"].make(self.server.gate)

    def dial(self) -> tuple[Any, Pipe]:
        pipe, protocol = Pipe(), self.door.buildProtocol(IPv4Address("TCP", "127.0.0.1", 40000))
        protocol.makeConnection(pipe)
        self.server.settle()
        return protocol, pipe

    def say(self, protocol: Any, line: bytes) -> None:
        protocol.dataReceived(line)
        self.server.settle()

    def test_the_code_is_short(self) -> None:
        door = CODE[CODE.index("class BellDialect") :]
        self.assertLess(len(door.splitlines()), 100)

    def test_the_dialogue_goes_as_it_is_told(self) -> None:
        protocol, pipe = self.dial()
        assert DIALOGUE is not None
        lines = [line.strip() for line in DIALOGUE[1].splitlines()]
        self.assertGreater(len(lines), 5)
        for line in lines:
            if line.startswith(("NAME", "RING")):
                self.say(protocol, f"{line}\n".encode())
            else:
                said, _, pipe.written = pipe.written.partition(b"\n")
                self.assertEqual(said.decode(), line)
        self.assertEqual(pipe.written, b"")

    def test_both_kinds_of_players_share_the_bell(self) -> None:
        ann = self.server.join("ann")
        ann.click("Bell")
        bob, pipe = self.dial()
        self.say(bob, b"NAME ann\nRI")
        self.say(bob, b"NG\n")
        self.assertEqual(pipe.written, b"HELLO\nWELCOME ann2\nRANG ann2\nYOURS 1\n")
        self.assertEqual(ann.token("Bell 1")[0], "t")
        pipe.written = b""
        ann.click("Bell 1")
        self.assertEqual(pipe.written, b"RANG ann\n")
        self.assertIn("ann2", str(ann.model.objects))

    def test_a_strict_one_refuses_a_name_that_is_taken(self) -> None:
        self.server.join("ann")
        exec(STRICT, self.bell.__dict__)
        self.door.dialect = self.bell.__dict__["StrictDialect"]
        protocol, pipe = self.dial()
        self.say(protocol, b"NAME Ann\n")
        self.assertEqual(pipe.written, b"HELLO\nNO Somebody else is called Ann.\n")

    def test_a_long_line_ends_it_however_it_is_cut(self) -> None:
        """What came before it still counts."""
        long = b"NAME ann\nRING" + b" " * 300 + b"X\nRING\n"
        for size in (1, 7, 150, 1000):
            protocol, pipe = self.dial()
            for at in range(0, len(long), size):
                if pipe.is_open:
                    self.say(protocol, long[at : at + size])
            self.assertTrue(pipe.written.endswith(b"BYE That line is too long.\n"), pipe.written)
            self.assertNotIn(b"RANG", pipe.written)
            protocol.connectionLost()

    def test_it_ends_as_it_is_told(self) -> None:
        for words, last in {
            b"BYE\n": b"BYE You have left.\n",
            b"x" * 300: b"BYE That line is too long.\n",
            b"HM\n": b"WHAT?\n",
            b"NAME <\n": b"NO A name cannot contain <.\n",
        }.items():
            protocol, pipe = self.dial()
            self.say(protocol, words)
            self.assertEqual(pipe.written, b"HELLO\n" + last)
