"""The processes that the benchmark starts, pins to a core, measures and always ends."""

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from re import Pattern
from types import TracebackType
from typing import Any, Self

import tilenet
from tests.bench import BenchError

STOPPING = (signal.SIGINT, signal.SIGTERM)
PAGE = resource.getpagesize()
CODE = Path(tilenet.__file__).parent  # the code that is measured: the same that measures
WHERE = "import tilenet; print(tilenet.__file__)"


def cores() -> tuple[int, int] | None:
    """Return the core of the servers and the core of the crowd, or None if there is only one core."""
    usable = sorted(os.sched_getaffinity(0))
    return (usable[0], usable[1]) if len(usable) > 1 else None


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process has used, with all its threads, to the nanosecond."""
    try:
        return time.clock_gettime(~pid << 3 | 2)  # the number that Linux gives to the clock of a process
    except OSError as error:
        raise BenchError(f"process {pid} cannot be measured: {error}") from error


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except OSError as error:
        raise BenchError(f"process {pid} cannot be measured: {error}") from error


@dataclass
class Server:
    """A running server and the port it listens on."""

    process: "subprocess.Popen[bytes]"
    port: int


class Processes:
    """Everything started here; leaving the `with` block ends all of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[subprocess.Popen[bytes]] = []
        self.pins = cores()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None  # a second Ctrl-C leaves nothing behind
        self.end(list(self.started))
        if before is not None:
            signal.signal(signal.SIGINT, before)

    def end(self, processes: list["subprocess.Popen[bytes]"]) -> None:
        """End these processes, politely first."""
        for process in processes:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + 5
        for process in processes:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            if process in self.started:
                self.started.remove(process)

    def check(self) -> None:
        """Make sure that the processes run this code, and not that of another checkout which is installed, too."""
        process = self.start(["-c", WHERE], 0, self.folder, stdout=subprocess.PIPE)
        found = Path(process.communicate(timeout=30)[0].decode().strip()).parent
        self.end([process])
        if found != CODE:
            raise BenchError(f"the processes would run the code in {found}, not that in {CODE}")

    def start(self, arguments: list[str], core: int | None, folder: Path, **streams: Any) -> "subprocess.Popen[bytes]":
        """Start a Python process of this package on the server's core (0), on the crowd's (1), or on any (None)."""
        paths = [str(folder), str(CODE.parent), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONUNBUFFERED": "1"}
        wanted = {self.pins[core]} if self.pins and core is not None else os.sched_getaffinity(0)
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)  # no process is started without being noted

        def prepare() -> None:
            os.sched_setaffinity(0, wanted)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

        try:
            process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=folder,
                env=environment,
                preexec_fn=prepare,
                start_new_session=True,  # Ctrl-C reaches the benchmark alone, and it ends the others
                **streams,
            )
            self.started.append(process)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return process

    def serve(
        self, name: str, arguments: list[str], ready: Pattern[str], folder: Path, pass_fds: tuple[int, ...] = ()
    ) -> Server:
        """Start a server and wait until its output says which port it has."""
        output = self.folder / f"{name}.log"
        with output.open("wb") as log:
            streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            process = self.start(arguments, 0, folder, pass_fds=pass_fds, **streams)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            found = ready.search(output.read_text(errors="replace"))
            if found:
                return Server(process, int(found[1]))
            if process.poll() is not None:
                break
            time.sleep(0.05)
        lines = output.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
        state = "did not start" if process.poll() is not None else "names no port"
        raise BenchError(f"{name} {state}: {lines[-1].strip()}")


class Attendant:
    """A program of this package that is there for a while: it prints `{}` when it is, and what it knows at the end."""

    def __init__(
        self, processes: Processes, folder: Path, module: str, *arguments: object, core: int | None = None
    ) -> None:
        pipe = subprocess.PIPE
        self._module = module
        self._processes = processes
        self._process = processes.start(["-m", module, *map(str, arguments)], core, folder, stdin=pipe, stdout=pipe)
        self._answer()

    def leave(self) -> dict[str, Any]:
        """Let it go, and return what it prints."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        answer = self._answer()
        self._processes.end([self._process])
        return answer

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"error": f"{self._module} ended"}
        if "error" in answer:
            raise BenchError(answer["error"])
        return answer


class Crowd:
    """The crowd's process, seen from the benchmark."""

    def __init__(self, processes: Processes) -> None:
        arguments = ["-m", "tests.bench.crowd"]
        pipe = subprocess.PIPE
        self.process = processes.start(arguments, 1, processes.folder, stdin=pipe, stdout=pipe)

    def ask(self, do: str, group: str, **details: Any) -> Any:
        """Give one order and return the answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"do": do, "group": group, **details}).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise BenchError("the crowd's process ended") from None
        line = self.process.stdout.readline()
        if not line:
            raise BenchError("the crowd's process ended")
        answer = json.loads(line)
        if "error" in answer:
            raise BenchError(answer["error"])
        return answer["ok"]
