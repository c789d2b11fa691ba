"""Who wins a match of Dancing, as it is kept: for programs and people alike."""

from __future__ import annotations

from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import LINES, PLAN, STARS, STEPS, DancingServer, Program, SmallLobby, TwoRounds
from tests.doubles.ledger import Ledger
from tilenet.games.dancing.lobby import Lobby

GONE: Sequence[str] = ()  # instead of texts
LONGER = ("1 0 0 1 0", "1 1 0 0 0", *STEPS, "DONE", LINES)


class DancingResults(SynchronousTestCase):
    def begin(self, lobby: type[Lobby]) -> tuple[Program, Program]:
        self.ledger = Ledger()
        self.server = DancingServer(lobby, accounts=self.ledger)
        return self.server.pair()

    def results(self) -> list[list[tuple[str, int, float, bool]]]:
        for played in self.ledger.played:
            self.assertEqual(played.game, "Dancing")
        return [
            [(one.name, one.place, one.score, one.stayed) for one in played.scores] for played in self.ledger.played
        ]

    def test_what_is_kept_when_a_match_is_over(self) -> None:
        draw = [("ann", 1, 0.5, True), ("bob", 1, 0.5, True)]
        cases: list[tuple[type[Lobby], Sequence[tuple[str, Sequence[str]]], list[tuple[str, int, float, bool]]]] = [
            (SmallLobby, [("bob", [STARS]), ("ann", PLAN)], draw),
            (SmallLobby, [("bob", ["0 0 "])], [("ann", 1, 1, True), ("bob", 2, 0, True)]),
            (SmallLobby, [("bob", [STARS]), ("bob", GONE), ("ann", PLAN)], [draw[0], ("bob", 1, 0.5, False)]),
            (TwoRounds, [("bob", [STARS]), ("ann", PLAN), ("ann", [STARS]), ("bob", PLAN)], draw),
            (
                TwoRounds,
                [("bob", [STARS]), ("ann", LONGER), ("ann", [STARS]), ("bob", PLAN)],
                [("bob", 1, 1, True), ("ann", 2, 0, True)],
            ),
            (TwoRounds, [("ann", GONE)], [("bob", 1, 1, True), ("ann", 2, 0, False)]),
        ]
        for lobby, acts, result in cases:
            with self.subTest(f"{lobby.__name__}: {acts}"):
                programs = dict(zip(("ann", "bob"), self.begin(lobby), strict=True))
                for name, texts in acts:
                    self.assertEqual(self.results(), [])
                    programs[name].say(*texts) if texts else programs[name].hang_up()
                self.assertEqual(self.results(), [result])

    def test_nothing_is_kept_if_both_leave(self) -> None:
        """The spoiler has done their part, so the round goes on without them at first."""
        ann, bob = self.begin(SmallLobby)
        bob.say(STARS)
        for program in (bob, ann):
            program.hang_up()
            self.assertEqual(self.results(), [])
