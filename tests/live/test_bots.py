"""`tilenet bot` as a process, on a real server: a whole game, many bots, and how it ends."""

from __future__ import annotations

import re
import signal
import sys

import pytest

from tests.doubles.callers import Caller, Callers
from tests.doubles.commands import names, stop
from tests.doubles.model import click
from tests.doubles.processes import Start

BOT = [sys.executable, "-m", "tilenet", "bot", "pairpanicking"]


def in_the_room(callers: Callers, port: int, name: str = "ann") -> Caller:
    caller = callers.join(port, name)
    caller.walk("PairPanicking")
    return caller


def test_fifty_bots(start: Start, callers: Callers) -> None:
    server = start.local()
    port = server.port
    ann = in_the_room(callers, port)
    bots = start(BOT, str(port), "eve", "--count", "50", "--pace", "0.5")
    ann.until("fifty bots", lambda: len(names(ann)) == 51)
    ann.send(click(ann.screen.token("Restart")))
    ann.until("two squares", lambda: any(re.match(r"eve-\d+ (found|turned)", line) for line in ann.screen.texts))
    bots.send_signal(signal.SIGTERM)
    assert bots.status() == 0
    server.log.wait_for(r"Left: eve-\d+ .*: logged out\n", 50)  # none was cut off, however long it took
    ann.until("nobody else", lambda: names(ann) == {"ann"})
    assert sorted(bots.log.lines) == sorted(f"eve-{number} plays on localhost:{port}" for number in range(1, 51))
    assert bots.errors.text == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_no_failure(start: Start, callers: Callers, number: signal.Signals) -> None:
    port = start.local().port
    bots = start(BOT, str(port))
    bots.log.wait_for("bot plays on ")
    ann = callers.join(port, "ann")
    ann.until("the bot", lambda: names(ann) == {"ann", "bot"})
    stop(bots, number)
    ann.until("nobody else", lambda: names(ann) == {"ann"})


def test_without_a_server(start: Start, free_port: int) -> None:
    bots = start(BOT, f"127.0.0.1:{free_port}", "--count", "3")
    assert bots.status() == 1
    assert bots.log.text == ""
    assert len(bots.errors.lines) == 1
    assert bots.errors.text.startswith(f"tilenet bot: cannot reach 127.0.0.1:{free_port}: ")
