"""The sample player of Dancing: whatever the instance, what it does is legal, and leads to the goal."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import dancing_checker as checker
from tilenet.clients.samples import dancingsample
from tilenet.clients.samples.dancingsample import Board, address, choose_lines, choose_stars, plan_steps, read_dancers
from tilenet.games.dancing.instances import generate
from tilenet.games.dancing.match import MOST_STEPS

#: Size, colours, dancers of each; the last is crowded.
INSTANCES = ((8, 2, 5), (12, 3, 5), (30, 8, 25), (30, 6, 40), (12, 4, 20))


class TheSamplePlayer(SynchronousTestCase):
    def setUp(self) -> None:
        random.seed(1)

    def test_plays_legally_and_finishes(self) -> None:
        for size, colours, dancers in INSTANCES:
            with self.subTest(f"{size} {colours} {dancers}"):
                instance = generate(size, colours, dancers, random.Random(7))
                board = Board(size, colours, read_dancers(instance.text))
                grid: checker.Grid | None = checker.grid_of(size, instance.groups)
                assert grid is not None
                stars = choose_stars(board)
                grid = checker.with_stars(grid, stars, colours, dancers)
                assert grid is not None, "the stars are illegal"
                board.stars = {*stars}
                lines = choose_lines(board)
                steps = [*plan_steps(board, lines)]
                for moves in steps:
                    grid = checker.after_step(grid, [(*start, *end) for start, end in moves])
                    assert grid is not None, f"{moves} is illegal"
                self.assertTrue(checker.are_lines(grid, [(*line[0], *line[-1]) for line in lines], colours))
                self.assertLess(len(steps), MOST_STEPS / 2)

    def test_gets_out_when_it_is_locked_in(self) -> None:
        """The dancers of the last line are behind those of the others."""
        dancers = {(0, 0): 1, (0, 1): 2, (1, 0): 2, (1, 1): 1, (2, 2): 1, (3, 0): 2}
        board = Board(4, 2, dancers)
        lines = [[(0, 1), (1, 1)], [(1, 0), (2, 0)], [(3, 3), (3, 2)]]
        grid: checker.Grid | None = checker.empty_grid(4)
        assert grid is not None
        for (x, y), colour in dancers.items():
            grid[x][y].append(colour)
        for moves in plan_steps(board, lines):
            grid = checker.after_step(grid, [(*start, *end) for start, end in moves])
            assert grid is not None
        self.assertTrue(checker.are_lines(grid, [(*line[0], *line[-1]) for line in lines], 2))

    def test_needs_the_standard_library_alone(self) -> None:
        """So a single file is enough to begin with."""
        tree = ast.parse(Path(dancingsample.__file__).read_bytes())
        found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        found |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        self.assertEqual({name for name in found if name.partition(".")[0] not in sys.stdlib_module_names}, set())

    def test_reads_addresses(self) -> None:
        self.assertEqual(address("4444"), ("localhost", 4444))
        self.assertEqual(address("example.org"), ("example.org", 4321))
        self.assertEqual(address("[::1]:99"), ("::1", 99))
