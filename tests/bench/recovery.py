"""How long a server takes to stand again after a crash: `make bench ARGS="recovery [ROOMS[s]...]"`.

Rooms of noughts and crosses with ten people each, who play for a minute, an act a second; then a second process stands
where the first one was. All is in memory but the journal, which is in a folder. With an `s`, it is as long as it gets
on a server, which saves all rooms anew now and then; without, nothing was saved for that minute.
"""

import cProfile
import pstats
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from tests.bench.tables import SIZE, Hands, Tables, table_plugins
from tilenet.journal.journal import Journal
from tilenet.journal.recovery import Recovery
from tilenet.journal.scribe import most_acts
from tilenet.journal.segments import segments
from tilenet.journal.worldclock import WorldClock
from tilenet.limits import Limits
from tilenet.replays.library import Library
from tilenet.replays.recorder import Recorder
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

CASES = ("1000", "1000s", "10000s")
GOALS = {1000: 2.0, 10_000: 20.0}  # seconds
TAIL = 60  # seconds, with an act in each room in each of them


class Shelf(Library):
    """Replays are recorded, but only their ids are kept: a thread writes the rest."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._ids = set(file.read_text().split()) if file.exists() else set()

    def __contains__(self, id: str) -> bool:
        return id in self._ids

    def keep(self, header: Mapping[str, Any], lines: Iterable[bytes]) -> str:
        id: str = header["id"]
        if id not in self._ids:
            self._ids.add(id)
            assert [*lines]
        return id

    def save(self) -> None:
        """Write down what the next server finds."""
        self._file.write_text("\n".join(self._ids))


def make_world(folder: Path, shelf: Shelf, begins: float) -> tuple[World, WorldClock, Journal, Hands]:
    """A world with a journal, whose time is told by hand."""
    reactor = Hands(begins)
    clock, journal = WorldClock(reactor), Journal(folder)
    many = 10**6
    limits = Limits(max_connections=many, max_per_address=many, seat_seconds=60)
    world = World(clock, Random(begins), table_plugins(), limits, Guests(), journal=journal)
    world.record(Recorder(shelf, lambda: begins))
    world.turn.commit = journal.commit
    return world, clock, journal, reactor


def play(folder: Path, rooms: int, most: float) -> None:
    """Write the journal of a server that is killed after the tail, or when there are so many acts in it."""
    shelf = Shelf(folder.with_name("replays"))
    world, clock, journal, reactor = make_world(folder, shelf, 1000.0)
    Recovery(world, clock, journal).run()
    tables = Tables(world, rooms)
    journal.commit()
    journal.begin()
    for _ in world.note_all():
        journal.commit()
    forget = journal.forgetting()
    assert forget is not None
    forget()
    for _ in range(TAIL):
        if journal.acts >= most:
            break
        reactor.advance(1)
        tables.act()
        world.turn.end()
        journal.commit()
    shelf.save()


def recover(folder: Path, profile: bool) -> None:
    """Stand again, and say how long it took."""
    world, clock, journal, _ = make_world(folder, Shelf(folder.with_name("replays")), 5.0)
    profiler = cProfile.Profile()
    wall, cpu = perf_counter(), process_time()
    if profile:
        profiler.enable()
    Recovery(world, clock, journal).run()
    profiler.disable()
    wall, cpu = perf_counter() - wall, process_time() - cpu
    rooms = sum(len(room.members) == SIZE for room in world.rooms.values())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{rooms},{len(world.players)},{wall},{cpu},{memory}")
    if profile:
        pstats.Stats(profiler, stream=sys.stderr).sort_stats("tottime").print_stats(45)


def main(argv: Sequence[str]) -> int:
    """Measure, and print a table."""
    if argv[:1] == ["--play"]:
        play(Path(argv[1]), int(argv[2]), float(argv[3]))
        return 0
    if argv[:1] == ["--recover"]:
        recover(Path(argv[1]), "--profile" in argv)
        return 0
    print(f"A minute of noughts and crosses, {SIZE} people and an act a second in each room")
    print(
        f"{'rooms':>8}{'people':>9}{'saved':>9}{'entries':>10}{'MiB':>8}{'wall s':>8}{'CPU s':>8}{'peak MiB':>10}  goal"
    )
    for case in argv or CASES:
        rooms, is_saved = int(case.removesuffix("s")), case.endswith("s")
        with tempfile.TemporaryDirectory(prefix="tilenet-bench-") as name:
            folder = Path(name) / "journal"
            run("--play", str(folder), str(rooms), str(most_acts(rooms) if is_saved else inf))
            paths = segments(folder)
            size = sum(path.stat().st_size for path in paths) / 2**20
            entries = sum(path.read_bytes().count(b"\n") for path in paths)
            stand, people, wall, cpu, memory = map(float, run("--recover", str(folder)).split(","))
        goal = GOALS.get(rooms)
        verdict = "" if goal is None else f"{'PASS' if wall <= goal else 'MISS'}  within {goal:g} s"
        saved = "anew" if is_saved else "once"
        print(
            f"{stand:8.0f}{people:9.0f}{saved:>9}{entries:10}{size:8.1f}{wall:8.2f}{cpu:8.2f}{memory:10.0f}  {verdict}"
        )
    return 0


def run(*argv: str) -> str:
    """Do one half in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "tests.bench.recovery", *argv], stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
