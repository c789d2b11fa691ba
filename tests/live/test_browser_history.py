"""Back closes panels and leads through the rooms, and a second tab takes over in the room where the user is."""

from __future__ import annotations

import json

import pytest

from tests.doubles.chromium import PHONE
from tests.doubles.processes import Process, Start
from tests.doubles.visitor import Visitor, Visitors, address, serve, spot

ASKED = "document.getElementById('sure').open"


@pytest.fixture
def server(start: Start) -> Process:
    return serve(start)


def back(visitor: Visitor) -> None:
    visitor.page.run("history.back()")


def is_open(panel: str) -> str:
    return f"document.getElementById({json.dumps(panel)}).open"


def play_noughts(ann: Visitor, bob: Visitor) -> None:
    """A game in which leaving costs something from now on."""
    ann.enabled(0, 0)
    ann.click(0, 0)
    for one in (ann, bob):
        one.page.wait(f"document.querySelector('{spot(0, 0)}').classList.contains('cross')")


def test_back_leads_to_the_room_before(server: Process, visitors: Visitors) -> None:
    ann = visitors()
    ann.login(address(server), "ann")
    for room in ("set", "tombala"):
        ann.page.run("location.hash = '#/'")
        ann.is_in("")
        doors = "[...document.querySelectorAll('#board [data-spot]')]"
        ann.page.run(f"{doors}.find((door) => door.innerText.toLowerCase().split('\\n').includes('{room}')).click()")
        ann.is_in(room)
    for room in ("", "set", ""):
        back(ann)
        ann.is_in(room)
    ann.page.run("history.go(3)")
    ann.is_in("tombala")


def test_back_asks_before_it_leaves_a_running_game(server: Process, visitors: Visitors) -> None:
    ann, bob, url = visitors(), visitors(), address(server)
    ann.login(url, "ann", "memory")
    ann.page.run("location.hash = '#/noughts'")
    ann.is_in("noughts")
    bob.login(url, "bob", "noughts")
    play_noughts(ann, bob)
    for answer in ("#sure .main", None):  # Back is an answer, too
        back(ann)
        ann.page.wait(ASKED)
        if answer is None:
            back(ann)
        else:
            ann.page.click(answer)
        ann.page.wait(f"!{ASKED}")
        ann.is_in("noughts")
    back(ann)
    ann.page.wait(ASKED)
    ann.page.click("#sure-leave")
    ann.is_in("memory")
    bob.hears("ann has left the game.")


def test_back_closes_what_covers_the_board(server: Process, visitors: Visitors) -> None:
    ann = visitors(PHONE, is_touch=True)
    ann.login(address(server), "ann", "set")
    talking = "document.body.classList.contains('talking')"
    for button, shown in (("#help-button", is_open("help")), ("#me", is_open("you")), ("#talk-button", talking)):
        ann.page.tap(button)
        ann.page.wait(shown)
        back(ann)
        ann.page.wait(f"!{shown}")
        ann.is_in("set")
    # One that was closed in another way is not in the way
    ann.page.tap("#talk-button")
    ann.page.wait(talking)
    ann.page.tap("#quiet-button")
    ann.page.wait(f"!{talking}")
    ann.page.run("location.hash = '#/'")
    ann.is_in("")
    back(ann)
    ann.is_in("set")


def test_a_second_tab_takes_over_in_the_room_where_the_user_is(server: Process, visitors: Visitors) -> None:
    ann, bob, url = visitors(), visitors(), address(server)
    ann.login(url, "ann", "noughts")
    bob.login(url, "bob", "noughts")
    play_noughts(ann, bob)
    newer = visitors.tab(ann)
    newer.page.open(url)
    newer.page.wait("document.activeElement.id === 'name'")
    newer.page.press("Enter")
    newer.is_in("noughts")
    ann.page.sees("You're now playing in another tab.")
    assert not newer.page.run(ASKED)
    bob.enabled(1, 1)
    bob.click(1, 1)
    newer.page.wait(f"document.querySelector('{spot(1, 1)}').classList.contains('nought')")
