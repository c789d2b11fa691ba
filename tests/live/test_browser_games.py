"""Games in the browser, also with bots: by keys alone, by mouse, and by touch."""

from __future__ import annotations

import json
import sys
from itertools import combinations

import pytest

from tests.doubles.chromium import PHONE
from tests.doubles.processes import LOCAL, Process, Start
from tests.doubles.visitor import Visitors, address, serve, spot

BOT = [sys.executable, "-m", "tilenet", "bot"]
ROUNDS = 20  # more than there are without a set
OVER = "!document.getElementById('ending').hidden"


@pytest.fixture
def server(start: Start) -> Process:
    return serve(start, "--dancing", LOCAL, "--room-option", "set.countdown=1")


def test_noughts_by_keys_alone(server: Process, visitors: Visitors) -> None:
    ann, bob, url = visitors(), visitors(), address(server)
    ann.login(url, "ann")
    assert ann.focused == "play"
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        ann.page.press(key)
    ann.is_in("noughts")
    bob.login(url, "bob", "noughts")
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
    # Whoever was on the board is at the end of the game, and back on the board once that is closed
    assert ann.page.run("document.activeElement.id") == "again"
    ann.page.press("Escape")
    ann.page.wait(f"!({OVER})")
    assert ann.focused == "2,0"
    ann.page.press("Tab")
    assert ann.page.run("document.activeElement.closest('#play')") is None


def test_dancing_against_a_bot(server: Process, start: Start, visitors: Visitors) -> None:
    ann = visitors()
    ann.login(address(server), "ann", "dancing")
    ann.click(4, 4)
    ann.page.wait("document.body.dataset.skin === 'dancing'")
    ann.click(1, 1)  # she spoils
    start(BOT, "dancing", f"127.0.0.1:{server.port_for('Dancing')}", "dora", "--seconds", "10")
    ann.page.wait("document.querySelectorAll('.floor .cell').length === 144")
    star = ann.page.run("document.querySelector('.floor .cell[aria-label^=empty]').dataset.spot").split(",")
    ann.click(*map(int, star))
    ann.page.wait(f"document.querySelector('{spot(*map(int, star))}').ariaLabel.startsWith('star')")
    ann.page.press("d")
    ann.page.wait("document.querySelector('.floor .cells').hidden")
    ann.page.wait("document.querySelector('.facts').innerText.includes('match is over')")
    ann.page.sees("dora")


def a_set(cards: dict[str, str]) -> set[str] | None:
    """The letters of three cards that are all the same or all different in each word of their names."""
    words = {letter: card.removesuffix("es").removesuffix("s").split() for letter, card in cards.items()}
    for three in combinations(words, 3):
        if all(len({*one}) != 2 for one in zip(*(words[letter] for letter in three), strict=True)):
            return {*three}
    return None


def test_a_set_is_found_by_keys_alone(server: Process, visitors: Visitors) -> None:
    ann = visitors()
    ann.login(address(server), "ann", "set")
    cards = "[...document.querySelectorAll('.card:not(.none, .turning)')].map((one) => one.ariaLabel)"
    for _ in range(ROUNDS):
        ann.page.wait(f"{cards}.length >= 12")
        faces = ann.page.run(cards)
        if found := a_set(dict(one.split(": ") for one in faces)):
            break
        ann.page.press("x")  # no set: then there are other cards
        ann.page.wait(f"{cards}.join('|') !== {json.dumps('|'.join(faces))}")
    assert found
    for letter in found:
        ann.page.press(letter)
    ann.page.wait("document.querySelectorAll('.card.selected').length === 3")
    ann.page.press(" ")
    ann.hears("ann found a set")


def test_pairpanicking_with_bots(server: Process, start: Start, visitors: Visitors) -> None:
    ann = visitors(PHONE, is_touch=True)
    ann.login(address(server), "ann", "pairpanicking")
    bots = "--pace", "0.1", "--skill", "1", "--count", "2"
    start(BOT, "pairpanicking", f"127.0.0.1:{server.port}", *bots).log.wait_for("plays on", 2)
    ann.tap(8, 3)
    ann.enabled(0, 0)
    ann.tap(7, 7)
    ann.page.wait(f"!document.querySelector('{spot(7, 7)}').classList.contains('hidden')")
    ann.page.wait(OVER)
    assert ann.page.run("document.querySelectorAll('.turn.solved').length") == 64
    # The ranking has the points, and is closed by a touch
    assert " points" in ann.page.run("document.querySelector('#places .me').textContent")
    ann.page.tap("#ending-close")
    ann.page.wait(f"!({OVER})")


def test_a_word_on_the_board_of_tombala_leaves_no_game(start: Start, visitors: Visitors) -> None:
    server = serve(start, "--room-option", "tombala.countdown=3")
    ann, bob, url = visitors(), visitors(), address(server)
    ann.login(url, "ann", "tombala")
    ann.click(3, 0)
    ann.is_in("tombala/tombala-room-1")
    bob.login(url, "bob", "tombala/tombala-room-1")
    ann.page.wait("document.querySelectorAll('.ninety .out').length > 0")
    for word, answer in (("hello", "Enter"), ("lobby", "Escape")):
        for key in word:
            ann.page.press(key)
        ann.page.wait("document.getElementById('sure').open")
        ann.page.sees("You lose your card.")
        ann.page.press(answer)
        ann.page.wait("!document.getElementById('sure').open")
        ann.is_in("tombala/tombala-room-1")
    assert "ann left" not in bob.page.text()
    ann.page.press("l")
    ann.page.click("#sure-leave")
    ann.is_in("tombala")
    bob.hears("ann left")
