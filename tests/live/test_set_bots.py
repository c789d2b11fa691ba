"""`tilenet bot set` as a process, on a real server: from the countdown to the first set, and how it ends."""

from __future__ import annotations

import re
import signal
import sys

from tests.doubles.callers import Callers
from tests.doubles.commands import names, stop
from tests.doubles.processes import Start

BOT = [sys.executable, "-m", "tilenet", "bot", "set"]


def test_three_bots_find_a_set(start: Start, callers: Callers) -> None:
    port = start.local("--room-option", "set.countdown=3").port
    bots = start(BOT, f"127.0.0.1:{port}", "--level", "5", "--count", "3")
    bots.log.wait_for("plays on", 3)  # so the countdown is theirs, and whoever watches may be late
    ann = callers.join(port, "ann")
    ann.walk("Set")
    ann.until("three bots", lambda: names(ann) == {"ann", "bot-1", "bot-2", "bot-3"})
    found = re.compile(r"bot-\d found a set: 5 ")
    ann.until("a set", lambda: any(map(found.match, ann.screen.texts)))
    stop(bots, signal.SIGTERM)
    ann.until("nobody else", lambda: names(ann) == {"ann"})
    assert sorted(bots.log.lines) == [f"bot-{number} plays on 127.0.0.1:{port}" for number in (1, 2, 3)]
    assert bots.errors.text == ""
