"""Commands of `tilenet` as live tests run them, and what they look for afterwards."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.doubles.callers import Caller
from tests.doubles.model import say
from tests.doubles.processes import PATIENCE, Process

NOISE = "x" * 380

#: Options with which everybody may say as much as they like.
NO_RATE = [
    word
    for rate in ("commands-per-second", "command-burst", "speech-per-second", "speech-burst")
    for word in (f"--{rate}", "1000000")
]

#: Options for a small board of Dancing, which is shown quickly.
SMALL_DANCING = [
    word
    for setting in ("size=12", "colors=3", "dancers=5", "pace=0.025")
    for word in ("--room-option", f"dancing.{setting}")
]


def tilenet(*words: str, data: Path) -> str:
    """Run a command that succeeds."""
    command = [sys.executable, "-m", "tilenet", *words, "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def shout(caller: Caller, first: int, count: int = 100) -> None:
    """Say long lines that begin with these numbers, and hear them."""
    room = caller.screen.model.current or ""
    caller.send(*(say(room, f"{number} {NOISE}") for number in range(first, first + count)))
    caller.until("her own noise", lambda: first + count - 1 in shouted(caller))


def shouted(caller: Caller) -> list[int]:
    """The numbers of all such lines that somebody has heard, in order."""
    return [int(text.partition(" ")[0]) for text in caller.screen.texts if text.endswith(NOISE)]


def names(caller: Caller) -> set[str]:
    """Who is in the room with the caller."""
    model = caller.screen.model
    return {str(model.objects[objid]["name"]) for objid in model.members_single() if objid[0] == "a"}


def stop(bots: Process, number: signal.Signals = signal.SIGTERM) -> None:
    """Stop them; that is not a failure."""
    bots.send_signal(number)
    assert bots.status() == 0
