"""The tables and the goals, as plain text."""

import statistics
from dataclasses import dataclass

from tests.bench.pickers import Tally
from tests.bench.scenario import (
    ASKED,
    AWAY,
    BOARD,
    GATHER,
    GATHER_MANY,
    GATHER_ONE,
    IN_FLIGHT,
    MANY,
    ONE,
    OVER_TCP,
    OVER_WEBSOCKET,
    PICK_RATE,
    REFERENCES,
    TESTED,
    UNASKED,
    Outcome,
    Remote,
)

HEADINGS = (
    "",
    "acts at once",
    "us/delivery",
    "x (c)",
    "lowest",
    "highest",
    "deliveries/s",
    "bytes",
    "p50 ms",
    "p99 ms",
    "acts",
)
LONE = {1000: 0.95, 100: 1.05, 10: 1.3}  # the most that a lone act may cost, as a multiple of (c), by clients
EIGHT = {1000: 0.95, 100: 1.1, 10: 1.6}  # the same for eight acts in flight
FACTS = {1000: 1.1, 0: 1.35}  # the most that a lone act may cost if all take facts, by clients at least
BROWSERS = 1.1  # the most that a lone act may cost over WebSocket, as a multiple of the same over TCP
IDLE = 19  # KiB of memory for one idle client
REMOTE = 120  # the same for somebody with ssh, whose terminal client runs in the server
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
    """Return the cells of one line of a table; `base` is what the line is compared to."""
    cells = outcome.cells[subject, in_flight]
    ratios = outcome.ratios(subject, in_flight, base)
    latencies = [latency for cell in cells for latency in cell.latencies]
    return (
        subject,
        str(in_flight),
        f"{outcome.cost(subject, in_flight) * 1e6:.2f}",
        f"{statistics.median(ratios):.2f}",
        f"{min(ratios):.2f}",
        f"{max(ratios):.2f}",
        f"{statistics.median(cell.deliveries / cell.seconds for cell in cells):.0f}",
        f"{sum(cell.size for cell in cells) / sum(cell.deliveries for cell in cells):.1f}",
        f"{percentile(latencies, 0.5) * 1e3:.2f}",
        f"{percentile(latencies, 0.99) * 1e3:.2f}",
        str(sum(cell.acts for cell in cells)),
    )


def layout(rows: list[tuple[str, ...]], base: str = "(c)") -> list[str]:
    """Return the rows under the headings, in columns; `base` is what they are compared to."""
    table = [tuple(heading.replace("(c)", base) for heading in HEADINGS), *rows]
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
    """Return the table of one room and the references, each line as a multiple of (c) with as many acts at once."""
    rows = [row(outcome, subject, acts, GATHER) for acts in IN_FLIGHT for subject in (TESTED, *REFERENCES)]
    memory = f"  {outcome.memory / KIB:.1f} KiB resident for each idle client; filled in {outcome.setup:.1f} s"
    return [f"One room of {outcome.clients}", *layout(rows), memory, *remarks(outcome), ""]


def small_table(outcome: Outcome, rooms: int, elsewhere: int) -> list[str]:
    """Return the table of the rooms of ten, each line as a multiple of (c) in as many rooms."""
    title = f"Rooms of 10, lone acts: one, {rooms} acting in turn (many), and one with {elsewhere} people elsewhere"
    bases = {ONE: GATHER_ONE, MANY: GATHER_MANY, AWAY: GATHER_ONE, GATHER_ONE: GATHER_ONE, GATHER_MANY: GATHER_MANY}
    rows = [row(outcome, subject, 1, base) for subject, base in bases.items()]
    return [title, *layout(rows), *remarks(outcome), ""]


def facts_table(outcome: Outcome) -> list[str]:
    """Return the table of one room in which everybody wants facts, as multiples of one in which nobody does."""
    rows = [row(outcome, subject, 1, UNASKED) for subject in (UNASKED, ASKED)]
    return [f"One room of {outcome.clients} with facts", *layout(rows, "none"), *remarks(outcome), ""]


def facts_goal(outcome: Outcome) -> Goal:
    """Return the goal for it."""
    limit = next(limit for clients, limit in FACTS.items() if outcome.clients >= clients)
    ratios = outcome.ratios(ASKED, 1, UNASKED)
    return Goal(f"a lone act at N={outcome.clients} if all take facts, against none", ratios, limit)


def browser_table(outcome: Outcome) -> list[str]:
    """Return the table of one room of browsers, as multiples of the same over TCP."""
    rows = [row(outcome, subject, acts, OVER_TCP) for acts in IN_FLIGHT for subject in (OVER_TCP, OVER_WEBSOCKET)]
    memory = f"  {outcome.memory / KIB:.1f} KiB resident for each idle browser; filled in {outcome.setup:.1f} s"
    return [f"One room of {outcome.clients} browsers", *layout(rows, "TCP"), memory, *remarks(outcome), ""]


def browser_goal(outcome: Outcome) -> Goal:
    """Return the goal for it."""
    ratios = outcome.ratios(OVER_WEBSOCKET, 1, OVER_TCP)
    return Goal(f"a lone act at N={outcome.clients} over WebSocket against TCP", ratios, BROWSERS)


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


def picking_table(tally: Tally, players: int) -> list[str]:
    """Return how well Memory keeps its times, as one of its players sees it."""
    off = [abs(late) for late in tally.late]
    if not off:
        return []
    p50, p99, most = (f"{value * 1e3:.2f}" for value in (percentile(off, 0.5), percentile(off, 0.99), max(off)))
    title = f"Memory: {players} players with {PICK_RATE:g} picks a second at one board of {BOARD} x {BOARD}"
    counts = f"{len(off)} hides, {tally.picks} picks, {tally.heard} responses to each player"
    return [title, f"  hides off their time by p50 {p50} ms, p99 {p99} ms, at most {most} ms; {counts}", ""]


def picking_goal(tally: Tally, players: int) -> Goal:
    """Return the goal for it."""
    p99 = [percentile([abs(late) for late in tally.late], 0.99) * 1e3] if tally.late else []
    return Goal(f"hiding cards of Memory with {players} players at one board, off its time at p99", p99, 50, "ms")


def ssh_table(remote: Remote | None) -> list[str]:
    """Return what somebody in another room notices of people with ssh."""
    if remote is None:
        return []
    p50, p99, most = (percentile(remote.latencies, part) * 1e3 for part in (0.5, 0.99, 1.0))
    return [
        f"{remote.people} people with ssh in one room, where a lamp changes five times a second",
        f"  an act in another room takes p50 {p50:.2f} ms, p99 {p99:.2f} ms, at most {most:.2f} ms",
        f"  {remote.memory / KIB:.1f} KiB resident for each of them; {remote.load:.0%} of a core",
        "",
    ]


def ssh_goals(remote: Remote | None) -> list[Goal]:
    """Return the goals for it."""
    p99 = [] if remote is None else [percentile(remote.latencies, 0.99) * 1e3]
    memory = [] if remote is None else [remote.memory / KIB]
    return [
        Goal("an act in another room than 100 people with ssh, at p99", p99, 30, "ms", below=True),
        Goal("somebody with ssh", memory, REMOTE, "KiB"),
    ]


def screen_goal(taken: list[float]) -> Goal:
    """Return the goal for the terminal client."""
    return Goal(
        "one changed tile on a screen of 80x25, from bytes to bytes", [1e3 * one for one in taken], 2, "ms", below=True
    )


def against_gather(sizes: dict[int, Outcome], clients: int, in_flight: int) -> list[float]:
    """Return the rounds of the server under test as multiples of (c), or nothing if that size was not measured."""
    return sizes[clients].ratios(TESTED, in_flight, GATHER) if clients in sizes else []


def goals(sizes: dict[int, Outcome], small: Outcome, rooms: int, elsewhere: int) -> list[Goal]:
    """Return the goals with what was measured."""
    lone = [
        Goal(f"a lone act at N={clients} against (c)", against_gather(sizes, clients, 1), limit)
        for clients, limit in LONE.items()
    ]
    eight = [
        Goal(f"eight acts in flight at N={clients} against (c)", against_gather(sizes, clients, 8), limit)
        for clients, limit in EIGHT.items()
    ]
    memory = [sizes[1000].memory / KIB] if 1000 in sizes else []
    one, many = small.ratios(ONE, 1, GATHER_ONE), small.ratios(MANY, 1, GATHER_MANY)
    more = [there / here for there, here in zip(many, one, strict=True)]
    size = max(outcome.bytes for outcome in [*sizes.values(), small])
    return [
        *lone,
        *eight,
        Goal("an idle client at N=1000", memory, IDLE, "KiB"),
        Goal(f"{rooms} rooms of 10 against one room, as multiples of (c)", more, 1.2),
        Goal(f"a room of 10 with {elsewhere} people elsewhere against none", small.ratios(AWAY, 1, ONE), 1.2),
        Goal("one changed tile", [size], 60, "bytes", below=True),
    ]
