"""`make bench`: what is measured, in which order, and what is printed at the end."""

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from tests.bench import BenchError, journalcost, recovery
from tests.bench.factsizes import fact_sizes, sizes_table
from tests.bench.processes import CODE, Processes, cores
from tests.bench.report import (
    browser_goal,
    browser_table,
    facts_goal,
    facts_table,
    goals,
    late_goal,
    late_table,
    picking_goal,
    picking_table,
    room_table,
    screen_goal,
    small_table,
    ssh_goals,
    ssh_table,
)
from tests.bench.scenario import REFERENCES, SPARE, Outcome, Remote, Stage, descriptors, say

SIZES = [10, 100, 1000, 4000]
PATIENCE = 120.0  # seconds to fill a room that nobody asked for by name


def sizes(text: str) -> list[int]:
    """Read a list of room sizes."""
    found = sorted({int(part) for part in text.split(",")})
    if not found or found[0] < 1:
        raise ValueError(text)
    return found


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="make bench",
        description="Measure what it costs to show one player's act to everybody in the room: the server on one core, "
        "the clients on another, in turns with three bare Twisted broadcasters: (a) transport.write, (b) socket send, "
        "(c) one socket send per client for all that a reactor turn has gathered. `recovery [ROOMS ...]` "
        "measures instead how long a server takes to stand again, and `journal [ROUNDS]` what its journal costs.",
    )
    parser.add_argument(
        "--sizes",
        type=sizes,
        metavar="N,N",
        help="clients in the room (default: 10,100,1000, and 4000 where descriptors and time allow)",
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="seconds to measure each cell in a round (default: 0.3)"
    )
    parser.add_argument("--rounds", type=int, metavar="R", help="interleaved rounds (default: 15)")
    parser.add_argument("--quick", action="store_true", help="a rough look: small rooms, few and short rounds")
    options = parser.parse_args(argv)
    options.asked = options.sizes is not None
    options.sizes = options.sizes or ([10, 100] if options.quick else SIZES)
    options.seconds = options.seconds or (0.2 if options.quick else 0.3)
    options.rounds = options.rounds or (2 if options.quick else 15)
    options.rooms, options.elsewhere = (10, 200) if options.quick else (100, 3000)
    options.beside, options.pairs, options.waiting = (100, 10, 6.0) if options.quick else (1000, 40, 40.0)
    options.remote, options.watching = (20, 4.0) if options.quick else (100, 20.0)
    options.pickers, options.picking = (20, 6.0) if options.quick else (100, 30.0)
    if options.seconds < 0 or options.rounds < 0:
        parser.error("--seconds and --rounds must be positive")
    return options


def fits(size: int, asked: bool, done: dict[int, Outcome], notes: list[str]) -> bool:
    """Whether a room of this size can be measured here, and in reasonable time; else a note says why."""
    needed = (1 + len(REFERENCES)) * size + SPARE
    if not descriptors(needed):
        notes.append(f"N={size} is left out: it needs {needed} descriptors (ulimit -n)")
        return False
    if done and not asked:
        before, outcome = max(done.items())
        guess = outcome.setup * (size / before) ** 2  # everybody hears of everybody's arrival
        if size > 1000 and guess > PATIENCE:
            notes.append(f"N={size} is left out: filling the room would take about {guess:.0f} s; --sizes asks for it")
            return False
    return True


def run(options: argparse.Namespace, processes: Processes) -> list[str]:
    """Measure everything and return the lines to print."""
    processes.check()
    say(f"measuring the code in {CODE}")
    notes: list[str] = []
    if cores() is None:
        notes.append("one core only: servers and clients share it, nothing is pinned")
    if options.quick:
        notes.append("--quick: fewer rooms, people and rounds than the goals ask for, so no verdict here is final")
    stage = Stage(processes, options.seconds, options.rounds)
    done: dict[int, Outcome] = {}
    for size in options.sizes:
        if fits(size, options.asked, done, notes):
            done[size] = stage.one_room(size)
    rooms, elsewhere = options.rooms, options.elsewhere
    needed = 20 + 20 * rooms + elsewhere + SPARE
    if not descriptors(needed):
        raise BenchError(f"the rooms of 10 need {needed} descriptors (ulimit -n)")
    small = stage.small_rooms(rooms, elsewhere)
    facts = [stage.facts(clients) for clients in (10, options.beside)]
    browsers = stage.browsers(options.beside)
    drawn = screen_times(notes)
    late = stage.punctual(options.beside, options.pairs, options.waiting)
    picked = stage.picking(options.pickers, options.picking)
    remote = ssh_people(stage, options, notes)
    lines = [line for outcome in done.values() for line in room_table(outcome)]
    lines += small_table(small, rooms, elsewhere)
    lines += [line for outcome in facts for line in facts_table(outcome)]
    lines += [*sizes_table(fact_sizes()), ""]
    lines += browser_table(browsers)
    lines += late_table(late, options.beside) + picking_table(picked, options.pickers)
    lines += ssh_table(remote)
    lines += ["Goals (server CPU for one delivery; ratios are medians over the rounds)"]
    lines += [goal.line() for goal in goals(done, small, rooms, elsewhere)]
    lines += [facts_goal(outcome).line() for outcome in facts]
    lines += [browser_goal(browsers).line()]
    lines += [late_goal(late, options.beside).line(), picking_goal(picked, options.pickers).line()]
    lines += [goal.line() for goal in ssh_goals(remote)]
    lines += [screen_goal(drawn).line()]
    return lines + [f"note: {note}" for note in notes]


def ssh_people(stage: Stage, options: argparse.Namespace, notes: list[str]) -> Remote | None:
    """Return what people with ssh cost, if what they need is installed."""
    try:
        import tilenet.clients.ssh.door  # noqa: F401
    except ImportError:
        notes.append("ssh was not measured: pip install 'tilenet[ssh]' brings what it needs")
        return None
    return stage.ssh(options.remote, options.watching)


def screen_times(notes: list[str]) -> list[float]:
    """Return what each of many changed tiles costs the terminal client, if what it needs is installed."""
    try:
        from tests.bench.screen import changed_tiles
    except ImportError:
        notes.append("the terminal client is not measured: install 'tilenet[client]' for that")
        return []
    say("the terminal client")
    return changed_tiles()


def stop(number: int, frame: FrameType | None) -> None:
    """Let a polite kill end the processes as Ctrl-C does."""
    raise KeyboardInterrupt


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; 0 when it ran, whatever it found."""
    given = [*(sys.argv[1:] if argv is None else argv)]
    if given[:1] == ["recovery"]:
        return recovery.main(given[1:])
    if given[:1] == ["journal"]:
        return journalcost.main(given[1:])
    options = parse(argv)
    before = signal.signal(signal.SIGTERM, stop)
    try:
        with tempfile.TemporaryDirectory(prefix="tilenet-bench-") as folder, Processes(Path(folder)) as processes:
            lines = run(options, processes)
    except BenchError as error:
        print(f"make bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("make bench: interrupted", file=sys.stderr)
        return 1
    finally:
        signal.signal(signal.SIGTERM, before)
    load = os.getloadavg()[0]
    say(f"done; the load of the machine is {load:.1f}")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
