"""The rules of Dancing without Stars, sentence by sentence of its document; then against another checker."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import dancing_checker as checker
from tests.doubles.dancing_boards import board_of, drawn, instance_of, picture
from tilenet.games.dancing.instances import Cell
from tilenet.games.dancing.rules import Board, Illegal, Line, Move

EXAMPLE = """
    1234..2
    ......1
    ..42133
    ......4
    .......
    .......
    .......
"""
EXAMPLE_LINES = [(0, 0, 0, 3), (0, 6, 3, 6), (2, 2, 2, 5)]


class RulesTestCase(SynchronousTestCase):
    def refused(self, board: Board, moves: Sequence[Move], reason: str) -> None:
        before = drawn(board)
        self.assertEqual(str(self.assertRaises(Illegal, board.step, moves)), reason)
        self.assertEqual(drawn(board), before)

    def stepped(self, before: str, moves: Sequence[Move], after: str) -> None:
        board = board_of(before)
        board.step(moves)
        self.assertEqual(drawn(board), picture(after))


class Stars(RulesTestCase):
    BOARD = """
        1....
        .....
        ..2..
        .1...
        ....2
    """

    def place(self, *stars: Cell) -> Board:
        board = Board(instance_of(self.BOARD))
        board.place(stars)
        return board

    def refuse(self, reason: str, *stars: Cell) -> None:
        self.assertEqual(str(self.assertRaises(Illegal, self.place, *stars)), reason)

    def test_the_spoiler_places_stars(self) -> None:
        self.assertEqual(self.place((0, 1), (4, 1)).stars, {(0, 1), (4, 1)})

    def test_from_one_to_as_many_as_there_are_dancers_of_a_colour(self) -> None:
        self.assertEqual(self.place((0, 1)).stars, {(0, 1)})
        self.refuse("there must be at least one star")
        self.refuse("3 stars, but at most 2 are allowed", (0, 1), (0, 4), (4, 0))

    def test_only_on_an_empty_spot(self) -> None:
        self.refuse("star 1: there is a dancer at 2 2", (2, 2))
        self.refuse("star 2: there is a dancer at 4 4", (0, 1), (4, 4))

    def test_only_on_the_board(self) -> None:
        for x, y in ((-1, 0), (0, -1), (5, 0), (0, 5), (999999, -999999)):
            self.refuse(f"star 1: {x} {y} is outside the board", (x, y))

    def test_no_two_closer_than_one_more_than_there_are_colours(self) -> None:
        for far in ((0, 3), (1, 4), (3, 2), (4, 1)):
            self.place((1, 1), far)
        self.refuse("star 2: 1 2 is 1 cell away from star 1 at 1 1, but must be at least 3", (1, 1), (1, 2))
        self.refuse("star 2: 0 2 is 2 cells away from star 1 at 1 1, but must be at least 3", (1, 1), (0, 2))

    def test_all_of_them_different(self) -> None:
        self.refuse("star 2: star 1 is already at 1 1", (1, 1), (1, 1))


class Moves(RulesTestCase):
    def test_a_dancer_moves_one_row_wise_or_column_wise(self) -> None:
        for end, after in {
            (0, 1): ".1. ... 2..",
            (1, 0): "... 1.. 2..",
            (1, 2): "... ..1 2..",
            (2, 1): "... ... 21.",
        }.items():
            self.stepped("... .1. 2..", [(1, 1, *end)], after)

    def test_the_manhattan_distance_is_one(self) -> None:
        board = board_of("1.... ..... ..... ..... 2....")
        self.refused(board, [(0, 0, 0, 2)], "0 0 to 0 2 is two cells away")
        self.refused(board, [(0, 0, 1, 1)], "0 0 to 1 1 is two cells away")
        self.refused(board, [(0, 0, 2, 1)], "0 0 to 2 1 is three cells away")
        self.refused(board, [(0, 0, 999999, 0)], "0 0 to 999999 0 is 999999 cells away")
        self.refused(board, [(0, 0, 0, 0)], "0 0 to 0 0 is not a move")

    def test_no_dancer_can_move_onto_a_star(self) -> None:
        self.refused(board_of("1* .2"), [(0, 0, 0, 1)], "0 0 to 0 1: there is a star in the way")

    def test_nor_out_of_the_board(self) -> None:
        board = board_of("1. .2")
        self.refused(board, [(0, 0, -1, 0)], "0 0 to -1 0: -1 0 is outside the board")
        self.refused(board, [(1, 1, 1, 2)], "1 1 to 1 2: 1 2 is outside the board")

    def test_only_a_dancer_can_move(self) -> None:
        board = board_of("1* .2")
        self.refused(board, [(1, 0, 0, 0)], "there is no dancer at 1 0")
        self.refused(board, [(0, 1, 0, 0)], "there is no dancer at 0 1")
        self.refused(board, [(7, 7, 7, 8)], "7 7 is outside the board")

    def test_only_to_an_empty_position(self) -> None:
        self.refused(board_of("12 .."), [(0, 0, 0, 1)], "0 0 to 0 1: the dancer there does not move")

    def test_or_they_swap_positions(self) -> None:
        self.stepped("12 ..", [(0, 0, 0, 1), (0, 1, 0, 0)], "21 ..")

    def test_one_step_contains_multiple_parallel_moves(self) -> None:
        self.stepped("1.. 2.. 1.2", [(0, 0, 0, 1), (1, 0, 1, 1), (2, 2, 1, 2)], ".1. .22 1..")

    def test_chains(self) -> None:
        self.stepped("12. ...  ...", [(0, 0, 0, 1), (0, 1, 0, 2)], ".12 ... ...")
        self.stepped("12. ...  ...", [(0, 1, 0, 2), (0, 0, 0, 1)], ".12 ... ...")  # in any order
        self.refused(
            board_of("121 ... ..."), [(0, 0, 0, 1), (0, 1, 0, 2)], "0 1 to 0 2: the dancer there does not move"
        )

    def test_cycles(self) -> None:
        self.stepped("12 12", [(0, 0, 0, 1), (0, 1, 1, 1), (1, 1, 1, 0), (1, 0, 0, 0)], "11 22")

    def test_one_dancer_cannot_move_twice_within_one_step(self) -> None:
        board = board_of("1.. ... ..2")
        self.refused(board, [(0, 0, 0, 1), (0, 0, 1, 0)], "the dancer at 0 0 moves twice")
        self.refused(board, [(0, 0, 0, 1), (0, 0, 0, 1)], "the dancer at 0 0 moves twice")
        self.refused(board, [(0, 0, 0, 1), (0, 1, 0, 2)], "there is no dancer at 0 1")

    def test_no_cell_holds_two_dancers(self) -> None:
        board = board_of("1.2 ... ...")
        self.refused(board, [(0, 0, 0, 1), (0, 2, 0, 1)], "two dancers move to 0 1, from 0 0 and from 0 2")

    def test_a_step_without_moves_is_a_step(self) -> None:
        self.stepped("12 ..", [], "12 ..")


class Lines(RulesTestCase):
    def check(self, board: str, lines: Sequence[Line]) -> None:
        board_of(board).check(lines)

    def refuse(self, board: str, lines: Sequence[Line], reason: str) -> None:
        self.assertEqual(str(self.assertRaises(Illegal, self.check, board, lines)), reason)

    def test_the_example_of_the_document(self) -> None:
        self.check(EXAMPLE, EXAMPLE_LINES)

    def test_in_any_order_and_either_direction(self) -> None:
        self.check(EXAMPLE, [(x2, y2, x1, y1) for x1, y1, x2, y2 in reversed(EXAMPLE_LINES)])

    def test_the_cells_of_the_lines_are_told(self) -> None:
        found = board_of("12 12").check([(0, 0, 0, 1), (1, 1, 1, 0)])
        self.assertEqual(found, (((0, 0), (0, 1)), ((1, 1), (1, 0))))

    def test_a_line_can_touch_another_line(self) -> None:
        self.check("12 12", [(0, 0, 0, 1), (1, 0, 1, 1)])

    def test_but_they_cannot_share_a_dancer(self) -> None:
        lines = [(0, 0, 0, 1), (0, 0, 1, 0)]
        self.refuse("12. 2.1 ...", lines, "line 2: the dancer at 0 0 is already in line 1")
        self.refuse("12 12", [(0, 0, 0, 1)] * 2, "line 2: the dancer at 0 0 is already in line 1")

    def test_one_line_contains_exactly_one_dancer_of_each_colour(self) -> None:
        self.refuse("112 ... .2.", [(0, 0, 0, 1)] * 2, "line 1: colour 1 appears twice, at 0 0 and at 0 1")

    def test_contiguous(self) -> None:
        self.refuse("1.2 2.1 ...", [(0, 0, 0, 1)] * 2, "line 1: there is no dancer at 0 1")
        self.refuse("1*2 2.1 ...", [(0, 0, 0, 1)] * 2, "line 1: there is no dancer at 0 1")

    def test_vertical_or_horizontal(self) -> None:
        self.refuse("1.. .2. ...", [(0, 0, 1, 1)], "line 1: 0 0 to 1 1 is not straight")

    def test_of_exactly_so_many_cells(self) -> None:
        self.refuse("12. ... ...", [(0, 0, 0, 2)], "line 1: 0 0 to 0 2 has 3 cells, not 2")
        self.refuse("12. ... ...", [(0, 0, 0, 0)], "line 1: 0 0 to 0 0 has 1 cell, not 2")

    def test_on_the_board(self) -> None:
        self.refuse("12 ..", [(0, 1, 0, 2)], "line 1: 0 2 is outside the board")
        self.refuse("12 ..", [(-999999, 0, 999999, 0)], "line 1: -999999 0 is outside the board")

    def test_as_many_as_there_are_dancers_of_a_colour(self) -> None:
        self.refuse("12 12", [], "0 lines, not 2")
        self.refuse("12 12", [(0, 0, 0, 1)], "1 line, not 2")
        self.refuse("12 12", [(0, 0, 0, 1)] * 3, "3 lines, not 2")


# Against another checker


@st.composite
def boards(draw: st.DrawFn) -> str:
    """A small board with as many dancers of each colour, and stars anywhere."""
    size, colours = draw(st.integers(2, 5)), draw(st.integers(2, 3))
    each = draw(st.integers(1, max(1, size * size // (colours + 1))))
    marks = [str(colour + 1) for colour in range(colours)] * each
    marks = (marks + ["*"] * draw(st.integers(0, 3)) + ["."] * size * size)[: size * size]
    shuffled = "".join(draw(st.permutations(marks)))
    return "\n".join(shuffled[at : at + size] for at in range(0, len(marks), size))


def grid_of(board: Board) -> checker.Grid:
    grid = checker.empty_grid(board.size)
    for (x, y), colour in board.dancers.items():
        grid[x][y].append(colour)
    for x, y in board.stars:
        grid[x][y].append(checker.STAR)
    return grid


@st.composite
def steps(draw: st.DrawFn, board: Board) -> list[Move]:
    """Moves of some dancers, mostly to cells beside them; now and then something else."""
    moves = []
    for x, y in draw(st.lists(st.sampled_from(sorted(board.dancers)), max_size=9, unique=draw(st.booleans()))):
        dx, dy = draw(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)] * 8 + [(0, 0), (1, 1), (0, 2)]))
        moves.append((x, y, x + dx, y + dy))
    if moves and draw(st.integers(0, 3)) == 0:
        x1, y1, x2, y2 = moves[0]
        moves.append((x2, y2, x1, y1))  # a swap, if somebody is there
    if draw(st.integers(0, 19)) == 0:
        moves.append(draw(st.tuples(*[st.integers(-1, 5)] * 4)))
    return moves


class AgainstTheChecker(SynchronousTestCase):
    @settings(max_examples=500, deadline=None)
    @given(boards(), st.data())
    def test_steps_are_judged_alike(self, drawing: str, data: st.DataObject) -> None:
        board = board_of(drawing)
        for _ in range(5):
            moves = data.draw(steps(board))
            expected = checker.after_step(grid_of(board), moves)
            try:
                board.step(moves)
            except Illegal:
                self.assertIsNone(expected)
            else:
                self.assertEqual(grid_of(board), expected)

    @settings(max_examples=500, deadline=None)
    @given(boards(), st.lists(st.tuples(st.integers(-1, 5), st.integers(-1, 5)), max_size=4))
    def test_stars_are_judged_alike(self, drawing: str, stars: list[Cell]) -> None:
        board = Board(instance_of(drawing))
        expected = checker.with_stars(grid_of(board), stars, board.colours, board.lines)
        try:
            board.place(stars)
        except Illegal:
            self.assertIsNone(expected)
        else:
            self.assertEqual(grid_of(board), expected)

    @settings(max_examples=500, deadline=None)
    @given(st.data())
    def test_lines_are_judged_alike(self, data: st.DataObject) -> None:
        """Lines that are there, on a board made of them; then perhaps something is changed."""
        rows = data.draw(st.lists(st.permutations("123"), min_size=2, max_size=3))
        board = board_of("\n".join(["".join(row) + "." for row in rows] + ["...."] * (4 - len(rows))))
        lines: list[Line] = [(x, 0, x, 2) if data.draw(st.booleans()) else (x, 2, x, 0) for x in range(len(rows))]
        for _ in range(data.draw(st.integers(0, 2))):
            at = data.draw(st.integers(0, len(lines) - 1))
            lines[at] = data.draw(st.tuples(*[st.integers(0, 3)] * 4))
        expected = checker.are_lines(grid_of(board), lines, board.colours)
        try:
            board.check(lines)
        except Illegal:
            self.assertFalse(expected)
        else:
            self.assertTrue(expected)
