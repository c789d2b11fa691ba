"""Timers that go on when somebody sets the clock of the machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.doubles.processes import PATIENCE

# A reactor whose wall clock goes back by an hour, with one timer set before use_monotonic_time and one after it.
JUMP = """
import time
from twisted.internet.selectreactor import SelectReactor
from tilenet.service import use_monotonic_time

back = 0.0
reactor = SelectReactor()
reactor.seconds = lambda: time.time() - back
begun = time.monotonic()
fired = {}

def fire(name):
    fired[name] = time.monotonic() - begun
    if len(fired) == 2:
        reactor.stop()

reactor.callLater(0.3, fire, "before")
use_monotonic_time(reactor)
reactor.callLater(0.3, fire, "behind")
back = 3600.0
reactor.run(installSignalHandlers=False)
print(*(f"{name} {seconds:.3f}" for name, seconds in sorted(fired.items())))
"""


def test_timers_fire_on_time_though_the_clock_was_put_back(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", JUMP], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    before, at_before, behind, at_behind = done.stdout.split()
    assert (before, behind) == ("before", "behind")
    assert 0.29 <= float(at_before) < PATIENCE and 0.29 <= float(at_behind) < PATIENCE  # and not an hour
