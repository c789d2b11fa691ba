"""The main path in Firefox: a name, Home, a game against a bot, its end, and the chat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.doubles import firefox_program
from tests.doubles.firefox import Firefox
from tests.doubles.processes import Start
from tests.doubles.visitor import AnyVisitor, address, serve

SIDE = range(3)
FREE = "document.querySelector('.cell.empty:not([aria-disabled])')"
OVER = "!document.getElementById('ending').hidden"


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    found = firefox_program.find()
    if found is None:
        pytest.skip("there is no Firefox: `make .venv/.browser` fetches one where there is apt")
    folder = tmp_path / "firefox"
    folder.mkdir()
    with closing(Firefox(*found, folder)) as made:
        yield made


def test_the_main_path(start: Start, firefox: Firefox) -> None:
    server, page = serve(start), firefox.page
    ann = AnyVisitor(page)
    ann.login(address(server), "ann")
    assert page.run("document.querySelectorAll('.door').length") >= 6
    ann.walk("noughts")
    page.click("#bring")
    ann.hears("came in")
    while True:
        page.wait(f"{FREE} || {OVER}")
        if page.run(OVER):
            break
        before = page.run("document.querySelectorAll('.cell.empty').length")
        page.click(".cell.empty:not([aria-disabled])")
        page.wait(f"document.querySelectorAll('.cell.empty').length < {before}")
    assert page.run("document.activeElement.id") == "again"
    page.sees("Play again", "ann")
    page.press("Escape")
    page.wait(f"!({OVER})")
    ann.say("well played")
    ann.hears("you well played")
    assert page.errors == []
