"""What the journal costs: `make bench ARGS="journal [ROUNDS [SIZES]]"`.

Three servers take turns, with as many clients on real sockets: one without a data folder, one with a journal, and
another one without, whose ratio to the first says how good the numbers are. Their CPU time is that of all threads.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench import BenchError
from tests.bench.processes import Processes
from tests.bench.report import Goal, percentile, row
from tests.bench.scenario import IN_FLIGHT, Outcome, Stage
from tilenet.journal.segments import segments

ROUNDS = 25
SECONDS = 0.3  # of each cell in a round
OFF, ON, AGAIN = "without", "with a journal", "without, again"
MOST = {(10, 1): 1.08, (10, 8): 1.05, (1000, 1): 1.02, (1000, 8): 1.05}  # by people, and acts at once
BYTES = 120  # of an act, at most
LINE = "{:>8}{:>14}  {:16}{:>10}{:>8}{:>9}{:>9}{:>9}{:>9}{:>9}"
HEADINGS = ("people", "acts at once", "", "us an act", "x", "lowest", "highest", "p50 ms", "p99 ms", "acts")


def measure(stage: Stage, people: int, folder: Path) -> tuple[Outcome, float]:
    """Measure one room of that many people; also return the bytes of an act in the journal."""
    outcome = Outcome(people)
    kept = folder / f"data{people}"
    datas = {OFF: "none", ON: str(kept), AGAIN: "none"}
    subjects = [stage.tested(name, outcome, [1] * people, [1], data=data) for name, data in datas.items()]
    stage.rounds_of(subjects, IN_FLIGHT[::-1], outcome)  # lone acts last: older ones may not be in the journal any more
    return outcome, bytes_of_an_act(kept / "journal")


def bytes_of_an_act(journal: Path) -> float:
    """Return how long a turn with a lone act is in the journal."""
    found: list[float] = []
    for path in segments(journal):
        lines = path.read_bytes().splitlines(keepends=True)
        for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
            if line.startswith(b'["click"') and not before.startswith(b"[") and not after.startswith(b"["):
                found.append(len(line) + len(after))
    return percentile(found, 0.5) if found else 0.0


def table(outcome: Outcome) -> list[str]:
    """Return the lines of one room."""
    lines = []
    for at_once in IN_FLIGHT:
        for name in (OFF, ON, AGAIN):
            _, _, cost, ratio, lowest, highest, _, _, p50, p99, acts = row(outcome, name, at_once, OFF)
            act = f"{float(cost) * outcome.clients:.1f}"
            lines.append(LINE.format(outcome.clients, at_once, name, act, ratio, lowest, highest, p50, p99, acts))
    return lines


def goals(outcome: Outcome, size: float) -> list[Goal]:
    """Return what is promised for one room."""
    people = outcome.clients
    costs = [
        Goal(f"{at_once} at once at N={people} with a journal against without", outcome.ratios(ON, at_once, OFF), most)
        for at_once in IN_FLIGHT
        if (most := MOST.get((people, at_once))) is not None
    ]
    return [*costs, Goal(f"an act at N={people} in the journal", [size], BYTES, "bytes")]


def main(argv: Sequence[str]) -> int:
    """Measure, and print a table."""
    rounds = int(argv[0]) if argv else ROUNDS
    sizes = [int(one) for one in argv[1].split(",")] if len(argv) > 1 else [10, 1000]
    lines, ends = [LINE.format(*HEADINGS)], []
    try:
        with tempfile.TemporaryDirectory(prefix="tilenet-bench-") as folder, Processes(Path(folder)) as processes:
            processes.check()
            stage = Stage(processes, SECONDS, rounds)
            for people in sizes:
                outcome, size = measure(stage, people, Path(folder))
                lines += table(outcome)
                ends += [goal.line() for goal in goals(outcome, size)]
    except BenchError as error:
        print(f"make bench: {error}", file=sys.stderr)
        return 1
    print("\n".join([*lines, *ends]))
    return 0
