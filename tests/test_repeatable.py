"""Games that cannot be repeated or saved are found out, each for its own reason."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import wrong_games as wrong
from tilenet.game import Game
from tilenet.saving.writer import CannotSave
from tilenet.testing import NotRepeatable, Understudy, check_repeatable

AGAIN, ELSEWHERE, LOADED = "with nobody looking", "in another process", "saved and loaded"

#: What is wrong, and how it is found.
CASES: list[tuple[type[Game], type[Exception], str]] = [
    (wrong.OrderOfASet, NotRepeatable, ELSEWHERE),
    (wrong.HistoryOfASet, NotRepeatable, LOADED),
    (wrong.ModuleState, NotRepeatable, "^wrong_games.py, line \\d+: _COUNT changes"),
    (wrong.OtherChance, NotRepeatable, AGAIN),
    (wrong.Identity, NotRepeatable, LOADED),
    (wrong.LookThatCounts, NotRepeatable, AGAIN),
    (wrong.UnlistedCache, NotRepeatable, "(?s)a look has changed it:.*drawn"),
    (wrong.StateAsACache, NotRepeatable, LOADED),
    (wrong.KeptLambda, CannotSave, r"^game\.hands\[ann\]\[0\]: a lambda \(wrong_games\.py, line"),
    (wrong.AttributeFromOutside, CannotSave, "sets no attribute surprise"),
]


class WrongGames(SynchronousTestCase):
    def test_each_is_found_out(self) -> None:
        with Understudy() as understudy:
            for game, error, reason in CASES:
                with self.subTest(game.__name__), self.assertRaisesRegex(error, reason):
                    check_repeatable(game, understudy, sessions=3, length=40)

    def test_a_right_one_passes(self) -> None:
        with Understudy() as understudy:
            for game in (wrong.Right, wrong.ListedCache):
                check_repeatable(game, understudy, sessions=3, length=40)

    def test_a_game_that_prints_is_checked_as_any_other(self) -> None:
        """It prints in the other process, too, where answers are told."""
        with Understudy() as understudy, redirect_stdout(io.StringIO()) as printed:
            check_repeatable(wrong.Prints, understudy, sessions=2, length=40)
        self.assertIn("clicked", printed.getvalue())
