"""`tilenet new game`: what it writes works at once; and what it refuses to write."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.playing import Playing
from tilenet.catalogue import GamePlugin
from tilenet.checks.checklist import checklist, run
from tilenet.checks.subject import Subject
from tilenet.clients.plugins import SkinPlugin
from tilenet.clients.terminal import skins
from tilenet.doors.pagefiles import plugin_files
from tilenet.newgame import command
from tilenet.testing import Table

PARTS = 3  # of each check
REFUSED: Mapping[str, str] = {
    "Fox": "the name is a word of small letters",
    "2fast": "the name is a word of small letters",
    "fox-and-geese": "the name is a word of small letters",
    "class": "the name is a word of small letters",
    "../fox": "the name is a word of small letters",
    "": "the name is a word of small letters",
    "noughts": "there is a game noughts already",
    "set_practice": "there is a game set_practice already",
    "json": "json is the name of a Python package",
    "twisted": "twisted is the name of a Python package",
}


class NewGame(SynchronousTestCase):
    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def new(self, name: str) -> tuple[int, str, str]:
        """The exit status, what it prints, and what it complains about."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            return command.main([name, "--folder", str(self.folder)]), out.getvalue(), err.getvalue()

    def written(self) -> set[str]:
        return {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file()}

    def test_it_says_what_it_has_written_and_what_comes_next(self) -> None:
        status, out, err = self.new("fox_and_geese")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(
            self.written(),
            {
                "twisted/plugins/fox_and_geese.py",
                "fox_and_geese/__init__.py",
                "fox_and_geese/game.py",
                "fox_and_geese/skin.py",
                "fox_and_geese/web/skin.js",
                "fox_and_geese/web/fox_and_geese.css",
                "test_fox_and_geese.py",
            },
        )
        for path in self.written():
            self.assertIn(path, out)
            self.assertNotRegex((self.folder / path).read_text(), "(?i)sample")
        for line in ("tilenet serve --watch", "pytest test_fox_and_geese.py", "tilenet check fox-and-geese"):
            self.assertIn(f"\n  {line}", out)

    def test_some_names_are_refused(self) -> None:
        for name, said in REFUSED.items():
            with self.subTest(name):
                status, out, err = self.new(name)
                self.assertEqual((status, out), (1, ""))
                self.assertTrue(err.startswith(f"tilenet new game: {said}"), err)
                self.assertEqual(self.written(), set())

    def test_nothing_is_overwritten(self) -> None:
        (self.folder / "test_lamps.py").write_text("mine")
        status, _, err = self.new("lamps")
        self.assertEqual(status, 1)
        self.assertIn("test_lamps.py is there already, and nothing is overwritten", err)
        self.assertEqual(self.written(), {"test_lamps.py"})

    def test_a_folder_that_cannot_be_written(self) -> None:
        (self.folder / "lamps").write_text("a file")
        status, _, err = self.new("lamps")
        self.assertEqual(status, 1)
        self.assertIn("cannot be written", err)


class WhatWasWritten(SynchronousTestCase):
    """The game of a fresh folder."""

    NAME = "two_lamps"

    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        with redirect_stdout(io.StringIO()):
            self.assertEqual(command.main([self.NAME, "--folder", folder.name]), 0)
        changed = patch.object(sys, "path", [*sys.path, folder.name])
        changed.start()
        self.addCleanup(changed.stop)
        before = {*sys.modules}
        self.addCleanup(lambda: [sys.modules.pop(name) for name in {*sys.modules} - before if self.NAME in name])
        self.plugins = ModuleType(f"plugins_of_{self.NAME}")
        source = self.folder / "twisted" / "plugins" / f"{self.NAME}.py"
        exec(compile(source.read_text(), source, "exec"), vars(self.plugins))
        (self.plugin,) = (one for one in vars(self.plugins).values() if isinstance(one, GamePlugin))
        (self.skin,) = (one for one in vars(self.plugins).values() if isinstance(one, SkinPlugin))

    def test_the_game_keeps_the_rules(self) -> None:
        self.assertEqual(
            (self.plugin.name, self.plugin.title, self.plugin.kind), ("two-lamps", "Two lamps", "two-lamps/1")
        )
        with ExitStack() as stack:
            for check in checklist(stack):
                for part in range(min(check.parts, PARTS)):
                    self.assertEqual([*run(check, Subject(self.plugin), part)], [], check.about)

    def run_its_test(self) -> None:
        """As an author does."""
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("4 passed", done.stdout)

    def test_its_test_passes(self) -> None:
        self.run_its_test()

    def test_its_test_passes_when_the_game_prints(self) -> None:
        path = self.folder / self.NAME / "game.py"
        click = "    def click(self, player, tile, now):\n"
        path.write_text(path.read_text().replace(click, f"{click}        print('clicked', tile)\n"))
        self.assertIn("print(", path.read_text())
        self.run_its_test()

    def test_its_skin_draws_it_in_a_terminal_and_can_be_played(self) -> None:
        self.patch(skins, "plugged", lambda: dict.fromkeys(self.skin.kinds, self.skin.make))
        table = Table(self.plugin, seed=1)
        ann = Playing(table, "ann")
        for lamps in range(1, 4):
            lit = ann.screen().find("-/***\\-")
            ann.click(*lit)
            self.assertEqual(len(ann.sent()), 1)
            self.assertEqual(ann.seat.facts["seats"]["0"]["score"], lamps)
        self.assertEqual(ann.seat.points, 11)

    def test_browsers_get_its_skin(self) -> None:
        import_module(f"{self.NAME}.game")
        found = plugin_files([self.plugin])
        self.assertLessEqual({b"/plugins/two-lamps/skin.js", b"/plugins/two-lamps/two_lamps.css"}, found.keys())
        skin = found[b"/plugins/two-lamps/skin.js"].content.decode()
        self.assertIn("kinds = ['two-lamps/1']", skin)
        self.assertIn("'two_lamps.css'", skin)
