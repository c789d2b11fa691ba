"""Many rooms of Tombala at once: 200 of them, with five bots each, to the end, and nothing of it is left."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

import tilenet
from tests.live import helper
from tests.live.crowd import PLAYERS, ROOMS
from tests.live.helper import LOCAL, Process, Start

HERE = {"PYTHONPATH": str(Path(tilenet.__file__).parents[1])}
SERVER = [sys.executable, "-m", "tests.live.countingserver"]
CROWD = [sys.executable, "-m", "tests.live.crowd"]
SECONDS = 90.0  # for all games
GROWTH = 30_000  # bytes of memory for each bot, at most: what an allocator keeps of a crowd at once


def counts(process: Process, times: int) -> dict[str, Any]:
    """The last of so many lines of JSON that a process has written."""
    found = process.log.wait_for(r"(?m)^(\{.*\})$", times)
    counted: dict[str, Any] = json.loads(found[times - 1][1])
    return counted


def ask(server: Process, times: int) -> dict[str, Any]:
    server.send_signal(signal.SIGUSR1)
    return counts(server, times)


def test_two_hundred_rooms_of_five_bots_play_to_the_end_and_leave_nothing(start: Start) -> None:
    server = start(SERVER, "--listen", LOCAL, "--tombala", f"{LOCAL}:backlog=1000", "--max-waiting", "1000", env=HERE)
    port = server.log.wait_for(r"serving Tombala on 127\.0\.0\.1:(\d+)")[0][1]
    before = ask(server, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(helper, "PATIENCE", SECONDS)
        crowd = start(CROWD, port, env=HERE)
        played = counts(crowd, 1)
        assert crowd.status() == 0
    assert crowd.errors.text == ""
    assert (played["rooms"], played["of one mind"], played["without a winner"]) == (ROOMS, ROOMS, 0)
    assert (played["held"], played["files"] < 20) == (0, True)
    server.log.wait_for(r"Left: bot-", ROOMS * PLAYERS)
    asked = 2
    while (after := ask(server, asked))["timers"] and asked < 100:  # Home looks at who is where a second later
        asked += 1
    grown = after.pop("memory") - before.pop("memory")
    assert after == before
    assert grown < GROWTH * ROOMS * PLAYERS, grown
    assert "Traceback" not in server.log.text
