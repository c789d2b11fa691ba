"""Which doors and commands are installed: how they are made known, found in files, and made."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.logger import capturedLogs, formatEvent
from twisted.plugin import IPlugin
from twisted.python.reflect import ObjectNotFound
from twisted.trial.unittest import SynchronousTestCase
from zope.interface.verify import verifyObject

from tests.doubles.harness import Server
from tilenet.catalogue import (
    CommandPlugin,
    DoorPlugin,
    ICommandPlugin,
    IDoorPlugin,
    NotInstalled,
    installed_doors,
    installed_games,
)
from tilenet.doors.tilenet import TileNetDoor
from tilenet.games.tombala.door import TombalaDoor
from twisted import plugins

TILENET_DOOR = "tilenet.doors.tilenet.TileNetDoor"
KNOCK = """
from tilenet.catalogue import DoorPlugin

{name} = DoorPlugin("{name}", "Knock", "tcp:4444", "no.such.Door")
"""


class ADoorPlugin(SynchronousTestCase):
    def test_is_what_twisted_looks_for_and_makes_the_door_at_a_gate(self) -> None:
        plugin = DoorPlugin("knock", "Knock", "tcp:4444", TILENET_DOOR)
        verifyObject(IDoorPlugin, plugin)
        verifyObject(IPlugin, plugin)
        self.assertEqual((plugin.name, plugin.speaks, plugin.usual), ("knock", "Knock", "tcp:4444"))
        gate = Server().gate
        door = plugin.make(gate)
        assert isinstance(door, TileNetDoor)
        self.assertIs(door.gate, gate)
        unknown = DoorPlugin("knock", "Knock", "tcp:4444", "no_such_module.Door")  # imported no earlier than it is made
        self.assertRaises(ObjectNotFound, unknown.make, gate)

    def test_says_what_to_install_if_something_is_missing(self) -> None:
        folder = Path(self.enterContext(TemporaryDirectory()))
        (folder / "knockdoor.py").write_text("import no_such_module\n")
        self.patch(sys, "path", [*sys.path, str(folder)])
        self.patch(sys, "dont_write_bytecode", True)
        plugin = DoorPlugin("knock", "Knock", "tcp:4444", "knockdoor.Door", "yours[knock]")
        error = self.assertRaises(NotInstalled, plugin.make, Server().gate)
        self.assertEqual(str(error), "Knock needs yours[knock] to be installed")

    def test_is_made_of_words(self) -> None:
        good = {"name": "knock", "speaks": "Knock", "usual": "tcp:4444", "door": TILENET_DOOR}
        called = {
            "name": "name of the plugin",
            "speaks": "name of the protocol",
            "usual": "usual endpoint",
            "door": "name of the class",
        }
        for field, what in called.items():
            for bad in ("", None, 5, TileNetDoor):
                wrong: dict[str, Any] = {**good, field: bad}
                with self.assertRaises(TypeError) as caught:
                    DoorPlugin(**wrong)
                self.assertEqual(str(caught.exception), f"the {what} is a str, not {bad!r}")


class ACommandPlugin(SynchronousTestCase):
    def test_is_what_twisted_looks_for(self) -> None:
        plugin = CommandPlugin("coin toss", "toss a coin", "coin.main")
        verifyObject(ICommandPlugin, plugin)
        verifyObject(IPlugin, plugin)
        self.assertEqual((plugin.name, plugin.about, plugin.main), ("coin toss", "toss a coin", "coin.main"))

    def test_is_made_of_words(self) -> None:
        for wrong in (("", "a", "b"), ("a", "", "b"), ("a", "b", "")):
            self.assertRaises(TypeError, CommandPlugin, *wrong)
        for name in ("Coin", "a b c", "--coin", "a  b", " a"):
            self.assertRaises(ValueError, CommandPlugin, name, "toss a coin", "coin.main")


class InstalledDoors(SynchronousTestCase):
    def test_are_those_that_come_with_the_server_by_name(self) -> None:
        doors = {door.name: door for door in installed_doors()}
        self.assertEqual([*doors], sorted(doors))
        self.assertLessEqual({"dancing", "memory", "tilenet", "tombala"}, {*doors})
        self.assertEqual((doors["tilenet"].speaks, doors["tombala"].speaks), ("TileNet", "Tombala"))
        self.assertEqual((doors["tilenet"].usual, doors["tombala"].usual), ("tcp:44455", "tcp:8888"))
        gate = Server().gate
        self.assertIsInstance(doors["tilenet"].make(gate), TileNetDoor)
        self.assertIsInstance(doors["tombala"].make(gate), TombalaDoor)

    def test_are_not_games(self) -> None:
        for plugin in installed_games():
            self.assertFalse(IDoorPlugin.providedBy(plugin), plugin.name)


class DoorsInTheWorkingFolder(SynchronousTestCase):
    def setUp(self) -> None:
        installed_doors()  # so Twisted's own plugins are in its cache, which could not be written below
        self.folder = Path(self.enterContext(TemporaryDirectory())).resolve() / "twisted" / "plugins"
        self.folder.mkdir(parents=True)
        self.addCleanup(os.chdir, Path.cwd())
        self.patch(plugins, "__path__", [*plugins.__path__])
        self.patch(sys, "path", [*sys.path])
        self.patch(sys, "modules", {**sys.modules})
        self.patch(sys, "dont_write_bytecode", True)
        os.chdir(self.folder.parents[1])

    def drop(self, file: str, text: str) -> None:
        (self.folder / f"{file}.py").write_text(text)

    def found(self) -> tuple[list[str], list[str]]:
        """The names of all doors, and what was said besides."""
        with capturedLogs() as events:
            names = [door.name for door in installed_doors()]
        return names, [formatEvent(event) for event in events if event.get("log_namespace") == "tilenet.plugins"]

    def test_any_number_of_them_are_found(self) -> None:
        self.drop("door_two", KNOCK.format(name="one") + KNOCK.format(name="two"))
        self.drop("door_three", KNOCK.format(name="zero"))
        names = ["dancing", "memory", "one", "ssh", "tilenet", "tombala", "two", "web", "zero"]
        self.assertEqual(self.found(), (names, []))

    def test_of_two_with_one_name_the_first_counts(self) -> None:
        self.drop("door_four", KNOCK.format(name="tombala"))
        names, said = self.found()
        self.assertEqual(names, ["dancing", "memory", "ssh", "tilenet", "tombala", "web"])
        self.assertEqual(said, ["Two doors are named tombala: only the first is used"])

    def test_a_broken_file_is_a_line_and_the_others_are_found(self) -> None:
        self.drop("door_five", "def not Python")
        self.drop("door_six", KNOCK.format(name="knock"))
        names, said = self.found()
        self.assertEqual(names, ["dancing", "knock", "memory", "ssh", "tilenet", "tombala", "web"])
        path = self.folder / "door_five.py"
        self.assertEqual(said, [f"{path} cannot be loaded, so its doors are missing; the reason is above"])
        self.assertTrue(self.flushLoggedErrors(SyntaxError))

    def test_a_file_with_both_is_found_twice(self) -> None:
        """A game and its door may be in one file."""
        lamp = "\nfrom tests.doubles.harness import Lamp\nfrom tilenet.catalogue import GamePlugin\n"
        self.drop("door_seven", KNOCK.format(name="knock") + lamp + 'attic = GamePlugin("attic", Lamp)\n')
        self.assertIn("knock", self.found()[0])
        self.assertIn("attic", [game.name for game in installed_games()])
