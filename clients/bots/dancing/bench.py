"""The command `tilenet dancing bench`: how good the bot's plans are, how soon it has them, and its goals.

It thinks for a number of seconds of CPU time. So a busy machine takes longer, and the results are about the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import mean
from typing import TextIO

from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.bound import simple_bound, strong_bound
from tilenet.clients.bots.dancing.plan import plans
from tilenet.clients.bots.dancing.referee import fault
from tilenet.clients.bots.dancing.spoiler import spoil
from tilenet.clients.bots.dancing.task import generate

INSTANCES, SECONDS, SEED = 20, 60.0, 1
MOST_ABOVE = 2  # steps above the bound
FIRST_SECONDS, SPOILER_SECONDS = 3.0, 1.0
WIDTH = 24  # of the progress bar


@dataclass(frozen=True)
class Kind:
    """Instances of one kind, and how many times the bound their plans may have on average."""

    size: int
    colours: int
    each: int
    goal: float

    def __str__(self) -> str:
        return f"{self.size},{self.colours},{self.each}"


KINDS = (Kind(30, 4, 40, 1.10), Kind(30, 8, 25, 1.18), Kind(50, 4, 40, 1.05), Kind(40, 6, 25, 1.08))


@dataclass(frozen=True)
class Outcome:
    """What was found for one instance; times are in seconds."""

    stars: int
    spoiling: float
    bound: int
    strong: int
    steps: int
    first: float  # when the first plan was there
    last: float  # and when the last one
    fault: str


def measure(kind: Kind, seed: int, seconds: float, clock: Callable[[], float] = time.process_time) -> Outcome:
    """Make an instance, let the spoiler place stars, and plan."""
    task = generate(kind.size, kind.colours, kind.each, Random(seed))
    begin = clock()
    task = replace(task, stars=tuple(spoil(task, Random(seed), clock=clock)))
    spoiling = clock() - begin
    board = Board(task)
    bound = simple_bound(board)
    strong = strong_bound(board, bound)
    faults, times, steps = [], [], 0
    begin = clock()
    for plan in plans(task, seconds, Random(seed), clock):
        times.append(clock() - begin)
        faults.append(fault(task, plan))
        steps = len(plan.steps)
    if not times:
        return Outcome(len(task.stars), spoiling, bound, strong, 0, seconds, seconds, "there is no plan")
    return Outcome(len(task.stars), spoiling, bound, strong, steps, times[0], times[-1], "".join(faults))


class Bar:
    """How far we are: a line that changes on a terminal, and a new line for each instance elsewhere."""

    def __init__(self, total: int, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._total = total
        self._stream = stream
        self._clock = clock
        self._begin = clock()
        self._done = 0

    def advance(self, words: str) -> None:
        """One instance more is done."""
        self._done += 1
        if self._stream.isatty():
            self.show(words)
        else:
            self._stream.write(f"{self._line()}  {words}\n")
            self._stream.flush()

    def show(self, words: str) -> None:
        """What we are doing now."""
        if self._stream.isatty():
            self._stream.write(f"\r\x1b[K{self._line()}  {words}")
            self._stream.flush()

    def close(self) -> None:
        if self._stream.isatty():
            self._stream.write("\n")

    def _line(self) -> str:
        full = WIDTH * self._done // self._total
        left = (self._clock() - self._begin) / self._done * (self._total - self._done) if self._done else 0
        rest = f", about {left // 60:.0f}:{left % 60:02.0f} left" if self._done else ""
        return f"[{'#' * full}{'.' * (WIDTH - full)}] {self._done}/{self._total}{rest}"


HEADINGS = (
    "N,c,k",
    "stars",
    "bound",
    "steps",
    "x bound",
    "x strong",
    "above",
    "at bound",
    "first s",
    "last s",
    "star s",
)


def row(kind: Kind, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """A line of the table: means, but the worst of `above` and of the times of the first plan and the stars."""
    return (
        str(kind),
        f"{mean(one.stars for one in outcomes):.1f}",
        f"{mean(one.bound for one in outcomes):.2f}",
        f"{mean(one.steps for one in outcomes):.2f}",
        f"{ratio(outcomes):.3f}",
        f"{mean(one.steps / max(1, one.strong) for one in outcomes):.3f}",
        f"{max(one.steps - one.bound for one in outcomes)}",
        f"{sum(one.steps == one.bound for one in outcomes)}/{len(outcomes)}",
        f"{max(one.first for one in outcomes):.2f}",
        f"{mean(one.last for one in outcomes):.2f}",
        f"{max(one.spoiling for one in outcomes):.2f}",
    )


def ratio(outcomes: Sequence[Outcome]) -> float:
    return mean(one.steps / max(1, one.bound) for one in outcomes)


def table(found: dict[Kind, list[Outcome]]) -> list[str]:
    rows = [HEADINGS, *(row(kind, outcomes) for kind, outcomes in found.items())]
    widths = [max(len(line[column]) for line in rows) for column in range(len(HEADINGS))]
    return ["  " + "  ".join(map(str.rjust, line, widths)) for line in rows]


def goals(found: dict[Kind, list[Outcome]]) -> list[tuple[bool, str]]:
    """Each promise: whether it was kept, and what it says."""
    everything = [one for outcomes in found.values() for one in outcomes]
    faults = [one.fault for one in everything if one.fault]
    above = max(one.steps - one.bound for one in everything)
    first, spoiling = max(one.first for one in everything), max(one.spoiling for one in everything)
    return [
        *(
            (ratio(outcomes) <= kind.goal, f"{kind}: {ratio(outcomes):.3f} times the bound (at most {kind.goal:.2f})")
            for kind, outcomes in found.items()
        ),
        (above <= MOST_ABOVE, f"at most {above} steps above the bound (at most {MOST_ABOVE})"),
        (not faults, f"{len(faults)} of {len(everything)} instances without a plan, or with one that is invalid"),
        (first <= FIRST_SECONDS, f"the first plan within {first:.2f} s (at most {FIRST_SECONDS:g})"),
        (spoiling <= SPOILER_SECONDS, f"stars within {spoiling:.2f} s (at most {SPOILER_SECONDS:g})"),
    ]


def read(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="tilenet dancing bench",
        description="Measure how good the bot for Dancing without Stars is: on random instances, with its own stars, "
        "against a lower bound. Times are CPU time. The exit status is 1 if it misses a goal.",
    )
    parser.add_argument(
        "--instances", type=int, default=INSTANCES, metavar="N", help=f"instances of each kind (default: {INSTANCES})"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help=f"seconds for a plan (default: {SECONDS:g})"
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, metavar="NUMBER", help=f"seed of the first instance (default: {SEED})"
    )
    parser.add_argument(
        "--kind",
        action="append",
        choices=[str(kind) for kind in KINDS],
        dest="kinds",
        metavar="N,C,K",
        help=f"board size, colours and dancers of each: {', '.join(map(str, KINDS[:-1]))} or {KINDS[-1]}; "
        "may be repeated (default: all)",
    )
    options = parser.parse_args(argv)
    if options.instances < 1 or options.seconds <= 0:
        parser.error("--instances and --seconds must be positive")
    options.kinds = [kind for kind in KINDS if not options.kinds or str(kind) in options.kinds]
    return options


def main(argv: Sequence[str]) -> int:
    """Run the benchmark; 0 if all goals are met."""
    options = read(argv)
    found: dict[Kind, list[Outcome]] = {}
    bar = Bar(len(options.kinds) * options.instances, sys.stderr)
    is_complete = False
    try:
        for kind in options.kinds:
            for seed in range(options.seed, options.seed + options.instances):
                bar.show(f"{kind}, seed {seed} ...")
                outcome = measure(kind, seed, options.seconds)
                found.setdefault(kind, []).append(outcome)
                bar.advance(f"{kind}, seed {seed}: {outcome.steps} steps, bound {outcome.bound} {outcome.fault}")
        is_complete = True
    except KeyboardInterrupt:
        pass
    finally:
        bar.close()
    if found:
        print("\n".join(table(found)))
        for is_met, text in goals(found):
            print(f"  {'PASS' if is_met else 'FAIL'}  {text}")
    if not is_complete:
        print("tilenet dancing bench: interrupted", file=sys.stderr)
    return int(not is_complete or not all(is_met for is_met, _ in goals(found)))
