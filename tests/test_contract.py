"""What every installed game must keep to: see docs/writing-a-game.md. `tilenet check` does the same, for any game."""

from __future__ import annotations

from contextlib import ExitStack

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.rehearsals import rehearsed
from tilenet.catalogue import GamePlugin, installed_games
from tilenet.checks.checklist import checklist, run
from tilenet.checks.growth import growth
from tilenet.checks.subject import Subject
from tilenet.testing import Understudy

GAMES = [game for game in installed_games() if isinstance(game, GamePlugin)]
ALONE = {game.name for game in GAMES if game.is_at_home or game.game.choices}
PARTS = {"games": 15, "sessions": 2}  # of each check, at most: the command takes more


class EveryGame(SynchronousTestCase):
    def test_is_looked_at(self) -> None:
        self.assertEqual({one.name for one in self.subjects()}, ALONE)

    def subjects(self) -> list[Subject]:
        return [one.subject for one in rehearsed() if one.name in ALONE]

    def test_keeps_the_rules_first_part(self) -> None:
        """In parts, so that all cores have something to do."""
        self.check(self.subjects()[0::4])

    def test_keeps_the_rules_second_part(self) -> None:
        self.check(self.subjects()[1::4])

    def test_keeps_the_rules_third_part(self) -> None:
        self.check(self.subjects()[2::4])

    def test_keeps_the_rules_fourth_part(self) -> None:
        self.check(self.subjects()[3::4])

    def check(self, subjects: list[Subject]) -> None:
        with ExitStack() as stack:
            for check in checklist(stack):
                for subject in subjects:
                    with self.subTest(f"{subject.name}: {check.about}"):
                        for number in range(min(check.parts, PARTS[check.unit])):
                            self.assertEqual([*run(check, subject, number)], [])
        for subject in subjects:
            self.assertEqual([*growth(subject, seconds=lambda: 0.0)], [], subject.name)  # however slow the machine

    def test_those_that_servers_bring_along_can_be_saved_at_any_moment(self) -> None:
        with Understudy() as understudy:
            for one in rehearsed():
                if one.name not in ALONE:
                    with self.subTest(one.name):
                        one.check(understudy, sessions=5)
