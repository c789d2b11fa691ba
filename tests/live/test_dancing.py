"""Dancing without Stars at a server process: sample players, published ones, and a spectator, over sockets."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.doubles.callers import Callers
from tests.doubles.commands import SMALL_DANCING, dancing_port
from tests.doubles.processes import LOCAL, PATIENCE, Process, Start
from tilenet.clients.samples import dancingsample

SAMPLE = [sys.executable, str(Path(dancingsample.__file__))]


def join(start: Start, server: Process, port: int, name: str, role: str) -> Process:
    """Start a sample player, and wait until it is there: the first to come is the choreographer."""
    player = start(SAMPLE, str(port), name, "--role", role)
    server.log.wait_for(rf" Login: {name} ")
    return player


def test_two_sample_players_play_both_rounds(start: Start) -> None:
    server = start.local("--dancing", LOCAL, "--room-option", "dancing.rounds=2")
    port = dancing_port(server)
    players = [join(start, server, port, "ann", "choreographer"), join(start, server, port, "bob", "spoiler")]
    for player in players:
        assert player.status() == 0
        first, second, match = player.log.lines
        assert first.startswith("round 1: ann reaches the goal in ")
        assert second.startswith("round 2: bob reaches the goal in ")
        assert match.startswith("match: ")
        assert player.errors.text == ""
    assert "Traceback" not in server.log.text


def test_a_spectator_sees_a_match_from_the_stars_to_the_verdict(start: Start, callers: Callers) -> None:
    server = start.local("--dancing", LOCAL, *SMALL_DANCING)
    port = dancing_port(server)
    join(start, server, port, "ann", "choreographer")
    eve = callers.join(server.port, "eve")
    eve.walk("Dancing")
    eve.until("the match", lambda: "ann - ?" in [str(one.get("name")) for one in eve.screen.model.objects.values()])
    eve.walk_to(eve.screen.token("ann - ?"), "Dancing 1")
    assert sum(eve.screen.mark(2 + y, x) == "1" for x in range(12) for y in range(12)) == 5
    bob = join(start, server, port, "bob", "spoiler")
    eve.until("the verdict", lambda: any(text.startswith("Match: ann needs ") for text in eve.screen.texts), PATIENCE)
    assert sum(eve.screen.mark(2 + y, x) == "*" for x in range(12) for y in range(12)) == 5
    assert bob.status() == 0
    assert "Traceback" not in server.log.text
