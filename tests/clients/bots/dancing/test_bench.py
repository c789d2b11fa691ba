"""The bench of the dancing bot: what it measures, its table, its goals, and how far it says it is."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO

from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import Ticks
from tilenet.clients.bots.dancing import bench
from tilenet.clients.bots.dancing.bench import KINDS, Bar, Kind, Outcome, goals, main, measure, read, table
from tilenet.clients.bots.dancing.task import Task

SMALL = Kind(12, 3, 5, 1.5)
GOOD = Outcome(stars=25, spoiling=0.8, bound=5, strong=5, steps=5, first=0.1, last=3.0, fault="")

#: What goes wrong with one of two instances, and which goal that misses.
MISSES = [
    (replace(GOOD, steps=7), "12,3,5: 1.200 times the bound (at most 1.10)"),
    (replace(GOOD, steps=8), "at most 3 steps above the bound (at most 2)"),
    (
        replace(GOOD, fault="step 3: two dancers are in one cell"),
        "1 of 2 instances without a plan, or with one that is",
    ),
    (replace(GOOD, first=3.1), "the first plan within 3.10 s (at most 3)"),
    (replace(GOOD, spoiling=1.1), "stars within 1.10 s (at most 1)"),
]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Benching(SynchronousTestCase):
    def test_measuring(self) -> None:
        outcome = measure(SMALL, 1, 2, Ticks())
        self.assertEqual(outcome.fault, "")
        self.assertGreaterEqual(outcome.steps, outcome.strong)
        self.assertGreaterEqual(outcome.strong, outcome.bound)
        self.assertGreaterEqual(outcome.stars, 1)
        self.assertLessEqual(outcome.first, outcome.last)

    def test_no_plan_is_a_fault(self) -> None:
        def no_plans(*_: object) -> list[Task]:
            return []

        self.patch(bench, "plans", no_plans)
        self.assertEqual(measure(SMALL, 1, 2, Ticks()).fault, "there is no plan")

    def test_goals(self) -> None:
        kind = replace(SMALL, goal=1.1)
        self.assertTrue(all(is_met for is_met, _ in goals({kind: [GOOD, GOOD]})))
        for bad, text in MISSES:
            missed = [said for is_met, said in goals({kind: [GOOD, bad]}) if not is_met]
            self.assertTrue(any(said.startswith(text) for said in missed), (text, missed))

    def test_the_table(self) -> None:
        found = {KINDS[1]: [GOOD, replace(GOOD, steps=6, strong=6)]}
        self.assertEqual(
            table(found),
            [
                "    N,c,k  stars  bound  steps  x bound  x strong  above  at bound  first s  last s  star s",
                "  30,8,25   25.0   5.00   5.50    1.100     1.000      1       1/2     0.10    3.00    0.80",
            ],
        )

    def test_the_command(self) -> None:
        self.patch(bench, "KINDS", (SMALL,))
        self.patch(bench, "measure", lambda kind, seed, seconds: measure(kind, seed, seconds, Ticks()))
        out, errors = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(errors):
            status = main(["--instances", "2", "--seconds", "2", "--seed", "7"])
        self.assertEqual(status, 0)
        self.assertIn("12,3,5", out.getvalue())
        self.assertIn("PASS  0 of 2 instances", out.getvalue())
        self.assertIn("[############............] 1/2, about 0:00 left  12,3,5, seed 7: ", errors.getvalue())
        self.assertIn("] 2/2", errors.getvalue())

    def test_ctrl_c(self) -> None:
        def interrupt(*_: object) -> Outcome:
            raise KeyboardInterrupt

        self.patch(bench, "measure", interrupt)
        out, errors = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(errors):
            self.assertEqual(main([]), 1)
        self.assertEqual((out.getvalue(), errors.getvalue()), ("", "tilenet dancing bench: interrupted\n"))

    def test_options(self) -> None:
        options = read(["--kind", "30,8,25", "--kind", "30,4,40"])
        self.assertEqual((options.kinds, options.instances, options.seconds), (list(KINDS[:2]), 20, 60))
        for line in (["--instances", "0"], ["--seconds", "0"], ["--kind", "3,3,3"]):
            with redirect_stderr(StringIO()):
                self.assertRaises(SystemExit, read, line)

    def test_the_bar_on_a_terminal(self) -> None:
        terminal = Terminal()
        clock = Ticks(30)
        bar = Bar(4, terminal, clock)
        bar.show("one")
        bar.advance("done")
        bar.close()
        shown = terminal.getvalue().split("\r\x1b[K")
        self.assertEqual(shown[1], f"[{'.' * 24}] 0/4  one")
        self.assertEqual(shown[2], f"[{'#' * 6}{'.' * 18}] 1/4, about 1:30 left  done\n")
