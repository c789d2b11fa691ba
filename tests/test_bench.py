"""The benchmark's own arithmetic: what it makes of measurements, without measuring."""

from __future__ import annotations

import contextlib
import io
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.bench.lamp import LAMP, Lamp, lamps
from tilenet.clients.bench.main import main
from tilenet.clients.bench.report import Goal, percentile
from tilenet.clients.bench.scenario import Cell, Outcome
from tilenet.testing import Table


def cell(cpu: float, deliveries: int = 10) -> Cell:
    return Cell(acts=1, deliveries=deliveries, size=290, strays=0, seconds=1.0, latencies=[0.1], cpu=cpu)


class Numbers(SynchronousTestCase):
    def test_a_cost_is_cpu_for_one_delivery(self) -> None:
        self.assertEqual(cell(cpu=1.0, deliveries=4).cost, 0.25)

    def test_ratios_are_taken_within_each_round(self) -> None:
        outcome = Outcome(10, {("ours", 8): [cell(1.0), cell(6.0)], ("theirs", 1): [cell(2.0), cell(3.0)]})
        self.assertEqual(outcome.ratios("ours", 8, "theirs"), [0.5, 2.0])

    def test_percentiles(self) -> None:
        values = [float(number) for number in range(100, 0, -1)]
        self.assertEqual((percentile(values, 0.5), percentile(values, 0.99)), (51.0, 100.0))


class Goals(SynchronousTestCase):
    def test_the_median_decides(self) -> None:
        self.assertTrue(Goal("x", [1.0, 1.2, 9.0], 1.25).line().startswith("  PASS  x: 1.20 times (at most 1.25"))
        self.assertTrue(Goal("x", [1.0, 1.3, 9.0], 1.25).line().startswith("  FAIL  x: 1.30 times"))

    def test_the_limit_itself(self) -> None:
        self.assertIn("PASS", Goal("x", [60], 60).line())
        self.assertIn("FAIL", Goal("x", [60], 60, below=True).line())

    def test_what_was_not_measured_is_no_success(self) -> None:
        self.assertEqual(Goal("x", [], 60).line(), "  ----  x: not measured")


class TheLamp(SynchronousTestCase):
    def test_an_act_changes_one_tile_and_keeps_its_length(self) -> None:
        table = Table(Lamp)
        ann = table.enter("ann")
        names = set()
        for _ in range(1000):
            ann.click(LAMP)
            names.add(ann.tile(LAMP).name)
        self.assertEqual({len(name) for name in names}, {3})
        self.assertEqual(len(names), 900)

    def test_there_are_as_many_as_asked_for(self) -> None:
        plugins = lamps(3)
        self.assertEqual([plugin.title for plugin in plugins.values()], ["Lamp 1", "Lamp 2", "Lamp 3"])
        self.assertIsInstance(plugins["lamp3"].make(Random(0)), Lamp)


class TheCommand(SynchronousTestCase):
    def test_nonsense_is_refused(self) -> None:
        for argv in (["--sizes", "x"], ["--sizes", "0"], ["--rounds", "-1"], ["--nonsense"]):
            with contextlib.redirect_stderr(io.StringIO()) as errors, self.assertRaises(SystemExit) as end:
                main(argv)
            self.assertEqual(end.exception.code, 2)
            self.assertIn("usage: tilenet bench", errors.getvalue())
