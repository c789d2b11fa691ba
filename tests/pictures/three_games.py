"""Three games side by side, each in the middle of a game: the picture in README.md."""

from __future__ import annotations

from pathlib import Path

from tests.doubles.terminal import Screen
from tests.doubles.tombala_clients import ROOM_PLUGIN
from tests.pictures.svg import picture
from tests.pictures.theatre import Theatre
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots import setbot, tombalabot
from tilenet.clients.bots.bot import maker
from tilenet.clients.bots.pairpanickingbot import PairPanickingBot
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.set.hall import SetTable
from tilenet.games.tombala.lobby import Lobby

FILE = Path(__file__).parents[2] / "docs" / "pictures" / "three-games.svg"
SIZE = 80, 25


def pairs() -> Screen:
    """PairPanicking, with two squares that show."""
    theatre = Theatre([GamePlugin("pairpanicking", PairPanicking)], maker(PairPanickingBot, skill=1.0), 2, SIZE)
    theatre.press("enter")
    bob = theatre.join("bob", "PairPanicking")
    theatre.until(lambda shown: shown.count("··") >= 24)
    bob.say("that was the owl!")
    theatre.press("left", "up", "enter")
    theatre.until(lambda shown: shown.count("?") % 2 == 0)
    return theatre.screen()


def cards() -> Screen:
    """Set, with two cards selected."""
    theatre = Theatre([GamePlugin("set", SetTable)], maker(setbot.SetBot, level=3), 2, SIZE)
    theatre.press("enter")
    bob = theatre.join("bob", "Set")
    theatre.until(lambda shown: "57 in the deck" in shown)
    bob.say("I had that one!")
    theatre.wait(1)
    theatre.press("b", "g")
    return theatre.screen()


def numbers() -> Screen:
    """Tombala, half through."""
    theatre = Theatre([GamePlugin("tombala", Lobby), ROOM_PLUGIN], maker(tombalabot.TombalaBot), 2, SIZE)
    theatre.press("enter")
    theatre.until(lambda shown: "room1" in shown)
    theatre.press(*["left"] * 3, "enter")
    theatre.press("a")
    for _ in range(24):
        theatre.until(lambda shown: "Waiting for ann" in shown)
        theatre.press("n")
    theatre.wait(3)
    return theatre.screen()


def three_games() -> str:
    return picture([pairs(), cards(), numbers()])


if __name__ == "__main__":
    FILE.write_text(three_games(), encoding="utf-8")
