"""Games that are dropped as files into the folder a server process is started in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.live.helper import LOCAL, SERVE, TWISTD, Callers, Start
from tests.model import click

COMMANDS = pytest.mark.parametrize("command", [SERVE, TWISTD], ids=["tilenet", "twistd"])
ATTIC = """
from tilenet.catalogue import GamePlugin
from tilenet.game import HELP, HOME, Game, Say, Scene, Tile, help_tile, home_tile


class Attic(Game):
    title = "Attic"
    about = "Dust."
    help = ("There is nothing to do here.",)

    def scene(self):
        return Scene((3, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "box": Tile(2, 1, "Box")})

    def click(self, player, tile, now):
        yield Say("The box is empty.")


attic = GamePlugin("attic", Attic)
"""
BROKEN = {
    "syntax": "this is not Python",
    "import": "import no_such_module_anywhere",
    "raises": "raise RuntimeError('broken on purpose')",
}


def drop(folder: Path, name: str, text: str) -> None:
    plugins = folder / "twisted" / "plugins"
    plugins.mkdir(parents=True, exist_ok=True)
    (plugins / f"{name}.py").write_text(text)


@COMMANDS
def test_a_file_in_the_working_folder_adds_a_room(
    start: Start, callers: Callers, tmp_path: Path, command: list[str]
) -> None:
    drop(tmp_path, "live_attic", ATTIC)
    ann = callers.join(start(command, "--listen", LOCAL).port, "ann")
    ann.walk("Attic")
    ann.send(click(ann.screen.token("Box")))
    ann.until("the box", lambda: "The box is empty." in ann.screen.texts)
    ann.walk("Home")
    ann.screen.model.check_settled()


@COMMANDS
def test_broken_files_stop_neither_the_server_nor_the_other_games(
    start: Start, callers: Callers, tmp_path: Path, command: list[str]
) -> None:
    for kind, text in BROKEN.items():
        drop(tmp_path, f"live_broken_{kind}", text)
    drop(tmp_path, "live_attic", ATTIC)
    ann = callers.join(start(command, "--listen", LOCAL).port, "ann")
    ann.walk("Attic")
    ann.walk("Home")
    ann.walk("Noughts and crosses")


def test_a_game_that_cannot_begin_leaves_a_room_that_can_be_left(
    start: Start, callers: Callers, tmp_path: Path
) -> None:
    drop(tmp_path, "live_attic", ATTIC.replace("return Scene((3, 2)", "return Scene((0, 0)"))
    ann = callers.join(start.local().port, "ann")
    ann.walk("Attic")
    ann.walk("Home")
    ann.screen.model.check_settled()
