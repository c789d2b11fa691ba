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


def solved(caller: Caller) -> int:
    model = caller.screen.model
    return sum(model.objects[token]["name"] == "··" for token in model.grid().values())


def in_the_room(callers: Callers, port: int, name: str = "ann") -> Caller:
    caller = callers.join(port, name)
    caller.walk("PairPanicking")
    return caller


def test_three_bots_play_a_whole_game(start: Start, callers: Callers) -> None:
    port = start.local().port
    ann = in_the_room(callers, port)
    bots = start(BOT, f"127.0.0.1:{port}", "--count", "3", "--pace", "0.1", "--skill", "1")
    ann.until("three bots", lambda: names(ann) == {"ann", "bot-1", "bot-2", "bot-3"})
    ann.send(click(ann.screen.token("Restart")))
    for count in range(8, 65, 8):
        ann.until(f"{count} solved squares", lambda count=count: solved(ann) >= count)  # type: ignore[misc]
    ann.until("the end", lambda: any(line.startswith("Game over: every square") for line in ann.screen.texts))
    stop(bots)
    ann.until("nobody else", lambda: names(ann) == {"ann"})
    assert sorted(bots.log.lines) == [f"bot-{number} plays on 127.0.0.1:{port}" for number in (1, 2, 3)]
    assert bots.errors.text == ""


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


def test_a_server_that_stops(start: Start) -> None:
    server = start.local()
    bots = start(BOT, f"127.0.0.1:{server.port}")
    bots.log.wait_for("bot plays on ")
    server.send_signal(signal.SIGTERM)
    bots.errors.wait_for(
        f"tilenet bot: logged out by 127.0.0.1:{server.port}: The server is stopping; trying again soon\n"
    )
    stop(bots)
    assert len(bots.errors.lines) == 1
