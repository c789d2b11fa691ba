"""A game whose file is saved goes on by its new code, or begins anew; and its author is told what is wrong."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tilenet.catalogue import GamePlugin
from tilenet.testing import Table
from tilenet.watch import SECONDS, Watch

RULES = """\
STEP = 1


class Counter:
    def __init__(self):
        self.value = 0

    def count(self):
        self.value += STEP
"""
GAME = """\
from tilenet.game import HELP, HOME, Game, Say, Scene, Tile, help_tile, home_tile

from watched_NUMBER.rules import Counter


class Watched(Game):
    title = about = "Watched"
    help = ("Click.",)
    options = {"pace": int}
    pace = 1

    def __init__(self, random):
        super().__init__(random)
        self.counter = Counter()

    def scene(self):
        tiles = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "x": Tile(0, 1, "x")}
        return Scene((2, 2), tiles, text=f"count {self.counter.value}")

    def click(self, player, tile, now):
        self.counter.count()
"""


class Watching(SynchronousTestCase):
    number = 0

    def setUp(self) -> None:
        Watching.number += 1
        self.package = f"watched_{self.number}"
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / self.package
        self.folder.mkdir()
        changed = patch.object(sys, "path", [*sys.path, folder.name])
        changed.start()
        self.addCleanup(changed.stop)
        self.stamp = 10**18
        self.save("__init__", "")
        self.save("rules", RULES)
        self.save("game", self.game())
        self.addCleanup(lambda: [sys.modules.pop(name) for name in [*sys.modules] if name.startswith(self.package)])
        self.plugin = GamePlugin("watched", import_module(f"{self.package}.game").Watched)
        self.sit_down()

    def sit_down(self) -> None:
        self.table = Table(self.plugin, seed=1)
        self.ann = self.table.enter("ann")
        watch = Watch(self.table.clock, self.table.world.building)
        watch.start()
        self.addCleanup(watch.stop)

    def game(self, was: str = "", becomes: str = "") -> str:
        return GAME.replace("NUMBER", str(self.number)).replace(was, becomes)

    def save(self, name: str, text: str) -> None:
        path = self.folder / f"{name}.py"
        path.write_text(text)
        self.stamp += 1  # even if it is as long as before, in the same second
        os.utime(path, ns=(self.stamp, self.stamp))

    def wait(self, looks: int = 2) -> list[str]:
        """What ann hears after this many looks at the files."""
        before = len(self.ann.heard)
        for _ in range(looks):
            self.table.clock.advance(SECONDS)
        self.table.world.turn.flush()
        return self.ann.heard[before:]

    def failures(self) -> int:
        return len(self.flushLoggedErrors())

    def test_the_table_goes_on_by_the_new_code(self) -> None:
        self.ann.click("x")
        self.save("game", self.game("count {", "so far {"))
        self.assertEqual(self.wait(), ["game.py was reloaded."])
        self.assertEqual(self.ann.headline, "so far 1")
        self.ann.click("x")
        self.assertEqual(self.ann.headline, "so far 2")
        self.assertEqual(self.wait(4), [])

    def test_so_it_does_if_a_module_that_the_game_imports_has_changed(self) -> None:
        self.ann.click("x")
        self.save("rules", RULES.replace("STEP = 1", "STEP = 5"))
        self.assertEqual(self.wait(), ["rules.py was reloaded."])
        self.ann.click("x")
        self.assertEqual(self.ann.headline, "count 6")

    def test_a_file_is_loaded_when_it_has_not_changed_for_a_moment(self) -> None:
        self.save("game", self.game("class Watched", "class Wat"))
        self.assertEqual(self.wait(1), [])
        self.save("game", self.game("count {", "so far {"))
        self.assertEqual(self.wait(1), [])
        self.assertEqual(self.wait(1), ["game.py was reloaded."])

    def test_what_cannot_be_loaded_is_told_and_the_next_save_mends_it(self) -> None:
        self.ann.click("x")
        for wrong, said in (
            (self.game("def click(", "def click("[:-1]), "SyntaxError: "),
            (self.game("import Counter", "import Clock"), "ImportError: cannot import name 'Clock'"),
            (self.game("class Watched", "class Other"), "TypeError: there is no class Watched any more"),
            (self.game('"Watched"', "''"), "TypeError: the title is a str"),
        ):
            with self.subTest(said):
                self.save("game", wrong)
                heard = self.wait()
                self.assertEqual(heard[0], "game.py cannot be loaded, so the game is as it was.")
                self.assertTrue(any(line.startswith(said) for line in heard), heard)
                self.assertLess(len(heard), 15)
                self.assertEqual(self.failures(), 1)
                self.assertEqual(self.ann.headline, "count 1")
        self.ann.click("x")
        self.save("game", self.game("count {", "so far {"))
        self.assertEqual(self.wait(), ["game.py was reloaded."])
        self.assertEqual(self.ann.headline, "so far 2")

    def test_a_game_that_cannot_be_loaded_as_it_was_begins_anew_with_everybody(self) -> None:
        self.ann.click("x")
        self.save("rules", RULES.replace("self.value = 0", "self.value = 0\n        self.more = 0"))
        self.assertEqual(self.wait(), ["rules.py was reloaded, and the game begins anew."])
        self.assertEqual((self.ann.headline, self.ann.is_at_the_table), ("count 0", True))

    def test_a_game_that_fails_shows_its_traceback_and_is_mended_by_the_next_save(self) -> None:
        self.save("game", self.game("self.counter.count()", "self.missing.count()"))
        self.wait()
        with patch.object(self.table, "nothing_fails", nullcontext):
            self.ann.click("x")
        self.table.world.turn.flush()
        self.assertEqual(self.failures(), 1)
        self.assertIn("Something went wrong in this game. It starts again.", self.ann.heard)
        self.assertIn("AttributeError: 'Watched' object has no attribute 'missing'", self.ann.heard)
        self.assertTrue(any("game.py" in line and "in click" in line for line in self.ann.heard), self.ann.heard)
        self.save("game", self.game())
        self.wait()
        self.ann.click("x")
        self.assertEqual(self.ann.headline, "count 1")

    def test_a_game_that_is_out_of_order_begins_when_it_is_mended(self) -> None:
        self.save("game", self.game("super().__init__(random)", "super().__init__(self.nothing)"))
        said = self.wait()  # its state can be loaded, without any __init__
        self.assertEqual(said, ["game.py was reloaded."])
        self.table.world.rooms["watched"].take_up(None)
        self.assertGreater(self.failures(), 0)
        self.assertTrue(self.table.room.is_out_of_order)
        self.table.world.turn.flush()
        self.save("game", self.game())
        self.assertEqual(self.wait(), ["game.py was reloaded, and the game begins anew."])
        self.assertEqual(self.ann.headline, "count 0")

    def test_options_stay(self) -> None:
        self.plugin = self.plugin.with_option("pace", "7")
        self.sit_down()
        self.ann.click("x")
        self.save("game", self.game("count {", "so far {"))
        self.assertEqual(self.wait(), ["game.py was reloaded."])
        self.assertEqual((self.ann.headline, self.table.game.pace), ("so far 1", 7))  # type: ignore[attr-defined]

    def test_without_a_watch_nobody_is_shown_a_traceback(self) -> None:
        table = Table(GamePlugin("watched", type(self.table.game)), seed=1)
        ann = table.enter("ann")
        table.game.counter = None  # type: ignore[attr-defined]
        with patch.object(table, "nothing_fails", nullcontext):
            ann.click("x")
        table.world.turn.flush()
        self.assertEqual(self.failures(), 1)
        self.assertEqual([line for line in ann.heard if "Error" in line], [])
