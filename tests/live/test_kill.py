"""A server that is killed in the middle of a game, and started again on the same folder."""

from __future__ import annotations

import json
import signal
import time
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


def ask(caller: Caller, **request: str) -> None:
    caller.send(f'<xrequest options="account">{json.dumps(request)}</xrequest>'.encode())


def test_a_guest_who_makes_an_account_has_both_seat_and_account(start: Start, callers: Callers, tmp_path: Path) -> None:
    """Whenever the server is killed: before the account is there, when nobody knows of it yet, or later."""
    made = 0
    for number, pause in enumerate((0.0, 0.2, None)):
        data = tmp_path / str(number)
        server = start.local("--data", str(data))
        people = {name: callers.join(server.port, name) for name in ("ann", "bob")}
        for one in people.values():
            one.walk(ROOM)
        put(people, "ann", 1, 1)
        ann = people["ann"]
        ann.send(b'<xrequest options="resume"></xrequest>')
        ann.until("a token", lambda shown=ann.screen: shown.model.responses)  # type: ignore[misc]
        token = ann.screen.model.responses[-1][1]
        ask(ann, do="create", new="sesame")
        if pause is None:
            ann.until("an answer", lambda shown=ann.screen: len(shown.model.responses) == 2)  # type: ignore[misc]
        else:
            time.sleep(pause)  # nothing is waited for: the kill comes at some moment
        server.send_signal(signal.SIGKILL)
        server.status()
        server = start.local("--data", str(data))
        server.log.wait_for("Back after")
        back = callers(server.port)
        back.login("ann", room=ROOM, password=token)
        assert board(back)[4] == "X"
        ask(back, do="show")
        back.until("an answer", lambda shown=back.screen: shown.model.responses)  # type: ignore[misc]
        is_account = not json.loads(back.screen.model.responses[-1][1])["guest"]
        if is_account:
            made += 1
            second = callers(server.port)
            second.login("ann", room=ROOM, password="sesame")  # the same seat
            assert board(second)[4] == "X"
        assert all(b"sesame" not in path.read_bytes() for path in (data / "journal").iterdir())
        server.send_signal(signal.SIGTERM)
        server.status()
    assert made
