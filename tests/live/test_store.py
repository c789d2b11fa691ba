"""A server process with a data folder: what it remembers, and how it says that it cannot."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.doubles.callers import Caller, Callers
from tests.doubles.model import click, login, opening
from tests.doubles.processes import LOCAL, PATIENCE, TWISTD, Process, Start

DATABASE = "tilenet.sqlite"
NOUGHTS = "Noughts and crosses"


def serve(start: Start, data: Path) -> Process:
    return start.local("--data", str(data))


def stop(server: Process) -> None:
    server.send_signal(signal.SIGTERM)
    assert server.status() in (0, -signal.SIGTERM)
    assert "Traceback" not in server.log.text
    assert server.errors.text == ""


def points(caller: Caller) -> int:
    return int(str(caller.screen.model.objects[caller.screen.agent]["energy"])) - 1


def refused(caller: Caller, name: str, password: str) -> str:
    """What somebody is told who is not let in."""
    messages = caller.screen.model.login_messages
    caller.until("<server>", lambda: caller.screen.model.status is not None)
    caller.send(opening(), login(name, password))
    caller.until("the answer", lambda: bool(messages))
    assert caller.screen.model.agent is None
    return messages[-1]


def play(winner: Caller, loser: Caller) -> None:
    """Play noughts and crosses to the end."""
    for player in (winner, loser):
        player.walk(NOUGHTS)
    for player, x, y in [(winner, 0, 0), (loser, 0, 1), (winner, 1, 0), (loser, 1, 1), (winner, 2, 0)]:
        grid = player.screen.model.grid()
        player.send(click(grid[x, y]))
        for one in (winner, loser):
            one.until("the mark", lambda one=one, x=x, y=y: one.screen.mark(x, y) != ".")  # type: ignore[misc]
    for one in (winner, loser):
        one.until("the end", lambda one=one: any(" beats " in text for text in one.screen.texts))  # type: ignore[misc]


def test_the_ratings_of_a_match_are_in_its_replay(start: Start, callers: Callers, tmp_path: Path) -> None:
    """Also if the server stops before it has them."""
    server = serve(start, tmp_path / "data")
    play(*(callers.join(server.port, name, password="sesame") for name in ("ann", "bob")))
    stop(server)
    (replay,) = (tmp_path / "data" / "replays").glob("noughts-*.jsonl.gz")
    verify = [sys.executable, "-m", "tilenet", "verify", str(replay)]
    done = subprocess.run(verify, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "  ok     The ratings follow from those before and from the result: ann " in done.stdout


def test_accounts_points_and_results_are_there_after_a_restart(start: Start, callers: Callers, tmp_path: Path) -> None:
    server = serve(start, tmp_path / "data")
    server.log.wait_for(f"Keeping accounts and results in {tmp_path / 'data'}\n")
    ann = callers.join(server.port, "ann", password="sesame")
    bob = callers.join(server.port, "bob", password="sesame too")
    assert "You have an account now" in ann.screen.model.login_messages[0]
    play(ann, bob)
    stop(server)

    server = serve(start, tmp_path / "data")
    ann = callers(server.port)
    ann.login("ann", "sesame", room=NOUGHTS)
    assert points(ann) == 12
    assert "Wrong name or password" in refused(callers(server.port), "bob", "sesame")
    assert "bob has an account" in refused(callers(server.port), "bob", "")
    with closing(sqlite3.connect(tmp_path / "data" / DATABASE)) as connection:
        standings = connection.execute("SELECT name, place FROM standing ORDER BY place").fetchall()
    assert standings == [("ann", 1), ("bob", 2)]


def test_without_data_everybody_is_a_guest(start: Start, callers: Callers, tmp_path: Path) -> None:
    server = start.local()
    server.log.wait_for("Keeping no accounts and no results: everybody is a guest\n")
    ann = callers.join(server.port, "ann", password="sesame")
    assert ann.screen.model.login_messages == ["Welcome, ann."]
    ann.close()
    assert callers.join(server.port, "bob", password="").screen.agent
    assert [*tmp_path.iterdir()] == []


@contextmanager
def daemon(start: Start, folder: Path, data: Path) -> Iterator[Process]:
    """What starts a daemon. The daemon itself ends with the test, if there is one."""
    pidfile, logfile = folder / "pid", folder / "log"
    folder.mkdir()
    command = [word for word in TWISTD if word not in ("-n", "--pidfile=")]
    command[1:1] = [f"--pidfile={pidfile}", f"--logfile={logfile}"]
    starter = start(command, "--listen", LOCAL, "--data", str(data))
    try:
        yield starter
    finally:
        starter.status()
        if pidfile.exists():
            os.kill(int(pidfile.read_text()), signal.SIGTERM)
            wait_until_gone(pidfile)


def wait_until_gone(path: Path) -> None:
    """A daemon removes its pid file at its end."""
    deadline = time.monotonic() + PATIENCE
    while path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def daemon_port(folder: Path) -> int:
    deadline = time.monotonic() + PATIENCE
    while True:
        words = (folder / "log").read_text().partition("is serving TileNet on 127.0.0.1:")[2].split()
        if words:
            return int(words[0])
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """Twisted passes on only the first hundred bytes of what a daemon complains about."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="tn") as folder:
        yield Path(folder)


def test_a_daemon_keeps_accounts_and_a_second_one_says_why_it_cannot(
    start: Start, callers: Callers, tmp_path: Path, short_folder: Path
) -> None:
    data = short_folder / "data"
    with daemon(start, tmp_path / "first", data) as starter:
        assert starter.status() == 0
        port = daemon_port(tmp_path / "first")
        callers.join(port, "ann", password="sesame")
        with daemon(start, tmp_path / "second", data) as second:
            assert second.status() == 1
            assert f"--data {data}: another server is using this folder" in second.errors.text
            assert "Traceback" not in second.errors.text
        assert callers.join(port, "ann", password="sesame").screen.agent
    assert "Traceback" not in (tmp_path / "first" / "log").read_text()
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        assert connection.execute("SELECT name FROM account").fetchall() == [("ann",)]
