"""A player's process and everything that it starts: what it may use, and that all of it is gone afterwards.

A program has a process group of its own, and a mark in its environment, which its children inherit even if they leave
the group. What it writes goes into files, which the system keeps from growing too long.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

LONGEST_FILE = 16 * 2**20  # bytes in any file that a program writes, such as its output
MOST_PROCESSES = 64  # of one program at once
MARK = "TILENET_ARENA"
ENDING = 5.0  # seconds for the system to take away what was killed
PROC = Path("/proc")


class Program:
    """A running program; the one who started it must end it."""

    def __init__(self, command: Sequence[str], folder: Path, name: str) -> None:
        self._mark = f"{MARK}={uuid.uuid4().hex}"
        key, _, value = self._mark.partition("=")
        with (folder / f"{name}.out").open("wb") as output, (folder / f"{name}.err").open("wb") as errors:
            self._process = subprocess.Popen(
                command,
                env={**os.environ, key: value},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                start_new_session=True,
                preexec_fn=_limit,
            )

    def status(self) -> int | None:
        """The exit status; None while it is running."""
        return self._process.poll()

    def has_too_many(self) -> bool:
        """Whether it has started too many processes."""
        return len(self._alive()) > MOST_PROCESSES

    def end(self) -> None:
        """Kill the program and all that it has started. First all of it is stopped, so that nothing new starts."""
        deadline = time.monotonic() + ENDING
        stopped: set[int] = set()
        while (alive := self._alive()) - stopped and time.monotonic() < deadline:
            for pid in alive - stopped:
                _send(pid, signal.SIGSTOP)
            stopped |= alive
        if self._process.returncode is None:  # not waited for, so the number is still its own
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        while (alive := self._alive()) and time.monotonic() < deadline:
            for pid in alive:
                _send(pid, signal.SIGKILL)
            time.sleep(0.002)
        self._process.wait()

    def _alive(self) -> set[int]:
        """All processes with the mark; without a /proc, only the first of them is known."""
        found = set()
        mark = self._mark.encode()
        for path in PROC.glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (path / "environ").read_bytes().split(b"\0"):
                    found.add(int(path.name))
        return found


def _limit() -> None:
    for kind, most in ((resource.RLIMIT_FSIZE, LONGEST_FILE), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
