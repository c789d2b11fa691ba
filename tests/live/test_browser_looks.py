"""Every skin of the browser client at the size of a screen and of a phone, dark and light.

With $TILENET_PICTURES, pictures of all of them are written into that folder, so that a person can look.
"""

from __future__ import annotations

import os
import re
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.doubles import axe
from tests.doubles.chromium import PHONE, SCREENS, TOUCHED, Size, module
from tests.doubles.processes import Process, Start
from tests.doubles.reading import faults
from tests.doubles.visitor import Visitor, Visitors, address, serve, spot

PICTURES = os.environ.get("TILENET_PICTURES")
BOT = [sys.executable, "-m", "tilenet", "bot"]
SCHEMES = "dark", "light"


STILL = "Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => true)"


def looked_at(ann: Visitor, name: str, sizes: list[Size]) -> None:
    for size, scheme in product(sizes, SCHEMES):
        ann.page.resize(size)
        ann.page.prefer({"prefers-color-scheme": scheme})
        ann.settled()
        ann.page.run(STILL)
        if PICTURES:
            ann.page.picture(Path(PICTURES, f"{name}-{size[0]}x{size[1]}-{scheme}.png").absolute())
        if faults(ann.page, is_phone=sizes is TOUCHED):  # a card that was about to turn is narrow for a moment
            ann.page.run(STILL)
        assert faults(ann.page, is_phone=sizes is TOUCHED) == [], (name, size, scheme)
        assert axe.grave_faults(ann.page) == [], (name, size, scheme)
    ann.page.resize(sizes[0])


@pytest.mark.parametrize("sizes", [SCREENS, TOUCHED], ids=["screen", "touch"])
def test_every_room(start: Start, visitors: Visitors, sizes: list[Size]) -> None:
    data = "--data", str(start.folder / "data")
    server = serve(start, *data, "--room-option", "set.countdown=1", "--room-option", "tombala.countdown=5")
    start(BOT, "memory", f"127.0.0.1:{server.port}").log.wait_for("plays on")
    ann, url = visitors(sizes[0], is_touch=sizes is TOUCHED), address(server)
    ann.page.open(url)
    ann.page.wait("document.activeElement.id === 'name'")
    looked_at(ann, "login", sizes)
    ann.login(url, "ann")
    looked_at(ann, "home", sizes)

    walk(ann, "pairpanicking", "pairs")
    ann.click(8, 3)
    ann.enabled(0, 0)
    ann.click(2, 3)
    ann.page.wait(f"document.querySelector('{spot(2, 3)}').classList.contains('up')")
    looked_at(ann, "pairpanicking", sizes)
    walk(ann, "pairpanicking-pictures", "pairs")
    ann.click(8, 3)
    ann.enabled(0, 0)
    ann.click(1, 1)
    ann.page.wait(f"document.querySelector('{spot(1, 1)} img')?.complete")
    looked_at(ann, "pictures", sizes)

    walk(ann, "set", "set")
    ann.page.wait("document.querySelectorAll('.card svg').length === 12")
    for key in "af":
        ann.page.press(key)
    ann.page.wait("document.querySelectorAll('.card.selected').length === 2")
    looked_at(ann, "set", sizes)
    ann.page.run("document.getElementById('safe').click()")
    looked_at(ann, "set-safe", sizes)

    walk(ann, "memory", "memory")
    ann.enabled(0, 0)
    looked_at(ann, "memory", sizes)
    walk(ann, "memory-large", "memory")
    looked_at(ann, "memory-large", sizes)
    walk(ann, "noughts", "noughts")
    bob = visitors()
    bob.login(url, "bob", "noughts")
    ann.enabled(0, 0)
    ann.click(1, 1)
    bob.page.wait(f"document.querySelector('{spot(1, 1)}').classList.contains('cross')")
    bob.click(0, 0)
    ann.page.wait(f"document.querySelector('{spot(0, 0)}').classList.contains('nought')")
    looked_at(ann, "noughts", sizes)
    for one, cell in ((ann, (0, 1)), (bob, (1, 0)), (ann, (2, 1))):
        one.enabled(*cell)
        one.click(*cell)
    ann.page.wait("!document.getElementById('ending').hidden && !document.getElementById('watch').hidden")
    looked_at(ann, "ending", sizes)
    bob.leave()

    walk(ann, "records", "records")
    ann.click(5, 0)
    ann.page.wait("document.querySelectorAll('.records tbody tr').length === 1")
    looked_at(ann, "records", sizes)

    walk(ann, "replays", "hall")
    ann.page.wait("document.querySelectorAll('.door').length > 0")
    looked_at(ann, "replays", sizes)

    walk(ann, "dancing", "lobby")
    looked_at(ann, "dancing-lobby", sizes)
    ann.click(4, 4)
    ann.page.wait("document.body.dataset.skin === 'dancing'")
    looked_at(ann, "dancing", sizes)

    walk(ann, "tombala", "hall")
    looked_at(ann, "tombala-lobby", sizes)
    ann.click(3, 1)
    ann.page.wait("document.body.dataset.skin === 'tombala'")
    ann.page.wait("document.querySelectorAll('.ninety .out').length > 0")
    looked_at(ann, "tombala", sizes)
    ann.page.click("#help-button")
    ann.page.wait("document.querySelectorAll('#rules li').length > 1")
    looked_at(ann, "help", sizes)
    ann.page.press("Escape")
    if sizes is TOUCHED:
        ann.page.tap("#talk-button")
        looked_at(ann, "talk", sizes)


def walk(ann: Visitor, room: str, skin: str) -> None:
    ann.walk(room)
    ann.page.wait(f"document.body.dataset.skin === '{skin}'")


def test_what_a_screen_reader_reads(start: Start, visitors: Visitors) -> None:
    server = serve(start, "--room-option", "set.countdown=1", "--room-option", "tombala.countdown=1")
    ann = visitors()
    ann.login(address(server), "ann")
    home = ann.page.read_aloud()
    assert {"heading Home", "status polite", "log Chat log polite", "textbox Message"} <= {*home}
    assert "button ann (you) 10 points" in home
    assert any(one.startswith("button Set ") and one.endswith(" nobody there yet") for one in home)
    walk(ann, "set", "set")
    ann.page.wait("document.querySelectorAll('.card svg').length === 12")
    card = re.compile(r"button [a-l]: (one|two|three) (open|striped|solid) (red|blue|yellow) (diamond|box|slash)e?s?")
    assert len([one for one in ann.page.read_aloud() if card.fullmatch(one)]) == 12
    walk(ann, "tombala", "hall")
    ann.click(3, 1)
    ann.page.wait("document.querySelectorAll('.ninety .out').length === 1")
    heard = ann.page.read_aloud()
    assert "list Numbers drawn so far" in heard
    assert heard.count("listitem") == 3  # the number that was drawn, ann's seat, and ann herself
    assert sum(bool(re.fullmatch(r"button \d+", one)) for one in heard) == 15


def test_without_motion_nothing_moves(start: Start, visitors: Visitors) -> None:
    server = serve(start)
    ann = visitors(media={"prefers-reduced-motion": "reduce"})
    ann.login(address(server), "ann", "pairpanicking")
    ann.click(8, 3)
    ann.enabled(0, 0)
    ann.page.run("Element.prototype.animate = () => { throw new Error('it moves'); }")
    ann.click(2, 3)
    ann.page.wait(f"document.querySelector('{spot(2, 3)}').classList.contains('up')")
    assert ann.page.run("document.getAnimations().length") == 0


def test_a_room_that_no_skin_knows_is_a_grid_of_buttons(start: Start, visitors: Visitors) -> None:
    server: Process = serve(start)
    ann = visitors(PHONE, is_touch=True)
    ann.login(address(server), "ann")
    pairs = module("skins/pairs.js")
    ann.page.run(f"{pairs}.then(({{ SKINS }}) => SKINS.forEach(({{ kinds }}) => kinds.splice(0)))")
    ann.walk("pairpanicking-pictures")
    ann.page.wait("document.body.dataset.skin === 'panel' && document.querySelectorAll('.panel .tile').length === 64")
    ann.click(8, 3)
    ann.page.wait("document.querySelectorAll('.panel img').length === 64")
    looked_at(ann, "panel", TOUCHED)
