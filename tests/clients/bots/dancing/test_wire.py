"""Messages of Dancing's protocol: what is read as what, and what a choreographer sends."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.bots.dancing.task import Dance
from tilenet.clients.bots.dancing.wire import dance_texts, is_file, is_parameters, join, read_points

#: Texts, and whether each is parameters, a file, or the stars that it contains.
TEXTS = [
    ("30 4 40", True, False, []),
    ("Dancer positions for color: 1\n7 14\n", False, True, []),
    ("6 3 16 14 ", False, False, [(6, 3), (16, 14)]),
    ("round 1: ann reaches the goal in 12 steps", False, False, []),
    ("match: 3 4 5", False, False, []),
    ("30 4 forty", False, False, []),
    ("30 4 ²", False, False, []),
    ("", False, False, []),
]


class Messages(SynchronousTestCase):
    def test_what_is_what(self) -> None:
        for text, has_parameters, has_dancers, stars in TEXTS:
            self.assertEqual((is_parameters(text), is_file(text)), (has_parameters, has_dancers), text)
            if not has_dancers:
                self.assertEqual(read_points(text), stars, text)

    def test_a_dance(self) -> None:
        dance = Dance([[((0, 1), (0, 2)), ((5, 6), (4, 6))], [((0, 2), (1, 2))]], [((0, 0), (0, 3)), ((9, 1), (6, 1))])
        texts = ["2 0 1 0 2 5 6 4 6", "1 0 2 1 2", "DONE", "0 0 0 3 9 1 6 1"]
        self.assertEqual(dance_texts(dance), texts)

    def test_points(self) -> None:
        self.assertEqual(read_points(join([(1, 2), (30, 4)])), [(1, 2), (30, 4)])
