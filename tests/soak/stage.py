"""What a scenario is, what it may use, and what is found by it."""

import json
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.bench import BenchError
from tests.bench.processes import Attendant, Crowd, Processes, cpu_seconds
from tests.bench.processes import Server as Started
from tests.bench.rooms import add_rooms
from tests.bench.witness import Witness
from tests.soak.server import LOCAL, TILENET, Server

TRACEBACK = "Traceback (most recent call last)"
LONG_TURN = "A turn of the reactor took"
SHOWN = 2000  # characters of a traceback
SCENE = 150  # objects of one class in what a room shows
PARTS = {"Face", "Key", "News", "Set", "Tile"}  # the classes of what scenes are made of
CACHED = {"Cmd": 1024}  # of which the server keeps so many at most, to make them once


@dataclass(frozen=True)
class Check:
    """One thing that was measured, and its bound."""

    what: str
    value: float
    bound: float
    unit: str = ""
    is_least: bool = False  # whether the bound is the least that is enough, and not the most that is allowed

    @property
    def is_met(self) -> bool:
        return self.value >= self.bound if self.is_least else self.value <= self.bound


@dataclass
class Result:
    """What is known of a scenario when it is over."""

    name: str
    checks: list[Check] = field(default_factory=list)
    error: str = ""  # why it could not go on to its end
    seconds: float = 0.0
    before: int = 0  # bytes of the server's resident memory
    peak: int = 0
    after: int = 0
    latencies: list[float] = field(default_factory=list)  # seconds in which the witness was answered
    load: float = 0.0  # the server's part of one core while the witness was there
    turns: int = 0  # of the server's reactor
    slow: int = 0  # those above 50 ms
    longest: float = 0.0  # in seconds

    @property
    def is_passed(self) -> bool:
        return not self.error and bool(self.checks) and all(check.is_met for check in self.checks)


class Scenario(Protocol):
    """One test of a server. Its sizes are fields, so that a test can play it on a small scale."""

    @property
    def name(self) -> str:
        """One word, for the command line."""

    @property
    def about(self) -> str:
        """One line about what happens."""

    def run(self, stage: "Stage") -> None:
        """Play it, and say by `stage.at_most` and `stage.at_least` what was measured."""


class Stage:
    """What a scenario uses: one server, crowds, a witness, and the list of what was measured."""

    def __init__(self, name: str, processes: Processes) -> None:
        self.result = Result(name)
        self.folder = processes.folder / "rooms"
        self.record = processes.folder / "late"  # where the rooms of pairs write how late each decision was
        self._processes = processes
        self._server: Server | None = None

    def say(self, text: str) -> None:
        """Tell the user how far it is."""
        print(f"soak: {self.result.name}: {text}", file=sys.stderr, flush=True)

    def serve(self, *options: str, lamps: int = 1, pairs: int = 0) -> Server:
        """Start the server of this scenario, with so many rooms of lamps and of pairs."""
        assert self._server is None, "one server for each scenario"
        add_rooms(self.folder, lamps, pairs, self.record)
        server = self._server = Server(self._processes, self.folder, options)
        Witness(self._processes, self.folder, server.port, 1).leave()  # rooms keep what they showed last
        server.first = server.rest()
        self.say(f"the server is up, as process {server.process.pid}")
        return server

    def launch(self, *options: str) -> Started:
        """Start a server that the scenario may kill; the next one has the same folder to begin in."""
        self.folder.mkdir(exist_ok=True)
        arguments = ["-m", "tilenet", "serve", "--listen", LOCAL, *options]
        return self._processes.serve("server", arguments, TILENET, self.folder)

    def crowd(self) -> Crowd:
        """Start a process for groups of clients as the benchmark has them."""
        return Crowd(self._processes)

    def play(self, module: str, *arguments: object, seconds: float) -> Any:
        """Run a program of this package on the crowd's core, and return the JSON that it prints at its end."""
        command = ["-m", module, *map(str, arguments)]
        process = self._processes.start(command, 1, self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise BenchError(f"{module} took longer than {seconds:.0f} s") from None
        finally:
            self._processes.end([process])
        if process.returncode != 0:
            raise BenchError(f"{module} failed with status {process.returncode}")
        return json.loads(output)

    @contextmanager
    def beside(self, module: str, *arguments: object) -> Iterator[dict[str, Any]]:
        """Have a program of this package run on the crowd's core all the while; at the end, this is what it prints."""
        attendant = Attendant(self._processes, self.folder, module, *arguments, core=1)
        told: dict[str, Any] = {}
        yield told
        told.update(attendant.leave())

    @contextmanager
    def witness(self, server: Server, room: int = 1) -> Iterator[None]:
        """Have a bystander in the room `Lamp n` all the while, whose latencies become part of the result."""
        witness = Witness(self._processes, self.folder, server.port, room)
        began, spent = time.monotonic(), cpu_seconds(server.process.pid)
        yield
        self.result.load = (cpu_seconds(server.process.pid) - spent) / (time.monotonic() - began)
        self.result.latencies += witness.leave()

    def at_most(self, what: str, value: float, bound: float, unit: str = "") -> None:
        """Note what was measured, and the most that is allowed."""
        self.result.checks.append(Check(what, value, bound, unit))

    def at_least(self, what: str, value: float, bound: float, unit: str = "") -> None:
        """Note what was measured, and the least that is enough."""
        self.result.checks.append(Check(what, value, bound, unit, is_least=True))

    def nothing_left(self, server: Server, crowd: int, homes: int = 1, rooms: int = 0) -> None:
        """Note what the server still holds of a crowd that has left, except for the Homes that were opened for it.

        A room keeps a little of its last act. So objects of other classes count only if there are more of them than at
        first by at least as many as came and went; and what scenes are made of, if it is more than those of Home and of
        so many rooms that were shown for the first time.
        """
        scenes = (1 + rooms) * SCENE
        now = server.settle()
        more = now.beyond(server.first).items()
        spare = {**dict.fromkeys(PARTS, scenes), **CACHED}
        kinds = {kind: number for kind, number in more if number >= crowd + spare.get(kind, 0)}
        listed = f" ({', '.join(sorted(kinds)[:5])})" if kinds else ""
        self.at_most(
            "connections, players, rooms and games left", now.guests() - server.first.guests(), 2 * (homes - 1)
        )
        self.at_most(f"objects that stay for each guest{listed}", sum(kinds.values()), 0)
        self.at_most("timers left", now.timers - server.first.timers, 0)

    def measure(self) -> None:
        """Complete the result with what is measured of every server."""
        server, result = self._server, self.result
        if server is None:
            return
        result.before, result.peak, result.after = server.first.memory, server.peak(), server.count().memory
        result.turns, result.slow, result.longest = server.turns, server.slow, server.longest
        self.at_most("turns of the reactor above 50 ms of CPU time", result.slow, 0)
        for line in server.log().splitlines():
            if LONG_TURN in line and "watched.py" not in line:  # that was the counting itself
                self.say(line)
        _, *tracebacks = server.log().split(TRACEBACK)
        self.at_most("tracebacks in the server's log", len(tracebacks), 0)
        if tracebacks:
            self.say(f"the first traceback in the server's log: {tracebacks[0][:SHOWN]}")

    def close(self) -> None:
        """Let go of what is open on this side."""
        if self._server is not None:
            self._server.close()


def perform(scenario: Scenario, processes: Processes) -> Result:
    """Play one scenario to its end, and return what was found, even if the scenario breaks off."""
    stage = Stage(scenario.name, processes)
    began = time.monotonic()
    try:
        scenario.run(stage)
        stage.measure()
    except BenchError as error:
        stage.result.error = str(error)
    except Exception as error:
        traceback.print_exc()
        stage.result.error = f"{type(error).__name__}: {error}"
    finally:
        stage.close()
    stage.result.seconds = time.monotonic() - began
    return stage.result
