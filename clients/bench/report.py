"""The tables and the goals, as plain text."""

import statistics
from dataclasses import dataclass

from tilenet.clients.bench.scenario import AWAY, IN_FLIGHT, MANY, ONE, SEND, SEND_MANY, SEND_ONE, TESTED, WRITE, Outcome

HEADINGS = ("", "acts at once", "us/delivery", "x (b) lone", "deliveries/s", "bytes", "p50 ms", "p99 ms", "acts")
KIB = 1024


@dataclass(frozen=True)
class Goal:
    """One promise, what each round measured (nothing if it was not measured), and where the limit is."""

    text: str
    values: list[float]
    limit: float
    unit: str = "times"
    below: bool = False  # the limit itself is too much

    def line(self) -> str:
        """Return the goal's line."""
        if not self.values:
            return f"  ----  {self.text}: not measured"
        value = statistics.median(self.values)
        good = value < self.limit if self.below else value <= self.limit
        bound = "under" if self.below else "at most"
        spread = f"; rounds {min(self.values):.2f} to {max(self.values):.2f}" if len(self.values) > 1 else ""
        verdict = "PASS" if good else "FAIL"
        return f"  {verdict}  {self.text}: {value:.2f} {self.unit} ({bound} {self.limit:g}{spread})"


def percentile(values: list[float], part: float) -> float:
    """Return the value below which that part of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def row(outcome: Outcome, subject: str, in_flight: int, base: str) -> tuple[str, ...]:
    """Return the cells of one line of a table."""
    cells = outcome.cells[subject, in_flight]
    latencies = [latency for cell in cells for latency in cell.latencies]
    return (
        subject,
        str(in_flight),
        f"{outcome.cost(subject, in_flight) * 1e6:.2f}",
        f"{statistics.median(outcome.ratios(subject, in_flight, base)):.2f}",
        f"{statistics.median(cell.deliveries / cell.seconds for cell in cells):.0f}",
        f"{sum(cell.size for cell in cells) / sum(cell.deliveries for cell in cells):.1f}",
        f"{percentile(latencies, 0.5) * 1e3:.2f}",
        f"{percentile(latencies, 0.99) * 1e3:.2f}",
        str(sum(cell.acts for cell in cells)),
    )


def layout(rows: list[tuple[str, ...]]) -> list[str]:
    """Return the rows under the headings, in columns."""
    table = [HEADINGS, *rows]
    widths = [max(len(line[column]) for line in table) for column in range(len(HEADINGS))]
    return ["  " + "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in table]


def remarks(outcome: Outcome) -> list[str]:
    """Return what a reader must know about the quality of the numbers."""
    strays = sum(cell.strays for cells in outcome.cells.values() for cell in cells)
    found = []
    if strays:
        found.append(f"  note: {strays} messages arrived that no act explains")
    if outcome.loud:
        found.append("  note: the server never fell quiet before the measurement")
    return found


def room_table(outcome: Outcome) -> list[str]:
    """Return the table of one room against both references."""
    rows = [row(outcome, subject, acts, SEND) for acts in IN_FLIGHT for subject in (TESTED, WRITE, SEND)]
    memory = f"  {outcome.memory / KIB:.1f} KiB resident for each idle client; filled in {outcome.setup:.1f} s"
    return [f"One room of {outcome.clients}", *layout(rows), memory, *remarks(outcome), ""]


def small_table(outcome: Outcome, rooms: int, elsewhere: int) -> list[str]:
    """Return the table of the rooms of ten."""
    title = f"Rooms of 10, lone acts: one, {rooms} acting in turn (many), and one with {elsewhere} people elsewhere"
    rows = [row(outcome, subject, 1, SEND_ONE) for subject in (ONE, MANY, AWAY, SEND_ONE, SEND_MANY)]
    return [title, *layout(rows), *remarks(outcome), ""]


def late_table(late: list[float], clients: int) -> list[str]:
    """Return how well PairPanicking keeps its time."""
    if not late:
        return []
    p50, p99, most = (f"{value * 1e3:.2f}" for value in (percentile(late, 0.5), percentile(late, 0.99), max(late)))
    title = f"The two seconds of PairPanicking, beside a room of {clients} with eight acts in flight"
    return [title, f"  late by p50 {p50} ms, p99 {p99} ms, at most {most} ms; {len(late)} decisions", ""]


def late_goal(late: list[float], clients: int) -> Goal:
    """Return the goal for it."""
    p99 = [percentile(late, 0.99) * 1e3] if late else []
    return Goal(f"the two seconds of PairPanicking beside a room of {clients}, late at p99", p99, 50, "ms")


def screen_goal(taken: list[float]) -> Goal:
    """Return the goal for the terminal client."""
    return Goal(
        "one changed tile on a screen of 80x25, from bytes to bytes", [1e3 * one for one in taken], 2, "ms", below=True
    )


def goals(sizes: dict[int, Outcome], small: Outcome, rooms: int, elsewhere: int) -> list[Goal]:
    """Return the goals with what was measured."""
    thousand = sizes.get(1000)
    lone = thousand.ratios(TESTED, 1, SEND) if thousand else []
    eight = thousand.ratios(TESTED, 8, SEND) if thousand else []
    memory = [thousand.memory / KIB] if thousand else []
    one, many = small.ratios(ONE, 1, SEND_ONE), small.ratios(MANY, 1, SEND_MANY)
    more = [there / here for there, here in zip(many, one, strict=True)]
    size = max(outcome.bytes for outcome in [*sizes.values(), small])
    return [
        Goal("a lone act at N=1000 against (b)", lone, 1.25),
        Goal("eight acts in flight at N=1000 against (b) lone", eight, 0.35),
        Goal("an act in a room of 10 against its ten sends by (b)", one, 3.0),
        Goal(f"the same in {rooms} rooms of 10 against (b) in as many", many, 3.0),
        Goal(f"{rooms} rooms of 10 against one room, as multiples of (b)", more, 1.2),
        Goal("one changed tile", [size], 60, "bytes", below=True),
        Goal("an idle client at N=1000", memory, 32, "KiB"),
        Goal(f"a room of 10 with {elsewhere} people elsewhere against none", small.ratios(AWAY, 1, ONE), 1.2),
    ]
