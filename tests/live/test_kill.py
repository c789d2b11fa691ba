"""A server that is killed in the middle of a game, and started again on the same folder."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.doubles.callers import Caller, Callers
from tests.doubles.model import click
from tests.doubles.processes import Start

ROOM = "Noughts and crosses"
MOVES = [("ann", 1, 1), ("bob", 0, 0), ("ann", 0, 1), ("bob", 2, 1)]


def board(caller: Caller) -> list[str]:
    return [caller.screen.mark(x, y) for x in range(3) for y in range(3)]


def put(people: dict[str, Caller], name: str, x: int, y: int) -> None:
    """Somebody puts a mark, and both see it."""
    mover = people[name]
    mover.send(click(mover.screen.model.grid()[x, y]))
    for one in people.values():
        one.until("the mark", lambda shown=one.screen: shown.mark(x, y) in "XO")  # type: ignore[misc]


def test_what_was_shown_is_there_again(start: Start, callers: Callers, tmp_path: Path) -> None:
    """Twice in a row. Guests come back to their seats, the board is what they last saw, and the game goes on."""
    data = str(tmp_path / "data")
    server = start.local("--data", data)
    people = {name: callers.join(server.port, name) for name in ("ann", "bob")}
    for one in people.values():
        one.walk(ROOM)
    for moves in (MOVES[:2], MOVES[2:]):
        for name, x, y in moves:
            put(people, name, x, y)
        seen = board(people["bob"])
        server.send_signal(signal.SIGKILL)
        server.status()
        server = start.local("--data", data)
        server.log.wait_for("Back after")
        people = {name: callers(server.port) for name in people}
        for name, one in people.items():
            one.login(name, room=ROOM)
            assert board(one) == seen
    put(people, "ann", 2, 2)
