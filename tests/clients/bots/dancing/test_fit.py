"""Whether dancers can share out the cells of a line, against trying every order."""

from __future__ import annotations

from itertools import permutations

from hypothesis import example, given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import small_tasks
from tilenet.clients.bots.dancing.board import Board, bits
from tilenet.clients.bots.dancing.fit import Span, fits, seat, touching
from tilenet.clients.bots.dancing.task import Task

MASKS = st.integers(1, 5).flatmap(lambda size: st.lists(st.integers(0, 2**size - 1), min_size=size, max_size=size))


class Fitting(SynchronousTestCase):
    @given(MASKS)
    @example([0b101, 0b010, 0b101])  # with a gap, by the order of last cells
    @example([0b101, 0b100, 0b110])
    def test_all_orders(self, masks: list[int]) -> None:
        found = any(
            all(mask >> cell & 1 for mask, cell in zip(masks, order, strict=True))
            for order in permutations(range(len(masks)))
        )
        self.assertEqual(fits(list(masks)), found)
        seats = seat(masks)
        self.assertEqual(seats is not None, found)
        if seats is not None:
            self.assertEqual(len(set(seats)), len(masks))
            self.assertTrue(all(mask & cell for mask, cell in zip(masks, seats, strict=True)))

    @given(st.integers(0, 2**40), st.integers(1, 9))
    def test_touching(self, cells: int, length: int) -> None:
        for place in range(40):
            self.assertEqual(touching(cells, length) >> place & 1, int(cells >> place & (1 << length) - 1 != 0))

    @given(small_tasks(5, 3))
    def test_places_are_those_where_everybody_gets_in_time(self, task: Task) -> None:
        board = Board(task)
        dancers = list(range(0, len(task.dancers), task.each))
        found = set(Span(board, 2).places(dancers))
        for place in bits(board.places(board.free)):
            cells = board.line_cells(place)
            is_possible = any(
                all(board.reach(dancer, 2) >> cell & 1 for dancer, cell in zip(order, cells, strict=True))
                for order in permutations(dancers)
            )
            self.assertEqual(place in found, is_possible)
