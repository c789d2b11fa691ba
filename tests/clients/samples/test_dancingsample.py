"""The sample player of Dancing: whatever the instance, what it does is legal, and leads to the goal."""

from __future__ import annotations

import random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing import fault_in_lines, fault_in_stars, fault_in_steps
from tests.doubles.modules import beside_the_library
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
                start = [cell for group in instance.groups for cell in group]
                stars = choose_stars(board)
                self.assertEqual(fault_in_stars(size, colours, dancers, start, stars), "")
                board.stars = {*stars}
                lines = choose_lines(board)
                steps = [*plan_steps(board, lines)]
                fault, where = fault_in_steps(size, start, stars, steps)
                self.assertEqual(fault, "")
                self.assertEqual(fault_in_lines(colours, dancers, where, [(one[0], one[-1]) for one in lines]), "")
                self.assertLess(len(steps), MOST_STEPS / 2)

    def test_gets_out_when_it_is_locked_in(self) -> None:
        """The dancers of the last line are behind those of the others."""
        start = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 0), (3, 0)]
        board = Board(4, 2, dict(zip(start, (1, 1, 1, 2, 2, 2), strict=True)))
        lines = [[(0, 1), (1, 1)], [(1, 0), (2, 0)], [(3, 3), (3, 2)]]
        fault, where = fault_in_steps(4, start, [], [*plan_steps(board, lines)])
        self.assertEqual(fault, "")
        self.assertEqual(fault_in_lines(2, 3, where, [(one[0], one[-1]) for one in lines]), "")

    def test_needs_the_standard_library_alone(self) -> None:
        """So a single file is enough to begin with."""
        self.assertEqual(beside_the_library("tilenet.clients.samples.dancingsample"), set())

    def test_reads_addresses(self) -> None:
        self.assertEqual(address("4444"), ("localhost", 4444))
        self.assertEqual(address("example.org"), ("example.org", 4321))
        self.assertEqual(address("[::1]:99"), ("::1", 99))
