"""Whole games in the browser: by keys alone, by mouse, and by touch."""

from __future__ import annotations

import sys

import pytest

from tests.doubles.chromium import PHONE
from tests.doubles.processes import LOCAL, Process, Start
from tests.doubles.visitor import Visitor, Visitors, address, serve, spot

BOT = [sys.executable, "-m", "tilenet", "bot"]
NUMBERS = 90


@pytest.fixture
def server(start: Start) -> Process:
    return serve(start, "--room-option", "tombala.countdown=5", "--dancing", LOCAL)


def test_noughts_by_keys_alone(server: Process, visitors: Visitors) -> None:
    ann, bob, url = visitors(), visitors(), address(server)
    ann.login(url, "ann")
    assert ann.focused == "0,0"  # Dancing
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        ann.page.press(key)
    ann.is_in("noughts-and-crosses")
    bob.login(url, "bob", "noughts-and-crosses")
    ann.enabled(0, 0)
    bob.enabled(0, 0)
    for one, keys, cell in (
        (ann, ["Enter"], (0, 0)),
        (bob, ["ArrowDown", "Enter"], (0, 1)),
        (ann, ["ArrowRight", "Enter"], (1, 0)),
        (bob, ["ArrowRight", "Enter"], (1, 1)),
        (ann, ["ArrowRight", "Enter"], (2, 0)),
    ):
        for key in keys:
            one.page.press(key)
        for other in (ann, bob):
            other.page.wait(f"!document.querySelector('{spot(*cell)}').classList.contains('empty')")
    assert ann.page.run("document.querySelectorAll('.cell.won').length") == 3
    bob.hears("ann beats bob and wins 2 points.")
    # Tab leads out of the board, to what was not part of it
    ann.page.press("Tab")
    assert ann.page.run("document.activeElement.closest('#play')") is None


def rows(one: Visitor) -> int:
    """How many rows of the card are all marked."""
    cells = "[...document.querySelectorAll('.paper .cell')]"
    return int(
        one.page.run(
            f"""[0, 1, 2].filter((row) => {cells}.slice(9 * row, 9 * row + 9)
                .every((cell) => cell.matches('.blank, .marked'))).length"""
        )
    )


def test_tombala_to_its_end(server: Process, visitors: Visitors) -> None:
    ann, bob, url = visitors(), visitors(PHONE, is_touch=True), address(server)
    ann.login(url, "ann", "tombala")
    ann.click(3, 0)
    ann.is_in("tombala/room1")
    bob.login(url, "bob", "tombala/room1")
    for one in (ann, bob):
        one.page.wait("document.querySelectorAll('.tombala .seats li').length === 2")
        one.page.press("a")
        one.page.sees("Auto mark: on")
    claimed = {ann: 0, bob: 0}
    for number in range(1, NUMBERS + 1):
        for one in (ann, bob):
            one.page.wait(f"document.querySelectorAll('.ninety .out').length === {number}")
            if (full := rows(one)) > claimed[one]:
                claimed[one] = full
                one.page.press("c")
                one.hears(f"{full} cinko")
        if 3 in claimed.values():
            break
        ann.page.press("n")
        bob.enabled(10, 0)
        bob.tap(10, 0)
    winner = next(one for one, full in claimed.items() if full == 3)
    winner.page.sees("you win!")


def test_dancing_against_a_bot(server: Process, start: Start, visitors: Visitors) -> None:
    ann = visitors()
    ann.login(address(server), "ann", "dancing")
    ann.click(4, 3)
    ann.page.wait("document.body.dataset.skin === 'dancing'")
    ann.click(13, 1)  # she spoils
    door = server.log.wait_for(r"serving Dancing[^\n]* on 127\.0\.0\.1:(\d+)")[0][1]
    start(BOT, "dancing", f"127.0.0.1:{door}", "dora")
    ann.page.wait("document.querySelectorAll('.floor .cell').length === 144")
    star = ann.page.run("document.querySelector('.floor .cell[aria-label^=empty]').dataset.spot").split(",")
    ann.click(*map(int, star))
    ann.page.wait(f"document.querySelector('{spot(*map(int, star))}').ariaLabel.startsWith('star')")
    ann.page.press("d")
    ann.page.wait("document.querySelector('.floor .cells').hidden")
    ann.page.wait("document.querySelector('.facts').innerText.includes('match is over')")
    ann.page.sees("dora")
