"""Finding lines: where there are any they are found, and they are lines by the rules."""

from __future__ import annotations

import time
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_boards import EXAMPLE, board_of
from tilenet.games.dancing.instances import Cell, generate
from tilenet.games.dancing.lines import TooHard, find_lines
from tilenet.games.dancing.rules import Board


def board_with_lines(size: int, colours: int, lines: int, random: Random) -> Board:
    """A board on which dancers stand in lines, as many as were asked for or as fit."""
    dancers: dict[Cell, int] = {}
    made = 0
    for _ in range(100 * lines):
        x, y, is_row = random.randrange(size), random.randrange(size), random.random() < 0.5
        cells = [(x, y + at) if is_row else (x + at, y) for at in range(colours)]
        if made < lines and max(cells[-1]) < size and not any(cell in dancers for cell in cells):
            dancers.update(zip(cells, random.sample(range(1, colours + 1), colours), strict=True))
            made += 1
    board = Board(generate(size, colours, 1, random))
    board.dancers, board.lines = dancers, made
    return board


class Finding(SynchronousTestCase):
    def test_the_example_of_the_document_and_a_board_where_wrong_turns_are_taken_back(self) -> None:
        for picture in (EXAMPLE, "1212 2121 1212 2121"):
            board = board_of(picture)
            lines = find_lines(board)
            assert lines is not None
            board.check(lines)

    def test_what_is_not_there_is_not_found(self) -> None:
        for picture in ("1.2 ... ...", "11. ..2 2..", "1* .2", "12. ..1 2..", "212 ... 1.."):
            self.assertIsNone(find_lines(board_of(picture)), picture)

    @settings(max_examples=100, deadline=None)
    @given(st.integers(5, 12), st.integers(2, 5), st.integers(1, 25), st.integers())
    def test_lines_that_are_there_are_found(self, size: int, colours: int, lines: int, seed: int) -> None:
        board = board_with_lines(size, colours, lines, Random(seed))
        found = find_lines(board)
        assert found is not None
        board.check(found)

    def test_it_never_takes_long(self) -> None:
        for size, colours, lines in ((50, 8, 250), (50, 2, 800), (30, 3, 200), (30, 4, 40)):
            board = board_with_lines(size, colours, lines, Random(1))
            began = time.thread_time()
            self.assertIsNotNone(find_lines(board))
            self.assertLess(time.thread_time() - began, 1)

    def test_it_gives_up_rather_than_keep_everybody_waiting(self) -> None:
        """As many of each colour, but two corners are missing, so that no pairs can be all of it."""
        rows = ["12" * 7 if x % 2 else "21" * 7 for x in range(14)]
        rows[0] = "." + rows[0][1:]
        rows[13] = rows[13][:-1] + "."
        board = board_of(" ".join(rows))
        began = time.thread_time()
        with self.assertRaises(TooHard):
            find_lines(board)
        self.assertLess(time.thread_time() - began, 2)
