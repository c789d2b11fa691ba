"""`tilenet serve --watch`: an author saves the file of a game while it is played; later the server is killed."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.doubles.callers import Caller, Callers
from tests.doubles.model import click
from tests.doubles.processes import Start

GAME = """
from tilenet.catalogue import GamePlugin
from tilenet.game import HELP, HOME, Game, Say, Scene, Tile, help_tile, home_tile


class Tally(Game):
    title, about, help = "Tally", "It counts.", ("Click.",)
    clicks = 0

    def scene(self):
        tiles = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "count": Tile(0, 1, f"count {self.clicks}")}
        return Scene((3, 2), tiles)

    def click(self, player, tile, now):
        self.clicks += 1


tally = GamePlugin("tally", Tally)
"""
STEP, WORD = "self.clicks += 1", "count {self.clicks}"


def shows(caller: Caller, text: str) -> None:
    caller.until(text, lambda: caller.screen.mark(0, 1) == text)


def hears(caller: Caller, text: str) -> None:
    caller.until(text, lambda: any(text in line for line in caller.screen.texts))


def test_a_table_goes_on_by_what_was_saved_and_stands_again_after_a_kill(
    start: Start, callers: Callers, tmp_path: Path
) -> None:
    path = tmp_path / "twisted" / "plugins" / "live_tally.py"
    path.parent.mkdir(parents=True)
    path.write_text(GAME)
    data = str(tmp_path / "data")
    server = start.local("--watch", "--data", data)
    ann = callers.join(server.port, "ann")
    ann.walk("Tally")
    ann.send(click(ann.screen.token("count 0")))
    shows(ann, "count 1")
    path.write_text(GAME.replace(WORD, "so far {self.clicks}"))
    hears(ann, "live_tally.py was reloaded.")
    shows(ann, "so far 1")
    path.write_text(GAME.replace(STEP, "self.clicks +="))
    hears(ann, "live_tally.py cannot be loaded, so the game is as it was.")
    hears(ann, "SyntaxError: invalid syntax")
    path.write_text(GAME.replace(STEP, "self.clicks += 10 // len(tile[9:])"))
    shows(ann, "count 1")
    ann.send(click(ann.screen.token("count 1")))
    hears(ann, "ZeroDivisionError")
    shows(ann, "count 0")
    path.write_text(GAME.replace(STEP, "self.clicks += 10"))
    ann.until("the third time", lambda: ann.screen.texts.count("live_tally.py was reloaded.") == 3)
    ann.send(click(ann.screen.token("count 0")))
    shows(ann, "count 10")
    server.send_signal(signal.SIGKILL)
    server.status()
    server = start.local("--data", data)
    server.log.wait_for("Back after")
    again = callers(server.port)
    again.login("ann", room="Tally")
    shows(again, "count 10")
