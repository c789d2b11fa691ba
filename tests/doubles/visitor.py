"""Somebody who plays in a browser: how they log in, find their way, and what they look at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tests.doubles.chromium import LARGE, Browser, Page, Size
from tests.doubles.chromium_program import find
from tests.doubles.page import AnyPage
from tests.doubles.processes import LOCAL, Process, Start

NOTHING: Mapping[str, str] = {}


def open_browser(folder: Path) -> Browser:
    found = find()
    assert found is not None, "there is no browser: `make .venv/.browser` fetches one; `make test BROWSER=` needs none"
    return Browser(*found, folder)


def serve(start: Start, *options: str, web: str = LOCAL) -> Process:
    return start.local("--web", web, *options)


def address(server: Process) -> str:
    """Where the page of a server is."""
    return server.log.wait_for(r"is serving HTTP \(for browsers\) on (http://127\.0\.0\.1:\d+/)")[0][1]


class AnyVisitor:
    """One person with a page of their own, in any browser."""

    def __init__(self, page: AnyPage) -> None:
        self.page = page

    def login(self, url: str, name: str, room: str = "") -> None:
        """Open the page, type a name, and walk to a room by a link to it."""
        self.page.open(f"{url}#/{room}")
        self.page.wait("document.activeElement.id === 'name'")
        self.page.run("document.getElementById('name').value = ''")
        self.page.type(name)
        self.page.press("Enter")
        self.is_in(room)

    def walk(self, room: str) -> None:
        """Follow a link to a room, whatever leaving the present one costs."""
        self.page.run(f"location.hash = {json.dumps(f'#/{room}')}")
        self._answer()
        self.is_in(room)

    def _answer(self) -> None:
        """Leave, if that is the question."""
        self.settled()
        if self.page.run("document.getElementById('sure').open"):
            self.page.click("#sure-leave")

    def is_in(self, room: str) -> None:
        """Wait until this person is in a room, drawn by its skin."""
        last = json.dumps(room.split("/")[-1] or "home")
        self.page.wait(f"location.hash === {json.dumps(f'#/{room}')} && document.body.dataset.room === {last}")
        self.page.wait("document.querySelector('#board [data-spot]')")  # its skin may have to be loaded
        self.settled()

    def settled(self) -> None:
        """Wait until everything that has come is drawn."""
        self.page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    @property
    def skin(self) -> str:
        return str(self.page.run("document.body.dataset.skin"))

    # Tiles

    def click(self, x: int, y: int) -> None:
        self.page.click(spot(x, y))

    def tile(self, x: int, y: int) -> str:
        return str(self.page.run(f"document.querySelector({json.dumps(spot(x, y))})?.innerText ?? ''")).strip()

    def enabled(self, x: int, y: int) -> None:
        self.page.wait(f"document.querySelector({json.dumps(spot(x, y))})?.ariaDisabled === null")

    @property
    def focused(self) -> str:
        """The cell of the tile that has the focus."""
        return str(self.page.run("document.activeElement.dataset.spot ?? document.activeElement.id"))

    @property
    def state(self) -> str:
        """What the board is, in words, as it would be read aloud."""
        tiles = "[...document.querySelectorAll('#board [data-spot]')]"
        return str(self.page.run(f"{tiles}.map((one) => one.ariaLabel ?? one.innerText).join('|')"))

    # Talk

    def say(self, text: str) -> None:
        self.page.press("/")
        self.page.wait("document.activeElement.id === 'words'")
        self.page.type(text)
        self.page.press("Enter")
        self.page.wait("document.getElementById('words').value === ''")
        self.page.press("Escape")

    def hears(self, *texts: str) -> None:
        """Wait until each of these is in the chat, or in the line beside the board."""
        said = "['log', 'aside'].map((id) => document.getElementById(id).textContent).join()"
        for text in texts:
            self.page.wait(f"{said}.includes({json.dumps(text)})")

    def leave(self) -> None:
        self.page.wait("document.getElementById('me').textContent !== ''")  # it grows when it is drawn
        self.page.click("#me")
        self.page.click("#leave")
        self._answer()
        self.page.wait("document.activeElement.id === 'name'")


class Visitor(AnyVisitor):
    """One person with a page in Chromium."""

    page: Page

    def tap(self, x: int, y: int) -> None:
        self.page.tap(spot(x, y))


def spot(x: int, y: int) -> str:
    return f'[data-spot="{x},{y}"]'


class Visitors:
    """Lets people in. When they leave, nothing may have gone wrong on anybody's page."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: list[Page] = []

    def __call__(self, size: Size = LARGE, *, media: Mapping[str, str] = NOTHING, is_touch: bool = False) -> Visitor:
        page = self._browser.page(size, media=media, is_touch=is_touch)
        self._pages.append(page)
        return Visitor(page)

    def tab(self, beside: Visitor) -> Visitor:
        """Another tab of the same person's browser."""
        page = self._browser.page(context=beside.page.context)
        self._pages.append(page)
        return Visitor(page)

    def close(self) -> None:
        for context in {page.context for page in self._pages}:
            self._browser.forget(context)
        errors = [error for page in self._pages for error in page.errors]
        assert not errors, errors
