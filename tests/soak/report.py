"""The table at the end: one line for each scenario, and below it what was measured against which bound."""

from collections.abc import Sequence

from tests.bench.report import percentile
from tests.soak.stage import Check, Result

MIB = 2**20
HEADINGS = (
    *("scenario", "result", "seconds", "MiB before", "peak", "after"),
    *("core %", "witness p50 ms", "p99", "max", "turns", "> 50 ms", "longest ms"),
)


def row(result: Result) -> tuple[str, ...]:
    """Return the cells of one scenario's line."""
    seen = result.latencies
    times = (percentile(seen, 0.5), percentile(seen, 0.99), max(seen)) if seen else ()
    return (
        result.name,
        "pass" if result.is_passed else "FAIL",
        f"{result.seconds:.1f}",
        *(f"{size / MIB:.1f}" for size in (result.before, result.peak, result.after)),
        f"{100 * result.load:.0f}" if seen else "-",
        *([f"{1e3 * time:.1f}" for time in times] or ["-"] * 3),
        str(result.turns),
        str(result.slow),
        f"{1e3 * result.longest:.1f}",
    )


def check_line(check: Check) -> str:
    """Return what was measured against which bound."""
    bound = "at least" if check.is_least else "at most"
    unit = f" {check.unit}" if check.unit else ""
    verdict = "pass" if check.is_met else "FAIL"
    return f"    {verdict}  {check.what}: {number(check.value)}{unit} ({bound} {number(check.bound)})"


def number(value: float) -> str:
    """Return a number without decimals if it has none, otherwise with two."""
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def table(results: Sequence[Result]) -> list[str]:
    """Return the lines of the whole table."""
    rows = [HEADINGS, *map(row, results)]
    widths = [max(len(line[column]) for line in rows) for column in range(len(HEADINGS))]
    lines = ["  ".join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]) for cells in rows]
    found = lines[:1]
    for line, result in zip(lines[1:], results, strict=True):
        found += [line, *map(check_line, result.checks)]
        if result.error:
            found.append(f"    FAIL  it stopped with an error: {result.error}")
    return found
