"""Soak with real processes: how it is interrupted, and what its server and its witness tell."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.bench import BenchError
from tests.bench.processes import Processes
from tests.doubles.callers import Callers
from tests.doubles.processes import Start
from tests.soak.main import play
from tests.soak.report import table
from tests.soak.scenarios.comeback import Comeback, Guessing, Share
from tests.soak.scenarios.kills import Kills
from tests.soak.scenarios.records import Losers, Readers
from tests.soak.scenarios.squatters import Talkers
from tests.soak.server import GUESTS
from tests.soak.stage import Scenario, Stage
from tilenet.game import Game
from tilenet.world.players.player import Player
from tilenet.world.rooms.room import Room

SOAK = [sys.executable, "-m", "tests.soak"]


def siblings(pid: int) -> set[int]:
    """A process, and all others that the same process has started."""
    parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]
    return set(map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split()))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_all_processes(start: Start, number: signal.Signals) -> None:
    soak = start(SOAK, "tombala-crowd")
    (found,) = soak.errors.wait_for(r"the server is up, as process (\d+)\n")
    started = siblings(int(found[1]))
    assert int(found[1]) in started
    soak.send_signal(number)
    assert soak.status() == 1
    assert not any(Path(f"/proc/{pid}").exists() for pid in started)
    assert soak.errors.lines[-1] == "make soak: interrupted"
    assert soak.log.text == ""


def test_a_server_counts_who_is_there_and_a_witness_is_answered(tmp_path: Path, callers: Callers) -> None:
    with Processes(tmp_path) as processes:
        stage = Stage("here", processes)
        server = stage.serve()
        ann = callers.join(server.port, "ann")
        there = server.count().beyond(server.first)
        assert (there["Player"], there["Server"]) == (1, 1)
        assert {kind.__name__ for kind in (Player, Room, Game)} < set(GUESTS)
        with stage.witness(server):
            pass
        assert stage.result.latencies
        ann.socket.close()
        stage.nothing_left(server, 100)
        stage.measure()
        stage.close()
    assert stage.result.is_passed, stage.result.checks


def test_a_server_that_has_died_is_told_of(tmp_path: Path) -> None:
    with Processes(tmp_path) as processes:
        stage = Stage("here", processes)
        server = stage.serve()
        server.process.kill()
        server.process.wait()
        with pytest.raises(BenchError, match="the server has ended"):
            server.count()
        stage.close()


def test_nothing_that_was_acknowledged_is_lost_when_a_server_is_killed(tmp_path: Path) -> None:
    result = play(Kills(rounds=2, makers=2, most=1.2), tmp_path)
    assert result.is_passed, "\n".join(table([result]))


@pytest.mark.parametrize(
    "scenario",
    [
        Comeback(4, seconds=60),
        Share(2, 2, 2, seconds=3, wait=30),
        Guessing(3, 3, wait=30),
        Talkers(20, 3),
        Losers(8, seconds=3, kept=10),
        Readers(4, rate=5, seconds=3, results=1000, accounts=4, login=30),
    ],
    ids=lambda one: one.name,
)
def test_one_address_harms_only_itself(tmp_path: Path, scenario: Scenario) -> None:
    """How long the bystander waits is left out: other tests keep this machine busy."""
    result = play(scenario, tmp_path)
    wrong = [check for check in result.checks if not (check.is_met or check.unit == "ms")]
    assert (result.error, wrong) == ("", [])
