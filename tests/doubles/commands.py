"""Commands of `tilenet` as live tests run them, and what they look for afterwards."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.doubles.callers import Caller
from tests.doubles.processes import PATIENCE, Process

#: Options for a small board of Dancing, which is shown quickly.
SMALL_DANCING = [
    word
    for setting in ("size=12", "colors=3", "dancers=5", "pace=0.025")
    for word in ("--room-option", f"dancing.{setting}")
]


def dancing_port(server: Process) -> int:
    (found,) = server.log.wait_for(r" is serving Dancing on 127\.0\.0\.1:(\d+)\b")
    return int(found[1])


def tilenet(*words: str, data: Path) -> str:
    """Run a command that succeeds."""
    command = [sys.executable, "-m", "tilenet", *words, "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def names(caller: Caller) -> set[str]:
    """Who is in the room with the caller."""
    model = caller.screen.model
    return {str(model.objects[objid]["name"]) for objid in model.members_single() if objid[0] == "a"}


def stop(bots: Process, number: signal.Signals = signal.SIGTERM) -> None:
    """Stop them; that is not a failure."""
    bots.send_signal(number)
    assert bots.status() == 0
