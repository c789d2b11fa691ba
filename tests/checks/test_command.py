"""`tilenet check`: which game it finds, what it says, and its exit status."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

from twisted.trial.unittest import SynchronousTestCase

from tests.checks.test_growth import Logs
from tests.doubles import silent_games as silent
from tilenet.catalogue import GamePlugin
from tilenet.checks import command
from tilenet.checks.lookup import find

QUIET = GamePlugin("quiet", silent.Quiet)
HIDDEN = GamePlugin("hidden", silent.Quiet, is_at_home=False)
MODULE = "tests.doubles.silent_games"


class TheCommand(SynchronousTestCase):
    def tearDown(self) -> None:
        self.flushLoggedErrors()

    def check(self, name: str, *plugins: GamePlugin) -> tuple[int, str, str]:
        """The exit status, what it prints, and what it complains about."""
        self.patch(command, "installed", lambda: plugins)
        self.patch(command, "silence", lambda: None)
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            return command.main([name]), out.getvalue(), err.getvalue()

    def test_of_a_game_that_is_right_it_says_what_was_checked(self) -> None:
        status, out, err = self.check("quiet", QUIET)
        self.assertEqual((status, err), (0, ""))
        self.assertTrue(out.startswith(f"Checking Quiet (quiet, {MODULE}:Quiet)\n  ok     hooks are spelt"), out)
        self.assertRegex(out, r"  ok     no exception, .* \(\d+ games, [\d.]+ s\)\n")
        self.assertTrue(out.endswith("\nquiet keeps the rules.\n"), out)

    def test_what_is_wrong_is_said_once_and_the_status_is_1(self) -> None:
        status, out, _ = self.check("raises", GamePlugin("raises", silent.Raises))
        self.assertEqual(status, 1)
        self.assertIn("  wrong  no exception", out)
        self.assertIn("\n1 thing is wrong with raises:\n- KeyError", out)

    def test_what_keeps_growing_is_a_note_and_the_status_stays_0(self) -> None:
        status, out, _ = self.check("logs", GamePlugin("logs", Logs))
        self.assertEqual(status, 0)
        self.assertIn("\n  note   what is saved of it does not keep growing in a long session\n", out)
        self.assertRegex(
            out, r"\nThis may be wrong; [^\n]+:\n- self\.log keeps growing: [^\n]+\nlogs keeps the rules\.\n$"
        )

    def test_no_such_game_is_status_2(self) -> None:
        for name, said in {
            "loud": "there is no game loud, and no module of that name; the games are quiet",
            "no.module:Loud": "there is no module no.module",
            f"{MODULE}:Loud": f"{MODULE} has no class Loud that is a Game",
            f"{MODULE}:HELP": f"{MODULE} has no class HELP that is a Game",
        }.items():
            status, out, err = self.check(name, QUIET)
            self.assertEqual((status, out, err), (2, "", f"tilenet check: {said}\n"))

    def test_a_class_without_a_plugin(self) -> None:
        for name in (f"{MODULE}:FarHome", MODULE):  # of a module, the last game is meant
            subject, problems = find(name, [QUIET])
            self.assertIs(subject.game, silent.FarHome)
            self.assertRegex(problems[0], rf"no plugin registers {MODULE}:FarHome, .* silent_games = GamePlugin\(")
            self.assertIn("the plugins silent-games and quiet have the same title, 'Quiet'", problems[1])

    def test_a_class_is_found_by_its_plugin(self) -> None:
        subject, problems = find(f"{MODULE}:Quiet", [QUIET])
        self.assertEqual((subject.name, problems), ("quiet", []))

    def test_of_a_game_without_a_tile_at_home_only_the_class_is_checked(self) -> None:
        status, out, _ = self.check("hidden", HIDDEN)
        self.assertEqual(status, 0)
        self.assertNotIn("sessions", out)
        self.assertIn("The rest is checked with the game that opens rooms for this one.", out)
