"""Games that are wrong in silence are found out, each by its own words; and nothing is said of those that are right."""

from __future__ import annotations

from contextlib import ExitStack

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import silent_games as silent
from tests.doubles import wrong_games as wrong
from tilenet.catalogue import GamePlugin
from tilenet.checks.checklist import checklist, gist, run
from tilenet.checks.subject import Subject
from tilenet.game import Game

#: What is wrong, and what is said of it.
CASES: list[tuple[type[Game], str]] = [
    (silent.Misspelt, r"Misspelt\.clik is never called or read: did you mean click\?"),
    (silent.Prefixed, r"Prefixed\.on_click is never .*did you mean click\?"),
    (silent.MisspeltAttribute, r"MisspeltAttribute\.option is never .*did you mean options\?"),
    (silent.MisspeltDeadline, r"self\.dead_line is set and never read: did you mean self\.deadline\?"),
    (silent.TooFew, r"TooFew\.click\(self, .*\) cannot be called: the room calls click\(player, tile, now\)"),
    (silent.OtherOrder, r"OtherOrder\.click\(.*\) has its parameters in another order: the room calls click\("),
    (silent.FactsWithoutAKind, 'FactsWithoutAKind has facts, but no kind, .*: kind = "factswithoutakind/1"'),
    (silent.WrongKind, "the kind 'Quiet' is not like mole/1"),
    (silent.Options, "the option size cannot be set to '-1', its default: it must be a whole number"),
    (silent.Options, "the option is_fast is False, but reading 'False' gives True"),
    (silent.Options, "the option missing has no default"),
    (silent.TwoLines, r"the about is 'One.\\nTwo.': it must be one line of text"),
    (
        silent.Shown,
        r"scene\(\) returns an object that was shown before .*\. Make a new Scene\n    '[xy]' has changed",
    ),
    (silent.ShownView, r"view\(\) returns an object .*Make a new View"),
    (silent.SameRole, "the ids 1 and '1' have the same role, '1'"),
    (silent.NoRole, "the id 2.5 has no role"),
    (silent.NoWay, r"click yields Go\(player, 'nowhere'\), but there is no such room"),
    (silent.NoPlugin, r"click yields Open\('nothing'\), but there is no such plugin"),
    (silent.NobodyFirst, "the result has [a-z]+ in place 2; with the score 1.0 it is 1"),
    (
        silent.Raises,
        r"(?s)KeyError: '[a-z]+' \(silent_games\.py, line \d+, in event\)\n    after .*[a-z]+ clicks '[xy]'\n",
    ),
    (silent.Passed, r"after click at [\d.]+ the deadline is 10, which has passed"),
    (silent.OtherClock, "more than a day later: it must be on the clock of `now`"),
    (silent.NoTime, "the deadline is nan: it must be a time or None"),
    (silent.Stays, r"tick\([\d.]+\) has left the deadline at"),
    (silent.FarHome, "Home or Help is not within 18 x 18 cells"),
    (wrong.ModuleState, "_COUNT changes while the game is played"),
]


class TheChecklist(SynchronousTestCase):
    def tearDown(self) -> None:
        self.flushLoggedErrors()

    def found(self, game: type[Game], stack: ExitStack) -> list[str]:
        subject = Subject(GamePlugin("quiet", game), length=40)
        return [
            text
            for check in checklist(stack)
            for part in range(min(4, check.parts))
            for text in run(check, subject, part)
        ]

    def test_what_is_wrong_is_said(self) -> None:
        with ExitStack() as stack:
            for game, said in CASES:
                with self.subTest(f"{game.__name__}: {said}"):
                    self.assertRegex("\n\n".join(self.found(game, stack)), said)

    def test_each_is_wrong_in_one_way(self) -> None:
        """Except those with a reason that makes others fail, too."""
        alone = (
            silent.Misspelt,
            silent.FactsWithoutAKind,
            silent.Shown,
            silent.SameRole,
            silent.NoWay,
            silent.OtherClock,
        )
        with ExitStack() as stack:
            for game in alone:
                with self.subTest(game.__name__):
                    self.assertEqual(len({*map(gist, found := self.found(game, stack))}), 1, found)

    def test_nothing_is_said_of_games_that_are_right(self) -> None:
        with ExitStack() as stack:
            for game in (silent.Quiet, silent.CallsItself):
                with self.subTest(game.__name__):
                    self.assertEqual(self.found(game, stack), [])
