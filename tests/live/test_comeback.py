"""A connection is cut in the middle of a game: the terminal client comes back by itself, and the game goes on."""

from __future__ import annotations

from contextlib import closing

from tests.doubles.play import Play, restored, walk
from tests.doubles.processes import Start
from tests.doubles.pseudoterminal import Terminal
from tests.doubles.tap import Tap

AWAY = "☾"  # in the list of players


def board(terminal: Terminal) -> list[str]:
    """The headline, and all that is above what was said."""
    rule = next(row for row in range(25) if terminal.row(row).startswith("──"))
    return [terminal.row(1), *(terminal.row(row)[:33] for row in range(2, rule))]


def test_whoever_is_cut_off_comes_back_to_the_same_board(start: Start, play: Play) -> None:
    server = start.local("--seed", "7")
    with closing(Tap(server.port)) as tap:
        ann, bob = play.at_home(tap.port, "ann"), play.at_home(server.port, "bob")
        for terminal in (ann, bob):
            walk(terminal, "Noughts and", "Restart")
        ann.sees("ann (X) against bob (O): X to move.")
        ann.click(*ann.find("□"))
        ann.sees("O to move")
        ann.press("tab")
        ann.type("hel")
        ann.sees("say: hel")
        before = board(ann)
        tap.cut()
        ann.sees("You are back.", "say: hel")
        ann.until("the same board", lambda: board(ann) == before)
        bob.gone(AWAY)
        ann.type("lo\r")
        bob.sees("ann: hello")
        ann.press("tab")
        bob.click(*bob.find("□"))
        ann.sees("X to move")
        ann.click(*ann.find("□"))
        bob.sees("O to move")
        for terminal in (ann, bob):
            terminal.press("f10")
            assert terminal.wait() == 0
            assert restored(terminal)
        assert tap.calls == 2
    assert "Traceback" not in server.log.text


def log_in(terminal: Terminal, password: str) -> None:
    """As ann, by the form."""
    terminal.sees("Name: ", "Password: ")
    terminal.press("ctrl u")
    terminal.type(f"ann\r{password}\r")


def test_an_account_comes_back_by_its_password_unless_it_is_elsewhere(start: Start, play: Play) -> None:
    server = start.local("--data", str(start.folder / "data"))
    with closing(Tap(server.port)) as tap:
        ann = play(str(tap.port))
        log_in(ann, "open sesame")
        ann.sees("No account is called ann yet.")
        ann.type("open sesame\r")
        ann.sees("You have an account now")
        walk(ann, "PairPanicking", "Scoring")
        tap.cut()
        ann.sees("You are back.", "Welcome back, ann.", "Scoring")
        # a wrong password: the name stays, and the cursor is where the next one is typed
        elsewhere = play(str(server.port))
        log_in(elsewhere, "shut")
        elsewhere.sees("Wrong name or password.", "Name: ann")
        elsewhere.until("the cursor", lambda: elsewhere.cursor == (14, elsewhere.find("Password:")[1]))
        elsewhere.type("open sesame\r")
        elsewhere.sees("Welcome back, ann.", "Scoring")
        ann.sees("You have logged in from somewhere else.")
        ann.sees("Name: ann", "Password:", "You have logged in from somewhere else.")
        elsewhere.press("f1")
        elsewhere.sees("Keys on the board")  # and was not thrown out by ann
        for terminal in (ann, elsewhere):
            terminal.press("f10")
            assert terminal.wait() == 0
            assert b"sesame" not in terminal.raw
            assert restored(terminal)
        assert tap.calls == 3
    assert "sesame" not in server.log.text
