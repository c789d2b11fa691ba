"""How a server process ends: soon, and with a goodbye to all who listen."""

from __future__ import annotations

import signal
import socket
import sys
import time

import pytest

from tests.doubles.callers import SMALL, Callers
from tests.doubles.commands import NO_RATE, shout
from tests.doubles.processes import PATIENCE, Start

SIGNALS = [signal.SIGTERM, signal.SIGINT]
GAME = [sys.executable, "-m", "tilenet", "game", "0", "--interface", "127.0.0.1"]
STOPPING = "The server is stopping."
KERNEL_BYTES = 512 * 1024  # more than the buffers of one small connection hold


@pytest.mark.parametrize("number", SIGNALS)
def test_everybody_is_told_when_the_server_is_stopped(start: Start, callers: Callers, number: signal.Signals) -> None:
    """Those who have not logged in get the end of the document."""
    server = start.local()
    players = [callers.join(server.port, name) for name in ("ann", "bob", "eve")]
    stranger = callers(server.port)
    stranger.until("<server>", lambda: stranger.screen.model.status is not None)
    server.send_signal(number)
    for caller in (*players, stranger):
        caller.until_over()
        caller.socket.close()
    assert [(p.screen.model.logged_out, p.screen.model.closed) for p in players] == [(STOPPING, True)] * 3
    assert (stranger.screen.model.logged_out, stranger.screen.model.closed) == (None, True)
    assert server.status() in (0, -number)  # a process that ends by the signal it was sent has not failed
    assert "Traceback" not in server.log.text
    assert server.errors.text == ""


@pytest.mark.parametrize("number", SIGNALS)
def test_a_client_that_does_not_read_does_not_keep_the_server(
    start: Start, callers: Callers, number: signal.Signals
) -> None:
    server = start.local("--output-kib", "4096", *NO_RATE)
    callers.join(server.port, "deaf", SMALL)  # and reads no more from here on
    ann = callers.join(server.port, "ann")
    before = len(ann.screen.raw)
    for batch in range(15):
        shout(ann, 100 * batch)
    assert len(ann.screen.raw) - before > KERNEL_BYTES
    server.send_signal(number)
    ann.until_over()
    server.status()
    assert (ann.screen.model.logged_out, ann.screen.model.closed) == (STOPPING, True)


@pytest.mark.parametrize("command", [[], GAME], ids=["serve", "game"])
@pytest.mark.parametrize("first", SIGNALS)
@pytest.mark.parametrize("second", SIGNALS)
def test_a_second_signal_is_no_failure(
    start: Start, callers: Callers, command: list[str], first: signal.Signals, second: signal.Signals
) -> None:
    server = start(command) if command else start.local()
    stranger = callers(server.port)
    stranger.until("<server>", lambda: stranger.screen.model.status is not None)
    server.send_signal(first)
    stranger.until("the end", lambda: stranger.screen.model.closed)  # now it waits for the other side's
    server.send_signal(second)
    server.log.wait_for(r"Received SIG[A-Z]+, shutting down\.\n", 2)
    server.send_signal(second)
    server.log.wait_for(r"Received SIG[A-Z]+, shutting down\.\n", 3)
    stranger.socket.close()
    assert server.status() in (0, -first, -second)
    assert "Traceback" not in server.log.text and "rror" not in server.log.text
    assert server.errors.text == ""


def test_a_stopped_server_accepts_nobody(start: Start, callers: Callers) -> None:
    server = start.local("--closing-seconds", "2")
    callers.join(server.port, "ann")
    server.send_signal(signal.SIGTERM)
    server.log.wait_for(rf"\(TCP Port {server.port} Closed\)\n")  # ann has not closed her side: it waits for her
    deadline = time.monotonic() + PATIENCE  # the log says so a moment before it is done
    while _is_accepted(server.port):
        assert time.monotonic() < deadline


def _is_accepted(port: int) -> bool:
    with socket.socket() as late:
        return late.connect_ex(("127.0.0.1", port)) == 0
