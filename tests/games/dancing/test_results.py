"""Who wins a match of Dancing, as it is kept: for programs and people alike."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import LINES, PLAN, STARS, STEPS, DancingServer, Program, SmallLobby, TwoRounds
from tests.doubles.ledger import Ledger
from tilenet.games.dancing.lobby import Lobby

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

    def test_one_round_that_nobody_loses(self) -> None:
        ann, bob = self.begin(SmallLobby)
        bob.say(STARS)
        ann.say(*PLAN)
        self.assertEqual(self.results(), [[("ann", 1, 0.5, True), ("bob", 1, 0.5, True)]])

    def test_one_round_with_an_illegal_star(self) -> None:
        _, bob = self.begin(SmallLobby)
        bob.say("0 0 ")
        self.assertEqual(self.results(), [[("ann", 1, 1, True), ("bob", 2, 0, True)]])

    def test_two_rounds(self) -> None:
        ann, bob = self.begin(TwoRounds)
        bob.say(STARS)
        ann.say(*LONGER)
        self.assertEqual(self.results(), [])
        ann.say(STARS)
        bob.say(*PLAN)
        self.assertEqual(self.results(), [[("bob", 1, 1, True), ("ann", 2, 0, True)]])

    def test_two_rounds_a_draw(self) -> None:
        ann, bob = self.begin(TwoRounds)
        bob.say(STARS)
        ann.say(*PLAN)
        ann.say(STARS)
        bob.say(*PLAN)
        self.assertEqual(self.results(), [[("ann", 1, 0.5, True), ("bob", 1, 0.5, True)]])

    def test_two_rounds_one_leaves(self) -> None:
        ann, _ = self.begin(TwoRounds)
        ann.hang_up()
        self.assertEqual(self.results(), [[("bob", 1, 1, True), ("ann", 2, 0, False)]])

    def test_both_leave(self) -> None:
        """The spoiler has done their part, so the round goes on without them at first."""
        ann, bob = self.begin(SmallLobby)
        bob.say(STARS)
        bob.hang_up()
        self.assertEqual(self.results(), [])
        ann.hang_up()
        self.assertEqual(self.results(), [])

    def test_the_spoiler_leaves_and_the_choreographer_goes_on(self) -> None:
        ann, bob = self.begin(SmallLobby)
        bob.say(STARS)
        bob.hang_up()
        ann.say(*PLAN)
        self.assertEqual(self.results(), [[("ann", 1, 0.5, True), ("bob", 1, 0.5, False)]])
