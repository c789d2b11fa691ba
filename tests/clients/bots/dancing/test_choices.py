"""Which line a group takes: the one that leaves the most time, if it is free."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import draw
from tilenet.clients.bots.dancing import choices
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.choices import NO_LINE, NOWHERE, Choices

BOARD = Board(draw("1..2.", ".....", ".....", ".....", "....."))
GROUP = 0b11


class Choosing(SynchronousTestCase):
    def taken(self, *points: tuple[int, int]) -> int:
        return sum(BOARD.both(BOARD.cell(point)) for point in points)

    def test_the_line_with_most_time_to_spare(self) -> None:
        chosen = Choices(BOARD, 2, Random(1))
        lack, place = chosen.find(GROUP, 0)
        self.assertEqual((lack, BOARD.line(place)), (0.1, ((0, 1), (0, 2))))  # one step of two

    def test_none_in_time(self) -> None:
        self.assertEqual(Choices(BOARD, 0, Random(1)).find(GROUP, 0), (NO_LINE, NOWHERE))
        self.assertEqual(Choices(BOARD, 1, Random(1)).find(GROUP, self.taken((0, 2))), (NO_LINE, NOWHERE))

    def test_any_of_those_that_are_as_good(self) -> None:
        chosen = Choices(BOARD, 3, Random(1))
        found = {chosen.find(GROUP, self.taken((0, 1)))[1] for _ in range(100)}
        self.assertGreater(len(found), 2)

    def test_no_more_is_remembered_than_there_is_room_for(self) -> None:
        with patch.object(choices, "MOST_KNOWN", 2):
            chosen = Choices(Board(draw("12..", "12..", "12..", "12..")), 2, Random(1))
            for group in (0b10001, 0b100001, 0b10010, 0b10001):
                self.assertLess(chosen.find(group, 0)[0], NO_LINE)
