"""What strangers' clients see of a server process, from the first byte to the last."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.doubles.callers import Caller, Callers, Screen
from tests.doubles.model import click, closing, login, logout, opening, say
from tests.doubles.processes import SERVE, TWISTD, Start

NOUGHTS = "Noughts and crosses"


def everybody_until(what: str, callers: list[Caller], is_so: Callable[[Screen], bool]) -> None:
    for caller in callers:
        caller.until(what, lambda caller=caller: is_so(caller.screen))  # type: ignore[misc]


def play(players: tuple[Caller, Caller], cells: list[tuple[int, int]]) -> None:
    """Let the players move in turn, each move seen by both before the next."""
    for number, (x, y) in enumerate(cells):
        mover = players[number % 2]
        mark = "XO"[number % 2]
        mover.send(click(mover.screen.model.grid()[x, y]))

        def is_marked(screen: Screen, x: int = x, y: int = y, mark: str = mark) -> bool:
            return screen.mark(x, y) == mark

        everybody_until(f"{mark} at {x},{y}", list(players), is_marked)


@pytest.mark.parametrize("command", [SERVE, TWISTD], ids=["tilenet", "twistd"])
def test_two_strangers_talk_play_and_leave(start: Start, callers: Callers, command: list[str]) -> None:
    server = start(command, "--listen", "tcp:0:interface=127.0.0.1", "--name", "here", "--group", "us")
    ann = callers(server.port)
    ann.until("<server>, though nothing was sent", lambda: ann.screen.model.status is not None)  # [c3.2.2.2]
    assert (ann.screen.model.status, ann.screen.model.name, ann.screen.model.group) == ("open", "here", "us")
    ann.send(opening(), login("ann", "anything"))
    ann.until("Home", lambda: ann.screen.room == "Home")
    assert ann.screen.model.objects[ann.screen.agent]["name"] == "ann"
    assert "127.0.0.1" in str(ann.screen.model.objects[ann.screen.agent]["text"])
    bob = callers.join(server.port, "bob")
    ann.until("bob", lambda: ann.screen.sees(bob.screen))

    home = ann.screen.model.current or ""
    ugly = '&amp; & &lt; are "ugly"'
    ann.send(say(home, ugly))
    everybody_until("talk", [ann, bob], lambda s: (ann.screen.agent, home, ugly) in s.model.heard)
    ann.send(say(bob.screen.agent, "(psst)"), say(home, "aloud"))
    everybody_until("talk after a whisper", [ann, bob], lambda s: "aloud" in s.texts)
    assert (ann.screen.agent, bob.screen.agent, "(psst)") in bob.screen.model.heard
    assert "(psst)" not in ann.screen.texts

    ann.walk(NOUGHTS)
    bob.until("ann leaving", lambda: not bob.screen.sees(ann.screen))
    bob.walk(NOUGHTS)
    everybody_until("both at the table", [ann, bob], lambda s: s.sees(ann.screen) and s.sees(bob.screen))
    play((ann, bob), [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)])
    everybody_until("the end", [ann, bob], lambda s: "ann beats bob and wins 2 points." in s.texts)
    for caller in (ann, bob):
        assert caller.screen.model.objects[ann.screen.agent]["energy"] == 13
        assert caller.screen.model.objects[bob.screen.agent]["energy"] == 9

    bob.walk("Home")
    ann.until("bob leaving", lambda: not ann.screen.sees(bob.screen))
    ann.walk("Home")
    everybody_until("both at Home", [ann, bob], lambda s: s.sees(ann.screen) and s.sees(bob.screen))
    for caller in (ann, bob):
        caller.screen.model.check_settled()

    bob.send(logout("good night"), closing())
    bob.until_over()
    assert (bob.screen.model.logged_out, bob.screen.model.closed) == ("You have logged out.", True)
    ann.until("bob gone", lambda: not ann.screen.sees(bob.screen))
    ann.send(logout(), closing())
    ann.until_over()
    assert ann.screen.model.closed
    assert ann.screen.model.redundant == bob.screen.model.redundant == []
    assert server.errors.text == ""
