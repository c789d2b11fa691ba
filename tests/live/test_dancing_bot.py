"""`tilenet bot dancing` as a process: a match against itself, and every kind of end."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator

import pytest

from tests.doubles.commands import SMALL_DANCING
from tests.doubles.processes import LOCAL, PATIENCE, Start

BOT = [sys.executable, "-m", "tilenet", "bot", "dancing"]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server that says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as made:
        made.settimeout(PATIENCE)
        yield made


def address(listener: socket.socket) -> str:
    return f"127.0.0.1:{listener.getsockname()[1]}"


def test_a_match_against_itself(start: Start) -> None:
    server = start.local("--dancing", LOCAL, *SMALL_DANCING)
    bot = start(BOT, f"127.0.0.1:{server.port_for('Dancing')}", "dora", "--role", "both", "--seconds", "2")
    assert bot.status() == 0
    assert bot.errors.text == ""
    for role in ("choreographer", "spoiler"):
        assert any(line.startswith(f"{role}: match: dora") for line in bot.log.lines), bot.log.text
    assert server.log.text.count(" Login: dora") == 2
    assert "Traceback" not in server.log.text


def test_a_server_that_closes_too_early(start: Start, listener: socket.socket) -> None:
    bot = start(BOT, address(listener), "--role", "spoiler")
    with listener.accept()[0] as client:
        client.recv(100)
    assert bot.status() == 1
    assert bot.errors.text == "tilenet bot: the server has closed the connection\n"


def test_nobody_is_there(start: Start, free_port: int) -> None:
    bot = start(BOT, f"127.0.0.1:{free_port}")
    assert bot.status() == 1
    assert f"tilenet bot: 127.0.0.1:{free_port} cannot be reached" in bot.errors.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_stopped_while_it_waits(start: Start, listener: socket.socket, number: signal.Signals) -> None:
    bot = start(BOT, address(listener), "dora")
    with listener.accept()[0] as client:
        client.settimeout(PATIENCE)
        assert client.recv(100) == b"dora\nrole: any&"
        bot.send_signal(number)
        assert bot.status() == 0
    assert bot.errors.text == ""
