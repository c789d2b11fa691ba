"""Skins that come with games, in a real browser: the one in the docs, one that fails, and what no skin can do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.doubles.processes import Process, Start
from tests.doubles.visitor import Visitor, Visitors, address, serve

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


def enter(server: Process, visitors: Visitors) -> Visitor:
    ann = visitors()
    ann.login(address(server), "ann", "mole")
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
