"""What ends with the process that has started it; tests/live/test_make_play.py sees that of a whole evening."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.bots.lifeline import lifeline

PATIENCE = 30.0  # seconds
WAITS = "import sys; sys.stdin.read()"

# Starts one that waits for its stdin, which stays open, and is killed at once.
KILLED = f"""
import os, signal, subprocess, sys
from tilenet.clients.bots.lifeline import lifeline
signal.signal(signal.SIGTERM, lambda *_: None)
subprocess.Popen([sys.executable, "-c", {WAITS!r}], preexec_fn=lifeline())
os.kill(os.getpid(), signal.SIGKILL)
"""


class ALifeline(SynchronousTestCase):
    def test_a_killed_process_takes_with_it_what_it_has_started(self) -> None:
        """Its child has no time to begin, and holds the other end of stdout."""
        parent = subprocess.Popen([sys.executable, "-c", KILLED], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            assert parent.stdout is not None
            self.assertEqual(parent.wait(PATIENCE), -signal.SIGKILL)
            with parent.stdout:
                self.assertTrue(select.select([parent.stdout], [], [], PATIENCE)[0], "the child goes on")
                self.assertEqual(parent.stdout.read(), b"")  # nobody is left who could write
        finally:
            assert parent.stdin is not None
            parent.stdin.close()

    def test_nothing_starts_for_a_parent_that_has_ended_meanwhile(self) -> None:
        with patch.object(os, "getpid", lambda: 1):  # for whom it is made: not the one that starts it
            hold = lifeline()
        done = subprocess.run(
            [sys.executable, "-c", "print('started')"],
            preexec_fn=hold,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        self.assertEqual((done.returncode, done.stdout), (-signal.SIGTERM, b""))
