"""Skins that come with games, in a real browser: the one in the docs, one that fails, and what no skin can do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.doubles import axe
from tests.doubles.chromium import PHONE
from tests.doubles.processes import Process, Start
from tests.doubles.reading import faults
from tests.doubles.visitor import Visitor, Visitors, address, serve
from tilenet.newgame.command import main as new_game

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PAGE = (ROOT / "docs" / "writing-a-skin.md").read_text().partition("## For the browser")[2]
MARKUP = """
import { Skin } from '../../skin.js';

export const SKINS = [class extends Skin {
  static kinds = ['mole/1'];
  draw() {
    this.board.innerHTML = '<img src="x">';
  }
}];
"""

DISCS = """
from tilenet.catalogue import GamePlugin
from tilenet.game import Game, HELP, HOME, Scene, Tile, help_tile, home_tile

SHADES = [None, "ff000000", "ff303030", "ff777777", "ffd0d0d0", "ffffffff", "ff006400", "ffffff00"]


class Discs(Game):
    title, about = "Discs", "Discs in all colours."
    help = ("Look.",)
    kind = "discs/1"

    def scene(self):
        tiles = {(x, y): Tile(x, y, "●", fg=fg, bg=bg) for x, fg in enumerate(SHADES) for y, bg in enumerate(SHADES)}
        return Scene((9, 8), tiles | {HOME: home_tile(8, 0), HELP: help_tile(8, 1)})


discs = GamePlugin("discs", Discs)
"""

STATE = "[...document.querySelectorAll('#board [data-spot]')].map((one) => one.ariaLabel ?? one.innerText).join('|')"


def code(language: str, text: str) -> str:
    (found, *_) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return str(found)


def drop(folder: Path, skin: str) -> None:
    """The game of the README, with this skin for browsers."""
    plugins, web = folder / "twisted" / "plugins", folder / "mole" / "web"
    for one in (plugins, web):
        one.mkdir(parents=True)
    game, line = code("python", README), 'mole = GamePlugin("mole", Mole)'
    assert line in game
    (plugins / "live_mole.py").write_text(game.replace(line, code("python", PAGE)))
    (web / "skin.js").write_text(skin)
    (web / "mole.css").write_text(code("css", PAGE))
    (web / "secret.txt").write_text("secret")


@pytest.fixture
def server(start: Start, tmp_path: Path, request: pytest.FixtureRequest) -> Process:
    drop(tmp_path, request.param)
    return serve(start)


def enter(server: Process, visitors: Visitors, room: str = "mole") -> Visitor:
    ann = visitors()
    ann.login(address(server), "ann", room)
    return ann


@pytest.mark.parametrize("server", [code("js", PAGE)], indirect=True)
def test_the_skin_of_the_docs_draws_its_room(server: Process, visitors: Visitors) -> None:
    ann = enter(server, visitors)
    ann.page.wait("document.querySelectorAll('.mole .hole').length === 9")
    assert ann.skin == "mole"
    ann.page.wait("getComputedStyle(document.querySelector('.garden')).display === 'grid'")
    ann.page.click('.hole[aria-label="mole"]')
    ann.hears("ann has found the mole.")
    ann.page.wait("document.getElementById('me').ariaLabel === 'You: ann, 11 points'")


@pytest.mark.parametrize("server", [MARKUP], indirect=True)
def test_a_skin_that_makes_markup_is_put_away_and_the_panel_draws(server: Process, visitors: Visitors) -> None:
    ann = enter(server, visitors)
    ann.page.wait("document.querySelectorAll('.panel .tile').length === 9")
    complaints = [error for error in ann.page.errors if "put away" in error]
    assert len(complaints) == 1
    assert "TrustedHTML" in complaints[0]
    ann.page.errors.clear()
    ann.click(1, 1)
    ann.hears("ann has found the mole.")


def test_a_game_without_a_skin_is_played_in_the_panel(start: Start, visitors: Visitors, tmp_path: Path) -> None:
    """The card game of the docs: hands, seats, turns, a clock, what leaving costs, and the result."""
    plugins = tmp_path / "twisted" / "plugins"
    plugins.mkdir(parents=True)
    games = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "writing-a-game.md").read_text(), re.DOTALL)
    (plugins / "live_cards.py").write_text(next(game for game in games if "class HighCard" in game))
    url = address(serve(start))
    ann, bob = visitors(), visitors(PHONE, is_touch=True)
    ann.login(url, "ann", "high-card")
    ann.page.sees("Waiting for players")
    bob.login(url, "bob", "high-card")
    ann.page.sees("Your turn", "ann (you)", "bob")
    bob.page.sees("ann is to move")
    for one, is_phone in ((ann, False), (bob, True)):
        one.page.wait("/^(1?[0-9]|20) s$/.test(document.querySelector('.clock').textContent)")
        assert faults(one.page, is_phone=is_phone) == []
    ann.page.click("#actions .leave")
    ann.page.sees("You lose the game.")
    ann.page.press("Enter")  # stay
    ann.page.wait("!document.getElementById('sure').open")
    for _ in range(6):
        one = next(one for one in (ann, bob) if "Your turn" in one.page.text())
        before = one.state
        one.page.click(".tile.board:not([aria-disabled])")
        one.page.wait(f"!document.querySelector('.news.mine') || {STATE} !== {json.dumps(before)}")
        ann.settled()
        bob.settled()
    for one in (ann, bob):
        one.page.wait("!document.getElementById('ending').hidden")
    ann.page.click("#again")
    ann.page.sees("Your turn")
    assert ann.page.run("document.getElementById('ending').hidden")


def test_colours_that_a_game_has_chosen_never_look_alike(start: Start, visitors: Visitors, tmp_path: Path) -> None:
    plugins = tmp_path / "twisted" / "plugins"
    plugins.mkdir(parents=True)
    (plugins / "live_discs.py").write_text(DISCS)
    ann = enter(serve(start), visitors, "discs")
    ann.page.wait("document.querySelectorAll('.panel .tile').length === 64")
    style = "(({ color, backgroundColor }) => `${color} on ${backgroundColor}`)(getComputedStyle(one))"
    for scheme in ("dark", "light"):
        ann.page.prefer({"prefers-color-scheme": scheme})
        ann.settled()
        looks = ann.page.run(f"[...document.querySelectorAll('.panel .tile')].map((one) => {style})")
        assert len({*looks}) == len(looks) == 64, scheme
        assert faults(ann.page, is_phone=False) == [], scheme
        assert axe.grave_faults(ann.page) == [], scheme


def test_a_new_game_has_a_skin_of_its_own(start: Start, visitors: Visitors, tmp_path: Path) -> None:
    assert new_game(["lamps", "--folder", str(tmp_path)]) == 0
    ann = enter(serve(start), visitors, "lamps")
    ann.page.wait("document.querySelectorAll('.nine .lamp').length === 9")
    assert ann.skin == "lamps"
    ann.page.wait("getComputedStyle(document.querySelector('.nine')).display === 'grid'")
    ann.page.click(".lamp.lit")
    ann.page.wait("document.body.innerText.includes('ann 1')")
    modules = [one.split("/")[-1] for one in {*ann.page.requests} if one.endswith(".js")]
    assert "skin.js" in modules and modules.count("dom.js") == 1  # the page's own, which it shares with the skin
