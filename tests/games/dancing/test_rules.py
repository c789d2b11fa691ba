"""The rules of Dancing without Stars, sentence by sentence of its document; then against another checker."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing import Pair, fault_in_lines, fault_in_stars, fault_in_steps
from tests.doubles.dancing_boards import EXAMPLE, board_of, drawn, instance_of, picture
from tilenet.games.dancing.instances import Cell
from tilenet.games.dancing.rules import Board, Illegal, Line, Move

EXAMPLE_LINES = [(0, 0, 0, 3), (0, 6, 3, 6), (2, 2, 2, 5)]


class Stars(SynchronousTestCase):
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

    def test_the_spoiler_places_from_one_to_as_many_as_there_are_dancers_of_a_colour(self) -> None:
        for stars in ([(0, 1)], [(0, 1), (4, 1)], *([(1, 1), far] for far in ((0, 3), (1, 4), (3, 2), (4, 1)))):
            self.assertEqual(self.place(*stars).stars, {*stars})

    def test_illegal_stars(self) -> None:
        outside = ((-1, 0), (0, -1), (5, 0), (0, 5), (999999, -999999))
        cases: list[tuple[str, Sequence[Cell]]] = [
            ("there must be at least one star", []),
            ("3 stars, but at most 2 are allowed", [(0, 1), (0, 4), (4, 0)]),
            # only on an empty cell
            ("star 1: there is a dancer at 2 2", [(2, 2)]),
            ("star 2: there is a dancer at 4 4", [(0, 1), (4, 4)]),
            # no two closer than one more than there are colours
            ("star 2: 1 2 is 1 cell away from star 1 at 1 1, but must be at least 3", [(1, 1), (1, 2)]),
            ("star 2: 0 2 is 2 cells away from star 1 at 1 1, but must be at least 3", [(1, 1), (0, 2)]),
            ("star 2: star 1 is already at 1 1", [(1, 1), (1, 1)]),
            *((f"star 1: {x} {y} is outside the board", [(x, y)]) for x, y in outside),
        ]
        for reason, stars in cases:
            with self.subTest(reason):
                self.assertEqual(str(self.assertRaises(Illegal, self.place, *stars)), reason)


class Moves(SynchronousTestCase):
    def test_legal_steps(self) -> None:
        cases: list[tuple[str, Sequence[Move], str]] = [
            # a dancer moves one cell along a row or a column
            ("... .1. 2..", [(1, 1, 0, 1)], ".1. ... 2.."),
            ("... .1. 2..", [(1, 1, 1, 0)], "... 1.. 2.."),
            ("... .1. 2..", [(1, 1, 1, 2)], "... ..1 2.."),
            ("... .1. 2..", [(1, 1, 2, 1)], "... ... 21."),
            # several moves at the same time, swaps, chains in any order, cycles, and no move at all
            ("1.. 2.. 1.2", [(0, 0, 0, 1), (1, 0, 1, 1), (2, 2, 1, 2)], ".1. .22 1.."),
            ("12 ..", [(0, 0, 0, 1), (0, 1, 0, 0)], "21 .."),
            ("12. ... ...", [(0, 0, 0, 1), (0, 1, 0, 2)], ".12 ... ..."),
            ("12. ... ...", [(0, 1, 0, 2), (0, 0, 0, 1)], ".12 ... ..."),
            ("12 12", [(0, 0, 0, 1), (0, 1, 1, 1), (1, 1, 1, 0), (1, 0, 0, 0)], "11 22"),
            ("12 ..", [], "12 .."),
        ]
        for before, moves, after in cases:
            with self.subTest(f"{before}: {moves}"):
                board = board_of(before)
                board.step(moves)
                self.assertEqual(drawn(board), picture(after))

    def test_illegal_steps_change_nothing(self) -> None:
        large = "1.... ..... ..... ..... 2...."
        cases: list[tuple[str, Sequence[Move], str]] = [
            # the Manhattan distance is one
            (large, [(0, 0, 0, 2)], "0 0 to 0 2 is two cells away"),
            (large, [(0, 0, 1, 1)], "0 0 to 1 1 is two cells away"),
            (large, [(0, 0, 2, 1)], "0 0 to 2 1 is three cells away"),
            (large, [(0, 0, 999999, 0)], "0 0 to 999999 0 is 999999 cells away"),
            (large, [(0, 0, 0, 0)], "0 0 to 0 0 is not a move"),
            # not onto a star, not off the board, and only to a cell that is or becomes empty
            ("1* .2", [(0, 0, 0, 1)], "0 0 to 0 1: there is a star in the way"),
            ("1. .2", [(0, 0, -1, 0)], "0 0 to -1 0: -1 0 is outside the board"),
            ("1. .2", [(1, 1, 1, 2)], "1 1 to 1 2: 1 2 is outside the board"),
            ("12 ..", [(0, 0, 0, 1)], "0 0 to 0 1: the dancer there does not move"),
            ("121 ... ...", [(0, 0, 0, 1), (0, 1, 0, 2)], "0 1 to 0 2: the dancer there does not move"),
            # only a dancer can move
            ("1* .2", [(1, 0, 0, 0)], "there is no dancer at 1 0"),
            ("1* .2", [(0, 1, 0, 0)], "there is no dancer at 0 1"),
            ("1* .2", [(7, 7, 7, 8)], "7 7 is outside the board"),
            # one dancer once in a step, and one dancer in a cell
            ("1.. ... ..2", [(0, 0, 0, 1), (0, 0, 1, 0)], "the dancer at 0 0 moves twice"),
            ("1.. ... ..2", [(0, 0, 0, 1), (0, 0, 0, 1)], "the dancer at 0 0 moves twice"),
            ("1.. ... ..2", [(0, 0, 0, 1), (0, 1, 0, 2)], "there is no dancer at 0 1"),
            ("1.2 ... ...", [(0, 0, 0, 1), (0, 2, 0, 1)], "two dancers move to 0 1, from 0 0 and from 0 2"),
        ]
        for before, moves, reason in cases:
            with self.subTest(reason):
                board = board_of(before)
                self.assertEqual(str(self.assertRaises(Illegal, board.step, moves)), reason)
                self.assertEqual(drawn(board), picture(before))


class Lines(SynchronousTestCase):
    def test_lines_in_any_order_and_either_direction_also_side_by_side(self) -> None:
        board_of(EXAMPLE).check(EXAMPLE_LINES)
        board_of(EXAMPLE).check([(x2, y2, x1, y1) for x1, y1, x2, y2 in reversed(EXAMPLE_LINES)])
        found = board_of("12 12").check([(0, 0, 0, 1), (1, 1, 1, 0)])
        self.assertEqual(found, (((0, 0), (0, 1)), ((1, 1), (1, 0))))

    def test_what_is_not_a_line(self) -> None:
        cases: list[tuple[str, Sequence[Line], str]] = [
            # each dancer is in one line, with one dancer of each colour, in cells side by side
            ("12. 2.1 ...", [(0, 0, 0, 1), (0, 0, 1, 0)], "line 2: the dancer at 0 0 is already in line 1"),
            ("12 12", [(0, 0, 0, 1)] * 2, "line 2: the dancer at 0 0 is already in line 1"),
            ("112 ... .2.", [(0, 0, 0, 1)] * 2, "line 1: colour 1 appears twice, at 0 0 and at 0 1"),
            ("1.2 2.1 ...", [(0, 0, 0, 1)] * 2, "line 1: there is no dancer at 0 1"),
            ("1*2 2.1 ...", [(0, 0, 0, 1)] * 2, "line 1: there is no dancer at 0 1"),
            # along a row or a column, as long as there are colours, on the board
            ("1.. .2. ...", [(0, 0, 1, 1)], "line 1: 0 0 to 1 1 is not straight"),
            ("12. ... ...", [(0, 0, 0, 2)], "line 1: 0 0 to 0 2 has 3 cells, not 2"),
            ("12. ... ...", [(0, 0, 0, 0)], "line 1: 0 0 to 0 0 has 1 cell, not 2"),
            ("12 ..", [(0, 1, 0, 2)], "line 1: 0 2 is outside the board"),
            ("12 ..", [(-999999, 0, 999999, 0)], "line 1: -999999 0 is outside the board"),
            # as many as there are dancers of a colour
            ("12 12", [], "0 lines, not 2"),
            ("12 12", [(0, 0, 0, 1)], "1 line, not 2"),
            ("12 12", [(0, 0, 0, 1)] * 3, "3 lines, not 2"),
        ]
        for board, lines, reason in cases:
            with self.subTest(f"{board}: {reason}"):
                self.assertEqual(str(self.assertRaises(Illegal, board_of(board).check, lines)), reason)


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


def places(board: Board) -> list[Cell]:
    """Where the dancers are, as the judge wants it: those of the first colour first."""
    return sorted(board.dancers, key=lambda cell: (board.dancers[cell], cell))


def pairs(fours: Sequence[Move]) -> list[Pair]:
    return [((x1, y1), (x2, y2)) for x1, y1, x2, y2 in fours]


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
            colours = sorted(board.dancers.values())
            fault, where = fault_in_steps(board.size, places(board), [*board.stars], [pairs(moves)])
            try:
                board.step(moves)
            except Illegal:
                self.assertNotEqual(fault, "")
            else:
                self.assertEqual((fault, board.dancers), ("", dict(zip(where, colours, strict=True))))

    @settings(max_examples=500, deadline=None)
    @given(boards(), st.lists(st.tuples(st.integers(-1, 5), st.integers(-1, 5)), max_size=4))
    def test_stars_are_judged_alike(self, drawing: str, stars: list[Cell]) -> None:
        board = Board(instance_of(drawing))
        fault = fault_in_stars(board.size, board.colours, board.lines, places(board), stars)
        try:
            board.place(stars)
        except Illegal:
            self.assertNotEqual(fault, "")
        else:
            self.assertEqual((fault, {*board.stars}), ("", {*stars}))

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
        fault = fault_in_lines(board.colours, board.lines, places(board), pairs(lines))
        try:
            board.check(lines)
        except Illegal:
            self.assertNotEqual(fault, "")
        else:
            self.assertEqual(fault, "")
