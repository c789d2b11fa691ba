"""A connection is cut in the middle of a game: the terminal client comes back by itself, and the game goes on."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import pytest

from tests.doubles.play import SOURCE, Play, restored, walk
from tests.doubles.processes import Start
from tests.doubles.pseudoterminal import Terminal
from tests.doubles.tap import Tap

BOT = [sys.executable, "-m", "tilenet", "bot", "pairpanicking"]
AWAY = re.compile(r"\bann +\d+ ☾|☾ann\b")  # in the lists of players


@dataclass(frozen=True)
class Scene:
    """A game for ann and bob: how it begins, which columns of the screen are the board, and how ann goes on."""

    begin: Callable[[Terminal, Terminal], None]
    columns: int
    go_on: Callable[[Terminal, Terminal], None]

    def board(self, terminal: Terminal) -> list[str]:
        """The headline, and all that is above what was said."""
        rule = next(row for row in range(25) if terminal.row(row).startswith("──"))
        return [terminal.row(1), *(terminal.row(row)[: self.columns] for row in range(2, rule))]


def begin_pairs(ann: Terminal, bob: Terminal) -> None:
    for terminal in (ann, bob):
        walk(terminal, "PairPanicking", "Scoring")
    ann.sees("Here (2)")
    walk(ann, "Restart", "ann has started a game")
    ann.gone("[ ? ]")
    ann.click(2, 2)
    ann.until("a symbol", lambda: "?" not in ann.row(2)[:6])


def turn_another(ann: Terminal, bob: Terminal) -> None:
    ann.click(8, 2)
    bob.until("the second square", lambda: "?" not in bob.row(2)[6:12])


def begin_noughts(ann: Terminal, bob: Terminal) -> None:
    for terminal in (ann, bob):
        walk(terminal, "Noughts and", "Restart")
    ann.sees("ann (X) against bob (O): X to move.")
    ann.click(*ann.find("□"))
    ann.sees("O to move")


def move_twice(ann: Terminal, bob: Terminal) -> None:
    bob.click(*bob.find("□"))
    ann.sees("X to move")
    ann.click(*ann.find("□"))
    bob.sees("O to move")


SCENES = {
    "pairpanicking": Scene(begin_pairs, 60, turn_another),
    "noughts": Scene(begin_noughts, 33, move_twice),
}


@pytest.mark.parametrize("game", SCENES)
def test_whoever_is_cut_off_comes_back_to_the_same_board(game: str, start: Start, play: Play) -> None:
    scene = SCENES[game]
    server = start.local("--seed", "7")
    with closing(Tap(server.port)) as tap:
        ann, bob = play.at_home(tap.port, "ann"), play.at_home(server.port, "bob")
        scene.begin(ann, bob)
        ann.press("tab")
        ann.type("hel")
        ann.sees("say: hel")
        board = scene.board(ann)
        tap.cut()
        bob.until("ann is away", lambda: bool(AWAY.search(str(bob))))
        ann.sees("The connection to the server was lost.", "Trying again in")
        ann.sees("You are back.", "say: hel")
        ann.until("the same board", lambda: scene.board(ann) == board)
        bob.until("ann is back", lambda: not AWAY.search(str(bob)))
        ann.type("lo\r")
        bob.sees("ann: hello")
        ann.press("tab")
        scene.go_on(ann, bob)
        for terminal in (ann, bob):
            terminal.press("f10")
            assert terminal.wait() == 0
            assert restored(terminal)
        assert len(tap.heard) == 2
    assert "Traceback" not in server.log.text


def test_bots_that_are_cut_off_come_back(start: Start, play: Play) -> None:
    server = start.local()
    with closing(Tap(server.port)) as tap:
        bob = play.in_room(server.port, "bob")
        bots = start(BOT, str(tap.port), "robo", "--pace", "0.5", env=SOURCE)
        bob.until("a bot in the room", lambda: bool(re.search(r"robo +\d+ ⚙", str(bob))))
        walk(bob, "Restart", "bob has started a game")
        bob.until("a move of the bot", lambda: bool(re.search(r"robo (turned|found)", str(bob))))
        tap.cut()
        bob.until("the bot is away", lambda: bool(re.search(r"robo +\d+ ☾⚙", str(bob))))
        bob.until("the bot is back", lambda: bool(re.search(r"robo +\d+ ⚙", str(bob))))
        bots.log.wait_for("robo plays on")
        assert "robo left" not in str(bob)
    bots.send_signal(signal.SIGTERM)
    assert bots.status() == 0


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
        assert len(tap.heard) == 3
    assert "sesame" not in server.log.text
