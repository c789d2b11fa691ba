"""Dancing without Stars at a server process: sample players, published ones, and a spectator, over sockets."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.doubles.processes import LOCAL, Process, Start
from tilenet.clients.samples import dancingsample

SAMPLE = [sys.executable, str(Path(dancingsample.__file__))]


def join(start: Start, server: Process, port: int, name: str, role: str) -> Process:
    """Start a sample player, and wait until it is there: the first to come is the choreographer."""
    player = start(SAMPLE, str(port), name, "--role", role)
    server.log.wait_for(rf" Login: {name} ")
    return player


def test_two_sample_players_play_both_rounds(start: Start) -> None:
    server = start.local("--dancing", LOCAL, "--room-option", "dancing.rounds=2")
    port = server.port_for("Dancing")
    players = [join(start, server, port, "ann", "choreographer"), join(start, server, port, "bob", "spoiler")]
    for player in players:
        assert player.status() == 0
        first, second, match = player.log.lines
        assert first.startswith("round 1: ann reaches the goal in ")
        assert second.startswith("round 2: bob reaches the goal in ")
        assert match.startswith("match: ")
        assert player.errors.text == ""
    assert "Traceback" not in server.log.text
