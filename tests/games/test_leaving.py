"""What leaving a running game costs is in the text of the way out. Before it, after it, and for others, it is free."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tilenet.game import HOME
from tilenet.games.memory.game import Memory
from tilenet.games.noughts import Noughts
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.set.game import SetGame
from tilenet.games.set.practice import Practice
from tilenet.testing import Seat, Table

FREE = "Back to Home"
SMALLEST = 60  # columns of a terminal


def costs(*seats: Seat) -> list[bool]:
    """Whether leaving costs these players something."""
    for seat in seats:
        text = seat.tile(HOME).text
        assert text == FREE or text.startswith(f"{FREE} · Leave? "), text
        question = text.removeprefix(f"{FREE} · ")
        assert len(f" {question} Click Home again.") <= SMALLEST, f"{question} does not fit"
    return [seat.tile(HOME).text != FREE for seat in seats]


class Leaving(SynchronousTestCase):
    def test_noughts_from_the_first_mark_to_the_last(self) -> None:
        table = Table(Noughts)
        ann, bob, cid = (table.enter(name) for name in ("ann", "bob", "cid"))
        self.assertEqual(costs(ann, bob, cid), [False] * 3)
        ann.click(("cell", 0, 0))
        self.assertEqual(costs(ann, bob, cid), [True, True, False])
        for seat, cell in ((bob, (1, 0)), (ann, (0, 1)), (bob, (1, 1)), (ann, (0, 2))):
            seat.click(("cell", *cell))
        self.assertEqual(costs(ann, bob, cid), [False] * 3)

    def test_pairpanicking_while_a_game_is_on(self) -> None:
        table = Table(PairPanicking)
        ann = table.enter("ann")
        self.assertEqual(costs(ann), [False])
        ann.click("restart")
        self.assertEqual(costs(ann), [True])

    def test_set_for_those_who_play(self) -> None:
        table = Table(SetGame)
        ann = table.enter("ann")
        self.assertEqual(costs(ann), [False])
        table.advance(20)
        cid = table.enter("cid")
        self.assertEqual(costs(ann, cid), [True, False])

    def test_practice_never(self) -> None:
        ann = Table(Practice).enter("ann")
        self.assertEqual(costs(ann), [False])

    def test_memory_while_a_game_is_on(self) -> None:
        table = Table(Memory)
        ann = table.enter("ann")
        self.assertEqual(costs(ann), [False])
        bob = table.enter("bob")
        self.assertEqual(costs(ann, bob), [True, True])
