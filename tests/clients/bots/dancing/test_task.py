"""What the server sends is read as a task, with all that published files have, or refused."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import small_tasks
from tests.doubles.modules import needs, of_twisted, under
from tilenet.clients.bots.dancing.task import BadTask, Task, generate, parse, write

FILE = """\
Dancer positions for color: 1
7 14
0 0

color 2

  3 4\t
5 6
"""

REFUSED = {
    ("30 2", FILE): "not three numbers: '30 2'",
    ("30 two 2", FILE): "not three numbers",
    ("30 3 2", FILE): "should be 3 colours with 2 dancers each",
    ("30 2 3", FILE): "should be 2 colours with 3 dancers each",
    ("30 1 1", "7 14\n"): "before the first colour",
    ("14 2 2", FILE): "outside the board",
    ("30 2 2", FILE.replace("5 6", "7 14")): "share a cell",
}


class Tasks(SynchronousTestCase):
    def test_a_file_is_read(self) -> None:
        self.assertEqual(parse(" 30 2 2 ", FILE), Task(30, 2, 2, ((7, 14), (0, 0), (3, 4), (5, 6))))

    def test_what_is_refused(self) -> None:
        for (parameters, text), why in REFUSED.items():
            self.assertIn(why, str(self.assertRaises(BadTask, parse, parameters, text)), parameters)

    @given(small_tasks())
    def test_what_is_written_can_be_read(self, task: Task) -> None:
        parameters = f"{task.size} {task.colours} {task.each}"
        self.assertEqual(parse(parameters, write(task)), Task(task.size, task.colours, task.each, task.dancers))

    @given(st.integers(2, 50), st.integers(1, 9), st.integers(0, 100))
    def test_generated_dancers_have_cells_of_their_own(self, size: int, colours: int, seed: int) -> None:
        task = generate(size, colours, size * size // colours, Random(seed))
        self.assertEqual(len(set(task.dancers)), colours * task.each)
        self.assertEqual(task, generate(size, colours, task.each, Random(seed)))

    def test_the_solver_needs_the_standard_library_alone(self) -> None:
        names = under("clients.bots.dancing")
        self.assertGreater(len(names), 8)
        for name in names:
            self.assertEqual(of_twisted(needs(name)), set(), name)
