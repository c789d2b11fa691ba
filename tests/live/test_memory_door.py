"""Memory's own protocol over sockets: whole games, each message in one read, and every kind of end."""

from __future__ import annotations

import signal

import pytest

from tests.doubles.memory_callers import MemoryCaller, MemoryCallers, memory_ports
from tests.doubles.memory_clients import play
from tests.doubles.memory_model import (
    CODE_OVER,
    FILLED,
    FIRST_PLAY,
    HIDE_FIRST,
    LEAVE,
    RIGHT,
    WRONG,
    Message,
)
from tests.doubles.processes import LOCAL, SERVE, TWISTD, Start

SMALL = ("--room-option", "memory.dim=2")
COMMANDS = {"tilenet": SERVE, "twistd": TWISTD}


def find_pair(player: MemoryCaller, others: list[MemoryCaller], known: dict[tuple[int, int], str]) -> Message:
    """Pick the first card that is not known to be found, and its mate; everybody reads along."""
    left = [(x, y) for y in range(player.dim) for x in range(player.dim) if known.get((x, y)) != "found"]

    def pick(cell: tuple[int, int]) -> Message:
        player.pick(*cell)
        answer, *heard = [one.response() for one in (player, *others)]
        assert heard == [answer] * len(others)
        return answer

    first, *rest = left
    assert pick(first)[1] == FIRST_PLAY
    for cell in rest:
        answer = pick(cell)
        if answer[1] in (RIGHT, CODE_OVER):
            known[first] = known[cell] = "found"
            return answer
        assert answer[1] == WRONG
        hidden = [one.response() for one in (player, *others)]  # 2 s later
        assert {message[1] for message in hidden} == {-4}
        assert pick(first)[1] == FIRST_PLAY
    raise AssertionError("there is no mate")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_game_from_the_first_board_to_the_result(
    start: Start, memory_callers: MemoryCallers, command: list[str]
) -> None:
    server = start(command, "--listen", LOCAL, "--memory", LOCAL, *SMALL)
    (port,) = memory_ports(server)
    ann, bob = memory_callers.in_a_game(port)
    known: dict[tuple[int, int], str] = {}
    find_pair(ann, [bob], known)
    assert find_pair(bob, [ann], known)[1] == CODE_OVER
    assert ann.endgame() == bob.endgame() == ("end", 0, 2)
    bob.pick(0, 0)
    bob.quit()
    assert bob.response()[1] == LEAVE, "and no answer to the pick, in the pause"
    assert bob.read(1) == b""
    assert "Traceback" not in server.log.text


def test_a_client_that_is_killed_in_the_middle_of_a_play(start: Start, memory_callers: MemoryCallers) -> None:
    server = start.local("--memory", LOCAL)
    (port,) = memory_ports(server)
    ann, bob, eve = memory_callers.in_a_game(port, 3)
    eve.pick(0, 0)
    assert [one.response()[1] for one in (ann, bob)] == [FIRST_PLAY] * 2
    eve.send(play(2, 1, 1)[:5])
    eve.reset()
    ann.pick(0, 0)
    assert bob.response()[1] == FILLED
    assert bob.response()[1] == HIDE_FIRST
    assert "Traceback" not in server.log.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_when_the_server_stops_everybody_may_leave(
    start: Start, memory_callers: MemoryCallers, number: signal.Signals
) -> None:
    server = start.local("--memory", LOCAL)
    (port,) = memory_ports(server)
    players = memory_callers.in_a_game(port, 3)
    server.send_signal(number)
    for player in players:
        assert player.response()[1] == LEAVE
        assert player.read(1) == b""
        player.close()
    assert server.status() in (0, -number)
    assert "Traceback" not in server.log.text


def test_silence_is_no_offence(start: Start, memory_callers: MemoryCallers) -> None:
    """The time for a login is not for those who need none."""
    server = start.local("--memory", LOCAL, "--login-seconds", "0.2")
    (port,) = memory_ports(server)
    ann, bob = memory_callers.in_a_game(port)
    assert ann.is_silent_for(0.6)
    bob.pick(0, 0)
    assert ann.response()[1] == FIRST_PLAY
