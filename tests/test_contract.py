"""What every installed game must keep to: see docs/writing-a-game.md. `tilenet check` does the same, for any game."""

from __future__ import annotations

from contextlib import ExitStack

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.rehearsals import rehearsed
from tilenet.catalogue import installed_games
from tilenet.checks.checklist import checklist, run
from tilenet.testing import Understudy

AT_HOME = {game.name for game in installed_games() if game.is_at_home}
PARTS = {"games": 60, "sessions": 6}  # of each check, at most: the command takes more


class EveryGame(SynchronousTestCase):
    def test_keeps_the_rules(self) -> None:
        subjects = [one.subject for one in rehearsed() if one.name in AT_HOME]
        self.assertEqual({one.name for one in subjects}, AT_HOME)
        with ExitStack() as stack:
            for check in checklist(stack):
                for subject in subjects:
                    with self.subTest(f"{subject.name}: {check.about}"):
                        for number in range(min(check.parts, PARTS[check.unit])):
                            self.assertEqual([*run(check, subject, number)], [])

    def test_those_that_servers_bring_along_can_be_saved_at_any_moment(self) -> None:
        with Understudy() as understudy:
            for one in rehearsed():
                if one.name not in AT_HOME:
                    with self.subTest(one.name):
                        one.check(understudy, sessions=5)
