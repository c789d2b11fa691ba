"""Processes that live tests start: what they write, the ports they serve on, and that they always end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

NO_DATA = ["--data", "none"]  # a test that wants data names its folder after it
SERVE = [sys.executable, "-m", "tilenet", "serve", *NO_DATA]
TWISTD = [str(Path(sys.executable).with_name("twistd")), "-n", "--pidfile=", "tilenet", *NO_DATA]
LOCAL = "tcp:0:interface=127.0.0.1"

PATIENCE = 90.0  # seconds for anything to happen, on a machine that has much else to do


class Lines:
    """The lines that a process writes to one of its streams, as they come."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.raw = b""
        self._stream = stream
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._stream:
            with self._news:
                self.raw += line
                self._news.notify_all()

    @property
    def text(self) -> str:
        return self.raw.decode()

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")[:-1]

    def wait_for(self, pattern: str, times: int = 1) -> list[re.Match[str]]:
        """Wait until the pattern was written this many times."""
        found: list[re.Match[str]] = []

        def is_there() -> bool:
            found[:] = re.finditer(pattern, self.text)
            return len(found) >= times

        with self._news:
            assert self._news.wait_for(is_there, PATIENCE), f"no {pattern!r} ({times} times) in {self.text!r}"
        return found

    def close(self) -> None:
        """Wait for the end, which comes with the end of the process."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the stream of a process that has ended is still open"
        self._stream.close()


@contextmanager
def foreground() -> Iterator[None]:
    """What is started here can be interrupted, even by tests in the background, where shells have SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # children inherit "ignored", but no handler
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Process:
    """A process that writes a log to stdout."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str]) -> None:
        with foreground():
            self._popen = subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, **env},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        assert self._popen.stdout is not None and self._popen.stderr is not None
        self.log = Lines(self._popen.stdout)
        self.errors = Lines(self._popen.stderr)

    @property
    def port(self) -> int:
        return self.ports(1)[0]

    def ports(self, number: int, speaks: str = "TileNet") -> list[int]:
        """The ports named in the log, once it has this many such lines."""
        found = self.log.wait_for(rf" is serving {speaks} on (?:https?://)?127\.0\.0\.1:(\d+)\b", number)
        return [int(line[1]) for line in found]

    def port_for(self, speaks: str) -> int:
        """The port of another protocol."""
        return self.ports(1, speaks)[0]

    def send_signal(self, number: signal.Signals) -> None:
        self._popen.send_signal(number)

    def status(self, seconds: float = PATIENCE) -> int:
        """The exit status, once the process has ended and everything that it wrote is here."""
        status = self._popen.wait(seconds)
        self._close()
        return status

    def end(self) -> None:
        if self._popen.poll() is None:
            self._popen.kill()
            self._popen.wait(PATIENCE)
        self._close()

    def _close(self) -> None:
        self.log.close()
        self.errors.close()


class Start:
    """Starts processes in one folder; whoever made it ends them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: list[Process] = []

    def __call__(self, command: Sequence[str], *options: str, env: Mapping[str, str] | None = None) -> Process:
        process = Process([*command, *options], self.folder, env or {})
        self._started.append(process)
        return process

    def local(self, *options: str, port: int = 0) -> Process:
        """A server on this machine alone; on any free port, if none is given."""
        return self(SERVE, "--listen", f"tcp:{port}:interface=127.0.0.1", *options)

    def close(self) -> None:
        for process in self._started:
            process.end()
