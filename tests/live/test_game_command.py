"""`tilenet game`: a server process for one game of Set, from its start to its end."""

from __future__ import annotations

import re
import signal
import sys

import pytest

from tests.doubles.callers import Caller, Callers
from tests.doubles.model import login, opening
from tests.doubles.processes import Start

GAME = [sys.executable, "-m", "tilenet", "game", "0"]
LOCAL = ("--interface", "127.0.0.1")


def join(callers: Callers, port: int, name: str) -> Caller:
    """Log in, and see the room."""
    caller = callers(port)
    caller.send(opening(), login(name))
    caller.until("Set", lambda: caller.screen.room == "Set")
    return caller


def headline(caller: Caller) -> str:
    model = caller.screen.model
    return str(model.objects[model.current or ""]["text"])


def cards(caller: Caller) -> list[str]:
    return [name for position in range(12) if (name := caller.screen.mark(position % 4, position // 4))]


def test_one_game_from_the_countdown_to_the_end(start: Start, callers: Callers) -> None:
    server = start(GAME, "6", *LOCAL)
    ann, other = join(callers, server.port, "ann"), join(callers, server.port, "ann")
    assert re.fullmatch(r"The game begins in [1-6] s\.", headline(ann))
    assert cards(ann) == []
    other.until("her number", lambda: other.screen.model.objects[other.screen.agent]["name"] == "ann2")
    ann.until("the cards", lambda: len(cards(ann)) == 12)
    other.until("the same cards", lambda: cards(other) == cards(ann))

    late = callers(server.port)
    late.send(opening(), login("late"))
    late.until_over()
    assert b'<logged-in message="The game has started."/>' in late.screen.raw
    assert (late.screen.model.agent, late.screen.model.closed) == (None, True)
    assert late.screen.model.logged_out == "The game has started."
    server.log.wait_for(r"Left: 127\.0\.0\.1: The game has started\.\n")
    assert "Too many failed logins" not in server.log.text

    ann.socket.close()
    other.socket.close()
    assert server.status() == 0
    assert "Everybody has left the game" in server.log.text
    assert "Traceback" not in server.log.text
    assert server.errors.text == ""


def test_without_players_it_ends_by_itself(start: Start) -> None:
    server = start(GAME, "0.2", *LOCAL)
    assert server.status() == 0
    assert "Nobody came, so there is no game\n" in server.log.text
    assert server.errors.text == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(start: Start, callers: Callers, number: signal.Signals) -> None:
    server = start(GAME, *LOCAL)
    ann = join(callers, server.port, "ann")
    server.send_signal(number)
    ann.until_over()
    ann.socket.close()
    assert server.status() == 0
    assert ann.screen.model.logged_out == "The server is stopping."
    assert "Traceback" not in server.log.text
