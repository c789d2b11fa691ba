"""Soak's command and its table, without a server."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

from tests.bench import BenchError
from tests.bench.processes import Processes
from tests.soak import main as command
from tests.soak.report import table
from tests.soak.scenarios import SCENARIOS
from tests.soak.stage import Check, Result, Stage

MIB = 2**20


@dataclass(frozen=True)
class Weighing:
    """A scenario that finds what it is told to find, and has a bound of ten."""

    name: str
    found: float
    about: str = "something is weighed"

    def run(self, stage: Stage) -> None:
        stage.at_most("weight", self.found, 10, "kg")


@dataclass(frozen=True)
class Breaking:
    """A scenario that cannot go on."""

    error: Exception
    name: str = "breaking"
    about: str = "something breaks"

    def run(self, stage: Stage) -> None:
        raise self.error


class TheTable(SynchronousTestCase):
    def test_a_line_for_a_scenario_and_one_for_each_bound(self) -> None:
        result = Result("crowd", seconds=12.34, before=10 * MIB, peak=30 * MIB, after=20 * MIB)
        result.checks = [Check("late", 49.5, 50, "ms"), Check("games", 199, 200, is_least=True)]
        result.latencies = [0.001] * 99 + [0.5]
        result.load, result.turns, result.slow, result.longest = 0.371, 1000, 2, 0.075
        headings, line, *checks = table([result])
        self.assertEqual(headings.split()[:4], ["scenario", "result", "seconds", "MiB"])
        cells = ["crowd", "FAIL", "12.3", "10.0", "30.0", "20.0", "37", "1.0", "500.0", "500.0", "1000", "2", "75.0"]
        self.assertEqual(line.split(), cells)
        self.assertEqual(checks, ["    pass  late: 49.50 ms (at most 50)", "    FAIL  games: 199 (at least 200)"])

    def test_without_a_witness_there_are_no_latencies(self) -> None:
        self.assertEqual(table([Result("crowd")])[1].split()[6:10], ["-"] * 4)

    def test_a_bound_itself_is_met(self) -> None:
        self.assertTrue(Check("x", 5, 5).is_met)
        self.assertTrue(Check("x", 5, 5, is_least=True).is_met)

    def test_a_scenario_that_has_measured_nothing_does_not_pass(self) -> None:
        self.assertFalse(Result("crowd").is_passed)


class AServer:
    """A server that has had this many turns above 50 ms."""

    def __init__(self, slow: int) -> None:
        self.turns, self.slow, self.longest = 100, slow, 0.06
        self.first = self
        self.memory = MIB

    def count(self) -> AServer:
        return self

    def peak(self) -> int:
        return MIB

    def log(self) -> str:
        return ""


class WhatIsMeasuredOfEveryServer(SynchronousTestCase):
    def test_one_turn_above_50_ms_fails_the_scenario(self) -> None:
        for slow, is_passed in ((0, True), (1, False)):
            stage = Stage("here", Processes(Path()))
            stage._server = AServer(slow)  # type: ignore[assignment]
            stage.measure()
            self.assertEqual((stage.result.slow, stage.result.is_passed), (slow, is_passed))


class TheCommand(SynchronousTestCase):
    def run_soak(self, *argv: str, **scenarios: object) -> tuple[int | str | None, str, str]:
        """The exit status, and what is printed to both streams."""
        if scenarios:
            self.patch(command, "SCENARIOS", tuple(scenarios.values()))
            self.patch(command, "NAMES", scenarios)
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors:
            try:
                status: int | str | None = command.main(argv)
            except SystemExit as end:
                status = end.code
        return status, out.getvalue(), errors.getvalue()

    def test_the_list_names_every_scenario_once(self) -> None:
        status, out, _ = self.run_soak("--list")
        names = [line.split()[0] for line in out.splitlines()]
        self.assertEqual((status, names), (0, [scenario.name for scenario in SCENARIOS]))
        self.assertEqual(len(set(names)), len(names))

    def test_a_name_that_is_not_there_is_refused(self) -> None:
        status, _, errors = self.run_soak("nonsense")
        self.assertEqual(status, 2)
        self.assertIn("there is no scenario 'nonsense'; --list shows them all", errors)

    def test_it_succeeds_if_all_scenarios_pass(self) -> None:
        status, out, errors = self.run_soak(light=Weighing("light", 9.0), full=Weighing("full", 10.0))
        self.assertEqual(status, 0)
        self.assertEqual(out.count("pass  weight"), 2)
        self.assertIn("soak: full (2 of 2): something is weighed\nsoak: full: pass in ", errors)

    def test_it_fails_if_one_does_and_goes_on_with_the_others(self) -> None:
        status, out, _ = self.run_soak(heavy=Weighing("heavy", 11.0), light=Weighing("light", 9.0))
        self.assertEqual(status, 1)
        self.assertIn("    FAIL  weight: 11 kg (at most 10)\nlight", out)

    def test_one_can_be_played_by_name(self) -> None:
        status, out, _ = self.run_soak("light", heavy=Weighing("heavy", 11.0), light=Weighing("light", 9.0))
        self.assertEqual((status, "heavy" in out), (0, False))

    def test_a_scenario_that_breaks_off_fails_and_says_why(self) -> None:
        for error, words in ((BenchError("no server"), "no server"), (KeyError("x"), "KeyError: 'x'")):
            status, out, _ = self.run_soak(breaking=Breaking(error), light=Weighing("light", 9.0))
            self.assertEqual(status, 1)
            self.assertIn(f"    FAIL  it stopped with an error: {words}\nlight", out)

    def test_an_interruption_keeps_what_was_found(self) -> None:
        stopped = Breaking(KeyboardInterrupt())  # type: ignore[arg-type]
        status, out, errors = self.run_soak(light=Weighing("light", 9.0), breaking=stopped)
        self.assertEqual(status, 1)
        self.assertIn("pass  weight: 9 kg", out)
        self.assertTrue(errors.endswith("make soak: interrupted\n"))
