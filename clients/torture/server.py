"""The server that is tortured: a process with a data folder of its own, all of whose doors are open on this machine."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tilenet.clients.torture import TortureError

HERE = "tcp:0:interface=127.0.0.1"
PATIENCE = 120.0  # seconds for the doors to open: the machine may have much else to do
A_MOMENT = 0.005
LAST_LINES = 12  # of the log, that are shown if it does not start

#: The doors, by what the log calls them, and their options.
DOORS = {
    "TileNet": "--listen",
    "HTTP (for browsers)": "--web",
    "Tombala": "--tombala",
    "Memory": "--memory",
    "Dancing": "--dancing",
}

_PORT = re.compile(r" is serving (.+) on (?:https?://)?127\.0\.0\.1:(\d+)")

#: The room that counts is not one of the games that come with the server: a plugin beside the data adds it.
PLUGIN = """\
from tilenet.catalogue import GamePlugin
from tilenet.games.tally import Tally

tally = GamePlugin("tally", Tally)
"""

#: The server's clocks, in a file that Python imports when it starts. The steady one begins elsewhere each time, as if
#: the machine had been started anew. The wall clock may jump: by years from start to start, and by days in between.
CLOCKS = """\
import os, random, time

seed, _, jumps = os.environ.get("TILENET_TORTURE_CLOCK", "").partition(" ")
dice = random.Random(seed)
wall, steady, start, jump = time.time, time.monotonic, dice.uniform(0, 1e7), [dice.uniform(-1e8, 1e8)]


def jumping():
    if dice.random() < 0.05:
        jump[0] += dice.uniform(-1e6, 1e6)
    return wall() + jump[0]


time.monotonic = lambda: steady() + start
if jumps:
    time.time = jumping
"""

OPTIONS = (
    "--commands-per-second=1000",
    "--command-burst=4000",
    "--speech-per-second=20",
    "--max-waiting-per-address=200",
)


class Server:
    """One folder, and the process that serves what is in it; after a kill, another one does."""

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.ports: dict[str, int] = {}
        self.starts = 0
        self._options = options
        self._environment: dict[str, str] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self.plugins = folder / "plugins" / "twisted" / "plugins"
        self.plugins.mkdir(parents=True, exist_ok=True)
        (self.plugins / "tilenet_torture.py").write_text(PLUGIN)
        (folder / "plugins" / "sitecustomize.py").write_text(CLOCKS)

    @property
    def log(self) -> Path:
        return self.folder / f"server-{self.starts}.log"

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def launch(self, *, jumps: bool = False) -> None:
        """Start the process, and do not wait for it; whether its wall clock jumps."""
        self.starts += 1
        self.ports = {}
        doors = [f"{option}={HERE}" for option in DOORS.values()]
        command = [sys.executable, "-m", "tilenet", "serve", f"--data={self.data}", *doors, *OPTIONS, *self._options]
        paths = [str(self.folder / "plugins"), os.environ.get("PYTHONPATH", "")]
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "PYTHONUNBUFFERED": "1",
            "TILENET_TORTURE_CLOCK": f"{self.starts} jumps" if jumps else f"{self.starts}",
        }
        self._process = subprocess.Popen(
            command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for the one who tortures
        )
        self._copying = threading.Thread(target=self._copy, args=(self._process.stdout, self.log), daemon=True)
        self._copying.start()

    def _copy(self, stream: IO[bytes], log: Path) -> None:
        """Write what the process says to its log, which so has no limit of its own."""
        with stream, log.open("wb", buffering=0) as file:
            for line in stream:
                file.write(line)

    def wait(self) -> None:
        """Wait until all doors are open. Raises TortureError."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.ports = {name: int(port) for name, port in _PORT.findall(self.said())}
            if len(self.ports) == len(DOORS):  # what is sent while it recovers waits in the sockets
                return
            if not self.is_running:
                break
            time.sleep(A_MOMENT)
        raise TortureError(f"the server does not start: {self.last_words()}")

    def limit_files(self, size: int | None) -> None:
        """No file of the running process may grow beyond this: then writing fails, as on a full disk."""
        soft = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))

    def reload(self) -> subprocess.Popen[bytes]:
        """Have the process take up its code anew: a command that ends when that is done, with status 0."""
        command = [sys.executable, "-m", "tilenet", "reload", f"--data={self.data}"]
        return subprocess.Popen(
            command, env=self._environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def fill_disk(self) -> None:
        """From now on nothing can be written: no file may grow beyond its present size."""
        self.limit_files(1)

    def empty_disk(self) -> None:
        """There is space again."""
        self.limit_files(None)

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._copying.join(PATIENCE)

    def said(self) -> str:
        """What the running process has written to its log."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def last_words(self) -> str:
        lines = self.said().strip().splitlines()
        return "\n".join(lines[-LAST_LINES:]) or "it said nothing"
