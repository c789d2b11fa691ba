"""`tilenet bot memory` as a process, through both doors: games, how it ends, and what it says if there is no server."""

from __future__ import annotations

import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

from tests.bench.pickers import pick
from tests.doubles.processes import LOCAL, Start
from tilenet.clients.samples import memorybinary

BOT = [sys.executable, "-m", "tilenet", "bot"]
BINARY = (*BOT, "memory-binary", "--pace", "0.1")
SMALL = ("--memory", LOCAL, "--room-option", "memory.dim=2")


def test_two_through_the_binary_door_play_and_leave(start: Start) -> None:
    server = start.local(*SMALL)
    port = server.port_for("Memory")
    bots = start(BINARY, f"127.0.0.1:{port}", "--count", "2")
    bots.log.wait_for(r"bot-\d has (won|lost) with \d points", 2)
    bots.send_signal(signal.SIGTERM)
    assert bots.status() == 0
    server.log.wait_for(r"Left: memory-\d .*: left\n", 2)
    points = [int(number) for number in re.findall(r"with (\d) points", bots.log.text)]
    assert sum(points) == 4
    assert bots.errors.text == ""
    assert "Traceback" not in server.log.text


def test_the_file_alone_is_enough(start: Start, tmp_path: Path) -> None:
    """It can be copied to where there is no tilenet."""
    server = start.local(*SMALL)
    port = server.port_for("Memory")
    shutil.copy(Path(memorybinary.__file__), tmp_path / "client.py")
    client = start(
        [sys.executable, "-I", str(tmp_path / "client.py")], str(port), "--count=2", "--pace=0.1", "--games=1"
    )
    assert client.status() == 0
    assert len(re.findall(r"has (?:won|lost) with \d points", client.log.text)) == 2
    assert client.errors.text == ""


def test_the_crowd_of_the_benchmark(start: Start) -> None:
    """On a small scale: cards are hidden. How late, is for the benchmark to measure."""
    server = start.local("--memory", LOCAL, "--room-option", "memory.dim=26")
    port = server.port_for("Memory")
    tally = pick(port, players=6, thinkers=1, rate=4.0, seconds=6.0)
    assert 6 * 4 < tally.picks <= 6 * 4 * 6 + 7
    assert tally.heard > 6
    assert tally.late
    assert "Traceback" not in server.log.text


def test_without_a_server(start: Start, free_port: int) -> None:
    bot = start(BINARY, f"127.0.0.1:{free_port}")
    assert bot.status() == 1
    assert bot.errors.text.startswith(f"cannot reach 127.0.0.1:{free_port}: ")
    assert len(bot.errors.lines) == 1


def test_a_server_of_another_protocol(start: Start) -> None:
    port = start.local().port
    bot = start(BINARY, f"127.0.0.1:{port}")
    assert bot.status() == 1
    assert bot.errors.text == f"what answers on 127.0.0.1:{port} does not speak Memory's protocol\n"


def test_a_server_that_lets_nobody_in(start: Start) -> None:
    port = (server := start.local("--memory", LOCAL, "--closed")).port_for("Memory")
    bot = start(BINARY, f"127.0.0.1:{port}")
    assert bot.status() == 1
    assert bot.errors.text == f"127.0.0.1:{port} refused us\n"
    assert "Traceback" not in server.log.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_no_failure(start: Start, number: signal.Signals) -> None:
    server = start.local(*SMALL)
    port = server.port_for("Memory")
    bot = start(BINARY, str(port))
    bot.log.wait_for("bot plays on ")
    bot.send_signal(number)
    assert bot.status() == 0
    server.log.wait_for(r"Left: memory-1 .*: left\n")
    assert bot.errors.text == ""


def test_a_server_that_stops(start: Start) -> None:
    server = start.local(*SMALL)
    port = server.port_for("Memory")
    bots = start(BINARY, str(port), "--count", "2")
    bots.log.wait_for("plays on ", 2)
    server.send_signal(signal.SIGTERM)
    bots.errors.wait_for(r"bot-\d: .*; trying again soon\n", 2)
    bots.send_signal(signal.SIGTERM)
    assert bots.status() == 0
