"""Tombala's own protocol at a server process: two players over sockets, lost connections, ports, and the end."""

from __future__ import annotations

import signal

import pytest

from tests.doubles.processes import LOCAL, SERVE, TWISTD, Start
from tests.doubles.tombala_callers import TombalaCaller, TombalaCallers, tombala_ports
from tests.doubles.tombala_clients import Message

FAST = ("--commands-per-second", "1000000", "--command-burst", "1000000")
COMMANDS = {"tilenet": SERVE, "twistd": TWISTD}


def sit_down(port: int, tombala_callers: TombalaCallers, *names: str) -> list[TombalaCaller]:
    """New players in a room that begins in 3 s; wait until it has."""
    players = [tombala_callers(port).login(name) for name in names]
    players[0].does("CCROOM", roomname="den", countdown=3)
    for player in players:
        player.join("den")
    for player in players:
        player.take("BGCARD")
        player.take("BNUMBR")
        assert player.game.users == [*names]
    return players


def play_out(players: list[TombalaCaller]) -> None:
    """Go on, and claim what there is, until one has won and all have heard of it."""
    while True:
        for player in players:
            if player.can_claim:
                assert player.claim().is_right
                for other in players:
                    other.take("BCINKO")
                if player.game.is_over:
                    return
        for player in players:
            player.does("CNNMBR")
        for player in players:
            player.take("BNUMBR")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_game_from_the_first_room_to_the_third_cinko(
    start: Start, tombala_callers: TombalaCallers, command: list[str]
) -> None:
    server = start(command, "--listen", LOCAL, "--tombala", LOCAL, *FAST)
    (port,) = tombala_ports(server)
    players = sit_down(port, tombala_callers, "ann", "bob")
    play_out(players)
    assert players[0].game.numbers == players[1].game.numbers
    assert players[0].game.cinkos == players[1].game.cinkos
    assert players[0].ask("CLROOM").body["rooms"] == []
    players[1].does("CCROOM", roomname="den", countdown=60)
    for player in players:
        player.join("den")
    assert "Traceback" not in server.log.text


def test_a_client_that_is_killed_in_mid_turn_does_not_hold_the_others_up(
    start: Start, tombala_callers: TombalaCallers
) -> None:
    server = start(TWISTD, "--listen", LOCAL, "--tombala", LOCAL, *FAST)
    (port,) = tombala_ports(server)
    ann, bob, eve = sit_down(port, tombala_callers, "ann", "bob", "eve")
    for player in (ann, bob):
        player.does("CNNMBR")
    eve.reset()
    for player in (ann, bob):
        assert player.take("BUSRLS").body == {"userlist": ["ann", "bob"]}
        player.take("BNUMBR")
    tombala_callers(port).login("eve")
    play_out([ann, bob])
    assert "Traceback" not in server.log.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_stopped_closes_all_connections(
    start: Start, tombala_callers: TombalaCallers, number: signal.Signals
) -> None:
    server = start.local("--tombala", LOCAL)
    (port,) = tombala_ports(server)
    players = [*sit_down(port, tombala_callers, "ann", "bob"), tombala_callers(port)]
    server.send_signal(number)
    for player in players:
        player.until_over()
        assert player.heard[-1] == Message("SERROR", {"message": "The server is stopping."})
        player.close()
    assert server.status() in (0, -number)
    assert "Traceback" not in server.log.text
    assert server.errors.text == ""
